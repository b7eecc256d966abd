/// A distribution that is neither a list of atoms nor composed of others.
///
/// The mathematics of each family: quantile, tails, mean, variance; closed forms throughout.
enum ContinuousFamily: Hashable, Sendable {
  case uniform(low: Double, high: Double)
  case exponential(mean: Double)
  case normal(mean: Double, standardDeviation: Double)
  case lognormal(median: Double, sigma: Double)
  case gamma(shape: Double, scale: Double)
  case weibull(shape: Double, scale: Double)
  case pareto(shape: Double, minimum: Double)

  /// The value with the probabilities `p` at or below it and above it.
  func quantile(_ p: Tails) -> Double {
    switch self {
    case .uniform(let low, let high):
      return p.lower <= 0.5 ? low + p.lower * (high - low) : high - p.upper * (high - low)
    case .exponential(let mean):
      return mean * hazard(p)
    case .normal(let mean, let deviation):
      return mean + deviation * ExactMath.normalQuantile(lower: p.lower, upper: p.upper)
    case .lognormal(let median, let sigma):
      let z = ExactMath.normalQuantile(lower: p.lower, upper: p.upper)
      return median * ExactMath.exp(sigma * z)
    case .gamma(let shape, let scale):
      return scale * ExactMath.gammaQuantile(shape, lower: p.lower, upper: p.upper)
    case .weibull(let shape, let scale):
      return scale * ExactMath.exp(ExactMath.log(hazard(p)) / shape)
    case .pareto(let shape, let minimum):
      return minimum * ExactMath.exp(hazard(p) / shape)
    }
  }

  /// The probabilities of being at or below `x` and above it.
  func tails(_ x: Double) -> Tails {
    switch self {
    case .uniform(let low, let high):
      if x <= low { return Tails(lower: 0) }
      if x >= high { return Tails(upper: 0) }
      return Tails(lower: (x - low) / (high - low), upper: (high - x) / (high - low))
    case .exponential(let mean):
      return survival(x <= 0 ? 0 : x / mean)
    case .normal(let mean, let deviation):
      let z = (x - mean) / deviation
      return Tails(lower: ExactMath.normalCDF(z), upper: ExactMath.normalCDF(-z))
    case .lognormal(let median, let sigma):
      if x <= 0 { return Tails(lower: 0) }
      let z = ExactMath.log(x / median) / sigma
      return Tails(lower: ExactMath.normalCDF(z), upper: ExactMath.normalCDF(-z))
    case .gamma(let shape, let scale):
      if x <= 0 { return Tails(lower: 0) }
      let t = ExactMath.gammaTails(shape, logX: ExactMath.log(x / scale))
      return Tails(lower: t.lower, upper: t.upper)
    case .weibull(let shape, let scale):
      if x <= 0 { return Tails(lower: 0) }
      return survival(ExactMath.exp(shape * ExactMath.log(x / scale)))
    case .pareto(let shape, let minimum):
      if x <= minimum { return Tails(lower: 0) }
      return survival(shape * ExactMath.log1p((x - minimum) / minimum))
    }
  }

  /// The mean; ∞ for a Pareto shape of 1 or less.
  var mean: Double {
    switch self {
    case .uniform(let low, let high): return low + 0.5 * (high - low)
    case .exponential(let mean): return mean
    case .normal(let mean, _): return mean
    case .lognormal(let median, let sigma): return median * ExactMath.exp(0.5 * sigma * sigma)
    case .gamma(let shape, let scale): return shape * scale
    case .weibull(let shape, let scale):
      return scale * ExactMath.exp(ExactMath.logGamma(1 + 1 / shape))
    case .pareto(let shape, let minimum):
      return shape > 1 ? shape * minimum / (shape - 1) : .infinity
    }
  }

  /// The variance; ∞ for a Pareto shape of 2 or less.
  var variance: Double {
    switch self {
    case .uniform(let low, let high): return (high - low) * (high - low) / 12
    case .exponential(let mean): return mean * mean
    case .normal(_, let deviation): return deviation * deviation
    case .lognormal(let median, let sigma):
      let square = sigma * sigma
      return median * median * ExactMath.exp(square) * ExactMath.expm1(square)
    case .gamma(let shape, let scale): return shape * scale * scale
    case .weibull(let shape, let scale):
      let first = ExactMath.logGamma(1 + 1 / shape)
      let second = ExactMath.logGamma(1 + 2 / shape)
      // Γ(1 + 2/k) − Γ(1 + 1/k)²; for large k a difference of neighbours: π²/6k² there.
      if shape > 1e4 { return scale * scale * 1.6449340668482264 / (shape * shape) }
      return scale * scale * ExactMath.exp(2 * first) * ExactMath.expm1(second - 2 * first)
    case .pareto(let shape, let minimum):
      guard shape > 2 else { return .infinity }
      let off = shape - 1
      return minimum * minimum * shape / (off * off * (shape - 2))
    }
  }

  /// −log of the upper tail: the unit exponential with these tails.
  private func hazard(_ p: Tails) -> Double {
    p.lower < 0.5 ? -ExactMath.log1p(-p.lower) : -ExactMath.log(p.upper)
  }

  /// The tails at hazard `h`.
  private func survival(_ h: Double) -> Tails {
    Tails(lower: -ExactMath.expm1(-h), upper: ExactMath.exp(-h))
  }
}
