import Scheduler

extension Recorder {
  /// What the engine knows of a run and the recorder does not.
  public struct RunFacts: Sendable {
    public var index: Int
    /// Hash of the event stream, as hex digits.
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

  /// Sums series to rows: totals, single labels and combinations.
  consuming func result(at end: SimTime, _ facts: RunFacts) -> ReplicationResult {
    for track in levels.indices { levels[track].advance(to: end.nanoseconds) }
    let rows = (0..<series.seriesCount).map { memberships(of: $0) }
    let parts = (0..<lanes).map { tally(lane: $0, rows, metrics: lanes == 1 ? .all : .batched) }
    let whole =
      lanes == 1 ? parts[0] : Tally.sum(parts + [tally(lane: 0, rows, metrics: .unbatched)])
    let intervals = IntervalTally.metrics.indices.map { row in
      (0..<MeasurementPlan.intervals).map { interval in
        let slot = intervalSlots[row * MeasurementPlan.intervals + interval]
        return slot < 0 ? Histogram() : bank.histogram(Int(slot))
      }
    }
    return ReplicationResult(
      index: facts.index, fingerprint: facts.fingerprint, events: facts.events,
      virtualDuration: end - .zero, sessionsStarted: facts.sessionsStarted,
      sessionsEnded: facts.sessionsEnded, peakConcurrent: levels[0].peak, tally: whole,
      batches: lanes == 1 ? [] : parts, gauges: gaugeTallies(),
      intervals: IntervalTally(step: plan.intervalLength, histograms: intervals),
      hazards: hazards.sorted {
        $0.rule == $1.rule ? $0.labels < $1.labels : $0.rule.rawValue < $1.rule.rawValue
      })
  }

  /// The rows that a series adds to.
  private struct Membership {
    var rows: [LabelSet]
    /// The total and the single flag labels, rather than rows of one dimension.
    var isFlags = false
    var isSuspended = false
  }

  private func memberships(of number: Int) -> Membership {
    if number < series.denseCount {
      switch series.dense(number) {
      case .placeholder(let index, let shipped):
        let labels: [Label] = [.format, .placeholder, .strategy]
        return Membership(
          rows: labels.map {
            [LabelValue($0, plan.value(of: $0, placeholder: index, shipped: shipped))]
          })
      case .network(let index): return Membership(rows: [[.network(plan.networks[index])]])
      case .sessionClass(let index):
        let labels: [Label] = [.device, .radio, .geo]
        return Membership(rows: labels.map { [LabelValue($0, plan.classes[index].value(of: $0))] })
      }
    }
    let (projection, key) = series.hashed[number - series.denseCount]
    if projection == SeriesIndex.flags {
      let cell = LabelCell(rawValue: key >> 1)
      let singles = Label.allCases.compactMap { cell.flagValue(of: $0) }.map { LabelSet([$0]) }
      return Membership(rows: [.total] + singles, isFlags: true, isSuspended: cell.suspended)
    }
    return Membership(rows: [LabelSet(series.values(of: key, in: projection, plan: plan))])
  }

  /// Which histograms a tally has: single labels are kept for the whole window only.
  private enum MetricRows { case all, batched, unbatched }

  private func tally(
    lane: Int, _ memberships: [Membership], metrics: MetricRows
  ) -> Tally {
    var tally = Tally()
    for metric in Metric.allCases where !metric.isOfBackend {
      var rows: [LabelSet: Histogram] = [:]
      for (number, member) in memberships.enumerated() {
        let isBatched = number >= series.denseCount && !member.isFlags
        if metrics == .batched && !isBatched || metrics == .unbatched && isBatched { continue }
        let slot = slots[(number * lanes + lane) * Self.metricCount + Int(metric.rawValue)]
        guard slot >= 0 else { continue }
        let histogram = bank.histogram(Int(slot))
        for row in member.rows where row.labels.allSatisfy(metric.labels.contains) {
          // Suspended items stay out of all rows that do not ask for them.
          if member.isSuspended && row[.suspended] == nil { continue }
          if metrics == .unbatched && row == .total { continue }
          rows[row, default: Histogram()].merge(histogram)
        }
      }
      if metrics == .batched {
        let slot = totalSlots[lane * Self.metricCount + Int(metric.rawValue)]
        if slot >= 0 { rows[.total] = bank.histogram(Int(slot)) }
      }
      tally.metrics += rows.keys.sorted().map {
        .init(metric: metric, labels: $0, histogram: rows[$0] ?? Histogram())
      }
    }
    if metrics == .unbatched { return tally }
    for count in Count.allCases where !count.isOfBackend {
      var rows: [LabelSet: UInt64] = [:]
      for (number, member) in memberships.enumerated() {
        let value = counts[(number * lanes + lane) * Self.countCount + Int(count.rawValue)]
        guard value > 0 else { continue }
        for row in member.rows where row.labels.allSatisfy(count.labels.contains) {
          rows[row, default: 0] += value
        }
      }
      tally.counts += rows.keys.sorted().map {
        .init(count: count, labels: $0, value: rows[$0] ?? 0)
      }
    }
    addBackends(to: &tally, lane: lane)
    tally.checks = plan.checks.indices.map { checks[$0 * lanes + lane] }
    return tally
  }

