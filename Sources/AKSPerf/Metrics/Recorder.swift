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
  private var sums = CountCache()
  private var sampleRoutes = SampleRoutes()
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
    if let places = sampleRoutes.find(Int(metric.rawValue), lane: lane, cell) {
      for place in places { put(sample, sampleRoutes[place]) }
    } else {
      putAlongNewRoute(sample, metric, cell, lane)
    }
    if !suspended { putInterval(sample, metric, startedAt) }
    let route = routes.metricRoutes[Int(metric.rawValue)]
    for index in route.checks where !suspended || routes.checks[index].knowsSuspended {
      let check = routes.checks[index]
      guard series.key(cell, in: check.projection) == check.key else { continue }
      let entry = check.index * lanes + lane
      checks[entry].total += 1
      if let sample, sample.value < check.end { checks[entry].within += 1 }
    }
  }

  /// Adds a sample to each histogram that it belongs to, and notes which these are.
  @inline(never)
  private mutating func putAlongNewRoute(
    _ sample: HistogramBank.Sample?, _ metric: Metric, _ cell: UInt64, _ lane: Int
  ) {
    let line = sampleRoutes.begin(Int(metric.rawValue), lane: lane, cell)
    var fits = true
    func add(_ histogram: Int?) {
      guard let histogram else { return }
      put(sample, histogram)
      fits = fits && sampleRoutes.note(histogram, at: line)
    }
    let suspended = cell & LabelCell.suspendedField.mask != 0
    if !suspended {
      // Histograms of single labels would take ten times the memory by batch: only the total and
      // the combinations asked for are kept by batch.
      if lanes > 1 { add(totalHistogram(metric, lane)) }
      add(histogram(metric, of: series.placeholderSeries(cell), 0))
      add(histogram(metric, of: series.networkSeries(cell), 0))
      add(histogram(metric, of: series.classSeries(cell), 0))
    }
    add(histogram(metric, cell, SeriesIndex.flags, 0))
    let route = routes.metricRoutes[Int(metric.rawValue)]
    for index in route.projections where !suspended || routes.projectionKnowsSuspended[index] {
      add(histogram(metric, cell, routes.projections[index], lane))
    }
  }

  /// The histogram of a cell in a projection; nil when it lacks a label of it.
  private mutating func histogram(
    _ metric: Metric, _ cell: UInt64, _ projection: Int, _ lane: Int
  ) -> Int? {
    let key = series.key(cell, in: projection)
    guard key != SeriesIndex.noKey else { return nil }
    return histogram(metric, of: hashedSeries(key, projection), lane)
  }

  /// The histogram of a series, made on first use; nil when there is no such series.
  private mutating func histogram(_ metric: Metric, of series: Int, _ lane: Int) -> Int? {
    guard series >= 0 else { return nil }
    let place = (series &* lanes &+ lane) &* Self.metricCount &+ Int(metric.rawValue)
    if slots[place] < 0 { slots[place] = Int32(bank.make()) }
    return Int(slots[place])
  }

  private mutating func totalHistogram(_ metric: Metric, _ lane: Int) -> Int {
    let place = lane &* Self.metricCount &+ Int(metric.rawValue)
    if totalSlots[place] < 0 { totalSlots[place] = Int32(bank.make()) }
    return Int(totalSlots[place])
  }

  @inline(__always)
  private mutating func put(_ sample: HistogramBank.Sample?, _ histogram: Int) {
    if let sample { bank.record(sample, in: histogram) } else { bank.recordNever(in: histogram) }
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
    put(sample, Int(intervalSlots[place]))
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
    put(sample, Int(backendSlots[place]))
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
    let number = Int(count.rawValue)
    let cell = cell.rawValue & routes.countMasks[number]
    if let left = sums.add(n, number, lane: lane, cell) { bringToSeries(left) }
  }

  /// Adds one to a count.
  @inline(__always)
  public mutating func add(_ count: Count, _ cell: LabelCell, startedAt: SimTime) {
    add(count, 1, cell, startedAt: startedAt)
  }

  /// Adds a sum to a series of each dimension and of each combination asked for.
  @inline(never)
  private mutating func bringToSeries(_ line: CountCache.Line) {
    let cell = line.cell
    bump(line, series.placeholderSeries(cell))
    bump(line, series.networkSeries(cell))
    bump(line, series.classSeries(cell))
    bump(line, hashedSeries(series.key(cell, in: SeriesIndex.flags), SeriesIndex.flags))
    for index in routes.countRoutes[line.count].projections {
      let projection = routes.projections[index]
      let key = series.key(cell, in: projection)
      if key != SeriesIndex.noKey { bump(line, hashedSeries(key, projection)) }
    }
  }

  private mutating func bump(_ line: CountCache.Line, _ series: Int) {
    guard series >= 0 else { return }
    counts[(series &* lanes &+ line.lane) &* Self.countCount &+ line.count] += line.sum
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
    for index in 0..<CountCache.lineCount where sums[index].sum > 0 { bringToSeries(sums[index]) }
    if let overflow { throw overflow }
    return result(at: end, facts)
  }
}
