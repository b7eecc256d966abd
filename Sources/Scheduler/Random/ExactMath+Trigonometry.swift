extension ExactMath {
  /// The greatest magnitude of an argument of `sin` and `cos`: 2²⁰ (radians).
  public static var angleLimit: Double { 0x1p20 }

  /// The sine of `x` radians: within 1 ulp; traps beyond `angleLimit`, NaN for ±∞ and NaN.
  public static func sin(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (n, r, low) = reducedAngle(x)
    let value = n & 1 == 0 ? sinKernel(r, low) : cosKernel(r, low)
    return n & 2 == 0 ? value : -value
  }

  /// The cosine of `x` radians: within 1 ulp; traps beyond `angleLimit`, NaN for ±∞ and NaN.
  public static func cos(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (n, r, low) = reducedAngle(x)
    let value = n & 1 == 0 ? cosKernel(r, low) : sinKernel(r, low)
    return (n &+ 1) & 2 == 0 ? value : -value
  }

  /// x − n·π/2 in two Doubles, at most π/4 in magnitude, and n.
  ///
  /// π/2 in three parts of 33 bits and a tail (Cody and Waite 1980): n times a part is exact.
  private static func reducedAngle(_ x: Double) -> (Int64, Double, Double) {
    precondition(x.magnitude <= angleLimit, "an angle must be within ±2^20 radians")
    if x.magnitude <= 0.7853981633974483 { return (0, x, 0) }
    let (m, n) = roundedMultiple(x * 0.6366197723675814)
    let first = x - m * 0x1.921fb544p0
    let (a, aLow) = sum(first, -(m * 0x1.0b4611a6p-34))
    let (b, bLow) = sum(a, -(m * 0x1.3198a2ep-69))
    let tail = (aLow + bLow) - m * 0x1.b839a252049c1p-104
    let (r, low) = sum(b, tail)
    return (n, r, low)
  }

  /// The sine of `r` + `low` for |r| ≤ π/4: its series to the 17th power.
  private static func sinKernel(_ r: Double, _ low: Double) -> Double {
    if r == 0 { return r }
    let z = r * r
    let high = 1.6059043836821613e-10 + z * (-7.647163731819816e-13 + z * 2.8114572543455206e-15)
    let middle = 2.7557319223985893e-06 + z * (-2.505210838544172e-08 + z * high)
    let tail = 0.008333333333333333 + z * (-1.984126984126984e-04 + z * middle)
    let cube = r * z
    return r + (cube * (-0.16666666666666666 + z * tail) + low * (1 - 0.5 * z))
  }

  /// The cosine of `r` + `low` for |r| ≤ π/4: its series to the 16th power.
  private static func cosKernel(_ r: Double, _ low: Double) -> Double {
    let z = r * r
    let tail =
      0.041666666666666664
      + z
      * (-0.001388888888888889
        + z
        * (2.48015873015873e-05
          + z
          * (-2.755731922398589e-07
            + z
            * (2.08767569878681e-09 + z * (-1.1470745597729725e-11 + z * 4.779477332387385e-14)))))
    let half = 0.5 * z
    let top = 1 - half
    return top + (((1 - top) - half) + (z * z * tail - r * low))
  }
}
