import Scheduler
import Testing

@testable import AKSPerf

/// Adapters that block the main thread: what waits, and what does not.
@Suite("Blocked main threads")
struct MainThreadTests {
  typealias W = TinyWorld

  /// Two slots: the first one's network answers after `answer`, the second one's blocks for 2 s.
  private func run(
    _ steps: [JourneyStep], answer: Int64 = 100, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, answer: answer) {
      W.addNetwork(to: &$0, answer: 100)
      $0.networks[1].mainThread = W.milliseconds(2_000)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders.append(
        Placeholder(
          name: "blocking", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 1)])))
      change(&$0)
    }
  }

  @Test("the start of the SDK blocks the main thread from its beginning")
  func start() throws {
    func run(_ change: (inout Scenario) -> Void = { _ in }) throws -> Report {
      try W.run([W.load(awaited: true)]) {
        $0.launch.firstFrame = W.milliseconds(400)
        $0.launch.sdkStart = W.milliseconds(500)
        $0.launch.mainThread = W.milliseconds(2_000)
        change(&$0)
      }
    }
    let report = try run()
    #expect(report.us(.timeToContent) == 2_000_000 && report.us(.mainThreadBlock) == 2_000_000)
    #expect(report.us(.loadLatency) == 100_000)
    // The SDK is ready at 3 s, as it would be without the block.
    let slow = try run { $0.launch.sdkStart = W.milliseconds(3_000) }
    #expect(slow.us(.timeToContent) == 2_000_000 && slow.us(.loadLatency) == 1_100_000)
    let without = try run { $0.launch.firstFrame = .constant(0) }
    #expect(without.us(.timeToContent) == 2_000_000)
    let device = try run { $0.devices[0].slowdown.mainThread = 2 }
    #expect(device.us(.timeToContent) == 4_000_000 && device.us(.mainThreadBlock) == 4_000_000)
    // The form is up from 0.4 to 1.4 s.
    let asked = try run {
      $0.users.firstLaunch = 1
      var consent = ConsentFlow()
      consent.dwell = W.milliseconds(1_000)
      $0.launch.consent = consent
    }
    #expect(asked.us(.timeToContent) == 3_400_000 && asked.us(.loadLatency) == 100_000)
  }

  @Test("a process that ends before its SDK starts is blocked no more")
  func endedBeforeStart() throws {
    // The request holds back the SDK up to 1 s, and no content: the second session is there then.
    let report = try W.run([W.wait(300)], at: [.zero, .milliseconds(800)]) {
      var consent = ConsentFlow()
      consent.request = W.milliseconds(1_000)
      consent.asks = .everyLaunch
      $0.launch.consent = consent
      $0.launch.mainThread = W.milliseconds(2_000)
    }
    #expect(report.n(.sessionsEnded) == 2 && report.metric(.mainThreadBlock)?.count ?? 0 == 0)
  }

  @Test("a block lies between preparation and request")
  func place() throws {
    let report = try run([W.load(1, awaited: true)]) {
      $0.networks[1].prepare = W.milliseconds(300)
    }
    #expect(report.us(.loadLatency) == 2_400_000 && report.us(.mainThreadBlock) == 2_000_000)
    #expect(report.us(.mainThreadBlock, [.network("NET1")]) == 2_000_000)
  }

  @Test("the steps of its own session wait")
  func steps() throws {
    // The first load at 2 s, after the step that loaded has returned.
    let report = try run([W.load(1), W.load(), W.wait(500), W.show(.skip, 1)])
    #expect(report.us(.loadLatency, [.placeholder("slot")]) == 100_000)
    #expect(report.us(.loadLatency, [.placeholder("blocking")]) == 2_100_000)
    #expect(report.us(.cacheAge) == 400_000)
  }

  @Test("a blocked main thread delays its own session and no other")
  func otherSessions() throws {
    let report = try W.run([W.load(), W.wait(500), W.load()], at: [.zero, .seconds(1)]) {
      $0.networks[0].mainThread = W.milliseconds(2_000)
    }
    #expect(report.n(.loads) == 2 && report.us(.loadLatency) == 2_100_000)
    #expect(report.n(.loadsJoined) == 0 && report.n(.loadsAnswered) == 2)
  }

  @Test("an answer that comes meanwhile is heard at the release, and its transfer goes on")
  func answers() throws {
    let steps = [W.load(), W.wait(500), W.load(1), W.wait(5_000)]
    let report = try run(steps, answer: 1_000)
    #expect(report.us(.loadLatency, [.placeholder("slot")]) == 2_500_000)
    let creative = try run(steps, answer: 100) {
      $0.radios[0].slowStart = false
      $0.radios[0].downBitsPerSecond = 8e6
      $0.networks[0].creative = PerFormat(repeating: .constant(1_000_000))
    }
    #expect(creative.us(.loadLatency, [.placeholder("slot")]) == 2_500_000)
    #expect(creative.n(.bytesDownloaded) == 1_000_000)
  }

  @Test("what is overdue at the release happens in the order of its deadlines")
  func timeouts() throws {
    func outcome(timeout: Int64) throws -> Report {
      try run([W.load(), W.wait(500), W.load(1), W.wait(5_000)], answer: 1_000) {
        $0.networks[0].timeout = .milliseconds(timeout)
        $0.networks[0].creative = PerFormat(repeating: .constant(1_000))
      }
    }
    let late = try outcome(timeout: 800)
    #expect(late.n(.timeout, of: .loadFailures) == 1)
    #expect(late.us(.loadFailureLatency) == 2_500_000 && late.n(.lateAnswersDropped) == 1)
    let inTime = try outcome(timeout: 1_200)
    #expect(inTime.n(.loadFailures) == 0 && inTime.n(.loadsFilled) == 2)
  }

  @Test("a user who leaves during a block finds it done on resume")
  func absence() throws {
    // The request is prepared at 4 s and blocks until 6 s; the suspension at 5 s lasts until 60 s.
    let report = try run([W.load(1), W.away(60_000), W.wait(1_000)]) {
      $0.networks[1].prepare = W.milliseconds(4_000)
    }
    #expect(report.us(.loadLatency, [.suspended(true)]) == 60_100_000)
    // One that outlasts a short absence holds the return back.
    let short = try run([W.load(), W.load(1), W.away(5_000), W.show(.skip)]) {
      $0.networks[1].prepare = W.milliseconds(4_000)
    }
    #expect(short.us(.cacheAge) == 5_900_000 && short.n(.suspensions) == 0)
  }

  @Test("two adapters block the one main thread after another")
  func sum() throws {
    let report = try ParallelTests.run(
      [.init(answer: 100, price: 1), .init(answer: 100, price: 2)], pick: .first,
      [W.load(awaited: true)]
    ) {
      for index in 0...1 { $0.networks[index].mainThread = W.milliseconds(2_000) }
    }
    // Blocked up to 2 s, where the first one's request leaves, and up to 4 s.
    #expect(report.us(.loadLatency) == 4_000_000 && report.us(.mainThreadBlock) == 2_000_000)
    #expect(report.metric(.mainThreadBlock)?.count == 2)
  }

  @Test("each round of a mediator blocks for a time of its own")
  func rounds() throws {
    let report = try W.run([W.load(), W.wait(20_000)]) { scenario in
      W.addNetwork(to: &scenario, answer: 100, fill: 0)
      scenario.placeholders[0].remote.waterfall.removeLast()
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.networks[1].mainThread = .uniform(low: 1e6, high: 900e6)
      var inner = InnerMediation()
      inner.waterfall = [WaterfallEntry(network: 1)]
      inner.noFillRetries = NoFillRetries(every: W.milliseconds(2_000), total: .seconds(5))
      scenario.networks[0].inner = inner
    }
    let blocks = report.range(.mainThreadBlock)
    #expect(blocks.count == 2 && blocks[0] < blocks[1])
  }

  @Test("a refusal that is heard too late is no late answer")
  func refusal() throws {
    func dropped(isDown: Bool) throws -> Report {
      try run([W.load(), W.wait(50), W.load(1), W.wait(5_000)]) {
        $0.networks[0].timeout = .milliseconds(80)
        if isDown {
          $0.radios[0].roundTrip = W.milliseconds(100)
          $0.backends[0].outages = [BackendOutage(from: .zero, to: .hours(1), kind: .down)]
        }
      }
    }
    let down = try dropped(isDown: true)
    #expect(down.n(.timeout, of: .loadFailures) == 1 && down.n(.lateAnswersDropped) == 0)
    #expect(try dropped(isDown: false).n(.lateAnswersDropped) == 1)
  }

  @Test("an answer that waits for the main thread has been received")
  func received() throws {
    let report = try run([W.load(), W.wait(50), W.load(1), W.wait(5_000)]) { scenario in
      W.addNetwork(to: &scenario, answer: 120)
      let entries = [WaterfallEntry(network: 0), WaterfallEntry(network: 2)]
      scenario.placeholders[0].remote.waterfall = entries
      scenario.placeholders[0].remote.strategy = .parallel(
        batch: 2, pick: .first, batchTimeout: nil)
      scenario.radios[0].slowStart = false
      scenario.networks[2].responseSize = .constant(1_000)
    }
    #expect(report.n(.attemptsCancelled) == 1 && report.n(.bytesCancelled) == 1_000)
  }
}
