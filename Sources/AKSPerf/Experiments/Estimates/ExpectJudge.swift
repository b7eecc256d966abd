/// Judges the figures of a report by the checks of an expectation.
///
/// The seed is fixed, so a figure is compared as it is, without its interval.
public enum ExpectJudge {
  /// What a check came to.
  public struct Finding: Sendable, Hashable {
    public var check: BoundCheck
    /// The figure, +∞ when it lies among what never ended; nil when there was nothing to measure.
    public var value: Double?
    /// What it was compared with; nil when the other report does not have the figure.
    public var limit: Double?
    public var holds: Bool
  }

  /// The scenario with checks in the place of its objectives, so that its report can be judged.
  public static func measuring(_ scenario: Scenario, _ checks: [BoundCheck]) -> Scenario {
    var scenario = scenario
    scenario.slo = checks.map { ServiceLevelObjective(check: $0.check) }
    return scenario
  }

  /// Judges a report that measured the checks.
  ///
  /// - Parameters:
  ///   - checks: All of them, or some.
  ///   - base: The report of the scenario as it stands, for bounds that are a factor of a figure
  ///     of it; it must have measured those checks too.
  public static func judge(
    _ checks: [BoundCheck], of report: Report, against base: Report? = nil
  ) -> [Finding] {
    checks.map { check in
      let value = report.figure(check.check)
      var limit: Double?
      switch check.bound {
      case .absolute(let number): limit = number
      case .relative(let factor): limit = base?.figure(check.check).map { $0 * factor }
      }
      var holds = false
      if let value, let limit { holds = check.check.comparison.holds(value, limit) }
      return Finding(check: check, value: value, limit: limit, holds: holds)
    }
  }
}

extension Report {
  /// The figure that an objective is about, in the unit of its limit; nil without a sample.
  ///
  /// - Precondition: The run measured an objective of the same figure.
  func figure(_ check: SLOCheck) -> Double? {
    let found = objectives.first {
      $0.check.subject == check.subject && $0.check.labels == check.labels
        && $0.check.statistic == check.statistic
    }
    guard let found else {
      preconditionFailure("the run did not measure \(check.metricText)")
    }
    if let value = found.estimate.value { return value }
    if case .percentile = check.statistic, found.count > 0 { return .infinity }
    return nil
  }
}
