import Scheduler
import Testing

@testable import AKSPerf

@Suite("Circuit breakers")
struct BreakerTests {
  typealias W = TinyWorld

  private let row = BreakerRow(failures: 2, lasts: .seconds(1))

  private func at(_ milliseconds: Int64) -> SimTime { .zero + .milliseconds(milliseconds) }

  @Test("failures in a row open it; an answer, with or without an ad, starts the count anew")
  func counts() {
    var machine = BreakerMachine()
    machine.attemptEnded(.failed, isTrial: false, at: at(0), row)
    machine.attemptEnded(.answered, isTrial: false, at: at(1), row)
    machine.attemptEnded(.failed, isTrial: false, at: at(2), row)
    machine.attemptEnded(.cancelled, isTrial: false, at: at(3), row)
    #expect(machine.attemptStarts(at: at(4)) == .pass)
    machine.attemptEnded(.failed, isTrial: false, at: at(5), row)
    #expect(machine.attemptStarts(at: at(1004)) == .refuse)
    #expect(machine.attemptStarts(at: at(1005)) == .trial)
  }

  @Test("while it is not closed only the trial decides")
  func trial() {
    var machine = BreakerMachine()
    for _ in 0..<2 { machine.attemptEnded(.failed, isTrial: false, at: at(0), row) }
    machine.attemptEnded(.answered, isTrial: false, at: at(1), row)
    #expect(machine.attemptStarts(at: at(999)) == .refuse)
    #expect(machine.attemptStarts(at: at(1000)) == .trial)
    #expect(machine.attemptStarts(at: at(5000)) == .refuse)
    machine.attemptEnded(.cancelled, isTrial: true, at: at(5000), row)
    #expect(machine.attemptStarts(at: at(5000)) == .trial)
    machine.attemptEnded(.failed, isTrial: true, at: at(6000), row)
    #expect(machine.attemptStarts(at: at(6999)) == .refuse)
    #expect(machine.attemptStarts(at: at(7000)) == .trial)
    machine.attemptEnded(.answered, isTrial: true, at: at(7001), row)
    #expect(machine.attemptStarts(at: at(7001)) == .pass)
    #expect(MemoryLayout<BreakerMachine>.size == 16)
  }

