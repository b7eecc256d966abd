/// Judges a run by the objectives of its scenario and against a baseline.
///
/// A figure has *regressed* when a one-sided paired t test says that it is worse by more than 5 %
/// (or 1 ms, or half a point), at .05 over all figures of the baseline together by Holm's
/// correction (1979). *Improved* is the mirror. *Same* needs both one-sided tests inside the
/// tolerance. All else is *undecided*, which is not a pass.
public struct Gate {
  /// The error of the first kind: over all figures together for a regression.
  static let alpha = 0.05

  /// Judges the objectives, and the figures of a baseline where there is one.
  ///
  /// - Precondition: The report has what the baseline compares; see `GateFigure.measuring`.
  /// - Throws: `BaselineError` when the baseline is of another scenario or of other seeds.
  public static func judge(
    _ report: Report, against baseline: Baseline? = nil
  ) throws(BaselineError) -> GateResult {
    if let baseline { try baseline.check(isOf: report) }
    var checks = report.objectives.map { GateCheck($0) }
    var isSame = false
    if let baseline {
      isSame =
        baseline.fingerprint == report.header.fingerprint
        && baseline.metricDigest == report.metricDigest
      checks += compare(report, baseline, isSame: isSame)
    }
    return GateResult(
      header: report.header, replications: report.replications, baseline: baseline,
      isSameRun: isSame, checks: checks.sortedWorstFirst, warnings: report.warnings)
  }

  /// Compares each figure of a baseline, whoever it is of.
  static func compare(_ report: Report, _ baseline: Baseline, isSame: Bool) -> [GateCheck] {
    let reader = FigureReader(report)
    let pairs = baseline.figures.map { entry in
      (figure: entry.figure, now: reader.samples(entry.figure), before: entry.samples)
    }
    let tests = pairs.map { pair -> PairedTest? in
      guard pair.now.shortage == nil, pair.before.shortage == nil,
        pair.now.replications >= SLOJudge.leastReplications
      else { return nil }
      return PairedTest(pair.figure, pair.now, pair.before)
    }
    func rejected(worse: Bool) -> [Bool] {
      holm(
        zip(pairs, tests).map { pair, test in
          test?.statistic(worse: worse, wantsSmall: pair.figure.wantsSmall) ?? -.infinity
        }, degrees: report.replications - 1)
    }
    let regressed = rejected(worse: true)
    let improved = rejected(worse: false)
    return pairs.indices.map { index in
      let pair = pairs[index]
      var check = GateCheck(pair.figure, pair.now, pair.before)
      if let test = tests[index] { check.fill(test, checks: pairs.count) }
      if isSame || pair.now.content == pair.before.content && pair.now.value != nil {
        // Nothing differs, so nothing can have changed.
        check.decide(.same, isSame ? "the same run" : "the same in every replication")
      } else if let test = tests[index] {
        if regressed[index] {
          check.decide(.regressed)
        } else if improved[index] {
          check.decide(.improved)
        } else if test.isSame {
          check.decide(.same)
        } else {
          let needed = test.replicationsThatDecide(checks: pairs.count)
          check.decide(
            .undecided,
            needed.map { "about \($0) replications would decide" }
              ?? "on the border of what is tolerated")
        }
      } else {
        check.decide(.undecided, shortage(pair.now, pair.before))
      }
      return check
    }
  }

  private static func shortage(_ now: FigureSamples, _ before: FigureSamples) -> String {
    if now.replications < SLOJudge.leastReplications {
      return "\(now.replications) of at least \(SLOJudge.leastReplications) replications"
    }
    if let reason = now.shortage { return reason }
    return before.shortage.map { "in the baseline: \($0)" } ?? "a replication has no value"
  }

  /// Holm's step-down procedure: which of several one-sided t tests reject, at .05 for them all.
  ///
  /// All have the same degrees of freedom, so the order of t is that of the probabilities.
  static func holm(_ statistics: [Double], degrees: Int) -> [Bool] {
    var rejected = [Bool](repeating: false, count: statistics.count)
    guard degrees > 0 else { return rejected }
    let order = statistics.indices.sorted {
      statistics[$0] == statistics[$1] ? $0 < $1 : statistics[$0] > statistics[$1]
    }
    for (rank, index) in order.enumerated() {
      let share = alpha / Double(statistics.count - rank)
      guard statistics[index] >= StudentT.quantile(1 - share, degrees: degrees) else { break }
      rejected[index] = true
    }
    return rejected
  }
}

/// What a gate came to: every check, worst first.
public struct GateResult: Sendable {
  /// In the order of exit codes: what is worse comes first.
  public enum Verdict: String, Sendable, Hashable {
    case failed, undecided, improved, passed
  }

  public var header: Report.Header
  public var replications: Int
  /// What it was compared with, if anything.
  public var baseline: Baseline?
  /// Whether fingerprint and metric digest equal those of the baseline.
  public var isSameRun: Bool
  public var checks: [GateCheck]
  public var warnings: [String]

  /// The worst of its checks; without a check it is undecided, which is no pass.
  public var verdict: Verdict {
    if checks.isEmpty || checks[0].severity == .undecided { return .undecided }
    if checks[0].severity == .failed { return .failed }
    return checks.contains { $0.severity == .improved } ? .improved : .passed
  }

  /// Whether the scenario is another than that of the baseline, under the same name.
  public var isChangedScenario: Bool {
    baseline.map { $0.scenarioDigest != header.digest } ?? false
  }
}
