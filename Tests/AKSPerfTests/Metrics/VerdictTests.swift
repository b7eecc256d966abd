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
    #expect(report.warnings.count == 7)
  }
}
