/// A finished histogram of microseconds: its nonzero buckets in ascending order, and exact moments.
///
/// Made by `HistogramBank`; merged by addition, so the order of merging never matters. A value of
/// +∞ (a load that never ended) is counted apart and ranks above all others. Percentile p is the
/// value of rank ⌈p·n⌉: the midpoint of its bucket, clamped to the exact minimum and maximum.
public struct Histogram: Sendable, Hashable {
  /// Nonzero buckets of `HistogramScale`, ascending.
  public internal(set) var buckets: [UInt32] = []
  /// How many values each holds.
  public internal(set) var counts: [UInt64] = []
  public internal(set) var moments = Moments()

  public init() {}

  /// Exact sums over the values.
  @frozen
  public struct Moments: Sendable, Hashable, BitwiseCopyable {
    /// Finite values.
    public var finite: UInt64 = 0
    /// Values of +∞.
    public var never: UInt64 = 0
    /// Values beyond the scale, which are in its last bucket and here at its largest value.
    public var clamped: UInt64 = 0
    public var sum: UInt128 = 0
    public var sumOfSquares: UInt128 = 0
    public var minimum: UInt64 = .max
    public var maximum: UInt64 = 0

    @inlinable public init() {}

    /// Adds the sums of other values.
    public mutating func add(_ other: Moments) {
      finite += other.finite
      never += other.never
      clamped += other.clamped
      sum += other.sum
      sumOfSquares += other.sumOfSquares
      minimum = min(minimum, other.minimum)
      maximum = max(maximum, other.maximum)
    }
  }

  /// All values, those of +∞ included.
  public var count: UInt64 { moments.finite + moments.never }
  public var isEmpty: Bool { count == 0 }

  /// Mean of the finite values; nil without any.
  public var mean: Double? {
    moments.finite == 0 ? nil : Double(moments.sum) / Double(moments.finite)
  }

  /// Standard deviation (n − 1) of the finite values; nil with fewer than two.
  public var standardDeviation: Double? {
    let n = moments.finite
    guard n > 1 else { return nil }
    // n·Σx² − (Σx)² in Double would cancel; Σx² − mean·Σx is taken in integers first.
    let (mean, rest) = moments.sum.quotientAndRemainder(dividingBy: UInt128(n))
    // Σ(x − m)² with m the whole part of the mean: Σx² − 2mΣx + nm².
    let around = moments.sumOfSquares + UInt128(n) * mean * mean - 2 * mean * moments.sum
    let fraction = Double(rest) / Double(n)
    let squares = max(0, Double(around) - Double(n) * fraction * fraction)
    return (squares / Double(n - 1)).squareRoot()
  }

  public var minimum: UInt64? { moments.finite == 0 ? nil : moments.minimum }
  public var maximum: UInt64? { moments.finite == 0 ? nil : moments.maximum }

  /// Adds the values of `other`. O(buckets of both).
  public mutating func merge(_ other: Histogram) {
    moments.add(other.moments)
    if buckets.isEmpty {
      buckets = other.buckets
      counts = other.counts
      return
    }
    if other.buckets.isEmpty { return }
    var mergedBuckets: [UInt32] = []
    var mergedCounts: [UInt64] = []
    mergedBuckets.reserveCapacity(buckets.count + other.buckets.count)
    mergedCounts.reserveCapacity(buckets.count + other.buckets.count)
    var i = 0
    var j = 0
    while i < buckets.count || j < other.buckets.count {
      let left = i < buckets.count ? buckets[i] : .max
      let right = j < other.buckets.count ? other.buckets[j] : .max
      mergedBuckets.append(min(left, right))
      mergedCounts.append(
        (left <= right ? counts[i] : 0) + (right <= left ? other.counts[j] : 0))
      if left <= right { i += 1 }
      if right <= left { j += 1 }
    }
    buckets = mergedBuckets
    counts = mergedCounts
  }

  /// The same histogram with `n` more values of +∞.
  public func addingNever(_ n: UInt64) -> Histogram {
    var copy = self
    copy.moments.never += n
    return copy
  }
}

extension Histogram {
  /// A percentile of a histogram.
  public enum Rank: Sendable, Hashable {
    /// Microseconds.
    case value(UInt64)
    /// The rank falls among the values of +∞.
    case never

    public var microseconds: UInt64? {
      if case .value(let value) = self { return value }
      return nil
    }
  }

  /// The percentiles `ascending`, in one pass; nil without values. O(buckets).
  public func percentiles(_ ascending: [Percentile]) -> [Rank]? {
    let n = count
    guard n > 0 else { return nil }
    var results: [Rank] = []
    results.reserveCapacity(ascending.count)
    var index = 0
    var seen: UInt64 = 0
    for percentile in ascending {
      let rank = percentile.rank(among: n)
      while index < buckets.count, seen + counts[index] < rank {
        seen += counts[index]
        index += 1
      }
      results.append(index < buckets.count ? .value(represented(buckets[index])) : .never)
    }
    return results
  }

  /// One percentile; nil without values. O(buckets).
  public func percentile(_ percentile: Percentile) -> Rank? { percentiles([percentile])?[0] }

  private func represented(_ bucket: UInt32) -> UInt64 {
    min(max(HistogramScale.midpoint(of: bucket), moments.minimum), moments.maximum)
  }

  /// How many values rank above the bucket of each of `limits` (ascending), +∞ included.
  ///
  /// O(buckets + limits).
  func countsAbove(_ limits: [Rank]) -> [UInt64] {
    var results: [UInt64] = []
    var index = 0
    var seen: UInt64 = 0
    for limit in limits {
      guard case .value(let value) = limit else {
        results.append(0)
        continue
      }
      let bucket = HistogramScale.bucket(of: min(value, HistogramScale.maximum))
      while index < buckets.count, buckets[index] <= bucket {
        seen += counts[index]
        index += 1
      }
      results.append(count - seen)
    }
    return results
  }

  /// The share of values in buckets wholly below `limit` microseconds; nil without values.
  ///
  /// Exact when `limit` is a bucket's lower end (always below 2048); else short by a bucket.
  public func shareBelow(_ limit: UInt64) -> Double? {
    guard count > 0 else { return nil }
    let last = HistogramScale.bucket(of: min(limit, HistogramScale.maximum))
    var below: UInt64 = 0
    for (bucket, n) in zip(buckets, counts) {
      guard bucket < last else { break }
      below += n
    }
    return Double(below) / Double(count)
  }
}
