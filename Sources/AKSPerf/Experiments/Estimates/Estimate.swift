/// A 95 % interval.
public struct Interval: Sendable, Hashable {
  public var low: Double
  public var high: Double

  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
  public init(_ centre: Double, halfWidth: Double) {
    self.init(low: centre - halfWidth, high: centre + halfWidth)
  }
  public var halfWidth: Double { (high - low) / 2 }
  func clamped(to low: Double, _ high: Double = .infinity) -> Interval {
    Interval(low: max(low, self.low), high: min(high, self.high))
  }
}

/// A figure with its 95 % interval; nil when the data cannot say.
public struct Estimate: Sendable, Hashable {
  public var value: Double?
  public var interval: Interval?

  public init(value: Double?, interval: Interval? = nil) {
    self.value = value
    self.interval = interval
  }
}

/// A percentile with its interval.
public struct PercentileEstimate: Sendable, Hashable {
  public var percentile: Percentile
  /// The value of the merged histogram; nil without samples.
  public var rank: Histogram.Rank?
  public var interval: Interval?
  /// Whether its interval can be trusted.
  public var support: Support

  public enum Support: Sendable, Hashable {
    case enough
    /// Some replication has too few values above it.
    case few
    /// The share above it differs too much between replications.
    case uneven
  }

  /// Whether its interval cannot be trusted.
  public var isThin: Bool { support != .enough }

  /// Microseconds; nil without samples, or when it falls among those that never ended.
  public var value: Double? { rank?.microseconds.map { Double($0) } }
}

/// The rules by which figures of replications (or of equal-time batches) become estimates.
///
/// Only replications are independent, so every interval comes from differences between them:
/// half-width t(R − 1, .975) · S ÷ √R. Sums are taken in the order of the replications.
public enum Estimator {
  /// Samples that a figure needs: above a percentile in every replication, of others in all.
  static let leastSamples: UInt64 = 50

  /// t(R − 1, .975) ÷ √R; nil under two replications.
  static func factor(_ parts: Int) -> Double? {
    parts < 2 ? nil : StudentT.quantile(0.975, degrees: parts - 1) / Double(parts).squareRoot()
  }

  /// √(Σd² ÷ (R − 1)) of deviations from the pooled figure.
  static func spread(_ deviations: [Double]) -> Double {
    let squares = deviations.reduce(0.0) { $0 + $1 * $1 }
    return (squares / Double(max(1, deviations.count - 1))).squareRoot()
  }

  /// A mean or ratio: Q = ΣN ÷ ΣD, with residuals (N_r − Q·D_r) ÷ mean(D).
  ///
  /// Without a replication in which D is above 0 there is no value.
  public static func ratio(
    _ numerators: [Double], _ denominators: [Double], factor: Double?
  ) -> Estimate {
    let n = numerators.reduce(0, +)
    let d = denominators.reduce(0, +)
    guard d > 0 else { return Estimate(value: nil) }
    let value = n / d
    guard let factor else { return Estimate(value: value) }
    let mean = d / Double(denominators.count)
    let residuals = zip(numerators, denominators).map { ($0 - value * $1) / mean }
    return Estimate(
      value: value, interval: Interval(value, halfWidth: factor * spread(residuals)))
  }

  /// A share of items: the ratio, joined with Wilson's interval when nearly all items are alike.
  ///
  /// With under 50 items on one side, in all replications, their differences say little: with none
  /// nothing. Wilson's interval of the pooled items (1927) has a width then too.
  public static func share(
    _ numerators: [UInt64], _ denominators: [UInt64], factor: Double?
  ) -> Estimate {
    var estimate = ratio(
      numerators.map { Double($0) }, denominators.map { Double($0) }, factor: factor)
    let part = numerators.reduce(0, +)
    let whole = denominators.reduce(0, +)
    // An item may count in the numerator only; such a ratio is no share.
    guard let interval = estimate.interval, part <= whole, min(part, whole - part) < leastSamples
    else { return estimate }
    let pooled = wilson(part, of: whole)
    estimate.interval = Interval(
      low: min(interval.low, pooled.low), high: max(interval.high, pooled.high))
    return estimate
  }

