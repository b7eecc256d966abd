/// A probability distribution as people write it down: a plain value, not yet checked.
///
/// Numbers are in whatever unit the caller uses throughout; only `sigma`, shapes, exponents,
/// counts, weights and probabilities have none. `validate()` says whether it can be, the pool
/// (`DistributionPool`) makes it fast, `Distribution` answers questions about it.
/// Sampling is monotone inversion: one uniform a variate, non-decreasing in the uniform.
public indirect enum DistributionSpec: Hashable, Sendable {
  /// Always the same value.
  case constant(Double)
  /// Any value between `low` and `high`, low < high.
  case uniform(low: Double, high: Double)
  /// Memoryless, mean > 0.
  case exponential(mean: Double)
  /// Gaussian, standard deviation > 0; takes negative values too.
  case normal(mean: Double, standardDeviation: Double)
  /// The exponential of a normal; `sigma` is the standard deviation of the logarithm.
  case lognormal(median: Double, sigma: Double)
  /// Mean shape·scale, variance shape·scale².
  case gamma(shape: Double, scale: Double)
  /// The sum of `stages` equal exponentials; the mean is that of the sum.
  case erlang(stages: Int, mean: Double)
  /// P(X > x) = exp(−(x ÷ scale)^shape).
  case weibull(shape: Double, scale: Double)
  /// P(X > x) = (minimum ÷ x)^shape from `minimum` on; infinite mean for shape ≤ 1.
  case pareto(shape: Double, minimum: Double)
  /// Rank 1 … count with weight rank^(−exponent).
  case zipf(exponent: Double, count: Int)
  /// The number of trials until the first success: 1, 2, 3 …; mean ≥ 1.
  case geometric(mean: Double)
  /// 1 with the given probability, else 0.
  case bernoulli(probability: Double)
  /// Given values with given weights, which need not add up to 1.
  case discrete([WeightedValue])
  /// A sample drawn with replacement: the step function of its order statistics.
  ///
  /// No interpolation: so the mean is exactly the sample's, and only measured values occur.
  case empirical([Double])
  /// The conditional distribution on `from` ≤ X ≤ `to`; nil is no bound.
  case truncated(DistributionSpec, from: Double?, to: Double?)
  /// The values moved by a number.
  case shifted(DistributionSpec, by: Double)
  /// The values multiplied by a positive number.
  case scaled(DistributionSpec, by: Double)
  /// One of several distributions, chosen by weight.
  case mixture([WeightedSpec])
}

/// A value of a discrete distribution.
public struct WeightedValue: Hashable, Sendable {
  /// The value.
  public var value: Double
  /// How often it comes, in proportion to the other weights; 0 is never.
  public var weight: Double

  /// Makes a value with a weight.
  public init(value: Double, weight: Double) {
    self.value = value
    self.weight = weight
  }
}

/// A part of a mixture.
public struct WeightedSpec: Hashable, Sendable {
  /// How often it is chosen, in proportion to the other weights; 0 is never.
  public var weight: Double
  /// The distribution.
  public var spec: DistributionSpec

  /// Makes a part with a weight.
  public init(weight: Double, spec: DistributionSpec) {
    self.weight = weight
    self.spec = spec
  }
}
