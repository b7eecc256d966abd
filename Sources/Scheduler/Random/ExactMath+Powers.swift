extension ExactMath {
  /// e to the power `x`, less 1: within 3 ulp, also near 0.
  public static func expm1(_ x: Double) -> Double {
    guard x > -40, x < 50 else { return x < 0 ? exp(x) - 1 : exp(x) }
    if x > -0x1p-54, x < 0x1p-54 { return x }
    let (shifted, k) = roundedMultiple(x * 0x1.71547652b82fep0)
    let hi = x - shifted * ln2Hi
    let lo = shifted * ln2Lo
    let r = hi - lo
    let c = (hi - r) - lo
    let t = r + (c + r * r * expTail(r))
    if k == 0 { return t }
    let scale = Double(bitPattern: UInt64(bitPattern: (k &+ 1023) &<< 52))
    return (scale - 1) + scale * t
  }

  /// The natural logarithm of 1 + `x`: within 2 ulp, also near 0.
  public static func log1p(_ x: Double) -> Double {
    if x > -0.29, x < 0.41 {
      return x > -0x1p-54 && x < 0x1p-54 ? x : logOfOnePlus(x, low: 0)
    }
    guard x > -1, x < 0x1p60 else { return x < -1 ? .nan : log(1 + x) }
    let y = 1 + x
    let lost = x < 1 ? x - (y - 1) : 1 - (y - x)
    return log(y) + lost / y
  }

  /// `x` to the power `y`: within 1 ulp for results that are normal numbers.
  ///
  /// The logarithm is carried in two Doubles (about 2⁻⁶⁵), the exponential takes both. A negative
  /// `x` needs a whole `y`. Complexity: constant, about four times `exp` and `log` together.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    if x.isNaN || y.isNaN { return .nan }
    let oddWhole = isOdd(y)
    if x == 0 || x.isInfinite {
      let up = (x == 0) == (y < 0)
      let sign = oddWhole && x.sign == .minus ? -1.0 : 1.0
      return sign * (up ? .infinity : 0)
    }
    let base = x.magnitude
    if y.isInfinite {
      return base == 1 ? 1 : (base > 1) == (y > 0) ? .infinity : 0
    }
    if x < 0, !isWhole(y) { return .nan }
    let sign = x < 0 && oddWhole ? -1.0 : 1.0
    if y.magnitude >= 0x1p65 {
      return base == 1 ? sign : (base > 1) == (y > 0) ? .infinity : 0
    }
    let (hi, lo) = logInTwo(base)
    let (p, e) = product(hi, y)
    let low = e + lo * y
    // Beyond these e^p is infinite or 0 whatever the low part is.
    if p > 710 { return sign * .infinity }
    if p < -746 { return sign * 0 }
    let sum = p + low
    return sign * expOfSum(sum, (p - sum) + low)
  }

  /// Whether `y` is a whole number.
  static func isWhole(_ y: Double) -> Bool {
    y.magnitude >= 0x1p52 || Double(Int64(y)) == y
  }

  /// Whether `y` is an odd whole number.
  static func isOdd(_ y: Double) -> Bool {
    y.magnitude < 0x1p53 && Double(Int64(y)) == y && Int64(y) & 1 == 1
  }

  /// The product of `a` and `b` as a rounded Double and the exact rest.
  ///
  /// Dekker 1971 with Veltkamp's splitting; factors must be below 2⁹⁹⁵.
  static func product(_ a: Double, _ b: Double) -> (Double, Double) {
    let p = a * b
    let (aHi, aLo) = halves(a)
    let (bHi, bLo) = halves(b)
    return (p, ((aHi * bHi - p) + aHi * bLo + aLo * bHi) + aLo * bLo)
  }

  /// `a` as the sum of two numbers of 26 bits.
  static func halves(_ a: Double) -> (Double, Double) {
    let scaled = a * 0x1.0000002p27
    let hi = scaled - (scaled - a)
    return (hi, a - hi)
  }

  /// e to the power `hi` + `lo`, where `lo` is below an ulp of `hi`.
  static func expOfSum(_ hi: Double, _ lo: Double) -> Double {
    guard hi > -708, hi < 709 else { return expOutside(hi, lo) }
    let (y, k) = expParts(hi, lo)
    return y * Double(bitPattern: UInt64(bitPattern: (k &+ 1023) &<< 52))
  }

  /// The natural logarithm of a positive finite number in two Doubles, error about 2⁻⁶⁵ of it.
  static func logInTwo(_ x: Double) -> (Double, Double) {
    var shift = 0.0
    var normal = x
    if x < 0x1p-1022 {
      normal = x * 0x1p54
      shift = 54
    }
    let parts = split(normal)
    let k = parts.k - shift
    let f = parts.m - 1
    // s = f ÷ (2 + f) in two parts: the rest of the rounded quotient is divided again.
    let d = 2 + f
    let dLow = f - (d - 2)
    let s = f / d
    let (q, qLow) = product(s, d)
    let sLow = (((f - q) - qLow) - s * dLow) / d
    // z = s² in two parts, and the first term of the series, ⅔·s·z, in two parts.
    let (z, zRest) = product(s, s)
    let zLow = zRest + 2 * s * sLow
    let w = z * z
    let tail =
      0.4 + z * (0.28571428571428575 + z * 0.2222222222222222)
      + w * z * (0.18181818181818182 + z * (0.15384615384615385 + z * 0.13333333333333333))
      + w * w * w * (0.11764705882352941 + z * (0.10526315789473684 + z * 0.09523809523809523))
      + w * w * w * w * z * (0.08695652173913043 + z * 0.08)
    let (cube, cubeRest) = product(s, z)
    let cubeLow = cubeRest + s * zLow + sLow * z
    let (third, thirdRest) = product(cube, 0.6666666666666666)
    let thirdLow = thirdRest + cubeLow * 0.6666666666666666 + cube * 0x1.5555555555555p-55
    let rest = s * w * tail
    // k·ln 2 + 2s + ⅔s³ + rest, summed from the greatest down.
    let (a, aLow) = sum(k * ln2Hi, 2 * s)
    let (b, bLow) = sum(a, third)
    let low = rest + (k * ln2Lo + (2 * sLow + thirdLow + aLow + bLow))
    let (hi, lo) = sum(b, low)
    return (hi, lo + k * ln2Rest)
  }

  /// ln 2 − `ln2Hi` − `ln2Lo`.
  static var ln2Rest: Double { 1.94704509238075e-31 }

  /// The sum of `a` and `b` as a rounded Double and the exact rest (Knuth's two-sum).
  static func sum(_ a: Double, _ b: Double) -> (Double, Double) {
    let s = a + b
    let t = s - a
    return (s, (a - (s - t)) + (b - t))
  }
}
