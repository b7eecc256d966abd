import Scheduler
import Testing

@testable import AKSPerf

@Suite("Throttles")
struct ThrottleTests {
  typealias W = TinyWorld

  @Test("the window starts with its first failure, and while it refuses nothing counts")
  func window() {
    func at(_ milliseconds: Int64) -> SimTime { .zero + .milliseconds(milliseconds) }
    let row = ThrottleRow(failures: 2, per: .seconds(1), lasts: .seconds(3))
    var machine = ThrottleMachine()
    machine.requestFailed(at: at(0), row)
    machine.requestFailed(at: at(1000), row)
    #expect(!machine.refuses(at: at(1000)))
    machine.requestFailed(at: at(1999), row)
    #expect(machine.refuses(at: at(1999)) && machine.refuses(at: at(4998)))
    machine.requestFailed(at: at(4000), row)
    #expect(!machine.refuses(at: at(4999)))
    machine.requestFailed(at: at(5000), row)
    #expect(!machine.refuses(at: at(5000)))
  }

  private func run(
    _ steps: [JourneyStep], at: [SimDuration] = [.zero],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, at: at) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.backends[0].throttle = Throttle(
        failures: 2, per: .seconds(10), lasts: .seconds(1))
      change(&scenario)
    }
  }

  private let steps = [
    W.load(awaited: true), W.load(awaited: true), W.load(awaited: true), W.wait(1000),
    W.load(awaited: true),
  ]

  @Test("it refuses for its time, without serving")
  func aThrottleRefusesForItsTime() throws {
    // Answers at 100 and 200 ms; refused at once until 1.2 s, when it is asked again.
    let report = try run(steps)
    #expect(report.n(.throttled, of: .loadFailures) == 1)
    #expect(report.n(.noFill, of: .loadFailures) == 3)
    #expect(report.range(.loadFailureLatency) == [0, 100_000])
    #expect(report.n(.requests) == 4 && report.n(.requestsAnswered) == 4)
    let backend: LabelSet = [.backend("server")]
    #expect(report.n(.backendArrived, backend) == 4 && report.n(.backendServed, backend) == 3)
    #expect(report.n(.backendThrottled, backend) == 1)
    #expect(report.ratio(.throttled, backend)?.estimate.value == 0.25)
  }

  @Test("a refusal costs the round trip")
  func roundTrip() throws {
    let report = try run(steps) { $0.radios[0].roundTrip = W.milliseconds(50) }
    #expect(report.n(.throttled, of: .loadFailures) == 1)
    #expect(report.range(.loadFailureLatency) == [50_000, 150_000])
  }

  @Test("fills are no failures, prices below the floor and refusals by an outage are")
  func failures() throws {
    func throttled(_ change: @escaping (inout Scenario) -> Void) throws -> Int {
      try run(steps) {
        $0.networks[0].fill = PerFormat(repeating: 1)
        $0.placeholders[0].cache.depth = 9
        change(&$0)
      }.n(.backendThrottled, [.backend("server")])
    }
    #expect(try throttled { _ in } == 0)
    #expect(try throttled { $0.placeholders[0].remote.waterfall[0].floor = 1 } == 1)
    let down = BackendOutage(from: .zero, to: .hours(1), kind: .down)
    #expect(try throttled { $0.backends[0].outages = [down] } == 1)
  }

  @Test("one that counts requests refuses sessions that load too often, though all fill")
  func requests() throws {
    let report = try run(steps) {
      $0.networks[0].fill = PerFormat(repeating: 1)
      $0.placeholders[0].cache.depth = 9
      $0.backends[0].throttle?.countsAll = true
    }
    // Asked at 0 and 0.1 s; refused at 0.2 s, until 1.1 s.
    #expect(report.n(.loadsFilled) == 3 && report.n(.throttled, of: .loadFailures) == 1)
    #expect(report.n(.backendThrottled, [.backend("server")]) == 1)
  }

  @Test("each session has its own")
  func sessions() throws {
    let report = try run(
      [W.load(awaited: true), W.load(awaited: true)], at: [.zero, .zero, .seconds(1)])
    #expect(report.n(.backendThrottled, [.backend("server")]) == 0)
  }

  @Test("what its clients do not wait for is its work too")
  func unheard() throws {
    func report(_ kind: BackendOutage.Kind? = nil) throws -> Report {
      try run([W.load(), W.wait(1000)]) {
        var rule = FaultRule(on: .request, do: .amplify)
        rule.times = 2
        $0.networks[0].faults.rules = [rule]
        $0.networks[0].fill = PerFormat(repeating: 1)
        $0.backends[0].outages =
          kind.map { [BackendOutage(from: .zero, to: .hours(1), kind: $0)] } ?? []
      }
    }
    let backend: LabelSet = [.backend("server")]
    let served = try report()
    #expect(served.n(.backendArrived, backend) == 3 && served.n(.backendServed, backend) == 3)
    #expect(try report(.down).n(.backendRejected, backend) == 3)
    #expect(try report(.blackhole).n(.backendLost, backend) == 3)
  }
}
