/// One distribution ready to be sampled: a kind, four numbers and a place in the pool's table.
@frozen @usableFromInline
struct Sampler: Sendable {
  /// The formula. Every result is shift + scale · formula, but for `constant`.
  @usableFromInline
  enum Kind: UInt8, Sendable {
    /// `shift`.
    case constant
    /// u.
    case uniform
    /// −log(1 − u).
    case exponential
    /// The standard normal quantile.
    case normal
    /// exp(a · standard normal quantile).
    case lognormal
    /// exp(a · log(−log(1 − u))).
    case weibull
    /// exp(−a · log(1 − u)).
    case pareto
    /// The least whole number not below a · log(1 − u), at least 1.
    case geometric
    /// 1 when u > a, else 0.
    case bernoulli
    /// Value number ⌈u · count⌉ of the table.
    case sample
    /// A value of the table, by search in cumulative weights.
    case discrete
    /// The rank itself, by search in cumulative weights.
    case rank
    /// A quantile table.
    case table
    /// A quantile table of x^(1/a), raised to the power a.
    case power
    /// A quantile table with knots in some cells.
    case knots
  }

  @usableFromInline var kind: Kind
  /// log₂ of the count of guide cells of a search.
  @usableFromInline var guideBits: UInt8 = 0
  @usableFromInline var shift = 0.0
  @usableFromInline var scale = 1.0
  @usableFromInline var a = 0.0
  /// Where its numbers start in the table.
  @usableFromInline var offset = 0
  /// How many values it has.
  @usableFromInline var count = 0

  init(_ kind: Kind, shift: Double = 0, scale: Double = 1, a: Double = 0) {
    self.kind = kind
    self.shift = shift
    self.scale = scale
    self.a = a
  }

  /// The variate of `u`, 0 < u < 1, non-decreasing in u.
  @usableFromInline
  func value(_ u: Double, _ table: [Double]) -> Double {
    let x: Double
    switch kind {
    case .constant: return shift
    case .uniform: x = u
    case .exponential: x = -ExactMath.logOfComplement(u)
    case .normal: x = Self.normalQuantile(u)
    case .lognormal: x = ExactMath.exp(a * Self.normalQuantile(u))
    case .weibull:
      x = ExactMath.exp(a * ExactMath.log(-ExactMath.logOfComplement(u)))
    case .pareto: x = ExactMath.exp(-a * ExactMath.logOfComplement(u))
    case .geometric: x = max(1, ExactMath.ceiling(a * ExactMath.logOfComplement(u)))
    case .bernoulli: x = u > a ? 1 : 0
    case .sample: x = table[offset + sampleIndex(u)]
    case .discrete: x = table[offset + count + search(u, table, guide: offset + 2 * count)]
    case .rank: x = Double(1 + search(u, table, guide: offset + count))
    case .table: x = lookUp(u, table)
    case .power: x = ExactMath.exp(a * ExactMath.log(lookUp(u, table)))
    case .knots: x = lookUpWithKnots(u, table)
    }
    return shift + scale * x
  }

  /// The normal quantile, non-decreasing from each uniform to the next.
  ///
  /// The rational functions have some ulp of noise. Between 2⁻⁷ and 1 − 2⁻⁷ neighbouring
  /// uniforms are about that close, so u is rounded to 50 bits there: a step is ten ulp then.
  @inline(__always)
  private static func normalQuantile(_ u: Double) -> Double {
    let rounded = (u + 6) - 6
    return ExactMath.normalQuantile(u > 0x1p-7 && u < 1 - 0x1p-7 ? rounded : u)
  }

  /// ⌈u · count⌉ − 1, the least index with (index + 1) ÷ count ≥ u.
  @inline(__always)
  private func sampleIndex(_ u: Double) -> Int {
    let product = u * Double(count)
    let whole = Int(product)
    return Double(whole) == product ? max(0, whole - 1) : min(whole, count - 1)
  }

  /// The first of `count` cumulative weights not below `u`.
  ///
  /// The guide says where each of 2^guideBits equal cells of u starts; u times a power of two
  /// is exact, so the cell is the right one.
  @inline(__always)
  private func search(_ u: Double, _ table: [Double], guide: Int) -> Int {
    let cell = Int(u * Double(1 &<< Int(guideBits)))
    var low = Int(table[guide + cell])
    var high = Int(table[guide + cell + 1])
    while low < high {
      let middle = (low &+ high) &>> 1
      if table[offset &+ middle] < u { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The place of `u` in a quantile table: its node, the place in the cell, and the tail.
  @inline(__always)
  private func locate(_ u: Double) -> (node: Int, place: Double, v: Double, isUpper: Bool) {
    let isUpper = u >= 0.5
    let v = isUpper ? 1 - u : u
    let bits = v.bitPattern
    let cell = Int(bits &>> TailTable.fractionBits) &- TailTable.firstNode
    // The bits below the node number, put behind the point of 1.…: exact.
    let place = Double(bitPattern: (bits &<< 5) & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000) - 1
    return (isUpper ? cell &+ TailTable.nodesPerTail : cell, place, v, isUpper)
  }

  /// The straight line between two nodes, kept between them against rounding.
  @inline(__always)
  private static func line(_ x: Double, _ y: Double, _ place: Double, _ falls: Bool) -> Double {
    let z = x + (y - x) * place
    return falls ? (z < y ? y : z) : (z > y ? y : z)
  }

  @inline(__always)
  private func lookUp(_ u: Double, _ table: [Double]) -> Double {
    let (node, place, _, isUpper) = locate(u)
    return Self.line(table[offset + node], table[offset + node + 1], place, isUpper)
  }

  @inline(__always)
  private func lookUpWithKnots(_ u: Double, _ table: [Double]) -> Double {
    let (node, place, v, isUpper) = locate(u)
    let starts = offset + 2 * TailTable.nodesPerTail
    let first = Int(table[starts + node])
    let end = Int(table[starts + node + 1])
    if first == end {
      return Self.line(table[offset + node], table[offset + node + 1], place, isUpper)
    }
    let knots = starts + 2 * TailTable.nodesPerTail + 1
    return betweenKnots(v, isUpper, table, first: knots + first, end: knots + end)
  }

  /// The straight line between the two knots around `v`.
  private func betweenKnots(
    _ v: Double, _ isUpper: Bool, _ table: [Double], first: Int, end: Int
  ) -> Double {
    // The last knot at or below v; the first knot of a cell always is.
    var low = 0
    var high = (end - first) / 2 - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[first + 2 * middle] <= v { low = middle } else { high = middle }
    }
    let at = first + 2 * low
    let place = (v - table[at]) / (table[at + 2] - table[at])
    return Self.line(table[at + 1], table[at + 3], place, isUpper)
  }
}
