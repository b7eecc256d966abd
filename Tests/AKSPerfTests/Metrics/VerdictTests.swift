import Scheduler
import Testing

@testable import AKSPerf

@Suite("Verdicts")
struct VerdictTests {
  /// Replications of 2000 shows each; `slow` of them take 900 ms, the others 100 ms.
  static func report(
    _ checks: [(String, String)], slow: [Int], shows: Int = 2_000, unshown: Int = 0
  ) throws -> Report {
    let plan = Sample.plan(checks: checks.map { Sample.check($0.0, $0.1) })
    let results = try slow.indices.map { index in
      var recorder = try Recorder(plan: plan)
      var cell = LabelCell()
      cell.placeholder = 0
      for item in 0..<shows {
        let latency: Int64 = item < slow[index] ? 900_000 : 100_000
        recorder.record(.timeToShow, microseconds: latency, cell, startedAt: Sample.start)
        recorder.add(.shows, cell, startedAt: Sample.start)
      }
      recorder.add(.eligible, UInt64(shows + unshown), cell, startedAt: Sample.start)
      return try recorder.finish(at: Sample.end, Sample.facts(index))
    }
    let header = Report.Header(scenario: "s", digest: "d", seed: 1, fingerprint: "f")
    return Report(header, plan: plan, results: results)
  }

  static let p95 = [("time_to_show{format=interstitial}", "p(95)<800ms")]

  @Test(
    "The interval of the share below the limit decides p(95)",
    arguments: [
      // 4 %, 6 % and about 5 % of shows are slow.
      (Array(repeating: [78, 80, 82], count: 4).flatMap { $0 }, SLOResult.Verdict.pass),
      (Array(repeating: [118, 120, 122], count: 4).flatMap { $0 }, .fail),
      (Array(repeating: [80, 100, 120], count: 4).flatMap { $0 }, .undecided),
    ])
  func percentile(slow: [Int], verdict: SLOResult.Verdict) throws {
    let report = try Self.report(Self.p95, slow: slow)
    #expect(report.objectives[0].verdict == verdict, "\(report.objectives[0])")
    #expect(report.objectives[0].count == UInt64(2_000 * slow.count))
  }

  @Test("Fewer than ten replications, too few samples or none are never a pass")
  func undecided() throws {
    let few = try Self.report(Self.p95, slow: Array(repeating: 10, count: 9)).objectives[0]
    #expect(few.verdict == .undecided && few.reason?.contains("replications") == true)
    let slow = Array(repeating: 1, count: 12)
    let thin = try Self.report(Self.p95, slow: slow, shows: 100).objectives[0]
    #expect(thin.verdict == .undecided && thin.reason?.contains("thin") == true)
    let checks = [("time_to_show{format=banner}", "p(95)<800ms"), ("match_rate", "rate<0.5")]
    for objective in try Self.report(checks, slow: slow).objectives {
      #expect(objective.verdict == .undecided && objective.reason == "no samples")
    }
  }

  @Test("Unshown opportunities count as +∞ only when asked for")
  func ofOpportunities() throws {
    let checks = [
      ("time_to_show", "p(90)<800ms"), ("time_to_show{of=opportunities}", "p(90)<800ms"),
      ("coverage", "rate>0.9"), ("coverage{placeholder=level_end}", "rate>0.75"),
    ]
    let slow = Array(repeating: [59, 60, 61], count: 4).flatMap { $0 }
    let report = try Self.report(checks, slow: slow, unshown: 500)
    #expect(report.objectives.map(\.verdict) == [.pass, .fail, .fail, .pass])
    let row = try #require(report.metric(.timeToShow, [.ofOpportunities]))
    #expect(row.count == 12 * 2_500 && row.never == 12 * 500)
    #expect(row.percentile(.p90)?.rank == .never)
    #expect(report.warnings.isEmpty)
  }