  /// Wilson's 95 % interval of the share of `part` among `whole` independent items, 1 at least.
  static func wilson(_ part: UInt64, of whole: UInt64) -> Interval {
    // The 97.5 % quantile of the normal distribution.
    let z = 1.959963984540054
    let n = Double(whole)
    let p = Double(part) / n
    let centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return Interval(
      low: part == 0 ? 0 : centre - half, high: part == whole ? 1 : centre + half)
  }

  /// The mean over replications ± t.
  public static func mean(_ values: [Double], factor: Double?) -> Estimate {
    guard !values.isEmpty else { return Estimate(value: nil) }
    let mean = values.reduce(0, +) / Double(values.count)
    guard let factor else { return Estimate(value: mean) }
    let half = factor * spread(values.map { $0 - mean })
    return Estimate(value: mean, interval: Interval(mean, halfWidth: half))
  }

  /// A sum over replications: its interval is R times that of the mean of one replication.
  public static func sum(_ values: [Double], factor: Double?) -> Estimate {
    let one = mean(values, factor: factor)
    let n = Double(values.count)
    return Estimate(
      value: values.reduce(0, +),
      interval: one.interval.map { Interval(low: $0.low * n, high: $0.high * n) })
  }

  /// Percentiles of the merged histograms, ascending.
  ///
  /// The interval is Q ± (t·S ÷ √R + 0.05 % of Q for buckets), S² = Σ(Q_r − Q)² ÷ (R − 1). It is
  /// thin unless n(1 − p) ≥ 50 in every replication and E = p(1 − p)² ÷ Var(f_r) ≥ 5, where f_r is
  /// the share of a replication's values above Q. O(R · buckets).
  public static func percentiles(
    _ parts: [Histogram], pooled: Histogram, _ ascending: [Percentile], factor: Double?
  ) -> [PercentileEstimate] {
    guard let ranks = pooled.percentiles(ascending) else {
      return ascending.map {
        PercentileEstimate(percentile: $0, rank: nil, interval: nil, support: .few)
      }
    }
    let ofParts = parts.map { $0.percentiles(ascending) }
    let above = parts.map { $0.countsAbove(ranks) }
    return ascending.indices.map { index in
      let percentile = ascending[index]
      let shares = parts.indices.map { part in
        parts[part].isEmpty ? 0 : Double(above[part][index]) / Double(parts[part].count)
      }
      var estimate = PercentileEstimate(
        percentile: percentile, rank: ranks[index], interval: nil,
        support: support(percentile, parts.map(\.count), shares))
      let values = ofParts.compactMap { $0?[index].microseconds }
      if let factor, let value = estimate.value, values.count == parts.count {
        let half = factor * spread(values.map { Double($0) - value })
        estimate.interval = Interval(
          value, halfWidth: half + value * HistogramScale.relativeError
        ).clamped(to: 0)
      }
      return estimate
    }
  }

  /// Whether enough values lie above a percentile, and spread evenly enough over replications.
  static func support(
    _ percentile: Percentile, _ counts: [UInt64], _ above: [Double]
  ) -> PercentileEstimate.Support {
    let rest = UInt64(1_000_000 - percentile.partsPerMillion)
    for count in counts {
      let product = count.multipliedFullWidth(by: rest)
      guard product.high > 0 || product.low >= leastSamples * 1_000_000 else { return .few }
    }
    guard above.count > 1 else { return counts.isEmpty ? .few : .enough }
    let mean = above.reduce(0, +) / Double(above.count)
    let deviation = spread(above.map { $0 - mean })
    let p = percentile.share
    return p * (1 - p) * (1 - p) >= 5 * deviation * deviation ? .enough : .uneven
  }
}
