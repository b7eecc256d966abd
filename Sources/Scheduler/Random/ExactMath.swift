/// Elementary functions made of IEEE-exact operations only, bit-equal on every platform.
///
/// The platform's libm differs in the last bit between machines. Here each function is a fixed
/// sequence of + − × ÷, square root and integer operations, none of them contracted, so one
/// argument has one result. Errors stated are in units in the last place (ulp) of the true value.
/// Special values (±0, ±∞, NaN, overflow, subnormals) are those of C's libm.
public enum ExactMath {
  /// e to the power `x`: within 1 ulp, 0 below −745.14, ∞ above 709.78.
  ///
  /// x = k·ln 2 + r with |r| ≤ ½·ln 2, then a near-minimax polynomial of eᵣ of degree 12.
  /// Complexity: constant, without division or table.
  @inlinable
  public static func exp(_ x: Double) -> Double {
    guard x > -708, x < 709 else { return expOutside(x, 0) }
    let (y, k) = expParts(x, 0)
    return y * Double(bitPattern: UInt64(bitPattern: (k &+ 1023) &<< 52))
  }

  /// The natural logarithm of `x`: within 1 ulp, −∞ at ±0, NaN below.
  ///
  /// x = 2ᵏ·(1 + f) with √½ ≤ 1 + f < √2, then the series of artanh in s = f ÷ (2 + f), fitted.
  /// Complexity: constant, one division, no table.
  @inlinable
  public static func log(_ x: Double) -> Double {
    guard x >= 0x1p-1022, x <= 0x1.fffffffffffffp1023 else { return logOutside(x) }
    let (k, m) = split(x)
    return k * ln2Hi + logOfOnePlus(m - 1, low: k * ln2Lo)
  }

  /// The natural logarithm of 1 − `u`, for a uniform 0 ≤ u < 1: within 2 ulp where u is below ¼.
  ///
  /// From ¼ on the error is that of rounding 1 − u once, and none where 1 − u is exact.
  @inlinable
  public static func logOfComplement(_ u: Double) -> Double {
    let (k, m) = split(1 - u)
    let f = k == 0 ? -u : m - 1
    return k * ln2Hi + logOfOnePlus(f, low: k * ln2Lo)
  }

  // MARK: - Parts of exp and log

  /// ln 2 cut to 40 bits, so that its product with an exponent is exact.
  @inlinable static var ln2Hi: Double { 0x1.62e42fefa2p-1 }
  /// ln 2 − `ln2Hi`.
  @inlinable static var ln2Lo: Double { 0x1.9ef35793c7673p-41 }

  /// `x` rounded to the nearest whole number, as a number and an integer; |x| must be below 2³¹.
  @inlinable @inline(__always)
  static func roundedMultiple(_ x: Double) -> (Double, Int64) {
    // Adding 1.5·2⁵² leaves no bits for a fraction: the sum is rounded to a whole number.
    let sum = x + 0x1.8p52
    let whole = sum - 0x1.8p52
    return (whole, Int64(bitPattern: sum.bitPattern &- 0x4338_0000_0000_0000))
  }

  /// e to the power `x` + `low` as y·2ᵏ with √½ ≤ y < √2 or nearly so; `low` is a small rest.
  @inlinable @inline(__always)
  static func expParts(_ x: Double, _ low: Double) -> (y: Double, k: Int64) {
    let (shifted, k) = roundedMultiple(x * 0x1.71547652b82fep0)
    let hi = x - shifted * ln2Hi
    let lo = shifted * ln2Lo - low
    let r = hi - lo
    let c = (hi - r) - lo
    return (1 + (r + (c + r * r * expTail(r))), k)
  }

  /// (eʳ − 1 − r) ÷ r² for |r| ≤ ½·ln 2, error below 2⁻⁵⁹ of eʳ.
  @inlinable @inline(__always)
  static func expTail(_ r: Double) -> Double {
    let r2 = r * r
    let r4 = r2 * r2
    let a = (0.5 + r * 0.1666666666666667) + r2 * (0.04166666666666667 + r * 0.00833333333332612)
    let b =
      (0.0013888888888883737 + r * 0.00019841269874873975)
      + r2 * (2.480158732558584e-05 + r * 2.755725533255441e-06)
    let c = (2.7557273594799413e-07 + r * 2.510524515390137e-08) + r2 * 2.0914707069612355e-09
    return a + r4 * (b + r4 * c)
  }

  /// The exponent and the significand of a normal positive number: x = 2ᵏ·m, √½ ≤ m < √2.
  @inlinable @inline(__always)
  static func split(_ x: Double) -> (k: Double, m: Double) {
    let bits = x.bitPattern
    let exponent = Int64(bitPattern: bits &- 0x3FE6_A09E_667F_3BCD) &>> 52
    let m = Double(bitPattern: bits &- UInt64(bitPattern: exponent &<< 52))
    return (Double(Int32(truncatingIfNeeded: exponent)), m)
  }

  /// log(1 + f) + `low` for f = m − 1 of `split`.
  @inlinable @inline(__always)
  static func logOfOnePlus(_ f: Double, low: Double) -> Double {
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let a = 0.6666666666666666 + z * 0.4000000000000088
    let b = 0.28571428570803514 + z * 0.2222222239173592
    let c = 0.18181795637781728 + z * 0.15386239830697943
    let d = 0.1326876971386881 + z * 0.1308666196353411
    let r = z * ((a + w * b) + w * w * (c + w * d))
    let half = 0.5 * f * f
    return f - (half - (s * (half + r) + low))
  }

  /// exp of `x` + `low` where the result may not be a normal number.
  @usableFromInline
  static func expOutside(_ x: Double, _ low: Double) -> Double {
    if x.isNaN { return x }
    if x > 709.782712893384 { return .infinity }
    if x <= -745.1332191019412 { return 0 }
    // Half of the argument's power of two is put off to the end.
    let far = x < 0 ? -55.0 : 55.0
    let (y, k) = expParts(x, low)
    let near = Double(bitPattern: UInt64(bitPattern: (k &- Int64(far) &+ 1023) &<< 52))
    return y * near * (x < 0 ? 0x1p-55 : 0x1p55)
  }

  /// log of what is not a normal positive number.
  @usableFromInline
  static func logOutside(_ x: Double) -> Double {
    if x.isNaN || x == .infinity { return x }
    if x == 0 { return -.infinity }
    if x < 0 { return .nan }
    let (k, m) = split(x * 0x1p54)
    let exponent = k - 54
    return exponent * ln2Hi + logOfOnePlus(m - 1, low: exponent * ln2Lo)
  }
}
