/// One check of a gate: an objective, or a figure compared with a baseline.
public struct GateCheck: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    case objective, regression
  }
  public enum Verdict: String, Sendable, Hashable {
    case pass, fail, undecided, regressed, improved, same
  }
  /// What it means for the gate, worst first.
  public enum Severity: Int, Sendable, Hashable, Comparable {
    case failed, undecided
    /// An objective of level `warn` that fails or is undecided: told, not counted.
    case warned
    case improved, passed

    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  public var kind: Kind
  /// The metric or ratio with its labels: `time_to_show{format=banner}`.
  public var metric: String
  /// The check of an objective as written, or the statistic that is compared: `p(95)`.
  public var check: String
  /// As in the catalogue; `us` are microseconds.
  public var unit: String
  public var isWarning = false
  public var verdict = Verdict.undecided
  /// Why it is undecided, or what else is to be known; nil otherwise.
  public var reason: String?
  public var estimate: Estimate
  /// Samples; of a ratio its denominator.
  public var count: Double
  /// What the figure is held against: of a regression the baseline with the tolerance.
  public var limit: Double?
  public var wantsSmall: Bool
  /// The figure of the baseline.
  public var baseline: Double?
  /// The 95 % interval of the figure less that of the baseline, replication by replication.
  public var difference: Interval?
  /// Of that difference.
  public var standardError: Double?
  /// The change that is found in four of five such comparisons.
  public var smallestDetectable: Double?

  /// Metric and check, by which it is told apart.
  public var name: String { "\(metric) \(check)" }

  public var severity: Severity {
    switch verdict {
    case .pass, .same: .passed
    case .improved: .improved
    case .undecided: isWarning ? .warned : .undecided
    case .fail, .regressed: isWarning ? .warned : .failed
    }
  }

  init(_ result: SLOResult) {
    kind = .objective
    metric = result.check.metricText
    check = result.check.checkText
    unit = result.check.unit
    isWarning = result.level == .warn
    switch result.verdict {
    case .pass: verdict = .pass
    case .fail: verdict = .fail
    case .undecided: verdict = .undecided
    }
    reason = result.reason
    estimate = result.estimate
    count = Double(result.count)
    limit = result.check.limit
    wantsSmall = result.check.comparison.wantsSmall
  }

  init(_ figure: GateFigure, _ now: FigureSamples, _ before: FigureSamples) {
    kind = .regression
    metric = figure.subject.name + figure.labels.description
    check = figure.statistic.text
    unit = figure.unit
    estimate = now.estimate
    count = now.count
    wantsSmall = figure.wantsSmall
    baseline = before.value
  }

  mutating func fill(_ test: PairedTest, checks: Int) {
    limit = wantsSmall ? test.baseline + test.margin : test.baseline - test.margin
    difference = test.difference
    standardError = test.standardError
    smallestDetectable = test.smallestDetectable(checks: checks, wantsSmall: wantsSmall)
  }

  mutating func decide(_ verdict: Verdict, _ reason: String? = nil) {
    self.verdict = verdict
    self.reason = reason
  }
}

extension [GateCheck] {
  /// By severity; else objectives before comparisons, each in their order.
  var sortedWorstFirst: [GateCheck] {
    enumerated().sorted { a, b in
      a.element.severity == b.element.severity
        ? a.offset < b.offset : a.element.severity < b.element.severity
    }.map(\.element)
  }
}
