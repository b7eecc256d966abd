import Scheduler
import Testing

@testable import AKSPerf

@Suite("Determinism and phases")
struct DeterminismTests {
  typealias W = TinyWorld

  private static func scenario() -> Scenario {
    var scenario = RandomScenario.make(seed: 24)
    scenario.replications = 4
    return scenario
  }

  @Test("jobs do not change a report, and a run repeats itself")
  func jobs() throws {
    let one = try Simulation(Self.scenario()).run(jobs: 1)
    let two = try Simulation(Self.scenario()).run(jobs: 2)
    #expect(one.results == two.results)
    #expect(one.header.fingerprint == two.header.fingerprint)
    #expect(try Simulation(Self.scenario()).run(jobs: 3).results == one.results)
    #expect(Set(one.results.map(\.fingerprint)).count == 4)
  }

  @Test("a changed seed, price, fill or size changes the fingerprint")
  func sensitivity() throws {
    func fingerprint(_ change: (inout Scenario) -> Void) throws -> String {
      try W.run([W.load(awaited: true), W.show(.skip)], at: (0..<200).map { .seconds($0) }) {
        $0.networks[0].fill = PerFormat(repeating: 0.60)
        $0.networks[0].price = PerFormat(repeating: .constant(2))
        $0.networks[0].creative = PerFormat(repeating: .constant(1000))
        change(&$0)
      }.header.fingerprint
    }
    let all = [
      try fingerprint { _ in }, try fingerprint { $0.seed = 8 },
      try fingerprint { $0.networks[0].fill = PerFormat(repeating: 0.61) },
      try fingerprint { $0.networks[0].price = PerFormat(repeating: .constant(3)) },
      try fingerprint { $0.networks[0].creative = PerFormat(repeating: .constant(1001)) },
    ]
    #expect(Set(all).count == all.count)
    #expect(try fingerprint { _ in } == all[0])
  }

  @Test("a run can be cancelled")
  func cancel() {
    #expect(throws: SimulationError.cancelled) {
      try Simulation(Self.scenario()).run(jobs: 2, isCancelled: { true })
    }
  }

  /// Two networks on a radio of 50 ms: the first has no fill, the second fills.
  private func explain(
    _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
  ) throws -> Explanation.Row {
    let scenario = W.scenario(steps, answer: 200) { scenario in
      W.addNetwork(to: &scenario, answer: 300)
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.radios[0].roundTrip = W.milliseconds(50)
      scenario.radios[0].downBitsPerSecond = 8e6
      scenario.radios[0].slowStart = false
      for k in 0...1 {
        scenario.networks[k].prepare = W.milliseconds(10)
        scenario.networks[k].connection = ConnectionCost()
        scenario.networks[k].creative = PerFormat(repeating: .constant(100_000))
        scenario.networks[k].showOverhead = W.milliseconds(70)
      }
      change(&scenario)
    }
    let explanation = try Simulation(scenario).explain()
    return try #require(explanation.rows.first { $0.percentile == nil })
  }

  private func expect(_ row: Explanation.Row, _ parts: [ShowPhase: Int64]) {
    for phase in ShowPhase.allCases {
      #expect(row[phase] == .milliseconds(parts[phase] ?? 0), "\(phase.name)")
    }
    #expect(row.total == .milliseconds(parts.values.reduce(0, +)))
  }

  @Test("the phases of a show through two networks are those of its hand-made course")
  func phases() throws {
    // No fill: 10 + 150 + 25 + 200 + 25; then 10, 150, 50 + 300, 100 for the bytes, 70 to show.
    expect(
      try explain([W.show(.load)]),
      [.noFill: 410, .prepare: 10, .connect: 150, .server: 350, .download: 100, .show: 70])
  }

  @Test("time on a network that times out is timeout, not failure")
  func timeoutPhase() throws {
    let row = try explain([W.show(.load)]) { $0.networks[0].timeout = .milliseconds(333) }
    expect(
      row, [.timeout: 333, .prepare: 10, .connect: 150, .server: 350, .download: 100, .show: 70])
  }

  @Test("a wait across a failed load and its retry is split along both")
  func backoffPhase() throws {
    let row = try explain([W.load(), W.show(.wait)]) {
      $0.placeholders[0].remote.retry = .fixed(.constant(1e9))
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 1)]
      $0.networks[1].connection = nil
      $0.backends[1].outages = [
        BackendOutage(from: .zero, to: .milliseconds(500), kind: .down)
      ]
    }
    // Refused after 10 + 50 ms; a second later 10, 50 + 300 and 100 ms.
    expect(
      row, [.failed: 60, .backoff: 1_000, .prepare: 10, .server: 350, .download: 100, .show: 70])
  }

  @Test("a launch's wait is split into launch and adapters")
  func launchPhase() throws {
    let row = try explain([.appOpen(placeholder: 0, flow: .automatic(splash: nil))]) {
      $0.placeholders[0].format = .appOpen
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 1)]
      $0.networks[1].connection = nil
      $0.networks[1].initialisation = W.milliseconds(700)
      $0.launch.firstFrame = W.milliseconds(200)
      $0.launch.sdkStart = W.milliseconds(500)
    }
    expect(
      row,
      [.launch: 300, .initialise: 700, .prepare: 10, .server: 350, .download: 100, .show: 70])
  }
}
