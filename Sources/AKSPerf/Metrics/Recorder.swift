import Scheduler

/// Records what one replication measures, on the simulation's hot path.
///
/// `record` and `add` do not allocate once a series is in use, and touch no string, dictionary or
/// reference. An item is added to one series of each dimension its labels have (see `SeriesIndex`)
/// and to one of each combination asked for. The caller records only items that started in the
/// window (`MeasurementPlan.counts`); `startedAt` is that start. Levels are cut to the window here.
public struct Recorder: ~Copyable {
  let plan: MeasurementPlan
  let lanes: Int
  let grid: IntervalGrid
  var series: SeriesIndex
  var bank = HistogramBank()
  /// Histogram by (series, lane, metric); -1 is one not yet in use.
  var slots: FlatStore<Int32>
  /// Counts by (series, lane, count).
  var counts: FlatStore<UInt64>
  var routes: RecorderRoutes
  /// Counters of objectives by (check, lane).
  var checks: [Tally.CheckEntry]
  /// Histograms by (interval metric, interval); -1 likewise.
  var intervalSlots: [Int32]
  /// Histograms of totals by (lane, metric), when there are lanes; -1 likewise.
  var totalSlots: FlatStore<Int32>
  var backendSlots: [Int32]
  var backendCounts: [UInt64]
  var levels: [LevelTrack]
  var hazards: [HazardTally] = []
  private var hazardIndex = HazardIndex()
  private var overflowed = false

  // Constants, not stored: a stored static would be looked up on every access.
  static var metricCount: Int { Int(Metric.backendService.rawValue) + 1 }
  static var countCount: Int { Int(Count.backendOpen.rawValue) + 1 }

  /// - Throws: When single labels alone have more values than `Limits.series`.
  public init(plan: MeasurementPlan) throws(SeriesLimitError) {
    try plan.validate()
    self.plan = plan
    lanes = plan.inBatches ? MeasurementPlan.batches : 1
    grid = IntervalGrid(plan)
    var index = SeriesIndex(plan: plan)
    routes = RecorderRoutes(plan: plan, index: &index)
    series = index
    let places = index.seriesCount * lanes
    slots = FlatStore(repeating: -1, count: places * Self.metricCount)
    counts = FlatStore(repeating: 0, count: places * Self.countCount)
    checks = Array(repeating: .init(), count: plan.checks.count * lanes)
    let intervals = IntervalTally.metrics.count * MeasurementPlan.intervals
    intervalSlots = Array(repeating: -1, count: intervals)
    totalSlots = FlatStore(repeating: -1, count: lanes > 1 ? lanes * Self.metricCount : 0)
    backendSlots = Array(repeating: -1, count: plan.backends.count * 2 * lanes)
    backendCounts = Array(repeating: 0, count: plan.backends.count * Self.countCount * lanes)
    let tracks = GaugeLayout.count(backends: plan.backends.count)
    levels = Array(repeating: LevelTrack(grid), count: tracks)
  }

  // MARK: Latencies

  /// Records a latency of an item that started at `startedAt`, in the window.
  @inline(__always)
  public mutating func record(
    _ metric: Metric, microseconds: Int64, _ cell: LabelCell, startedAt: SimTime
  ) {
    record(metric, .init(microseconds: microseconds), cell, startedAt)
  }

  /// Records that an item never ended: +∞, which ranks above all.
  public mutating func recordNever(_ metric: Metric, _ cell: LabelCell, startedAt: SimTime) {
    record(metric, nil, cell, startedAt)
  }

  private mutating func record(
    _ metric: Metric, _ sample: HistogramBank.Sample?, _ cell: LabelCell, _ startedAt: SimTime
  ) {
    let cell = cell.rawValue & routes.metricMasks[Int(metric.rawValue)]
    let lane = lanes == 1 ? 0 : lane(of: startedAt)
    let suspended = cell & LabelCell.suspendedField.mask != 0
    if !suspended {
      // Histograms of single labels would take ten times the memory by batch: only the total and
      // the combinations asked for are kept by batch.
      if lanes > 1 { putTotal(sample, metric, lane) }
      put(sample, metric, series.placeholderSeries(cell), 0)
      put(sample, metric, series.networkSeries(cell), 0)
      put(sample, metric, series.classSeries(cell), 0)
      putInterval(sample, metric, startedAt)
    }
    putHashed(sample, metric, cell, SeriesIndex.flags, 0)
    let route = routes.metricRoutes[Int(metric.rawValue)]
    for index in route.projections where !suspended || routes.projectionKnowsSuspended[index] {
      putHashed(sample, metric, cell, routes.projections[index], lane)
    }
    for index in route.checks where !suspended || routes.checks[index].knowsSuspended {
      let check = routes.checks[index]
      guard series.key(cell, in: check.projection) == check.key else { continue }
      let entry = check.index * lanes + lane
      checks[entry].total += 1
      if let sample, sample.value < check.end { checks[entry].within += 1 }
    }
  }

