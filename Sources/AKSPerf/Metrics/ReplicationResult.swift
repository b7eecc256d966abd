import Scheduler

/// What one replication measured: plain values, enough to make every report from.
public struct ReplicationResult: Sendable, Equatable {
  /// The replication's index, from 0.
  public var index: Int
  /// Hash of its event stream, as hex digits.
  public var fingerprint: String
  public var events: UInt64
  public var virtualDuration: SimDuration
  public var sessionsStarted: UInt64
  public var sessionsEnded: UInt64
  public var peakConcurrent: UInt64
  /// The whole window.
  public var tally: Tally
  /// Ten equal-time parts of the window, when the plan asks for them; else empty.
  public var batches: [Tally]
  /// In catalogue order, then by backend.
  public var gauges: [GaugeTally]
  public var intervals: IntervalTally
  public var hazards: [HazardTally]
}

/// Histograms, counts and exact counters of some span of virtual time.
public struct Tally: Sendable, Equatable {
  public struct MetricEntry: Sendable, Equatable {
    public var metric: Metric
    public var labels: LabelSet
    public var histogram: Histogram
  }
  public struct CountEntry: Sendable, Equatable {
    public var count: Count
    public var labels: LabelSet
    public var value: UInt64
  }
  /// Samples of one check and how many of them are on the small side of its limit.
  public struct CheckEntry: Sendable, Hashable {
    public var total: UInt64 = 0
    public var within: UInt64 = 0
  }

  /// Ascending by metric and labels; only what was recorded.
  public var metrics: [MetricEntry] = []
  /// Ascending by count and labels; only what is not 0.
  public var counts: [CountEntry] = []
  /// One for each check of the plan; zero for those that need no counter.
  public var checks: [CheckEntry] = []
}

/// A level over the window.
public struct GaugeTally: Sendable, Equatable {
  public var gauge: Gauge
  public var labels: LabelSet
  /// What one unit of level is worth: 1 ÷ servers for a utilisation.
  public var divisor: UInt64
  /// Level × nanoseconds (a rate: items × 10⁹), for each interval of the window.
  public var integrals: [UInt128]
  public var peak: UInt64
}

/// Latencies by interval of the window in which they started.
public struct IntervalTally: Sendable, Equatable {
  public var step: SimDuration
  /// The metrics kept by interval.
  public static let metrics: [Metric] = [.timeToShow, .loadLatency]
  /// By metric as above, then by interval.
  public var histograms: [[Histogram]]
}

/// A rule broken by a configured fault or the user's code.
public struct HazardTally: Sendable, Hashable {
  public var rule: Hazard
  public var labels: LabelSet
  public var count: UInt64
  public var firstSession: UInt64
  public var firstTime: SimTime
}
