/// One part of a distribution in normal form: scale · leaf + shift, chosen with a weight.
struct DistributionPart: Sendable {
  enum Leaf: Sendable {
    /// A list of values.
    case atoms(Atoms)
    /// A sorted sample, each value as likely as any other.
    case sample([Double])
    /// The ranks 1 … count of a Zipf distribution.
    case zipf(Atoms)
    /// Trials until the first success, mean number.
    case geometric(Double)
    /// A family with a density.
    case family(ContinuousFamily)
    /// A family with a density, conditional on an interval.
    case window(Window)
  }

  var weight: Double
  var leaf: Leaf
  var scale = 1.0
  var shift = 0.0

  /// The value with the probabilities `p` at or below it and above it.
  func quantile(_ p: Tails) -> Double {
    let value: Double
    switch leaf {
    case .atoms(let atoms), .zipf(let atoms): value = atoms.quantile(p)
    case .sample(let sorted):
      let i = Int(ExactMath.ceiling(p.lower * Double(sorted.count))) - 1
      value = sorted[min(max(0, i), sorted.count - 1)]
    case .geometric(let mean): value = Geometric.quantile(p, mean: mean)
    case .family(let family): value = family.quantile(p)
    case .window(let window): value = window.quantile(p)
    }
    return shift + scale * value
  }

  /// The probabilities of being at or below `x` and above it.
  func tails(_ x: Double) -> Tails {
    let inner = (x - shift) / scale
    switch leaf {
    case .atoms(let atoms), .zipf(let atoms): return atoms.tails(inner)
    case .sample(let sorted):
      let above = Atoms.firstIndex(in: sorted, notBelow: inner.nextUp)
      let count = Double(sorted.count)
      return Tails(lower: Double(above) / count, upper: Double(sorted.count - above) / count)
    case .geometric(let mean): return Geometric.tails(inner, mean: mean)
    case .family(let family): return family.tails(inner)
    case .window(let window): return window.tails(inner)
    }
  }

  /// The mean and the variance.
  var moments: (mean: Double, variance: Double) {
    let inner: (mean: Double, variance: Double)
    switch leaf {
    case .atoms(let atoms), .zipf(let atoms): inner = (atoms.mean, atoms.variance)
    case .sample(let sorted):
      let mean = sorted.reduce(0, +) / Double(sorted.count)
      let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      inner = (mean, squares / Double(sorted.count))
    case .geometric(let mean): inner = (mean, mean * (mean - 1))
    case .family(let family): inner = (family.mean, family.variance)
    case .window(let window): inner = window.moments
    }
    return (shift + scale * inner.mean, scale * scale * inner.variance)
  }

  /// The atoms this part consists of, scaled and shifted; nil when it has a density.
  func atoms() throws(DistributionError) -> Atoms? {
    let inner: Atoms
    switch leaf {
    case .atoms(let atoms), .zipf(let atoms): inner = atoms
    case .sample(let sorted):
      inner = Atoms(sorted.map { WeightedValue(value: $0, weight: 1) })
    case .geometric(let mean):
      guard let list = Atoms(geometric: mean, from: 1, to: .infinity) else {
        throw Check.error(
          "mean", "\(mean) is too great for a geometric distribution in a mixture")
      }
      inner = list
    case .family, .window: return nil
    }
    return Atoms(
      inner.pairs().map { WeightedValue(value: shift + scale * $0.value, weight: $0.weight) })
  }

  /// This part on the condition that it is within bounds, its weight times their probability.
  ///
  /// Nil when the bounds leave nothing of it.
  func truncated(from: Double, to: Double) throws(DistributionError) -> DistributionPart? {
    let low = (from - shift) / scale
    let high = (to - shift) / scale
    var part = self
    switch leaf {
    case .geometric(let mean):
      let below = Geometric.tails(ExactMath.ceiling(low) - 1, mean: mean)
      let upto = Geometric.tails(high, mean: mean)
      part.weight *= Window.mass(below, upto)
      guard part.weight > 0 else { return nil }
      guard let list = Atoms(geometric: mean, from: low, to: high) else {
        throw Check.error(
          "truncated", "leaves a geometric distribution more than a million values")
      }
      part.leaf = .atoms(list)
    case .family(let family):
      guard let window = Window(family, from: low, to: high) else { return nil }
      part.weight *= window.mass
      part.leaf = window.leaf
    case .window(let window):
      guard
        let inner = Window(window.family, from: max(low, window.from), to: min(high, window.to))
      else { return nil }
      part.weight *= inner.mass / window.mass
      part.leaf = inner.leaf
    default:
      guard let list = try atoms() else { return nil }
      let kept = list.pairs(from: from, to: to)
      guard !kept.isEmpty else { return nil }
      part = DistributionPart(
        weight: weight * list.mass(from: from, to: to), leaf: .atoms(Atoms(kept)))
    }
    return part
  }
}

/// The number of trials until the first success.
enum Geometric {
  static func quantile(_ p: Tails, mean: Double) -> Double {
    if mean == 1 { return 1 }
    let hazard = p.lower < 0.5 ? ExactMath.log1p(-p.lower) : ExactMath.log(p.upper)
    return max(1, ExactMath.ceiling(hazard / ExactMath.log1p(-1 / mean)))
  }

  static func tails(_ x: Double, mean: Double) -> Tails {
    if x < 1 { return Tails(lower: 0) }
    if mean == 1 { return Tails(upper: 0) }
    let h = ExactMath.floor(x) * ExactMath.log1p(-1 / mean)
    return Tails(lower: -ExactMath.expm1(h), upper: ExactMath.exp(h))
  }
}
