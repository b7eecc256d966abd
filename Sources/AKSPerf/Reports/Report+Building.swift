import Scheduler

extension Report {
  /// Estimates everything from the replications of one scenario.
  ///
  /// - Parameters:
  ///   - results: In any order; at least one.
  ///   - levels: The level of each check of the plan; `error` where there is none.
  public init(
    _ header: Header, plan: MeasurementPlan, results: [ReplicationResult],
    levels: [ServiceLevelObjective.Level] = []
  ) {
    self.init(header, plan: plan, results: results, levels: levels) {}
  }

  /// The same, with a question before each row whether to go on.
  init<Stop: Error>(
    _ header: Header, plan: MeasurementPlan, results: [ReplicationResult],
    levels: [ServiceLevelObjective.Level] = [], check: () throws(Stop) -> Void
  ) throws(Stop) {
    precondition(!results.isEmpty, "a report without a replication")
    let ordered = results.sorted { $0.index < $1.index }
    let parts = EstimateParts(ordered)
    self.header = header
    self.plan = plan
    self.results = ordered
    basis = parts.basis.rawValue
    metrics = []
    for metric in Metric.allCases {
      for labels in Self.labelSets(of: metric, parts) {
        try check()
        let row = Self.row(metric, labels, parts)
        if metric.isReportedEmpty || row.count > 0 { metrics.append(row) }
      }
    }
    counts = []
    for count in Count.allCases {
      try check()
      counts += parts.rows(of: count).map { Self.row(count, $0, parts) }
    }
    ratios = []
    for ratio in Ratio.allCases {
      try check()
      ratios += Self.rows(ratio, parts)
    }
    gauges = Self.gaugeRows(ordered, parts, plan)
    series = Self.seriesRows(ordered, plan)
    hazards = Self.hazardRows(ordered)
    objectives = []
    warnings = []
    let judge = SLOJudge(parts: parts, results: ordered, gauges: gauges, plan: plan)
    objectives = plan.checks.indices.map {
      judge.result(of: $0, level: $0 < levels.count ? levels[$0] : .error)
    }
    warnings = SLOJudge.warnings(for: plan) + missedWindow + noSession + growingQueues
  }

  /// The bounds of the window, for people to read.
  private var windowText: String {
    let ends = [plan.window.start, plan.window.end].map {
      NumberText.time(Double($0.nanoseconds) / 1_000)
    }
    return "between \(ends[0]) and \(ends[1])"
  }

  /// A window without a launch: nothing counts at all.
  private var noSession: [String] {
    guard counts.allSatisfy({ $0.value == 0 }) else { return [] }
    return [
      "no session was launched \(windowText), so nothing is measured; change 'arrivals', "
        + "'duration' or 'warmup'"
    ]
  }

  /// Journeys that want ads on screen only before the window or after it: nothing of that counts.
  private var missedWindow: [String] {
    let sessions = count(.sessionsStarted)?.value ?? 0
    let opportunities = count(.opportunities)?.value ?? 0
    guard plan.wantsAds && sessions > 0 && opportunities == 0 else { return [] }
    return [
      "nothing that counts: no opportunity started \(windowText), though "
        + "journeys have some; they come earlier or later, so change 'duration' or 'warmup'"
    ]
  }

  /// Owned backends that were busy throughout while their queue grew to the end of the window.
  ///
  /// Their waits tell how long the run was, not how long a request waits.
  private var growingQueues: [String] {
    plan.backends.filter(\.owned).compactMap { backend in
      let labels: LabelSet = [.backend(backend.name)]
      let lengths = series.first { $0.name == Gauge.queueLength.name && $0.labels == labels }?
        .values.compactMap { $0 }
      guard let lengths, lengths.count >= 4,
        let busy = gauge(.utilisation, labels)?.mean.value, busy >= 0.98
      else { return nil }
      let quarter = lengths.count / 4
      let first = lengths.prefix(quarter).reduce(0, +)
      let last = lengths.suffix(quarter).reduce(0, +)
      guard last > 2 * first, last > Double(10 * quarter) else { return nil }
      return "the queue of \(quoted(backend.name)) grew to the end, so its waits depend on the "
        + "duration; it needs more servers or fewer requests"
    }
  }

  /// The rows of a metric, with those of all opportunities after its own.
  private static func labelSets(of metric: Metric, _ parts: EstimateParts) -> [LabelSet] {
    let rows = parts.rows(of: metric)
    guard metric.countsOpportunities else { return rows }
    return rows
      + parts.rows(of: .eligible).map { $0.adding(.ofOpportunities) }.sorted()
  }

  static func row(_ metric: Metric, _ labels: LabelSet, _ parts: EstimateParts) -> MetricRow {
    let histograms = parts.histograms(metric, labels)
    var pooled = Histogram()
    for histogram in histograms { pooled.merge(histogram) }
    let mean = Estimator.ratio(
      histograms.map { Double($0.moments.sum) }, histograms.map { Double($0.moments.finite) },
      factor: parts.factor(for: histograms))
    return MetricRow(
      metric: metric, labels: labels, count: pooled.count, never: pooled.moments.never,
      mean: mean, standardDeviation: pooled.standardDeviation, minimum: pooled.minimum,
      maximum: pooled.maximum,
      percentiles: Estimator.percentiles(
        histograms, pooled: pooled, Percentile.reported,
        factor: parts.factor(for: histograms)))
  }

