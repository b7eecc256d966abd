extension SLOCheck {
  /// A name in an objective of which this version never has an item.
  struct UnbuiltName: Sendable, Hashable {
    /// As a message quotes it: `throttled`, `reason=offline`.
    var use: String
    /// Where it is in the metric's text, in UTF-8 bytes.
    var offset: Int
    var length: Int
  }

  /// What this version does not produce of what the objective names.
  ///
  /// A count or ratio of what never happens would pass for ever, and a latency never have samples.
  var unbuiltNames: [UnbuiltName] {
    var reader = SLOTextReader(metricText, part: .metric)
    guard let (subject, values) = try? reader.subject(for: statistic) else { return [] }
    var names: [UnbuiltName] = []
    if !subject.isBuilt {
      let start = metricText.prefix { $0 == " " || $0 == "\t" }.utf8.count
      names.append(
        UnbuiltName(use: subject.name, offset: start, length: subject.name.utf8.count))
    }
    for item in values where !item.value.isBuilt {
      names.append(
        UnbuiltName(
          use: "\(item.value.label.rawValue)=\(item.value.value)", offset: item.offset,
          length: item.value.value.utf8.count))
    }
    return names
  }
}

extension SLOCheck.Subject {
  fileprivate var isBuilt: Bool {
    switch self {
    case .metric(let metric): metric.isBuilt
    case .ratio(let ratio): ratio.isBuilt
    case .count(let count): count.isBuilt
    case .gauge(let gauge): gauge.isBuilt
    case .hazard(let hazard): hazard.isBuilt
    }
  }
}

extension LabelValue {
  /// Whether this version ever has an item with it.
  var isBuilt: Bool {
    !label.unbuiltValues.contains(value)
  }
}

extension Label {
  /// The known values that no item of this version has.
  var unbuiltValues: [String] {
    switch self {
    case .reason: Reason.allCases.filter { !$0.isBuilt }.map(\.name)
    case .callback: Callback.allCases.filter { !$0.isBuilt }.map(\.name)
    default: []
    }
  }
}
