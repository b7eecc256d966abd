import Testing

@testable import AKSPerf

@Suite("Gates judge")
struct GateJudgeTests {
  /// A baseline of the sample report in which a figure is `factor` times what it was.
  static func baseline(
    _ report: Report, _ name: String = "", times factor: Double = 1
  ) throws -> Baseline {
    var baseline = Baseline(report)
    baseline.fingerprint = "other"
    guard !name.isEmpty else { return baseline }
    let index = try #require(baseline.figures.firstIndex { $0.figure.text == name })
    switch baseline.figures[index].samples.content {
    case .percentile(let pooled, let each, let counts):
      baseline.figures[index].samples.content = .percentile(
        pooled: pooled.map { $0 * factor }, each: each.map { $0.map { $0 * factor } },
        counts: counts)
    case .quotient(let numerators, let denominators):
      baseline.figures[index].samples.content = .quotient(
        numerators: numerators.map { $0 * factor }, denominators: denominators)
    }
    return baseline
  }

  @Test("The same run is the same, whatever its figures")
  func same() throws {
    let report = try SampleReport.make()
    let result = try Gate.judge(report, against: Baseline(report))
    #expect(result.isSameRun)
    let regressions = result.checks.filter { $0.kind == .regression }
    #expect(regressions.count >= 8)
    #expect(regressions.allSatisfy { $0.verdict == .same && $0.reason == "the same run" })
    let other = try Gate.judge(report, against: Self.baseline(report))
    #expect(!other.isSameRun)
    #expect(
      other.checks.filter { $0.kind == .regression }.allSatisfy {
        $0.verdict == .same && $0.reason == "the same in every replication"
      })
  }

  static let changes: [(String, Double, GateCheck.Verdict)] = [
    ("load_latency p(95)", 0.8, .regressed), ("load_latency p(95)", 1.25, .improved),
    ("load_latency p(95)", 1.01, .same), ("load_latency p(95)", 1 / 1.05, .undecided),
    ("revenue_per_session rate", 1.2, .regressed), ("revenue_per_session rate", 0.8, .improved),
    ("coverage rate", 1.001, .same), ("coverage rate", 1.06, .regressed),
  ]

  @Test(
    "A figure is worse, better, the same or undecided by what it was",
    arguments: changes)
  func verdicts(name: String, factor: Double, verdict: GateCheck.Verdict) throws {
    let report = try SampleReport.make()
    let baseline = try Self.baseline(report, name, times: factor)
    let result = try Gate.judge(report, against: baseline)
    let found = try #require(result.checks.first { $0.name == name && $0.kind == .regression })
    #expect(found.verdict == verdict, "\(found)")
    let others = result.checks.filter { $0.kind == .regression && $0.name != name }
    #expect(others.allSatisfy { $0.verdict == .same })
    #expect(found.limit != nil && found.smallestDetectable != nil && found.difference != nil)
    #expect(found.verdict != .regressed || result.verdict == .failed)
  }

  @Test("Under ten replications, and with too few samples on either side, nothing is decided")
  func undecided() throws {
    let few = try SampleReport.make(replications: 9)
    let result = try Gate.judge(few, against: Self.baseline(few, "fill_rate rate", times: 2))
    let fill = try #require(result.checks.first { $0.name == "fill_rate rate" })
    #expect(fill.verdict == .undecided && fill.reason == "9 of at least 10 replications")
    let report = try SampleReport.make()
    var baseline = try Self.baseline(report, "fill_rate rate", times: 2)
    let index = try #require(baseline.figures.firstIndex { $0.figure.text == "fill_rate rate" })
    baseline.figures[index].samples.shortage = "too few"
    let thin = try Gate.judge(report, against: baseline)
    let check = try #require(thin.checks.first { $0.name == "fill_rate rate" })
    #expect(check.verdict == .undecided && check.reason == "in the baseline: too few")
  }

  @Test("A figure that is gone, or thin, is undecided and no pass")
  func gone() throws {
    var report = try SampleReport.make()
    let names = ["time_to_show{format=banner} p(95)", "attempt_latency{network=MAX} p(99.9)"]
    let baseline = Baseline(report, figures: try names.map { try GateFigure($0) })
    #expect(
      baseline.figures.map(\.samples.shortage) == [
        "no samples", "no samples",
        "thin: too few samples above it in a replication; lengthen the run",
      ])
    report.header.fingerprint = "new"
    report.objectives = []
    report.results[0].tally.metrics.removeAll { $0.metric == .attemptLatency }
    let result = try Gate.judge(report, against: baseline)
    #expect(result.checks.allSatisfy { $0.verdict == .undecided })
    #expect(result.verdict == .undecided)
  }

  @Test("Another name, seed or number of replications is refused; another digest is told")
  func identity() throws {
    let report = try SampleReport.make()
    for change: (inout Baseline) -> Void in [
      { $0.scenario = "else" }, { $0.seed = 7 }, { $0.replications = 20 },
    ] {
      var baseline = Baseline(report)
      change(&baseline)
      #expect(throws: BaselineError.self) { try Gate.judge(report, against: baseline) }
    }
    var baseline = try Self.baseline(report)
    baseline.scenarioDigest = "before"
    let result = try Gate.judge(report, against: baseline)
    #expect(result.isChangedScenario)
    #expect(GateText(result).render().contains("the scenario has changed since"))
  }

  @Test("Checks come worst first, and the worst is the verdict")
  func order() throws {
    let report = try SampleReport.make()
    let result = try Gate.judge(
      report, against: Self.baseline(report, "load_latency p(95)", times: 0.5))
    #expect(result.checks.map(\.severity) == result.checks.map(\.severity).sorted())
    var checks = result.checks
    let severities = Set(checks.map(\.severity))
    #expect(severities.count >= 3)
    var lesser = result
    lesser.checks = checks.filter { $0.severity >= .improved }
    #expect(lesser.verdict == .passed)
    checks[0].isWarning = true
    #expect(checks[0].severity == .warned)
    lesser.checks = []
    #expect(lesser.verdict == .undecided)
  }

  @Test("The digest of metrics knows prices, and not what else is asked for")
  func digest() throws {
    let report = try SampleReport.make()
    var dearer = report
    let index = try #require(
      dearer.results[3].tally.counts.firstIndex { $0.count == .revenue && $0.labels.isTotal })
    dearer.results[3].tally.counts[index].value += 1
    #expect(dearer.metricDigest != report.metricDigest)
    var fewer = report
    for index in fewer.results.indices {
      fewer.results[index].tally.metrics.removeAll { $0.labels.values.count > 1 }
    }
    #expect(fewer.metricDigest == report.metricDigest)
  }
}
