/// One served objective in the spelling of load testers: `p(95)<800ms` on
/// `time_to_show{format=interstitial}`.
///
/// `SLOCheck.parse` makes it from text; it does not judge (see `SLOJudge`).
public struct SLOCheck: Sendable, Hashable {
  /// What is judged.
  public enum Subject: Sendable, Hashable {
    case metric(Metric)
    case ratio(Ratio)
    case count(Count)
    case gauge(Gauge)
    /// What a fault or the app's own code got wrong.
    case hazard(Hazard)

    public var name: String {
      switch self {
      case .metric(let metric): metric.name
      case .ratio(let ratio): ratio.name
      case .count(let count): count.name
      case .gauge(let gauge): gauge.name
      case .hazard(let hazard): hazard.name
      }
    }
    /// As in the catalogue: `us`, `1`, `USD`.
    var unit: String {
      switch self {
      case .metric(let metric): metric.entry.unit
      case .ratio(let ratio): ratio.unit
      case .count(let count): count.unit
      case .gauge(let gauge): gauge.unit
      case .hazard(let hazard): hazard.entry.unit
      }
    }
    var labels: [Label] {
      switch self {
      case .metric(let metric): metric.labels
      case .ratio(let ratio): ratio.labels
      case .count(let count): count.labels
      case .gauge(let gauge): gauge.labels
      case .hazard(let hazard): hazard.entry.labels
      }
    }
  }

  public enum Statistic: Sendable, Hashable {
    case percentile(Percentile)
    case average, minimum, maximum, rate, count
  }

  public enum Comparison: String, Sendable, Hashable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether small values pass.
    public var wantsSmall: Bool { self == .less || self == .lessOrEqual }
    func holds(_ value: Double, _ limit: Double) -> Bool {
      switch self {
      case .less: value < limit
      case .lessOrEqual: value <= limit
      case .greater: value > limit
      case .greaterOrEqual: value >= limit
      }
    }
  }

  public var subject: Subject
  public var labels: LabelSet
  public var statistic: Statistic
  public var comparison: Comparison
  /// Whole microseconds for a latency, else a plain number.
  public var limit: Double
  /// The subject as written, labels included.
  public var metricText: String
  /// The check as written.
  public var checkText: String

  /// The unit of the figure that is judged, as in the catalogue; samples are plain numbers.
  var unit: String { subject.isLatency && statistic == .count ? "1" : subject.unit }

  /// Whether the figure that is judged is a time.
  var isOfTime: Bool {
    guard subject.isLatency else { return false }
    return switch statistic {
    case .percentile, .average, .minimum, .maximum: true
    case .rate, .count: false
    }
  }

  /// Whether the unshown count as +∞.
  public var isOfOpportunities: Bool { labels[.of] != nil }

  /// The exact counter it needs: values below the limit (or, when `inclusive`, up to it).
  var counter: (metric: Metric, limit: Int64, inclusive: Bool)? {
    guard case .metric(let metric) = subject, case .percentile = statistic else { return nil }
    // p < L asks for the share below L, p > L for the share up to L.
    let inclusive = comparison == .lessOrEqual || comparison == .greater
    return (metric, Int64(limit), inclusive)
  }
}

/// A mistake in the text of an objective.
public struct SLOSyntaxError: Error, Sendable, Hashable {
  public enum Part: Sendable, Hashable { case metric, check }
  public var message: String
  public var part: Part
  /// Offset of the mistake in that text, in UTF-8 bytes.
  public var offset: Int

  public init(_ message: String, part: Part, offset: Int) {
    self.message = message
    self.part = part
    self.offset = offset
  }
}
