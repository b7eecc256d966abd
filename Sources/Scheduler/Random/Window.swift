/// A family with a density on the condition that it is between two bounds.
struct Window: Sendable {
  let family: ContinuousFamily
  let from: Double
  let to: Double
  /// The probability of the interval in the family.
  let mass: Double
  private let below: Tails
  private let upto: Tails

  /// Makes the condition; nil when the interval has no probability.
  init?(_ family: ContinuousFamily, from: Double, to: Double) {
    self.family = family
    self.from = from
    self.to = to
    below = from == -.infinity ? Tails(lower: 0) : family.tails(from)
    upto = to == .infinity ? Tails(upper: 0) : family.tails(to)
    mass = Self.mass(below, upto)
    guard from < to, mass > 0 else { return nil }
  }

  /// The probability between two points, from the smaller tails.
  static func mass(_ below: Tails, _ upto: Tails) -> Double {
    below.upper < 0.5 ? below.upper - upto.upper : upto.lower - below.lower
  }

  /// The simplest leaf with this condition.
  var leaf: DistributionPart.Leaf {
    if case .uniform(let low, let high) = family {
      return .family(.uniform(low: max(low, from), high: min(high, to)))
    }
    return mass == 1 ? .family(family) : .window(self)
  }

  func quantile(_ p: Tails) -> Double {
    let inner = Tails(
      lower: below.lower + p.lower * mass, upper: upto.upper + p.upper * mass)
    return min(max(family.quantile(inner), from), to)
  }

  func tails(_ x: Double) -> Tails {
    if x <= from { return Tails(lower: 0) }
    if x >= to { return Tails(upper: 0) }
    let at = family.tails(x)
    return Tails(
      lower: min(1, max(0, Self.mass(below, at) / mass)),
      upper: min(1, max(0, Self.mass(at, upto) / mass)))
  }

  /// The mean and the variance, integrated: relative error about 1e-9.
  ///
  /// ∞ where the family's is and there is no upper bound.
  var moments: (mean: Double, variance: Double) {
    let open = to == .infinity
    if open && family.mean == .infinity { return (.infinity, .infinity) }
    let centre = quantile(Tails(lower: 0.5))
    let (first, second) = Self.integrate { quantile($0) - centre }
    let variance = open && family.variance == .infinity ? .infinity : second - first * first
    return (centre + first, max(0, variance))
  }

  /// The integrals of f and of f² over the probabilities, f a function without jumps.
  ///
  /// Gauss and Legendre's rule of 8 points on each octave of either tail down to 2⁻⁶⁰, and on
  /// until octaves add nothing.
  static func integrate(_ f: (Tails) -> Double) -> (first: Double, second: Double) {
    var first = 0.0
    var second = 0.0
    for isUpper in [false, true] {
      var high = 0.5
      while high > 0x1p-1000 {
        let low = high / 2
        var a = 0.0
        var b = 0.0
        for (node, weight) in gauss {
          for side in [-node, node] {
            let v = 0.75 * high + side * 0.25 * high
            let value = f(isUpper ? Tails(upper: v) : Tails(lower: v))
            a += weight * value
            b += weight * value * value
          }
        }
        a *= 0.25 * high
        b *= 0.25 * high
        first += a
        second += b
        if high < 0x1p-60, b <= second * 1e-13, a.magnitude <= first.magnitude * 1e-13 { break }
        high = low
      }
    }
    return (first, second)
  }

  private static let gauss: [(Double, Double)] = [
    (0.1834346424956498, 0.362683783378362), (0.525532409916329, 0.31370664587788727),
    (0.7966664774136267, 0.22238103445337448), (0.9602898564975363, 0.10122853629037626),
  ]
}