  private mutating func putHashed(
    _ sample: HistogramBank.Sample?, _ metric: Metric, _ cell: UInt64, _ projection: Int,
    _ lane: Int
  ) {
    let key = series.key(cell, in: projection)
    guard key != SeriesIndex.noKey else { return }
    put(sample, metric, hashedSeries(key, projection), lane)
  }

  private mutating func hashedSeries(_ key: UInt64, _ projection: Int) -> Int {
    let found = series.series(key, in: projection)
    if found < 0 { overflowed = true }
    if series.seriesCount * lanes * Self.countCount > counts.count { growSeries() }
    return found
  }

  @inline(never)
  private mutating func growSeries() {
    let places = series.seriesCount * lanes
    slots.append(repeating: -1, count: places * Self.metricCount - slots.count)
    counts.append(repeating: 0, count: places * Self.countCount - counts.count)
  }

  @inline(__always)
  private mutating func put(
    _ sample: HistogramBank.Sample?, _ metric: Metric, _ series: Int, _ lane: Int
  ) {
    guard series >= 0 else { return }
    let place = (series &* lanes &+ lane) &* Self.metricCount &+ Int(metric.rawValue)
    var slot = Int(slots[place])
    if slot < 0 {
      slot = bank.make()
      slots[place] = Int32(slot)
    }
    if let sample { bank.record(sample, in: slot) } else { bank.recordNever(in: slot) }
  }

  private mutating func putTotal(
    _ sample: HistogramBank.Sample?, _ metric: Metric, _ lane: Int
  ) {
    let place = lane &* Self.metricCount &+ Int(metric.rawValue)
    if totalSlots[place] < 0 { totalSlots[place] = Int32(bank.make()) }
    let slot = Int(totalSlots[place])
    if let sample { bank.record(sample, in: slot) } else { bank.recordNever(in: slot) }
  }

  private mutating func putInterval(
    _ sample: HistogramBank.Sample?, _ metric: Metric, _ startedAt: SimTime
  ) {
    let row: Int
    switch metric {
    case .timeToShow: row = 0
    case .loadLatency: row = 1
    default: return
    }
    let place = row * MeasurementPlan.intervals + grid.interval(of: startedAt)
    if intervalSlots[place] < 0 { intervalSlots[place] = Int32(bank.make()) }
    let slot = Int(intervalSlots[place])
    if let sample { bank.record(sample, in: slot) } else { bank.recordNever(in: slot) }
  }

  /// Records a wait or service time at a backend.
  public mutating func recordBackend(
    _ metric: Metric, backend: Int, microseconds: Int64, startedAt: SimTime
  ) {
    putBackend(.init(microseconds: microseconds), metric, backend, startedAt)
  }

  /// Records that a wait or service at a backend never ended: +∞.
  public mutating func recordBackendNever(_ metric: Metric, backend: Int, startedAt: SimTime) {
    putBackend(nil, metric, backend, startedAt)
  }

  private mutating func putBackend(
    _ sample: HistogramBank.Sample?, _ metric: Metric, _ backend: Int, _ startedAt: SimTime
  ) {
    precondition(metric.isOfBackend, "\(metric.name) is not of a backend")
    let lane = lanes == 1 ? 0 : lane(of: startedAt)
    let row = metric == .backendWait ? 0 : 1
    let place = (backend * 2 + row) * lanes + lane
    if backendSlots[place] < 0 { backendSlots[place] = Int32(bank.make()) }
    let slot = Int(backendSlots[place])
    if let sample { bank.record(sample, in: slot) } else { bank.recordNever(in: slot) }
    for check in routes.backendChecks
    where check.metric == metric && (check.backend ?? backend) == backend {
      checks[check.index * lanes + lane].total += 1
      if let sample, sample.value < check.end {
        checks[check.index * lanes + lane].within += 1
      }
    }
  }

  // MARK: Counts

  /// Adds `n` to a count for an item that started at `startedAt`, in the window.
  @inline(__always)
  public mutating func add(
    _ count: Count, _ n: UInt64, _ cell: LabelCell, startedAt: SimTime
  ) {
    let lane = lanes == 1 ? 0 : lane(of: startedAt)
    addCount(count, n, cell.rawValue, lane)
  }

  /// Adds one to a count.
  @inline(__always)
  public mutating func add(_ count: Count, _ cell: LabelCell, startedAt: SimTime) {
    add(count, 1, cell, startedAt: startedAt)
  }

