import Scheduler

/// What a run found: plain values, from which every format is written.
public struct Report: Sendable {
  public struct Header: Sendable, Hashable {
    public var scenario: String
    public var digest: String
    /// The keys set on top of the scenario's file, in order.
    public var overrides: [ScenarioOverride]
    public var seed: UInt64
    /// Hash of the replications' fingerprints in the order of their indices, as hex digits.
    public var fingerprint: String

    public init(
      scenario: String, digest: String, overrides: [ScenarioOverride] = [], seed: UInt64,
      fingerprint: String
    ) {
      self.scenario = scenario
      self.digest = digest
      self.overrides = overrides
      self.seed = seed
      self.fingerprint = fingerprint
    }
  }

  public struct MetricRow: Sendable, Hashable {
    public var metric: Metric
    public var labels: LabelSet
    /// All samples, those that never ended included.
    public var count: UInt64
    public var never: UInt64
    /// Of the samples that ended, as `standardDeviation`, `minimum` and `maximum`.
    public var mean: Estimate
    public var standardDeviation: Double?
    public var minimum: UInt64?
    public var maximum: UInt64?
    /// As `Percentile.reported`.
    public var percentiles: [PercentileEstimate]

    /// Microseconds; nil when there is none.
    public func percentile(_ percentile: Percentile) -> PercentileEstimate? {
      percentiles.first { $0.percentile == percentile }
    }
    public var p50: Double? { percentile(.p50)?.value }
    public var p75: Double? { percentile(.p75)?.value }
    public var p90: Double? { percentile(.p90)?.value }
    public var p95: Double? { percentile(.p95)?.value }
    public var p99: Double? { percentile(.p99)?.value }
  }

  public struct CountRow: Sendable, Hashable {
    public var count: Count
    public var labels: LabelSet
    public var value: UInt64
    public var interval: Interval?
  }

  public struct RatioRow: Sendable, Hashable {
    public var ratio: Ratio
    public var labels: LabelSet
    public var numerator: UInt64
    public var denominator: UInt64
    public var estimate: Estimate
  }

  public struct GaugeRow: Sendable, Hashable {
    public var gauge: Gauge
    public var labels: LabelSet
    public var mean: Estimate
    public var peak: Double
  }

  /// One figure for each interval of the window; nil where there were no samples.
  public struct SeriesRow: Sendable, Hashable {
    /// A gauge, or a metric with a percentile: `time_to_show_p95`.
    public var name: String
    public var labels: LabelSet
    public var step: SimDuration
    public var values: [Double?]
  }

  public struct HazardRow: Sendable, Hashable {
    public var rule: Hazard
    public var labels: LabelSet
    public var count: UInt64
    public var firstReplication: Int
    public var firstSession: UInt64
    public var firstTime: SimTime
  }

  public var header: Header
  public var plan: MeasurementPlan
  /// In order of index; what every row is made from.
  public var results: [ReplicationResult]
  /// How intervals came about: `replications`, `single-run` or `none`.
  public var basis: String
  public var metrics: [MetricRow]
  public var counts: [CountRow]
  public var ratios: [RatioRow]
  public var gauges: [GaugeRow]
  public var series: [SeriesRow]
  public var hazards: [HazardRow]
  public var objectives: [SLOResult]
  public var warnings: [String]

  public var replications: Int { results.count }
  public var events: UInt64 { results.reduce(0) { $0 + $1.events } }
  /// The sum over replications.
  public var virtualDuration: SimDuration { results.reduce(.zero) { $0 + $1.virtualDuration } }
  public var sessionsStarted: UInt64 { results.reduce(0) { $0 + $1.sessionsStarted } }
  public var sessionsEnded: UInt64 { results.reduce(0) { $0 + $1.sessionsEnded } }
  public var peakConcurrent: UInt64 { results.reduce(0) { max($0, $1.peakConcurrent) } }

  /// The fingerprint of a run: a hash of those of its replications, in order of index.
  static func fingerprint(of results: [ReplicationResult]) -> String {
    var fingerprint = Fingerprint()
    for result in results { fingerprint.combine(text: result.fingerprint) }
    return fingerprint.hexDigits
  }

  /// The row of a metric: `report.metric(.timeToShow, [.format(.interstitial)])?.p95`.
  public func metric(_ metric: Metric, _ labels: LabelSet = .total) -> MetricRow? {
    metrics.first { $0.metric == metric && $0.labels == labels }
  }
  /// The row of a count; nil when nothing was counted under those labels.
  public func count(_ count: Count, _ labels: LabelSet = .total) -> CountRow? {
    counts.first { $0.count == count && $0.labels == labels }
  }
  /// The row of a ratio; nil when its denominator is 0 under those labels.
  public func ratio(_ ratio: Ratio, _ labels: LabelSet = .total) -> RatioRow? {
    ratios.first { $0.ratio == ratio && $0.labels == labels }
  }
  /// The row of a gauge.
  public func gauge(_ gauge: Gauge, _ labels: LabelSet = .total) -> GaugeRow? {
    gauges.first { $0.gauge == gauge && $0.labels == labels }
  }
}
