extension SLOCheck {
  /// Reads an objective.
  ///
  /// - Parameters:
  ///   - metric: A name of the catalogue with optional labels: `time_to_show{format=banner}`.
  ///   - check: `p(95)<800ms`, `avg<1s`, `med<`, `min>`, `max<`, `rate>0.8`, `count>100`.
  /// - Throws: The first mistake with its offset. Names of placeholders, networks and the like
  ///   are not checked here; see `mistakes(knownValues:)`.
  public static func parse(metric: String, check: String) throws(SLOSyntaxError) -> SLOCheck {
    var reader = SLOTextReader(check, part: .check)
    let statistic = try reader.statistic()
    let comparison = try reader.comparison()
    var subjectReader = SLOTextReader(metric, part: .metric)
    let (subject, values) = try subjectReader.subject(for: statistic)
    if let problem = statistic.problem(on: subject) {
      throw SLOSyntaxError(problem, part: .check, offset: 0)
    }
    let limit = try reader.limit(latency: subject.isLatency && statistic != .count)
    try reader.end()
    return SLOCheck(
      subject: subject, labels: LabelSet(values.map(\.value)), statistic: statistic,
      comparison: comparison, limit: limit, metricText: metric, checkText: check)
  }

  /// Label values that the scenario does not know, each with its place in the metric's text.
  ///
  /// - Parameter knownValues: The values of a label in the scenario: names of placeholders,
  ///   networks, devices, radios, geos and backends; nil when any value is fine.
  public func mistakes(knownValues: (Label) -> [String]?) -> [SLOSyntaxError] {
    var reader = SLOTextReader(metricText, part: .metric)
    guard let (_, values) = try? reader.subject(for: statistic) else { return [] }
    return values.compactMap { item in
      guard let known = knownValues(item.value.label), !known.contains(item.value.value) else {
        return nil
      }
      return SLOTextReader.unknown(
        "\(item.value.label.rawValue) '\(item.value.value)'", item.value.value, known,
        part: .metric, offset: item.offset)
    }
  }
}

extension SLOCheck.Subject {
  var isLatency: Bool {
    if case .metric = self { return true }
    return false
  }
}

extension SLOCheck.Statistic {
  /// Why it says nothing about `subject`; nil when it fits.
  func problem(on subject: SLOCheck.Subject) -> String? {
    switch (subject, self) {
    case (.metric, .rate):
      "'rate' is for ratios; \(subject.name) is a latency: use p(95), avg, med, min or max"
    case (.metric, _), (.ratio, .rate), (.count, .count), (.gauge, .average), (.gauge, .maximum),
      (.hazard, .count):
      nil
    case (.ratio, _): "\(subject.name) is a ratio: use rate"
    case (.count, _): "\(subject.name) is a count: use count"
    case (.gauge, _): "\(subject.name) is a gauge: use avg or max"
    case (.hazard, _): "\(subject.name) is a hazard: use count"
    }
  }
}

extension Label {
  /// The values known without a scenario; nil when only a scenario knows.
  var closedValues: [String]? {
    switch self {
    case .format: AdFormat.allCases.map(\.name)
    case .strategy: ["sequential", "parallel", "bidding", "hybrid", "adaptive"]
    case .config: ConfigOrigin.allCases.map(\.name)
    case .source: AdSource.allCases.map(\.name)
    case .outcome: Outcome.allCases.map(\.name)
    case .reason: Reason.allCases.map(\.name)
    case .found: Found.allCases.map(\.name)
    case .callback: Callback.allCases.map(\.name)
    case .rule: Hazard.allCases.map(\.name)
    case .firstLaunch, .suspended: ["true", "false"]
    case .of: ["opportunities"]
    case .placeholder, .network, .device, .radio, .geo, .backend: nil
    }
  }
}