  /// A network that is given up after 40 ms, and whose breaker opens for a second.
  private func run(
    _ steps: [JourneyStep], failures: Int, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) { scenario in
      scenario.networks[0].timeout = .milliseconds(40)
      scenario.networks[0].breaker = CircuitBreaker(failures: failures, lasts: .seconds(1))
      change(&scenario)
    }
  }

  @Test("it opens after n failures in a row, and what it refuses asks nobody")
  func aBreakerOpensAfterNFailuresInARow() throws {
    let load = W.load(awaited: true)
    // Two timeouts up to 80 ms; refused then; the trial at 1.08 s times out; refused again.
    let report = try run([load, load, load, W.wait(1000), load, load], failures: 2)
    #expect(report.n(.attempts) == 5 && report.n(.requests) == 3)
    #expect(report.n(.circuitOpen, of: .attemptOutcomes) == 2)
    #expect(report.n(.circuitOpen, of: .loadFailures) == 2)
    #expect(report.range(.loadFailureLatency) == [0, 40_000])
    let early = try run([load, load, load, W.wait(999), load, load], failures: 2)
    #expect(early.n(.requests) == 2)
  }

  /// Swallows requests for a second, and answers after 10 ms from then on.
  private func recover(_ scenario: inout Scenario) {
    scenario.backends[0].service = W.milliseconds(10)
    scenario.backends[0].outages = [
      BackendOutage(from: .zero, to: .seconds(1), kind: .blackhole)
    ]
    scenario.placeholders[0].cache.depth = 4
    var second = scenario.placeholders[0]
    second.name = "second"
    scenario.placeholders.append(second)
  }

  @Test("one trial closes it, and until that has ended no other attempt starts")
  func oneTrialClosesIt() throws {
    let report = try run(
      [
        W.load(awaited: true), W.wait(1000), W.load(), W.load(1), W.wait(10), W.load(1), W.wait(50),
      ],
      failures: 1, change: recover)
    #expect(report.n(.requests) == 3 && report.n(.loadsFilled) == 2)
    #expect(report.n(.circuitOpen, of: .loadFailures) == 1)
    #expect(report.n(.loadFailures, [.placeholder("second")]) == 1)
  }

  @Test("an attempt that its load cancels says nothing")
  func cancelled() throws {
    let load = W.load(awaited: true)
    let report = try run([load, load, load], failures: 1) {
      $0.placeholders[0].remote.deadline = .milliseconds(30)
    }
    #expect(report.n(.requests) == 3)
  }

  @Test("the next network of the waterfall is asked at once")
  func fallsBack() throws {
    let load = W.load(awaited: true)
    let report = try run([load, load], failures: 1) {
      $0.placeholders[0].cache.depth = 2
      W.addNetwork(to: &$0, answer: 30)
    }
    #expect(report.range(.loadLatency) == [30_000, 70_000])
  }

  @Test("a user keeps it from launch to launch, users apart")
  func outlivesSessions() throws {
    func requests(sessions: Int) throws -> Int {
      try run([W.load(awaited: true)], failures: 1) {
        $0.networks[0].breaker?.lasts = .hours(5)
        $0.arrivals = .closed(sessions: sessions, pause: W.milliseconds(100), rampUp: .zero)
        $0.duration = .seconds(2)
      }.n(.requests)
    }
    #expect(try requests(sessions: 1) == 1)
    #expect(try requests(sessions: 3) == 3)
  }

  @Test("a session has room for breakers only where networks in use have them")
  func room() throws {
    let plain = try CompiledScenario(W.scenario([W.load()])).tables
    let unused = try CompiledScenario(
      W.scenario([W.load()]) {
        W.addNetwork(to: &$0, answer: 1)
        $0.placeholders[0].remote.waterfall.removeLast()
        $0.networks[1].breaker = CircuitBreaker(failures: 1, lasts: .zero)
      }
    ).tables
    #expect(unused.layout.stride == plain.layout.stride && unused.features == plain.features)
    let used = try CompiledScenario(
      W.scenario([W.load()]) {
        $0.networks[0].breaker = CircuitBreaker(failures: 1, lasts: .zero)
      }
    ).tables
    #expect(used.layout.stride == plain.layout.stride + 16 && used.features == .breakers)
    let both = try CompiledScenario(
      W.scenario([W.load()]) {
        W.addNetwork(to: &$0, answer: 1)
        $0.placeholders[0].remote.waterfall.removeLast()
        for index in 0...1 {
          $0.networks[index].breaker = CircuitBreaker(failures: 1, lasts: .zero)
        }
      }
    ).tables
    #expect(both.layout.stride == used.layout.stride)
  }

  @Test("what the device lost says nothing of the network")
  func lostByTheDevice() throws {
    func refused(_ steps: [JourneyStep], answer: Int64) throws -> Int {
      let report = try W.run(steps, answer: answer) {
        var none = Radio(name: "none")
        none.isOffline = true
        $0.radios.append(none)
        $0.networks[0].timeout = nil
        $0.networks[0].breaker = CircuitBreaker(failures: 1, lasts: .hours(1))
      }
      #expect(report.n(.loadsFilled) == 1 && report.n(.loadFailures) == 1)
      return report.n(.circuitOpen, of: .attemptOutcomes)
    }
    let load = W.load(awaited: true)
    let radio = [W.load(), W.wait(50), .radio(1), W.wait(10), .radio(0), load]
    #expect(try refused(radio, answer: 100) == 0)
    #expect(try refused([W.load(), W.away(60_000), load], answer: 10_000) == 0)
  }

  @Test("what ends without asking the network leaves the count as it was")
  func unasked() throws {
    // The sibling's ad is too cheap for the second placeholder, between two timeouts of the third.
    let steps = [
      W.load(awaited: true), W.wait(1_000), W.load(2, awaited: true), W.load(1, awaited: true),
      W.load(2, awaited: true), W.load(2, awaited: true),
    ]
    let report = try run(steps, failures: 2) { scenario in
      recover(&scenario)
      scenario.backends[0].outages = [
        BackendOutage(from: .seconds(1), to: .minutes(1), kind: .blackhole)
      ]
      scenario.networks[0].price = PerFormat(repeating: .constant(5))
      scenario.placeholders[0].cache.keyedBy = .network
      scenario.placeholders[1].cache.keyedBy = .network
      scenario.placeholders[1].remote.waterfall[0].floor = 6
      var third = scenario.placeholders[1]
      third.name = "third"
      third.format = .rewarded
      third.remote.waterfall[0].floor = nil
      scenario.placeholders.append(third)
    }
    #expect(report.n(.belowFloor, of: .attemptOutcomes) == 1 && report.n(.requests) == 3)
    #expect(report.n(.circuitOpen, of: .attemptOutcomes) == 1)
  }
}
