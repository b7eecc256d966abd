import Scheduler
import Testing

@testable import AKSPerf

/// Figures against bounds, and numbers that are moved.
@Suite struct ExpectJudgeTests {
  typealias W = TinyWorld

  private func report(answer: Int64, _ checks: [BoundCheck]) throws -> Report {
    let scenario = W.scenario([W.show(.load), W.wait(10)], answer: answer)
    return try Simulation(ExpectJudge.measuring(scenario, checks)).run()
  }

  @Test func aFigureIsComparedAsItIs() throws {
    let checks = try [
      ("time_to_show", "p(50)<101ms"), ("time_to_show", "p(50)<100ms"), ("coverage", "rate>=1"),
      ("callback_stale", "count>0"), ("load_failure_latency", "avg>=0s"),
    ].map { try BoundCheck.parse(metric: $0.0, check: $0.1) }
    let findings = ExpectJudge.judge(checks, of: try report(answer: 100, checks))
    #expect(findings.map(\.holds) == [true, false, true, false, false])
    #expect(findings.map(\.value) == [100_000, 100_000, 1, 0, nil])
    #expect(findings.map(\.limit) == [101_000, 100_000, 1, 0, 0])
    #expect(findings.broken.count == 3 && findings.broken[2].hasSuffix("nothing measured"))
  }

  @Test func aFactorIsOfTheSameFigureOfTheBase() throws {
    let checks = try [("time_to_show", "avg<0.5*base"), ("coverage", "rate>=1*base")].map {
      try BoundCheck.parse(metric: $0.0, check: $0.1)
    }
    let slow = try report(answer: 1_000, checks)
    let fast = try report(answer: 400, checks)
    #expect(ExpectJudge.judge(checks, of: fast, against: slow).map(\.holds) == [true, true])
    #expect(ExpectJudge.judge(checks, of: slow, against: fast).map(\.holds) == [false, true])
    #expect(ExpectJudge.judge(checks, of: fast).map(\.limit) == [nil, nil])
    #expect(ExpectJudge.judge(checks, of: fast).map(\.holds) == [false, false])
  }

  @Test func whatNeverEndsIsAboveEveryBound() throws {
    let check = try BoundCheck.parse(metric: "load_latency", check: "p(50)>1h")
    let scenario = W.scenario([W.load(), W.wait(36_000_000)]) {
      $0.backends[0].outages = [BackendOutage(from: .zero, to: .hours(40), kind: .blackhole)]
      $0.drain = .zero
      $0.duration = .milliseconds(1)
    }
    let findings = ExpectJudge.judge(
      [check], of: try Simulation(ExpectJudge.measuring(scenario, [check])).run())
    #expect(findings.map(\.value) == [.infinity] && findings.map(\.holds) == [true])
  }

  private func moved(_ text: String, except: [String] = []) throws -> [String] {
    let tree = try #require(
      ScenarioLoader(log: SourceLog()).load(bytes: Array(text.utf8), named: "text"))
    return ScenarioNudge.changes(tree, .up, except: except).map { "\($0.path)=\($0.value)" }
  }

  @Test func everyNumberOfTheWorldIsMoved() throws {
    let text = """
      {
        name: "n", seed: 3, duration: "1h", patience: "2s", demandCorrelation: 0.9, priceDecay: 1,
        arrivals: { process: "closed", sessions: 100, pause: { exponential: { mean: "10s" } } },
        backends: { b: { service: { lognormal: { median: "1s", sigma: 0.5 } }, servers: 10 } },
        networks: { A: { backend: "b", fill: { default: 0.5, banner: 1 }, timeout: "none",
          price: { lognormal: { median: 2, p95: 5 } }, creative: "1MB" } },
        journeys: { main: [{ wait: "500ms" }, { repeat: 6, steps: [{ load: "p" }] }, "end"] },
      }
      """
    #expect(
      try moved(text) == [
        "\"patience\"=\"2400000000ns\"", "\"demandCorrelation\"=1.000000",
        "\"arrivals\".\"pause\"={\"exponential\":{\"mean\":\"12000000000ns\"}}",
        "\"backends\".\"b\".\"service\"="
          + "{\"lognormal\":{\"median\":\"1200000000ns\",\"sigma\":0.5}}",
        "\"backends\".\"b\".\"servers\"=12", "\"networks\".\"A\".\"fill\".\"default\"=0.600000",
        "\"networks\".\"A\".\"price\"={\"lognormal\":{\"median\":2.400000,\"p95\":6.000000}}",
        "\"networks\".\"A\".\"creative\"=\"1200000B\"",
        "\"journeys\".\"main\"[0].\"wait\"=\"600000000ns\"",
        "\"journeys\".\"main\"[1].\"repeat\"=7",
      ])
    let still = ["journeys.main", "networks.A.price.lognormal.median", "backends", "arrivals"]
    #expect(
      try moved(text, except: still) == [
        "\"patience\"=\"2400000000ns\"", "\"demandCorrelation\"=1.000000",
        "\"networks\".\"A\".\"fill\".\"default\"=0.600000",
        "\"networks\".\"A\".\"creative\"=\"1200000B\"",
      ])
  }
}
