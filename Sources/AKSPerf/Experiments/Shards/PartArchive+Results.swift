import Scheduler

/// The values of replications, with the rules that every recorded one keeps.
///
/// The rules are such that no sum over the `parts` of a run, replications or batches, overflows.
extension PartArchive {
  mutating func result(
    _ value: inout ReplicationResult, _ plan: MeasurementPlan, replications: Int
  ) throws(ShardMistake) {
    let parts = UInt64(max(replications, MeasurementPlan.batches))
    try keyword("replication")
    try integer(&value.index)
    try require(value.index >= 0 && value.index < replications)
    try string(&value.fingerprint)
    try integer(&value.events, upTo: .max / parts)
    var span = value.virtualDuration.nanoseconds
    try integer(&span, upTo: .max / Int64(parts))
    try require(span >= 0)
    value.virtualDuration = SimDuration(nanoseconds: span)
    try integer(&value.sessionsStarted, upTo: .max / parts)
    try integer(&value.sessionsEnded, upTo: .max / parts)
    try integer(&value.peakConcurrent)
    endLine()
    try tally(&value.tally, plan, parts)
    try list(
      &value.batches, of: plan.inBatches ? MeasurementPlan.batches : 0, new: Tally()
    ) { archive, value throws(ShardMistake) in
      try archive.tally(&value, plan, parts)
    }
    endLine()
    let noGauge = GaugeTally(gauge: .adsCached, labels: [], divisor: 1, integrals: [], peak: 0)
    try list(&value.gauges, new: noGauge) { archive, value throws(ShardMistake) in
      try archive.gauge(&value, parts)
    }
    endLine()
    try intervals(&value.intervals, plan, parts)
    try hazards(&value.hazards, parts)
  }

  private mutating func tally(
    _ value: inout Tally, _ plan: MeasurementPlan, _ parts: UInt64
  ) throws(ShardMistake) {
    endLine()
    let noMetric = Tally.MetricEntry(metric: .timeToShow, labels: [], histogram: Histogram())
    try list(&value.metrics, new: noMetric) { archive, entry throws(ShardMistake) in
      archive.endLine()
      try archive.name(&entry.metric, \.name) { Metric(name: $0) }
      try archive.labels(&entry.labels)
      try archive.histogram(&entry.histogram, parts)
    }
    try require(
      isAscending(value.metrics) {
        ($0.metric.rawValue, $0.labels) < ($1.metric.rawValue, $1.labels)
      }
    )
    endLine()
    let noCount = Tally.CountEntry(count: .shows, labels: [], value: 0)
    try list(&value.counts, new: noCount) { archive, entry throws(ShardMistake) in
      archive.endLine()
      try archive.name(&entry.count, \.name) { Count(name: $0) }
      try archive.labels(&entry.labels)
      try archive.integer(&entry.value, upTo: .max / parts / 16)
    }
    try require(
      isAscending(value.counts) { ($0.count.rawValue, $0.labels) < ($1.count.rawValue, $1.labels) })
    endLine()
    try list(
      &value.checks, of: plan.checks.count, new: Tally.CheckEntry()
    ) { archive, entry throws(ShardMistake) in
      try archive.integer(&entry.total, upTo: .max / parts)
      try archive.integer(&entry.within, upTo: .max / parts)
    }
    endLine()
  }

  /// Whether each is before the next, so that none is there twice.
  private func isAscending<Value>(_ values: [Value], _ areInOrder: (Value, Value) -> Bool) -> Bool {
    zip(values, values.dropFirst()).allSatisfy(areInOrder)
  }

  /// The labels of a row.
  private mutating func labels(_ value: inout LabelSet) throws(ShardMistake) {
    var values = value.values
    try list(&values, new: LabelValue(.format, "")) { archive, item throws(ShardMistake) in
      try archive.name(&item.label, \.rawValue) { Label(rawValue: $0) }
      try archive.string(&item.value)
    }
    try require(isAscending(values) { $0.label.order < $1.label.order })
    if isReading { value = LabelSet(values) }
  }

  private mutating func gauge(_ value: inout GaugeTally, _ parts: UInt64) throws(ShardMistake) {
    endLine()
    try name(&value.gauge, \.name) { Gauge(name: $0) }
    try labels(&value.labels)
    try integer(&value.divisor)
    try require(value.divisor > 0)
    try integer(&value.peak)
    let most = UInt128.max / UInt128(parts) / UInt128(MeasurementPlan.intervals)
    try list(
      &value.integrals, of: MeasurementPlan.intervals, new: 0
    ) { archive, value throws(ShardMistake) in
      try archive.integer(&value, upTo: most)
    }
  }