  static func row(_ count: Count, _ labels: LabelSet, _ parts: EstimateParts) -> CountRow {
    let values = parts.values(count, labels)
    let estimate = Estimator.sum(values.map { Double($0) }, factor: parts.factor)
    return CountRow(
      count: count, labels: labels, value: values.reduce(0, +),
      interval: estimate.interval?.clamped(to: 0))
  }

  private static func rows(_ ratio: Ratio, _ parts: EstimateParts) -> [RatioRow] {
    let sets = parts.rows(of: ratio.denominator).filter {
      $0.labels.allSatisfy(ratio.labels.contains)
    }
    return sets.map { row(ratio, $0, parts) }
  }

  static func row(_ ratio: Ratio, _ labels: LabelSet, _ parts: EstimateParts) -> RatioRow {
    let numerators = parts.values(ratio.numerator, labels)
    let denominators = parts.values(ratio.denominator, labels)
    let estimate =
      ratio.isShare
      ? Estimator.share(numerators, denominators, factor: parts.factor)
      : Estimator.ratio(
        numerators.map { Double($0) * ratio.scale }, denominators.map { Double($0) },
        factor: parts.factor)
    return RatioRow(
      ratio: ratio, labels: labels, numerator: numerators.reduce(0, +),
      denominator: denominators.reduce(0, +), estimate: estimate)
  }

  private static func gaugeRows(
    _ results: [ReplicationResult], _ parts: EstimateParts, _ plan: MeasurementPlan
  ) -> [GaugeRow] {
    let window = Double(plan.window.duration.nanoseconds)
    return results[0].gauges.indices.map { index in
      let tallies = results.map { $0.gauges[index] }
      let divisor = Double(tallies[0].divisor)
      let means: [Double]
      if parts.basis == .singleRun {
        means = batchMeans(tallies[0], plan).map { $0 / divisor }
      } else {
        means = tallies.map { Double($0.integrals.reduce(0, +)) / window / divisor }
      }
      var mean = Estimator.mean(means, factor: parts.factor)
      if parts.basis == .singleRun {
        mean.value = Double(tallies[0].integrals.reduce(0, +)) / window / divisor
      }
      return GaugeRow(
        gauge: tallies[0].gauge, labels: tallies[0].labels, mean: mean,
        peak: Double(tallies.reduce(0) { max($0, $1.peak) }) / divisor)
    }
  }

  private static func batchMeans(_ tally: GaugeTally, _ plan: MeasurementPlan) -> [Double] {
    let perBatch = MeasurementPlan.intervals / MeasurementPlan.batches
    return (0..<MeasurementPlan.batches).map { batch in
      let range = batch * perBatch..<(batch + 1) * perBatch
      let length = range.reduce(0.0) { $0 + plan.intervalNanoseconds($1) }
      return length > 0 ? Double(tally.integrals[range].reduce(0, +)) / length : 0
    }
  }

  private static func seriesRows(
    _ results: [ReplicationResult], _ plan: MeasurementPlan
  ) -> [SeriesRow] {
    let step = plan.intervalLength
    var rows: [SeriesRow] = results[0].gauges.indices.map { index in
      let first = results[0].gauges[index]
      let scale = Double(first.divisor) * Double(results.count)
      let values = (0..<MeasurementPlan.intervals).map { interval -> Double? in
        let length = plan.intervalNanoseconds(interval)
        let sum = results.reduce(UInt128(0)) { $0 + $1.gauges[index].integrals[interval] }
        return length > 0 ? Double(sum) / length / scale : nil
      }
      return SeriesRow(
        name: first.gauge.name, labels: first.labels, step: step, values: values)
    }
    for (row, metric) in IntervalTally.metrics.enumerated() {
      let merged = (0..<MeasurementPlan.intervals).map { interval in
        var sum = Histogram()
        for result in results { sum.merge(result.intervals.histograms[row][interval]) }
        return sum
      }
      for percentile in [Percentile.p50, .p95] {
        let values = merged.map { $0.percentile(percentile)?.microseconds.map { Double($0) } }
        rows.append(
          SeriesRow(
            name: "\(metric.name)_\(percentile.name)", labels: .total, step: step, values: values))
      }
    }
    return rows
  }

  private static func hazardRows(_ results: [ReplicationResult]) -> [HazardRow] {
    var rows: [HazardRow] = []
    for result in results {
      for hazard in result.hazards {
        if let index = rows.firstIndex(where: {
          $0.rule == hazard.rule && $0.labels == hazard.labels
        }) {
          rows[index].count += hazard.count
        } else {
          rows.append(
            HazardRow(
              rule: hazard.rule, labels: hazard.labels, count: hazard.count,
              firstReplication: result.index, firstSession: hazard.firstSession,
              firstTime: hazard.firstTime))
        }
      }
    }
    return rows.sorted {
      $0.rule == $1.rule ? $0.labels < $1.labels : $0.rule.rawValue < $1.rule.rawValue
    }
  }
}

extension MeasurementPlan {
  /// The length of an interval of `series`; the last ones may be cut short by the window.
  func intervalNanoseconds(_ interval: Int) -> Double {
    let step = intervalLength.nanoseconds
    let start = min(step * Int64(interval), window.duration.nanoseconds)
    return Double(min(start + step, window.duration.nanoseconds) - start)
  }
}
