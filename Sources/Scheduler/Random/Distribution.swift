/// A checked distribution that answers questions: quantile, distribution function, moments.
///
/// The normal form of a `DistributionSpec`: a weighted list of scaled and shifted leaves, with
/// truncation pushed down to the leaves and mixtures of mixtures flattened.
/// For set-up and tests; draws go through a `DistributionPool`.
public struct Distribution: Sendable {
  let parts: [DistributionPart]

  /// Checks and normalizes `spec`; throws what is wrong with it.
  ///
  /// Complexity: O(n log n) in the values and samples it holds.
  public init(_ spec: DistributionSpec) throws(DistributionError) {
    var parts = try Self.flatten(spec, depth: 0)
    if parts.count > 1 { parts = try Self.merged(parts) }
    self.parts = parts
  }

  /// The least value x with P(X ≤ x) ≥ `u`, for 0 < u < 1; non-decreasing in u.
  public func quantile(_ u: Double) -> Double { quantile(Tails(lower: u)) }

  /// P(X ≤ `x`).
  public func cdf(_ x: Double) -> Double { tails(x).lower }

  /// P(X > `x`), precise where it is small.
  public func survival(_ x: Double) -> Double { tails(x).upper }

  /// The mean; ∞ where it does not exist.
  public var mean: Double { moments.mean }

  /// The variance; ∞ where it does not exist.
  public var variance: Double { moments.variance }

  /// Mean and variance: closed forms, integrated (relative error about 1e-9) where truncated.
  var moments: (mean: Double, variance: Double) {
    if parts.count == 1 { return parts[0].moments }
    let each = parts.map { (weight: $0.weight, moments: $0.moments) }
    var mean = 0.0
    for part in each { mean += part.weight * part.moments.mean }
    if mean == .infinity { return (mean, .infinity) }
    var variance = 0.0
    for part in each {
      let off = part.moments.mean - mean
      variance += part.weight * (part.moments.variance + off * off)
    }
    return (mean, variance)
  }

  func tails(_ x: Double) -> Tails {
    if parts.count == 1 { return parts[0].tails(x) }
    var sum = Tails(lower: 0, upper: 0)
    for part in parts {
      let tails = part.tails(x)
      sum.lower += part.weight * tails.lower
      sum.upper += part.weight * tails.upper
    }
    return sum
  }

  /// The quantile; for mixtures between those of the parts, by search.
  func quantile(_ p: Tails) -> Double {
    if parts.count == 1 { return parts[0].quantile(p) }
    var low = Double.infinity
    var high = -Double.infinity
    for part in parts {
      let x = part.quantile(p)
      low = min(low, x)
      high = max(high, x)
    }
    if excess(low, p) >= 0 { return low }
    // A mixture has one list of atoms at most; between two of them there are no jumps.
    if case .atoms(let atoms) = parts[parts.count - 1].leaf {
      var first = Atoms.firstIndex(in: atoms.values, notBelow: low)
      var last = Atoms.firstIndex(in: atoms.values, notBelow: high.nextUp)
      let end = last
      while first < last {
        let middle = (first + last) / 2
        if excess(atoms.values[middle], p) < 0 { first = middle + 1 } else { last = middle }
      }
      if first < end {
        high = atoms.values[first]
        if excess(high.nextDown, p) < 0 { return high }
      }
      if first > 0 { low = max(low, atoms.values[first - 1]) }
    }
    return search(p, from: low, to: high)
  }

  /// The logarithm of the ratio of the smaller tail at `x` to that wanted: below 0 left of it.
  private func excess(_ x: Double, _ p: Tails) -> Double {
    let at = tails(x)
    if p.lower <= 0.5 {
      return at.lower > 0 ? ExactMath.log(at.lower / p.lower) : -.infinity
    }
    return at.upper > 0 ? ExactMath.log(p.upper / at.upper) : .infinity
  }

  /// The place of `p` between `low`, which is left of it, and `high`, which is not.
  ///
  /// Regula falsi (the Illinois rule) on the Doubles in their order as integers, which are
  /// about logarithms; every third step a bisection.
  private func search(_ p: Tails, from low: Double, to high: Double) -> Double {
    var bottom = Self.key(low)
    var top = Self.key(high)
    var below = excess(low, p)
    var above = excess(high, p)
    var step = 0
    while top - bottom > 1 {
      step += 1
      var share = below / (below - above)
      if step % 3 == 0 || !(share > 0 && share < 1) { share = 0.5 }
      let width = Double(top - bottom)
      let middle = bottom + min(max(1, Int64(width * share)), top - bottom - 1)
      let x = Self.value(middle)
      let off = excess(x, p)
      if off.magnitude <= 2e-15 { return x }
      if off < 0 {
        if step % 3 == 2 { above *= 0.5 }
        (bottom, below) = (middle, off)
      } else {
        if step % 3 == 2 { below *= 0.5 }
        (top, above) = (middle, off)
      }
    }
    return Self.value(top)
  }

  /// An integer in the order of the Doubles.
  private static func key(_ x: Double) -> Int64 {
    let bits = Int64(bitPattern: (x + 0).bitPattern)
    return (bits < 0 ? Int64.min &- bits : bits) / 2
  }

  /// The Double of a key, but for its last bit.
  private static func value(_ key: Int64) -> Double {
    let bits = key * 2
    return Double(bitPattern: UInt64(bitPattern: bits < 0 ? Int64.min &- bits : bits))
  }
}

extension DistributionSpec {
  /// The value at `u`, 0 < u < 1; throws when the distribution cannot be.
  public func quantile(_ u: Double) throws(DistributionError) -> Double {
    try Distribution(self).quantile(u)
  }

  /// P(X ≤ `x`); throws when the distribution cannot be.
  public func cdf(_ x: Double) throws(DistributionError) -> Double {
    try Distribution(self).cdf(x)
  }

  /// The mean; throws when the distribution cannot be.
  public var mean: Double {
    get throws(DistributionError) { try Distribution(self).mean }
  }

  /// The variance; throws when the distribution cannot be.
  public var variance: Double {
    get throws(DistributionError) { try Distribution(self).variance }
  }
}