  private func addBackends(to tally: inout Tally, lane: Int) {
    for (row, metric) in [Metric.backendWait, .backendService].enumerated() {
      var entries: [Tally.MetricEntry] = []
      var total = Histogram()
      for (index, backend) in plan.backends.enumerated() {
        let slot = backendSlots[(index * 2 + row) * lanes + lane]
        guard slot >= 0 else { continue }
        let histogram = bank.histogram(Int(slot))
        total.merge(histogram)
        entries.append(
          .init(metric: metric, labels: [.backend(backend.name)], histogram: histogram))
      }
      if entries.isEmpty { continue }
      entries.append(.init(metric: metric, labels: .total, histogram: total))
      tally.metrics += entries.sorted { $0.labels < $1.labels }
    }
    for count in Count.allCases where count.isOfBackend {
      var entries: [Tally.CountEntry] = []
      for (index, backend) in plan.backends.enumerated() {
        let place = (index * lanes + lane) * Self.countCount + Int(count.rawValue)
        guard backendCounts[place] > 0 else { continue }
        let labels: LabelSet = [.backend(backend.name)]
        entries.append(.init(count: count, labels: labels, value: backendCounts[place]))
      }
      if entries.isEmpty { continue }
      let total = entries.reduce(0) { $0 + $1.value }
      entries.append(.init(count: count, labels: .total, value: total))
      tally.counts += entries.sorted { $0.labels < $1.labels }
    }
  }

  private func gaugeTallies() -> [GaugeTally] {
    var tallies: [GaugeTally] = []
    func tally(_ gauge: Gauge, _ backend: Int?) -> GaugeTally {
      let track = levels[GaugeLayout.track(gauge, backend)]
      let divisor = gauge == .utilisation ? plan.backends[backend ?? 0].servers : 1
      return GaugeTally(
        gauge: gauge, labels: LabelSet(backend.map { [.backend(plan.backends[$0].name)] } ?? []),
        divisor: UInt64(max(1, divisor)), integrals: track.integrals, peak: track.peak)
    }
    for gauge in Gauge.allCases {
      if gauge != .utilisation && gauge != .queueLength { tallies.append(tally(gauge, nil)) }
      guard gauge.isOfBackend else { continue }
      let backends = plan.backends.indices.sorted {
        plan.backends[$0].name < plan.backends[$1].name
      }
      for backend in backends where gauge == .requestsPerSecond || plan.backends[backend].owned {
        tallies.append(tally(gauge, backend))
      }
    }
    return tallies
  }
}

extension Tally {
  /// The sum of the parts of one run.
  static func sum(_ parts: [Tally]) -> Tally {
    var metrics: [Metric: [LabelSet: Histogram]] = [:]
    var counts: [Count: [LabelSet: UInt64]] = [:]
    var sum = Tally()
    sum.checks = parts.first?.checks.map { _ in CheckEntry() } ?? []
    for part in parts {
      for entry in part.metrics {
        metrics[entry.metric, default: [:]][entry.labels, default: Histogram()]
          .merge(entry.histogram)
      }
      for entry in part.counts {
        counts[entry.count, default: [:]][entry.labels, default: 0] += entry.value
      }
      for (index, entry) in part.checks.enumerated() {
        sum.checks[index].total += entry.total
        sum.checks[index].within += entry.within
      }
    }
    for metric in Metric.allCases {
      guard let rows = metrics[metric] else { continue }
      sum.metrics += rows.keys.sorted().map {
        MetricEntry(metric: metric, labels: $0, histogram: rows[$0] ?? Histogram())
      }
    }
    for count in Count.allCases {
      guard let rows = counts[count] else { continue }
      sum.counts += rows.keys.sorted().map {
        CountEntry(count: count, labels: $0, value: rows[$0] ?? 0)
      }
    }
    return sum
  }
}
