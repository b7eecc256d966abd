/// Student's t distribution for whole degrees of freedom.
///
/// With t = √ν·tan θ the share within ±t is a finite sum of powers of cos θ (Abramowitz and Stegun,
/// 26.7.3 and 26.7.4), so that nothing of the platform's mathematics library is needed. Absolute
/// error below 1e-9 for p up to 0.9995; O(ν) for each of about 60 steps of bisection.
public enum StudentT {
  /// The value below which a share `p` of the distribution lies.
  ///
  /// - Parameters:
  ///   - p: From 0.5 up to, not including, 1.
  ///   - degrees: From 1.
  public static func quantile(_ p: Double, degrees: Int) -> Double {
    precondition(p >= 0.5 && p < 1 && degrees >= 1, "no quantile \(p) of t(\(degrees))")
    let wanted = 2 * p - 1
    var low = 0.0
    var high = Double.pi / 2
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      if share(angle: middle, degrees: degrees) < wanted { low = middle } else { high = middle }
    }
    let (sine, cosine) = sineAndCosine(low)
    return Double(degrees).squareRoot() * sine / cosine
  }

  /// The share of the distribution within ±√ν·tan(angle).
  private static func share(angle: Double, degrees: Int) -> Double {
    let (sine, cosine) = sineAndCosine(angle)
    let square = cosine * cosine
    let isOdd = degrees % 2 == 1
    var term = isOdd ? cosine : 1
    var sum = 0.0
    var k = isOdd ? 3 : 2
    while k <= degrees {
      sum += term
      // Ratio of neighbours: (k − 1) ÷ k, k = 3, 5, … for odd ν and 2, 4, … for even.
      term *= square * Double(k - 1) / Double(k)
      k += 2
    }
    return isOdd ? (angle + sine * sum) * (2 / Double.pi) : sine * sum
  }

  /// Taylor series, for angles from 0 to π/2; error below 2e-16.
  private static func sineAndCosine(_ angle: Double) -> (Double, Double) {
    let square = angle * angle
    var sine = 0.0
    var cosine = 0.0
    // From the smallest term up, by Horner's rule.
    for k in stride(from: 13, through: 1, by: -1) {
      sine = (1 - sine) * square / Double(2 * k * (2 * k + 1))
      cosine = (1 - cosine) * square / Double((2 * k - 1) * 2 * k)
    }
    return (angle * (1 - sine), 1 - cosine)
  }
}