  @Test("Hazards are judged by their number in all replications, by label too")
  func hazards() throws {
    let checks = [
      ("callback_stale", "count<1"), ("callback_stale", "count<=24"),
      ("callback_stale{network=MAX}", "count>=24"), ("callback_stale{network=ADMOB}", "count<1"),
      ("retry_storm", "count<1"),
    ]
    let plan = Sample.plan(checks: checks.map { Sample.check($0.0, $0.1) })
    let max = try #require(plan.networks.firstIndex(of: "MAX"))
    let results = try (0..<12).map { index in
      var recorder = try Recorder(plan: plan)
      var cell = LabelCell()
      cell.placeholder = 0
      cell.network = max
      for _ in 0..<2 {
        recorder.hazard(.callbackStale, cell, session: 3, at: Sample.start)
      }
      return try recorder.finish(at: Sample.end, Sample.facts(index))
    }
    let header = Report.Header(scenario: "s", digest: "d", seed: 1, fingerprint: "f")
    let objectives = Report(header, plan: plan, results: results).objectives
    #expect(objectives.map(\.verdict) == [.fail, .pass, .pass, .pass, .pass])
    #expect(objectives.map(\.count) == [24, 24, 24, 0, 0])
    #expect(objectives[0].estimate.interval == Interval(low: 24, high: 24))
  }

