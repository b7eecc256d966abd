/// What each replication says of one figure: all that is needed to compare it with another run.
public struct FigureSamples: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    /// The percentile of all replications together and of each, in microseconds; nil where it
    /// falls among what never ended. And how many samples each has.
    case percentile(pooled: Double?, each: [Double?], counts: [UInt64])
    /// Numerator and denominator of each.
    case quotient(numerators: [Double], denominators: [Double])
  }

  public var content: Content
  /// Why nothing can be decided by it; nil when there is enough.
  public var shortage: String?

  public init(_ content: Content, shortage: String? = nil) {
    self.content = content
    self.shortage = shortage
  }

  public var replications: Int {
    switch content {
    case .percentile(_, let each, _): each.count
    case .quotient(let numerators, _): numerators.count
    }
  }

  /// Samples; of a ratio its denominator.
  public var count: Double {
    switch content {
    case .percentile(_, _, let counts): Double(counts.reduce(0, +))
    case .quotient(_, let denominators): denominators.reduce(0, +)
    }
  }

  /// The pooled figure; nil without samples or when it is not finite.
  public var value: Double? {
    switch content {
    case .percentile(let pooled, _, _): pooled
    case .quotient(let numerators, let denominators):
      Estimator.ratio(numerators, denominators, factor: nil).value
    }
  }

  /// How each replication differs from the pooled figure; nil when one has no value.
  var deviations: [Double]? {
    guard let value else { return nil }
    switch content {
    case .percentile(_, let each, _):
      let finite = each.compactMap { $0 }
      return finite.count == each.count ? finite.map { $0 - value } : nil
    case .quotient(let numerators, let denominators):
      let mean = denominators.reduce(0, +) / Double(denominators.count)
      return zip(numerators, denominators).map { ($0 - value * $1) / mean }
    }
  }

  /// The pooled figure with its interval.
  var estimate: Estimate {
    guard let value, let deviations, let factor = Estimator.factor(replications) else {
      return Estimate(value: value)
    }
    var half = factor * Estimator.spread(deviations)
    if case .percentile = content { half += value * HistogramScale.relativeError }
    return Estimate(value: value, interval: Interval(value, halfWidth: half).clamped(to: 0))
  }
}

/// Takes the samples of figures out of the replications of a report.
struct FigureReader {
  private let parts: EstimateParts
  private let report: Report

  init(_ report: Report) {
    self.report = report
    // Batches of one run are not replications.
    parts = EstimateParts(
      report.results.map { result in
        var whole = result
        whole.batches = []
        return whole
      })
  }

  func samples(_ figure: GateFigure) -> FigureSamples {
    switch figure.subject {
    case .metric(let metric):
      let rows = parts.histograms(metric, figure.labels)
      if case .percentile(let percentile) = figure.statistic {
        return samples(percentile, rows)
      }
      let never = rows.reduce(0) { $0 + $1.moments.never }
      return FigureSamples(
        .quotient(
          numerators: rows.map { Double($0.moments.sum) },
          denominators: rows.map { Double($0.moments.finite) }),
        shortage: never > 0
          ? "\(never) never ended, so there is no mean" : shortage(rows.map(\.count)))
    case .ratio(let ratio):
      let items = parts.values(ratio.denominator, figure.labels)
      return FigureSamples(
        .quotient(
          numerators: parts.values(ratio.numerator, figure.labels).map {
            Double($0) * ratio.scale
          }, denominators: items.map { Double($0) }), shortage: shortage(items))
    case .gauge(let gauge):
      let window = Double(report.plan.window.duration.nanoseconds)
      let levels = report.results.compactMap { result in
        result.gauges.first { $0.gauge == gauge && $0.labels == figure.labels }
      }
      let means = levels.map { Double($0.integrals.reduce(0, +)) / window / Double($0.divisor) }
      return FigureSamples(
        .quotient(numerators: means, denominators: means.map { _ in 1 }),
        shortage: levels.count < report.replications ? "no such gauge" : nil)
    case .count, .hazard:
      preconditionFailure("\(figure.text) is no figure of a gate")
    }
  }

  private func samples(_ percentile: Percentile, _ rows: [Histogram]) -> FigureSamples {
    var pooled = Histogram()
    for row in rows { pooled.merge(row) }
    let estimate = Estimator.percentiles(rows, pooled: pooled, [percentile], factor: nil)[0]
    let each = rows.map { $0.percentile(percentile)?.microseconds.map { Double($0) } }
    let reason: String? =
      if pooled.isEmpty {
        "no samples"
      } else if each.contains(nil) || estimate.value == nil {
        "it falls among what never ended, or a replication has no samples"
      } else {
        switch estimate.support {
        case .enough: nil
        case .few: "thin: too few samples above it in a replication; lengthen the run"
        case .uneven: "thin: the share above it differs too much between replications"
        }
      }
    return FigureSamples(
      .percentile(pooled: estimate.value, each: each, counts: rows.map(\.count)),
      shortage: reason)
  }

  private func shortage(_ samples: [UInt64]) -> String? {
    let all = samples.reduce(0, +)
    if all == 0 { return "no samples" }
    if all < Estimator.leastSamples {
      return "too few samples: \(all) of at least \(Estimator.leastSamples)"
    }
    return samples.contains(0) ? "too few samples: a replication has none" : nil
  }
}
