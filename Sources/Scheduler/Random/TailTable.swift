/// The layout of a quantile table: nodes at 32 steps per octave of u and of 1 − u.
///
/// Both tails reach down to 2⁻⁵⁴, below the least uniform there is, so nothing lies outside.
/// A node is found from the bits of v = min(u, 1 − u): exponent and five bits of significand
/// are its number, the other bits the place between two nodes. Between nodes the quantile is
/// linear in v; the builder adds knots where that would be too coarse.
@usableFromInline
enum TailTable {
  /// Bits of a Double below the node number.
  @inlinable static var fractionBits: UInt64 { 47 }
  /// The node number of 2⁻⁵⁴ as the bits give it.
  @inlinable static var firstNode: Int { (1023 - 54) << 5 }
  /// Nodes of one tail, 2⁻⁵⁴ to ½, and one more to read beyond ½.
  @inlinable static var nodesPerTail: Int { 53 * 32 + 2 }

  /// The v of node `i` of a tail.
  static func position(_ i: Int) -> Double {
    Double(bitPattern: UInt64(firstNode + min(i, nodesPerTail - 2)) << fractionBits)
  }
}

/// A builder of quantile tables.
struct TailTableBuilder {
  /// The quantile in terms of the lower and the upper probability.
  let quantile: (Tails) -> Double
  /// The greatest error of a straight line, in proportion to the value.
  private static var tolerance: Double { 2e-4 }

  /// The nodes of the lower tail, then those of the upper tail.
  func nodes() -> [Double] {
    var table: [Double] = []
    table.reserveCapacity(2 * TailTable.nodesPerTail)
    for isUpper in [false, true] {
      for i in 0..<TailTable.nodesPerTail {
        table.append(value(TailTable.position(i), isUpper))
      }
    }
    Self.makeMonotone(&table)
    return table
  }

  /// Nodes, then for each node where its knots start, then the knots as pairs (v, quantile).
  ///
  /// A cell in which a straight line is off by more than 0.02 % is cut in halves until it is
  /// not, or until no Double is left between: a jump ends up between two neighbouring Doubles.
  /// In the lower tail the error is in proportion to the median at least.
  func nodesAndKnots() throws(DistributionError) -> [Double] {
    let nodes = nodes()
    let middle = quantile(Tails(lower: 0.5))
    let spread = quantile(Tails(upper: 0x1p-4)) - quantile(Tails(lower: 0x1p-4))
    let floor = max(middle.magnitude, spread * 0x1p-10)
    var starts: [Double] = []
    var knots: [Double] = []
    for isUpper in [false, true] {
      let offset = isUpper ? TailTable.nodesPerTail : 0
      for i in 0..<TailTable.nodesPerTail {
        starts.append(Double(knots.count))
        if i >= TailTable.nodesPerTail - 2 { continue }
        let a = Knot(v: TailTable.position(i), x: nodes[offset + i])
        let b = Knot(v: TailTable.position(i + 1), x: nodes[offset + i + 1])
        let least = isUpper ? spread * 0x1p-20 : floor
        if isStraight(a, b, isUpper, least) { continue }
        knots += [a.v, a.x]
        cut(a, b, isUpper, least, into: &knots)
        if knots.count > 2 * DistributionLimits.tableKnots {
          throw Check.error(nil, "needs a quantile table finer than the limit; use fewer values")
        }
      }
    }
    starts.append(Double(knots.count))
    return nodes + starts + knots
  }

  private struct Knot {
    var v: Double
    var x: Double
  }

  private func value(_ v: Double, _ isUpper: Bool) -> Double {
    quantile(isUpper ? Tails(upper: v) : Tails(lower: v))
  }

  /// Whether the line from `a` to `b` is close enough at the quarters.
  private func isStraight(_ a: Knot, _ b: Knot, _ isUpper: Bool, _ least: Double) -> Bool {
    for part in [0.5, 0.25, 0.75] {
      let v = a.v + part * (b.v - a.v)
      let line = a.x + (v - a.v) / (b.v - a.v) * (b.x - a.x)
      let exact = value(v, isUpper)
      let allowed = Self.tolerance * max(exact.magnitude, least)
      if (line - exact).magnitude > allowed { return false }
    }
    return true
  }

  /// Adds the knots after `a` up to and with `b`.
  private func cut(
    _ a: Knot, _ b: Knot, _ isUpper: Bool, _ least: Double, into knots: inout [Double]
  ) {
    let middle = a.v + 0.5 * (b.v - a.v)
    let full = knots.count > 2 * DistributionLimits.tableKnots
    if middle > a.v, middle < b.v, !full, !isStraight(a, b, isUpper, least) {
      let (low, high) = a.x < b.x ? (a.x, b.x) : (b.x, a.x)
      let knot = Knot(v: middle, x: min(max(value(middle, isUpper), low), high))
      cut(a, knot, isUpper, least, into: &knots)
      cut(knot, b, isUpper, least, into: &knots)
    } else {
      knots += [b.v, b.x]
    }
  }

  /// Irons out the last-bit noise of a numeric quantile, from the least node up.
  private static func makeMonotone(_ table: inout [Double]) {
    let count = TailTable.nodesPerTail
    for i in 1..<count { table[i] = max(table[i], table[i - 1]) }
    table[2 * count - 1] = table[count - 1]
    for i in stride(from: 2 * count - 2, through: count, by: -1) {
      table[i] = max(table[i], table[i + 1])
    }
  }
}
