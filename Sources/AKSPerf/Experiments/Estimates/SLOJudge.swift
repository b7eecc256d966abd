/// What an objective came to.
public struct SLOResult: Sendable, Hashable {
  public enum Verdict: String, Sendable, Hashable { case pass, fail, undecided }

  public var check: SLOCheck
  public var level: ServiceLevelObjective.Level
  /// The judged figure, in the unit of the limit, with its interval.
  public var estimate: Estimate
  /// For a percentile: the share of samples within the limit, on whose interval it is judged.
  public var share: Estimate?
  /// Samples; of a ratio its denominator; of a gauge replications.
  public var count: UInt64
  public var verdict: Verdict
  /// Why it is undecided, or that the figure is an extreme of the samples; nil otherwise.
  public var reason: String?
}

/// Judges objectives: pass and fail only when the whole interval says so.
///
/// `p(95)<L` is judged on the interval of the share of samples below L (exact counters): pass when
/// its lower end is at least 0.95, fail when its upper end is below. No samples, too few, or fewer
/// than ten replications are never a pass. A mean or ratio needs 50 samples in all and one in every
/// replication. `min` and `max` say nothing beyond the samples, so they are judged as such: every
/// replication must agree.
struct SLOJudge {
  static let leastReplications = 10

  let parts: EstimateParts
  let results: [ReplicationResult]
  let gauges: [Report.GaugeRow]
  let plan: MeasurementPlan

  func result(of index: Int, level: ServiceLevelObjective.Level) -> SLOResult {
    let check = plan.checks[index]
    var result = measured(check, index, level)
    if result.count == 0 && check.statistic != .count {
      result.decide(.undecided, "no samples")
    } else if parts.basis != .replications || parts.tallies.count < Self.leastReplications {
      let n = parts.basis == .replications ? parts.tallies.count : 1
      result.decide(.undecided, "\(n) of at least \(Self.leastReplications) replications")
    } else {
      judge(&result)
    }
    return result
  }

  private func measured(
    _ check: SLOCheck, _ index: Int, _ level: ServiceLevelObjective.Level
  ) -> SLOResult {
    var result = SLOResult(
      check: check, level: level, estimate: Estimate(value: nil), share: nil, count: 0,
      verdict: .undecided, reason: nil)
    switch check.subject {
    case .metric(let metric):
      let row = Report.row(metric, check.labels, parts)
      result.count = row.count
      switch check.statistic {
      case .percentile(let percentile):
        fillPercentile(&result, metric, percentile, index)
      case .average:
        result.estimate = row.mean
        result.reason =
          row.never > 0
          ? "\(row.never) never ended, so there is no mean" : shortage(metric, check.labels)
      case .minimum:
        let least = row.minimum.map { Double($0) }
        result.estimate.value = least ?? (row.never > 0 ? .infinity : nil)
        result.reason = shortage(metric, check.labels)
      case .maximum:
        let last = row.maximum.map { Double($0) }
        result.estimate.value = row.never > 0 ? .infinity : last
        result.reason = shortage(metric, check.labels)
      case .rate, .count:
        let histograms = parts.histograms(metric, check.labels)
        result.estimate = Estimator.sum(
          histograms.map { Double($0.count) }, factor: parts.factor(for: histograms))
      }
    case .ratio(let ratio):
      let row = Report.row(ratio, check.labels, parts)
      result.estimate = row.estimate
      result.count = row.denominator
      result.reason = shortage(parts.values(ratio.denominator, check.labels))
    case .count(let count):
      let row = Report.row(count, check.labels, parts)
      result.estimate = Estimate(value: Double(row.value), interval: row.interval)
      result.count = row.value
    case .gauge(let gauge):
      if let row = gauges.first(where: { $0.gauge == gauge && $0.labels == check.labels }) {
        result.estimate = check.statistic == .maximum ? Estimate(value: row.peak) : row.mean
        result.count = UInt64(parts.tallies.count)
      }
    case .hazard(let rule):
      let values = occurrences(of: rule, check.labels)
      result.estimate = Estimator.sum(
        values.map { Double($0) }, factor: values.count == parts.tallies.count ? parts.factor : nil)
      result.estimate.interval = result.estimate.interval?.clamped(to: 0)
      result.count = values.reduce(0, +)
    }
    return result
  }

  /// How often a rule was broken in each replication under all labels of a check.
  private func occurrences(of rule: Hazard, _ labels: LabelSet) -> [UInt64] {
    results.map { result in
      result.hazards.filter { tally in
        tally.rule == rule && labels.values.allSatisfy { tally.labels[$0.label] == $0.value }
      }.reduce(0) { $0 + $1.count }
    }
  }

