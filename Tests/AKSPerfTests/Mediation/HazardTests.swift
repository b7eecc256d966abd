import Scheduler
import Testing

@testable import AKSPerf

@Suite("Hazards")
struct HazardTests {
  typealias W = TinyWorld

  /// A load without fill that is tried again `pause` after each failure, for three minutes.
  private func hazards(
    pause: Int64, at: [SimDuration] = [.zero], change: (inout Scenario) -> Void = { _ in }
  ) throws -> [Report.HazardRow] {
    try W.run([W.load(), W.wait(180_000)], at: at) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(pause))
      change(&$0)
    }.hazards
  }

  @Test("over 30 requests of retries in a minute of a session are a storm, once a minute")
  func storm() throws {
    // Retries at 1.1 s, 2.2 s, …: the 31st of the first minute is at 34.1 s.
    let hazards = try hazards(pause: 1_000, at: [.seconds(5)])
    #expect(hazards.map(\.rule) == [.retryStorm])
    #expect(hazards.map(\.count) == [3])
    #expect(hazards[0].firstTime == .zero + .milliseconds(39_100))
    #expect(hazards[0].firstSession == 0)
    #expect(hazards[0].labels.labels == [.placeholder, .network])
  }

  @Test("30 requests a minute are none, and those of other sessions do not count")
  func calm() throws {
    // At 2 s, 4 s, …: 29 in the first minute, 30 in each of the others.
    #expect(try hazards(pause: 1_900) == [])
    #expect(try hazards(pause: 1_900, at: [.zero, .zero, .zero]) == [])
  }

  @Test("a second network doubles the requests of a retry")
  func waterfall() throws {
    // A cycle of 100 ms, 100 ms and 2.3 s; retries at 2.5k s and 0.1 s later: the 31st is at 40 s.
    let hazards = try hazards(pause: 2_300) {
      W.addNetwork(to: &$0, answer: 100, fill: 0)
    }
    #expect(hazards.map(\.count) == [3])
    #expect(hazards[0].firstTime == .zero + .milliseconds(40_000))
  }

  @Test("the requests of steps are no retries")
  func steps() throws {
    let steps = (0..<40).map { _ in W.load(awaited: true) } + [W.wait(60_000)]
    let report = try W.run(steps) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(90_000))
    }
    #expect(report.n(.requests) == 40 && report.hazards.isEmpty)
  }

  @Test("a session has room for the counter only when some placeholder retries")
  func room() throws {
    let plain = try CompiledScenario(W.scenario([W.load()])).tables.layout
    let retrying = try CompiledScenario(
      W.scenario([W.load()]) { $0.placeholders[0].remote.retry = .list([.seconds(1)]) }
    ).tables.layout
    #expect(!plain.countsRetries && retrying.countsRetries)
    #expect(retrying.stride - plain.stride <= 8)
  }
}
