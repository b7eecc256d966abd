import Scheduler
import Testing

@testable import AKSPerf

/// Networks that show a user so many ads and no more.
@Suite("Caps of networks")
struct NetworkCapTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], per: SimDuration = .hours(1), duration: SimDuration = .hours(1),
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, duration: duration) {
      $0.networks[0].cap = FrequencyCap(shows: 2, per: per)
      change(&$0)
    }
  }

  private let once = [W.load(awaited: true), W.show(.skip)]

  @Test("beyond its cap a network has no fill")
  func noFill() throws {
    let report = try run(once + once + once + once)
    #expect(report.n(.shows) == 2 && report.n(.noFill, of: .loadFailures) == 2)
    #expect(report.n(.requests) == 4)
  }

  @Test("the span is that before each answer")
  func span() throws {
    // Shown at 0.1 s and 5.2 s; refused at 10.3 s and 10.4 s; at 12.5 s the first is out of it.
    let report = try run(once + once + once + once + [W.wait(2_000)] + once, per: .seconds(12))
    #expect(report.n(.shows) == 3 && report.n(.noFill, of: .loadFailures) == 2)
  }

  @Test("others are asked as ever, and a network counts all its placeholders")
  func others() throws {
    let report = try run(once + once + once) { W.addNetwork(to: &$0, answer: 10) }
    #expect(report.n(.shows) == 3 && report.n(.fills, [.network("NET1")]) == 1)
    let both = try run([W.load(awaited: true), W.show(.skip), W.load(1, awaited: true)]) {
      $0.networks[0].cap = FrequencyCap(shows: 1, per: .hours(1))
      var other = $0.placeholders[0]
      other.name = "other"
      $0.placeholders.append(other)
    }
    #expect(both.n(.noFill, of: .loadFailures) == 1)
  }

  @Test("a user takes the cap along to the next launch")
  func launches() throws {
    let report = try run(once, duration: .seconds(60)) {
      $0.arrivals = .closed(sessions: 1, pause: W.milliseconds(1_000), rampUp: .zero)
    }
    #expect(report.n(.shows) == 2 && report.n(.sessionsStarted) > 10)
    let killed = try run(once + [W.away(1_000, terminated: 1)], duration: .seconds(60))
    #expect(killed.n(.shows) == 2 && killed.n(.sessionsTerminated) > 10)
  }

  @Test("a trace says why")
  func trace() throws {
    let scenario = W.scenario(once + once) {
      $0.networks[0].cap = FrequencyCap(shows: 1, per: .hours(1))
    }
    let text = try Simulation(scenario).trace(session: 0).text
    #expect(text.contains("no bid: the network's cap is reached"))
  }
}

/// What takes longer the first time.
@Suite("First uses")
struct FirstUseTests {
  typealias W = TinyWorld

  @Test("the first attempt of a network in a process has times of its own")
  func first() throws {
    let steps = [W.load(awaited: true), W.load(awaited: true), W.load(awaited: true)]
    let report = try W.run(steps, at: [.zero, .seconds(100)]) {
      $0.placeholders[0].cache.depth = 9
      $0.networks[0].prepare = W.milliseconds(50)
      $0.networks[0].prepareFirst = W.milliseconds(1_500)
      $0.networks[0].mainThreadFirst = W.milliseconds(400)
    }
    #expect(report.range(.loadLatency) == [150_000, 2_000_000])
    #expect(report.us(.mainThreadBlock) == 400_000 && report.n(.loads) == 6)
    // Two of 2 s and four of 0.15 s.
    #expect(Int((report.metric(.loadLatency)?.mean.value ?? 0) + 0.5) == 766_667)
  }

  @Test("what is left out is as at any other use")
  func leftOut() throws {
    let report = try W.run([W.load(awaited: true), W.show(.skip), W.load(awaited: true)]) {
      $0.networks[0].prepare = W.milliseconds(50)
      $0.networks[0].mainThreadFirst = .constant(0)
      $0.networks[0].mainThread = W.milliseconds(30)
    }
    #expect(report.range(.loadLatency) == [150_000, 180_000])
  }
}
