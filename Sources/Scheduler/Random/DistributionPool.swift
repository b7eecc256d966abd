/// The number of a distribution in the pool it was added to.
@frozen
public struct DistributionID: Hashable, Sendable {
  /// The place in the pool.
  public let index: Int32

  @inlinable init(index: Int32) { self.index = index }
}

/// Distributions ready for the hot path: added at set-up, then only sampled.
///
/// Flat records and one flat table of numbers. A draw allocates nothing, counts no references
/// and takes one uniform. A quantile table costs 27 kB (54 kB and its knots for mixtures and
/// truncated forms), a discrete value 16 bytes, a rank 8.
/// A value of its own: a copy made before an `add` does not see it.
public struct DistributionPool: Sendable {
  @usableFromInline var samplers: [Sampler] = []
  @usableFromInline var table: [Double] = []
  private var means: [Double] = []
  private var known: [DistributionSpec: DistributionID] = [:]

  /// Makes an empty pool.
  public init() {}

  /// How many different distributions it holds.
  public var count: Int { samplers.count }

  /// Checks `spec` and makes it ready; the same spec again gets the same number.
  ///
  /// Complexity: O(n log n) in its values; some 3400 quantiles for a table, some milliseconds.
  /// Throws what is wrong with it, or that the pool is full.
  public mutating func add(_ spec: DistributionSpec) throws(DistributionError) -> DistributionID {
    if let id = known[spec] { return id }
    let distribution = try Distribution(spec)
    var (sampler, numbers) = try SamplerBuilder.build(distribution)
    if samplers.count >= DistributionLimits.poolSize {
      throw Check.error(nil, "the pool is full: \(DistributionLimits.poolSize) distributions")
    }
    if table.count + numbers.count > DistributionLimits.poolTable {
      throw Check.error(nil, "the pool's tables are full: \(DistributionLimits.poolTable) numbers")
    }
    sampler.offset = table.count
    table += numbers
    let id = DistributionID(index: Int32(samplers.count))
    samplers.append(sampler)
    means.append(distribution.mean)
    known[spec] = id
    return id
  }

  /// The variate of `u`, 0 < u < 1: non-decreasing in u, finite.
  ///
  /// Within 0.1 % of the quantile where a table is used (gamma, Erlang, mixtures, truncated
  /// forms) from the median up to 99.999 %; to the last bits elsewhere.
  @inlinable
  public func sample(_ id: DistributionID, uniform u: Double) -> Double {
    samplers[Int(id.index)].value(u, table)
  }

  /// The exact mean of the distribution; ∞ where it does not exist.
  public func mean(_ id: DistributionID) -> Double { means[Int(id.index)] }
}
