import Scheduler

public struct Recorder: ~Copyable {
  public init(plan: MeasurementPlan) throws(SeriesLimitError) {
    try plan.validate()
    self.plan = plan
  }
  let plan: MeasurementPlan

  public mutating func record(
    _ metric: Metric, microseconds: Int64, _ cell: LabelCell, startedAt: SimTime
  ) {}
  public mutating func recordNever(_ metric: Metric, _ cell: LabelCell, startedAt: SimTime) {}
  public mutating func recordBackend(
    _ metric: Metric, backend: Int, microseconds: Int64, startedAt: SimTime
  ) {}
  public mutating func add(
    _ count: Count, _ n: UInt64 = 1, _ cell: LabelCell, startedAt: SimTime
  ) {}
  public mutating func addBackend(
    _ count: Count, _ n: UInt64 = 1, backend: Int, startedAt: SimTime
  ) {}
  public mutating func addCallback(
    _ callback: Callback, _ cell: LabelCell, startedAt: SimTime
  ) {}
  public mutating func hazard(_ rule: Hazard, _ cell: LabelCell, session: UInt64, at: SimTime) {}
  /// Sets a level from `at` on; a backend's gauge takes its index.
  public mutating func setLevel(_ gauge: Gauge, backend: Int? = nil, _ level: Int64, at: SimTime) {}
  /// Counts an arrival for `requests_per_second`.
  public mutating func arrive(backend: Int, at: SimTime) {}

  /// What the engine knows of a run and the recorder does not.
  public struct RunFacts: Sendable {
    public var index: Int
    public var fingerprint: String
    public var events: UInt64
    public var sessionsStarted: UInt64
    public var sessionsEnded: UInt64
    public init(
      index: Int, fingerprint: String, events: UInt64, sessionsStarted: UInt64,
      sessionsEnded: UInt64
    ) {
      self.index = index
      self.fingerprint = fingerprint
      self.events = events
      self.sessionsStarted = sessionsStarted
      self.sessionsEnded = sessionsEnded
    }
  }

  public consuming func finish(
    at end: SimTime, _ facts: RunFacts
  ) throws(SeriesLimitError) -> ReplicationResult {
    ReplicationResult(
      index: facts.index, fingerprint: facts.fingerprint, events: facts.events,
      virtualDuration: end - .zero, sessionsStarted: facts.sessionsStarted,
      sessionsEnded: facts.sessionsEnded, peakConcurrent: 0, tally: Tally(), batches: [],
      gauges: [], intervals: IntervalTally(step: plan.intervalLength, histograms: []), hazards: [])
  }
}