  private func fillPercentile(
    _ result: inout SLOResult, _ metric: Metric, _ percentile: Percentile, _ index: Int
  ) {
    let histograms = parts.histograms(metric, result.check.labels)
    var pooled = Histogram()
    for histogram in histograms { pooled.merge(histogram) }
    let estimate = Estimator.percentiles(
      histograms, pooled: pooled, [percentile], factor: parts.factor(for: histograms))[0]
    let figure = estimate.rank == .never ? .infinity : estimate.value
    result.estimate = Estimate(value: figure, interval: estimate.interval)
    switch estimate.support {
    case .enough: break
    case .few: result.reason = fewAbove(percentile, histograms)
    case .uneven:
      result.reason =
        "thin: the share above p\(percentile.digits) differs too much between replications"
    }
    let within = parts.tallies.map { Double($0.checks[index].within) }
    // Samples that never ended are in the histogram, so its count is that of the check.
    guard within.count == histograms.count else {
      let share = Estimator.ratio(
        [within.reduce(0, +)], histograms.map { Double($0.count) }, factor: nil)
      result.share = share
      return
    }
    result.share = Estimator.ratio(
      within, histograms.map { Double($0.count) }, factor: parts.factor)
  }

  /// How many samples above a percentile the poorest replication has, and what would help.
  private func fewAbove(_ percentile: Percentile, _ histograms: [Histogram]) -> String {
    let rest = UInt64(1_000_000 - percentile.partsPerMillion)
    let fewest = histograms.map(\.count).min() ?? 0
    let (high, low) = fewest.multipliedFullWidth(by: rest)
    let above = UInt64(1_000_000).dividingFullWidth((high, low)).quotient
    return "thin: \(above) of the \(Estimator.leastSamples) samples above "
      + "p\(percentile.digits) that each replication needs; lengthen the run, "
      + "more replications do not help"
  }

  private func judge(_ result: inout SLOResult) {
    let check = result.check
    if case .percentile(let percentile) = check.statistic {
      if let reason = result.reason {
        result.decide(.undecided, reason)
      } else if let interval = result.share?.interval {
        let enough = interval.low >= percentile.share
        let tooFew = interval.high < percentile.share
        let wantsSmall = check.comparison.wantsSmall
        result.decide(
          enough ? (wantsSmall ? .pass : .fail) : tooFew ? (wantsSmall ? .fail : .pass) : nil)
      }
      return
    }
    if let reason = result.reason { return result.decide(.undecided, reason) }
    guard result.estimate.value != nil else { return result.decide(.undecided, "no value") }
    if check.statistic == .minimum || check.statistic == .maximum {
      return judgeExtreme(&result)
    }
    guard let interval = result.estimate.interval else { return result.decide(nil) }
    let low = check.comparison.holds(interval.low, check.limit)
    let high = check.comparison.holds(interval.high, check.limit)
    result.decide(low && high ? .pass : !low && !high ? .fail : nil)
  }

  /// Judges the extreme of each replication's samples.
  private func judgeExtreme(_ result: inout SLOResult) {
    let check = result.check
    let word = check.statistic == .minimum ? "minimum" : "maximum"
    let figures = extremes(of: check)
    let holding = figures.count { check.comparison.holds($0, check.limit) }
    if holding == figures.count {
      result.decide(.pass, "sample \(word)")
    } else if holding == 0 {
      result.decide(.fail, "sample \(word)")
    } else {
      result.decide(
        .undecided, "the sample \(word) holds in \(holding) of \(figures.count) replications")
    }
  }

  /// The least or greatest value of each replication; what never ended is +∞.
  private func extremes(of check: SLOCheck) -> [Double] {
    switch check.subject {
    case .metric(let metric):
      let isLeast = check.statistic == .minimum
      return parts.histograms(metric, check.labels).map { histogram in
        let finite = isLeast ? histogram.minimum : histogram.maximum
        let isEndless = finite == nil || !isLeast && histogram.moments.never > 0
        return isEndless ? .infinity : Double(finite ?? 0)
      }
    case .gauge(let gauge):
      return results.compactMap { result in
        result.gauges.first { $0.gauge == gauge && $0.labels == check.labels }
          .map { Double($0.peak) / Double($0.divisor) }
      }
    case .ratio, .count, .hazard: return []
    }
  }

  private func shortage(_ metric: Metric, _ labels: LabelSet) -> String? {
    shortage(parts.histograms(metric, labels).map(\.count))
  }

  /// Why there are too few samples for a verdict; nil when there are enough.
  private func shortage(_ samples: [UInt64]) -> String? {
    let all = samples.reduce(0, +)
    if all < Estimator.leastSamples {
      return "too few samples: \(all) of at least \(Estimator.leastSamples)"
    }
    return samples.contains(0) ? "too few samples: a replication has none" : nil
  }

  /// Objectives that say less than they seem to.
  static func warnings(for plan: MeasurementPlan) -> [String] {
    SLOCheck.withoutCoverage(plan.checks, placeholders: plan.placeholders)
      .map { SLOCheck.coverageWarning(of: $0) }
  }
}

extension SLOResult {
  /// Sets a verdict; nil is an interval that holds the limit.
  fileprivate mutating func decide(_ verdict: Verdict?, _ reason: String? = nil) {
    self.verdict = verdict ?? .undecided
    self.reason = verdict == nil ? "the interval holds the limit" : reason
  }
}
