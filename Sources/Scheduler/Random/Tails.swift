/// A probability and its complement, both precise: P(X ≤ x) and P(X > x).
///
/// 1 − p has no digits left where p is close to 1; whoever knows the complement keeps it.
struct Tails {
  /// The probability of being at or below.
  var lower: Double
  /// The probability of being above; lower + upper = 1.
  var upper: Double

  init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  init(lower: Double) { self.init(lower: lower, upper: 1 - lower) }
  init(upper: Double) { self.init(lower: 1 - upper, upper: upper) }
}

extension ExactMath {
  /// The greatest whole number not above `x`.
  static func floor(_ x: Double) -> Double {
    guard x.magnitude < 0x1p52 else { return x }
    let whole = Double(Int64(x))
    return whole > x ? whole - 1 : whole
  }

  /// The least whole number not below `x`.
  static func ceiling(_ x: Double) -> Double { -floor(-x) }
}