  private mutating func addCount(_ count: Count, _ n: UInt64, _ raw: UInt64, _ lane: Int) {
    let cell = raw & routes.countMasks[Int(count.rawValue)]
    bump(count, n, series.placeholderSeries(cell), lane)
    bump(count, n, series.networkSeries(cell), lane)
    bump(count, n, series.classSeries(cell), lane)
    bump(count, n, hashedSeries(series.key(cell, in: SeriesIndex.flags), SeriesIndex.flags), lane)
    let route = routes.countRoutes[Int(count.rawValue)]
    for index in route.projections {
      let projection = routes.projections[index]
      let key = series.key(cell, in: projection)
      if key != SeriesIndex.noKey { bump(count, n, hashedSeries(key, projection), lane) }
    }
  }

  @inline(__always)
  private mutating func bump(_ count: Count, _ n: UInt64, _ series: Int, _ lane: Int) {
    guard series >= 0 else { return }
    counts[(series &* lanes &+ lane) &* Self.countCount &+ Int(count.rawValue)] += n
  }

  /// Adds `n` to a count of a backend.
  public mutating func addBackend(
    _ count: Count, _ n: UInt64 = 1, backend: Int, startedAt: SimTime
  ) {
    precondition(count.isOfBackend, "\(count.name) is not of a backend")
    let lane = lanes == 1 ? 0 : lane(of: startedAt)
    backendCounts[(backend * lanes + lane) * Self.countCount + Int(count.rawValue)] += n
  }

  /// Counts `n` callbacks of one name that the app received.
  public mutating func addCallback(
    _ callback: Callback, _ n: UInt64, _ cell: LabelCell, startedAt: SimTime
  ) {
    var cell = cell
    cell.callback = callback
    add(.callbacks, n, cell, startedAt: startedAt)
  }

  @inline(__always)
  private func lane(of start: SimTime) -> Int {
    grid.interval(of: start) * lanes / MeasurementPlan.intervals
  }

  // MARK: Levels and hazards

  /// Sets a level from `at` on; the gauge of a backend takes its index.
  ///
  /// `utilisation` takes busy servers. Instants must not decrease for one gauge.
  public mutating func setLevel(_ gauge: Gauge, backend: Int? = nil, _ level: Int64, at: SimTime) {
    precondition(level >= 0, "\(gauge.name) below zero at \(at.nanoseconds) ns")
    levels[GaugeLayout.track(gauge, backend)].set(UInt64(level), at: at)
  }

  /// Takes one off a level from `start` up to `at`, where it is known too late that it had ended.
  public mutating func takeBack(_ gauge: Gauge, since start: SimTime, at: SimTime) {
    levels[GaugeLayout.track(gauge, nil)].takeBack(since: start, at: at)
  }

  /// Counts an arrival at a backend for `requests_per_second`.
  public mutating func arrive(backend: Int, at: SimTime) {
    levels[GaugeLayout.track(.requestsPerSecond, backend)].arrive(at: at)
    levels[GaugeLayout.track(.requestsPerSecond, nil)].arrive(at: at)
  }

  /// Counts a hazard `n` times; its first occurrence is kept.
  public mutating func hazard(
    _ rule: Hazard, by n: UInt64 = 1, _ cell: LabelCell, session: UInt64, at: SimTime
  ) {
    let (place, isNew) = hazardIndex.place(of: rule, cell)
    if !isNew {
      hazards[place].count += n
      return
    }
    var labels: [LabelValue] = []
    if let placeholder = cell.placeholder {
      labels.append(.placeholder(plan.placeholders[placeholder].name))
    }
    if let network = cell.network { labels.append(.network(plan.networks[network])) }
    hazards.append(
      HazardTally(
        rule: rule, labels: LabelSet(labels), count: n, firstSession: session, firstTime: at))
  }

  /// The splits have needed more than `Limits.series` combinations: what is recorded is of no use.
  ///
  /// Names the split with the most of them.
  var overflow: SeriesLimitError? {
    guard overflowed else { return nil }
    var combinations = [Int](repeating: 0, count: series.labels.count)
    for item in series.hashed { combinations[item.projection] += 1 }
    let splits = combinations.indices.dropFirst()
    let largest = splits.max { combinations[$0] < combinations[$1] }
    return SeriesLimitError(
      series: series.seriesCount, label: nil, split: largest.map { series.labels[$0] })
  }

  /// Ends the recording at the end of the run.
  ///
  /// - Throws: When the splits needed more than `Limits.series` combinations.
  public consuming func finish(
    at end: SimTime, _ facts: RunFacts
  ) throws(SeriesLimitError) -> ReplicationResult {
    if let overflow { throw overflow }
    return result(at: end, facts)
  }
}
