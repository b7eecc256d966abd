/// A figure that is compared with a baseline: `time_to_show{format=banner} p(95)`, `coverage rate`.
///
/// It is a percentile or the mean of a latency, a ratio, or the time average of a gauge.
public struct GateFigure: Sendable, Hashable {
  public var subject: SLOCheck.Subject
  public var labels: LabelSet
  public var statistic: SLOCheck.Statistic

  /// - Returns: nil when such a figure cannot be compared: a count, a hazard or an extreme.
  public init?(
    _ subject: SLOCheck.Subject, _ labels: LabelSet = .total, _ statistic: SLOCheck.Statistic
  ) {
    switch (subject, statistic) {
    case (.metric, .percentile), (.metric, .average), (.ratio, .rate), (.gauge, .average): break
    default: return nil
    }
    self.subject = subject
    self.labels = labels
    self.statistic = statistic
  }

  /// Reads a metric with optional labels and, after a space, a statistic.
  ///
  /// A ratio needs no `rate` and a gauge no `avg`.
  ///
  /// - Throws: The first mistake; its offset is that in the metric or in the statistic.
  public init(_ text: String) throws(SLOSyntaxError) {
    let end = text.lastIndex(of: "}").map { text.index(after: $0) } ?? text.firstIndex(of: " ")
    let name = String(text[..<(end ?? text.endIndex)])
    let rest = String(end.map { text[$0...] } ?? "")
    var given: SLOCheck.Statistic?
    if rest.contains(where: { $0 != " " }) {
      var reader = SLOTextReader(rest, part: .check)
      given = try reader.statistic()
      try reader.end()
    }
    var reader = SLOTextReader(name, part: .metric)
    let (subject, values) = try reader.subject(for: given ?? .rate)
    let statistic = given ?? Self.usual(subject)
    if let problem = statistic.problem(on: subject) {
      throw SLOSyntaxError(problem, part: .check, offset: 0)
    }
    guard let figure = Self(subject, LabelSet(values.map(\.value)), statistic) else {
      throw SLOSyntaxError(
        "only percentiles and means of latencies, ratios and means of gauges can be compared",
        part: .check, offset: 0)
    }
    self = figure
  }

  private static func usual(_ subject: SLOCheck.Subject) -> SLOCheck.Statistic {
    if case .gauge = subject { return .average }
    return .rate
  }

  /// As it is written and read.
  public var text: String { "\(subject.name)\(labels) \(statistic.text)" }

  var unit: String { subject.unit }

  /// Whether a smaller figure is better.
  public var wantsSmall: Bool {
    switch subject {
    case .metric, .gauge, .count, .hazard: true
    case .ratio(let ratio): ratio.wantsSmall
    }
  }

  /// The least change that matters where 5 % of the figure is less: 1 ms, or half a point.
  var leastChange: Double {
    switch subject {
    case .metric: 1_000
    case .ratio(let ratio): ratio.isShare ? 0.005 : 0
    case .gauge(let gauge): gauge == .utilisation ? 0.005 : 0
    case .count, .hazard: 0
    }
  }

  /// The coverage without which this figure tells little; nil for all but times to show.
  var coverage: GateFigure? {
    guard subject == .metric(.timeToShow), labels[.of] == nil else { return nil }
    let known = Ratio.coverage.labels
    return GateFigure(
      .ratio(.coverage), LabelSet(labels.values.filter { known.contains($0.label) }), .rate)
  }

  /// A label whose value the scenario does not have; nil when it has all.
  public func unknownLabel(in scenario: Scenario) -> LabelValue? {
    var copy = scenario
    // Any window will do, as only names are asked for.
    copy.duration = .hours(1)
    let plan = MeasurementPlan(copy, warmUp: .zero, replications: scenario.replications)
    return labels.values.first { value in
      plan.values(of: value.label).map { !$0.contains(value.value) } ?? false
    }
  }

  /// The scenario, measured so that a report has every one of `figures`.
  public static func measuring(_ scenario: Scenario, _ figures: [GateFigure]) -> Scenario {
    var scenario = scenario
    for figure in figures {
      let labels = figure.labels.without(.of).labels
      if labels.count > 1, !scenario.splits.contains(labels) { scenario.splits.append(labels) }
    }
    return scenario
  }
}

extension SLOCheck.Statistic {
  /// As it is written in objectives: `p(95)`, `avg`.
  var text: String {
    switch self {
    case .percentile(let percentile): "p(\(percentile.digits))"
    case .average: "avg"
    case .minimum: "min"
    case .maximum: "max"
    case .rate: "rate"
    case .count: "count"
    }
  }
}

extension Ratio {
  /// Whether a smaller value is better.
  var wantsSmall: Bool {
    switch self {
    case .waste, .attemptsPerLoad, .waterfallDepthAtFill, .requestsPerImpression, .appOpenMissed,
      .appOpenLate, .bytesPerSession, .bytesWastedPerSession, .loss, .throttled, .requestsPerLoad,
      .backToBack:
      true
    case .coverage, .cacheHit, .cacheReuse, .fillRate, .matchRate, .showRate, .appOpenInBudget,
      .rewardsPerCompletedView, .clickRate, .revenuePerSession, .revenuePerThousandEligible,
      .impressionsPerDailyUser, .revenuePerDailyUser, .winnerPrice, .appOpenOnReturn:
      false
    }
  }
}
