extension ExactMath {
  /// The standard normal quantile of `u`, 0 < u < 1: relative error below 1e-15.
  ///
  /// Non-decreasing in u but for some ulp of noise; −∞ at 0, ∞ at 1. Algorithm AS 241, PPND16
  /// (Wichura 1988): three rational functions of degree 7.
  public static func normalQuantile(_ u: Double) -> Double {
    normalQuantile(lower: u, upper: 1 - u)
  }

  /// The standard normal quantile where both `lower` = u and `upper` = 1 − u are known exactly.
  public static func normalQuantile(lower: Double, upper: Double) -> Double {
    let q = lower <= 0.5 ? lower - 0.5 : 0.5 - upper
    if q.magnitude <= 0.425 { return q * centre(0.180625 - q * q) }
    let tail = q < 0 ? lower : upper
    guard tail > 0 else { return q < 0 ? -.infinity : .infinity }
    let r = (-log(tail)).squareRoot()
    let value = r <= 5 ? near(r - 1.6) : far(r - 5)
    return q < 0 ? -value : value
  }

  /// The rational function for |u − ½| ≤ 0.425.
  private static func centre(_ r: Double) -> Double {
    let r2 = r * r
    let r4 = r2 * r2
    let n0 = 3.3871328727963666080e0 + r * 1.3314166789178437745e2
    let n1 = 1.9715909503065514427e3 + r * 1.3731693765509461125e4
    let n2 = 4.5921953931549871457e4 + r * 6.7265770927008700853e4
    let n3 = 3.3430575583588128105e4 + r * 2.5090809287301226727e3
    let d0 = 1 + r * 4.2313330701600911252e1
    let d1 = 6.8718700749205790830e2 + r * 5.3941960214247511077e3
    let d2 = 2.1213794301586595867e4 + r * 3.9307895800092710610e4
    let d3 = 2.8729085735721942674e4 + r * 5.2264952788528545610e3
    return ((n0 + r2 * n1) + r4 * (n2 + r2 * n3)) / ((d0 + r2 * d1) + r4 * (d2 + r2 * d3))
  }

  /// The rational function for tails from exp(−25) up.
  private static func near(_ r: Double) -> Double {
    let r2 = r * r
    let r4 = r2 * r2
    let n0 = 1.42343711074968357734e0 + r * 4.63033784615654529590e0
    let n1 = 5.76949722146069140550e0 + r * 3.64784832476320460504e0
    let n2 = 1.27045825245236838258e0 + r * 2.41780725177450611770e-1
    let n3 = 2.27238449892691845833e-2 + r * 7.74545014278341407640e-4
    let d0 = 1 + r * 2.05319162663775882187e0
    let d1 = 1.67638483018380384940e0 + r * 6.89767334985100004550e-1
    let d2 = 1.48103976427480074590e-1 + r * 1.51986665636164571966e-2
    let d3 = 5.47593808499534494600e-4 + r * 1.05075007164441684324e-9
    return ((n0 + r2 * n1) + r4 * (n2 + r2 * n3)) / ((d0 + r2 * d1) + r4 * (d2 + r2 * d3))
  }

  /// The rational function for tails below exp(−25).
  private static func far(_ r: Double) -> Double {
    let r2 = r * r
    let r4 = r2 * r2
    let n0 = 6.65790464350110377720e0 + r * 5.46378491116411436990e0
    let n1 = 1.78482653991729133580e0 + r * 2.96560571828504891230e-1
    let n2 = 2.65321895265761230930e-2 + r * 1.24266094738807843860e-3
    let n3 = 2.71155556874348757815e-5 + r * 2.01033439929228813265e-7
    let d0 = 1 + r * 5.99832206555887937690e-1
    let d1 = 1.36929880922735805310e-1 + r * 1.48753612908506148525e-2
    let d2 = 7.86869131145613259100e-4 + r * 1.84631831751005468180e-5
    let d3 = 1.42151175831644588870e-7 + r * 2.04426310338993978564e-15
    return ((n0 + r2 * n1) + r4 * (n2 + r2 * n3)) / ((d0 + r2 * d1) + r4 * (d2 + r2 * d3))
  }

  /// The standard normal distribution function at `x`: relative error below 2e-15 in either tail.
  ///
  /// 0 below about −38.6. The upper tail at x is `normalCDF(-x)`.
  public static func normalCDF(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x > 0 { return 1 - normalCDF(-x) }
    if x < -39 { return 0 }
    let z = -x * 0.7071067811865476
    let (square, rest) = product(x, x)
    return 0.5 * erfcScaled(z) * expOfSum(-0.5 * square, -0.5 * rest)
  }

  /// The complementary error function at `x`: relative error below 2e-15, 0 above about 27.2.
  public static func erfc(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x < 0 { return 2 - erfc(-x) }
    if x > 28 { return 0 }
    let (square, rest) = product(x, x)
    return erfcScaled(x) * expOfSum(-square, -rest)
  }

  /// exp(x²)·erfc(x) for x ≥ 0.
  ///
  /// Chebyshev series of (1 + 2x)·exp(x²)·erfc(x) in (x − 3.75) ÷ (x + 3.75), the variable of
  /// Shepherd and Laframboise (1981), with coefficients computed afresh to 50 digits.
  private static func erfcScaled(_ x: Double) -> Double {
    let t = 2 * ((x - 3.75) / (x + 3.75))
    var b1 = 0.0
    var b2 = 0.0
    for c in erfcSeries {
      (b1, b2) = (t * b1 - b2 + c, b1)
    }
    return (0.5 * t * b1 - b2 + 1.1775789345674017) / (1 + 2 * x)
  }

  /// The coefficients from order 26 down to 1.
  private static let erfcSeries: [Double] = [
    -2.187342944303018e-18, -2.2370566594359995e-18, 5.068148904796111e-17,
    7.418235256624044e-17, -1.2507950530688648e-15, -1.864562880419313e-15,
    3.3478119482868056e-14, 3.25254814814874e-14, -9.65469674843344e-13,
    1.9455868545777347e-13, 2.86879501093067e-11, -6.318088340886684e-11,
    -7.754400208831351e-10, 4.521959811218287e-09, 1.076499946567091e-08,
    -2.1886401049234397e-07, 7.74038306619849e-07, 4.13902798607301e-06,
    -6.916973302501207e-05, 0.0004907758365258086, -0.002413163540417608,
    0.009074997670705265, -0.026658668435305753, 0.05920993999819189,
    -0.08424913336651792, -0.004590054580646478,
  ]
}