  @Test("Means, extremes and counts are judged too")
  func others() throws {
    let checks = [
      ("time_to_show", "avg<200ms"), ("time_to_show", "avg>200ms"), ("time_to_show", "max<1s"),
      ("time_to_show", "max<900ms"), ("time_to_show", "min>=100ms"), ("shows", "count>=24000"),
      ("time_to_show", "p(95)>800ms"), ("time_to_show", "med<=100ms"),
    ]
    let slow = Array(repeating: [59, 60, 61], count: 4).flatMap { $0 }
    let report = try Self.report(checks, slow: slow)
    #expect(
      report.objectives.map(\.verdict) == [.pass, .fail, .pass, .fail, .pass, .pass, .fail, .pass])
    #expect(report.warnings.count == 1)
  }

  /// One replication for each of `latencies`, each latency a show; `unshown` more are eligible.
  private static func small(
    _ checks: [(String, String)], _ latencies: [[Int64]], unshown: UInt64 = 0
  ) throws -> [SLOResult] {
    let plan = Sample.plan(checks: checks.map { Sample.check($0.0, $0.1) })
    let results = try latencies.enumerated().map { index, values in
      var recorder = try Recorder(plan: plan)
      var cell = LabelCell()
      cell.placeholder = 0
      for value in values {
        recorder.record(.timeToShow, microseconds: value, cell, startedAt: Sample.start)
        recorder.add(.shows, cell, startedAt: Sample.start)
      }
      let eligible = UInt64(values.count) + unshown
      recorder.add(.eligible, eligible, cell, startedAt: Sample.start)
      recorder.setLevel(.adsCached, Int64(values.count), at: Sample.start)
      return try recorder.finish(at: Sample.end, Sample.facts(index))
    }
    let header = Report.Header(scenario: "s", digest: "d", seed: 1, fingerprint: "f")
    return Report(header, plan: plan, results: results).objectives
  }

  private static let shares = [("coverage", "rate>0.95"), ("coverage", "rate<0.95")]

  @Test("Ten samples that are all alike decide no ratio, mean or extreme")
  func tenSamples() throws {
    let checks =
      Self.shares + [
        ("time_to_show", "avg<1s"), ("time_to_show", "max<1s"), ("time_to_show", "min>1ms"),
      ]
    for result in try Self.small(checks, Array(repeating: [100_000], count: 10)) {
      #expect(result.verdict == .undecided, "\(result)")
      #expect(result.reason == "too few samples: 10 of at least 50")
    }
    // 72 samples all alike: down to 0.9493; 80: down to 0.9542.
    let few = try Self.small(
      Self.shares, Array(repeating: Array(repeating: 1, count: 6), count: 12))
    #expect(few.map(\.verdict) == [.undecided, .undecided])
    #expect(few[0].reason == "the interval holds the limit")
    let more = try Self.small(
      Self.shares, Array(repeating: Array(repeating: 1, count: 8), count: 10))
    #expect(more.map(\.verdict) == [.pass, .fail])
  }

  @Test("A replication without a sample leaves ratio and mean undecided")
  func emptyReplication() throws {
    var latencies = Array(repeating: Array(repeating: Int64(1_000), count: 200), count: 11)
    latencies[3] = []
    let checks = Self.shares + [("time_to_show", "avg<1s"), ("time_to_show", "max<1s")]
    for result in try Self.small(checks, latencies) {
      #expect(result.reason == "too few samples: a replication has none", "\(result)")
    }
  }

  @Test("An extreme is judged as one of the samples, when all replications agree")
  func extremes() throws {
    var latencies = Array(repeating: Array(repeating: Int64(100_000), count: 10), count: 10)
    latencies[7].append(900_000)
    let checks = [
      ("time_to_show", "max<1s"), ("time_to_show", "max<800ms"), ("time_to_show", "max<50ms"),
      ("time_to_show", "min>=100ms"), ("ads_cached", "max<11"), ("ads_cached", "max<12"),
      ("ads_cached", "max<2"),
    ]
    let results = try Self.small(checks, latencies)
    #expect(
      results.map(\.verdict) == [.pass, .undecided, .fail, .pass, .undecided, .pass, .fail])
    #expect(results[0].reason == "sample maximum" && results[3].reason == "sample minimum")
    #expect(results[1].reason == "the sample maximum holds in 9 of 10 replications")
    #expect(results[1].estimate.value == 900_000)
  }

  @Test("Too few samples and too uneven ones are told apart")
  func uneven() throws {
    let slow = Array(repeating: [0, 0, 300], count: 4).flatMap { $0 }
    let result = try Self.report(Self.p95, slow: slow).objectives[0]
    #expect(result.verdict == .undecided)
    #expect(
      result.reason == "thin: the share above p95 differs too much between replications")
    let few = try Self.report(Self.p95, slow: slow, shows: 900).objectives[0]
    let advice = "lengthen the run, more replications do not help"
    #expect(
      few.reason
        == "thin: 45 of the 50 samples above p95 that each replication needs; \(advice)")
  }

  @Test("Only coverage of the same placeholders silences the warning")
  func coverage() {
    func warned(_ metrics: String...) -> [String] {
      SLOCheck.withoutCoverage(
        metrics.map { Sample.check($0, $0.hasPrefix("coverage") ? "rate>0.8" : "p(95)<1s") },
        placeholders: Sample.plan().placeholders)
    }
    let one = "time_to_show{placeholder=level_end}"
    #expect(warned(one) == [one])
    #expect(warned(one, "coverage{placeholder=pause}") == [one])
    #expect(warned(one, "coverage{placeholder=level_end}") == [])
    #expect(warned(one, "coverage{format=interstitial}") == [])
    #expect(warned(one, "coverage{format=rewarded}") == [one])
    #expect(warned(one, "coverage") == [])
    #expect(warned(one, "coverage{radio=wifi}") == [one])
    let all = "time_to_show{format=interstitial}"
    #expect(warned(all, "coverage{placeholder=level_end}") == [all])
    #expect(
      warned(all, "coverage{placeholder=level_end}", "coverage{placeholder=pause}") == [])
    let radio = "time_to_show{radio=wifi,source=cache}"
    #expect(warned(radio, "coverage{radio=wifi}") == [])
    #expect(warned("time_to_show{of=opportunities}") == [])
    #expect(
      SLOJudge.warnings(for: Sample.plan(checks: [Sample.check(one, "p(95)<1s")]))
        == [SLOCheck.coverageWarning(of: one)])
  }
}