  private mutating func intervals(
    _ value: inout IntervalTally, _ plan: MeasurementPlan, _ parts: UInt64
  ) throws(ShardMistake) {
    value.step = plan.intervalLength
    try list(
      &value.histograms, of: IntervalTally.metrics.count, new: []
    ) { archive, row throws(ShardMistake) in
      try archive.list(
        &row, of: MeasurementPlan.intervals, new: Histogram()
      ) { archive, value throws(ShardMistake) in
        archive.endLine()
        try archive.histogram(&value, parts)
      }
    }
    endLine()
  }

  private mutating func hazards(
    _ value: inout [HazardTally], _ parts: UInt64
  ) throws(ShardMistake) {
    let none = HazardTally(
      rule: .retryStorm, labels: [], count: 0, firstSession: 0, firstTime: .zero)
    try list(&value, new: none) { archive, entry throws(ShardMistake) in
      archive.endLine()
      try archive.name(&entry.rule, \.name) { Hazard(name: $0) }
      try archive.labels(&entry.labels)
      try archive.integer(&entry.count, upTo: UInt64(UInt32.max) << 8)
      try archive.integer(&entry.firstSession)
      var time = entry.firstTime.nanoseconds
      try archive.integer(&time)
      try archive.require(time >= 0)
      entry.firstTime = SimTime(nanoseconds: time)
    }
    try require(
      isAscending(value) { ($0.rule.rawValue, $0.labels) < ($1.rule.rawValue, $1.labels) })
    endLine()
  }

  // MARK: Histograms

  private mutating func histogram(
    _ value: inout Histogram, _ parts: UInt64
  ) throws(ShardMistake) {
    var moments = value.moments
    try integer(&moments.never, upTo: .max / parts / 4)
    try integer(&moments.finite, upTo: .max / parts / 4)
    if moments.finite > 0 {
      try integer(&moments.clamped, upTo: .max / parts / 4)
      try integer(&moments.minimum, upTo: HistogramScale.maximum)
      try integer(&moments.maximum, upTo: HistogramScale.maximum)
      try integer(&moments.sum)
      try integer(&moments.sumOfSquares)
      try buckets(&value, moments)
    }
    if isReading {
      value.moments = moments
      try require(moments.finite == 0 || moments.areSound(parts: parts))
    }
  }

  /// The buckets as distances from the one before, each with its count.
  private mutating func buckets(
    _ value: inout Histogram, _ moments: Histogram.Moments
  ) throws(ShardMistake) {
    var pairs = Array(zip(value.buckets, value.counts))
    var last: UInt32 = 0
    try list(&pairs, new: (0, 0)) { archive, pair throws(ShardMistake) in
      var step = pair.0 &- last
      try archive.integer(&step, upTo: UInt32(HistogramScale.buckets))
      let bucket = last + step
      try archive.require(bucket < HistogramScale.buckets)
      pair.0 = bucket
      last = bucket
      try archive.integer(&pair.1)
    }
    guard isReading else { return }
    value.buckets = pairs.map(\.0)
    value.counts = pairs.map(\.1)
    try require(isAscending(value.buckets, <))
    var sum: UInt64 = 0
    for count in value.counts {
      let (next, overflow) = sum.addingReportingOverflow(count)
      try require(count > 0 && !overflow)
      sum = next
    }
    try require(sum == moments.finite)
  }
}

extension Histogram.Moments {
  /// Whether they can be of values on the scale, so that no estimate over `parts` overflows.
  fileprivate func areSound(parts: UInt64) -> Bool {
    let n = UInt128(finite)
    guard minimum <= maximum, clamped <= finite else { return false }
    let most = n.multipliedReportingOverflow(by: UInt128(maximum))
    guard !most.overflow, sum <= most.partialValue, sum >= n * UInt128(minimum) else {
      return false
    }
    // Σx² is at most n times the greatest square, and at least (Σx)² ÷ n.
    let squares = n.multipliedReportingOverflow(by: UInt128(maximum) * UInt128(maximum))
    guard !squares.overflow, squares.partialValue <= .max / UInt128(parts) / 4,
      sumOfSquares <= squares.partialValue
    else { return false }
    let (a, b) = (n.multipliedFullWidth(by: sumOfSquares), sum.multipliedFullWidth(by: sum))
    return (a.high, a.low) >= (b.high, b.low)
  }
}
