/// Distributions given by what people know of them.
extension DistributionSpec {
  /// The standard normal quantiles at 0.95 and 0.99.
  private static var z95: Double { 1.6448536269514726 }
  private static var z99: Double { 2.326347874040841 }

  /// The exponential distribution with a median.
  public static func exponential(median: Double) throws(DistributionError) -> DistributionSpec {
    try Check.positive(median, "median")
    return .exponential(mean: median / 0.6931471805599453)
  }

  /// The normal distribution with a mean and a 95th percentile above it.
  public static func normal(
    mean: Double, p95: Double
  ) throws(DistributionError) -> DistributionSpec {
    try Check.finite(mean, "mean")
    try Check.finite(p95, "p95")
    try above(p95, mean, "p95", "mean")
    return .normal(mean: mean, standardDeviation: (p95 - mean) / z95)
  }

  /// The lognormal distribution with a median and a 95th percentile above it.
  public static func lognormal(
    median: Double, p95: Double
  ) throws(DistributionError) -> DistributionSpec {
    let ratio = try logRatio(p95, median, "p95", "median")
    return try checked(.lognormal(median: median, sigma: ratio / z95), "p95")
  }

  /// The lognormal distribution with a median and a 99th percentile above it.
  public static func lognormal(
    median: Double, p99: Double
  ) throws(DistributionError) -> DistributionSpec {
    let ratio = try logRatio(p99, median, "p99", "median")
    return try checked(.lognormal(median: median, sigma: ratio / z99), "p99")
  }

  /// The lognormal distribution with a mean and a standard deviation of its values.
  public static func lognormal(
    mean: Double, standardDeviation: Double
  ) throws(DistributionError) -> DistributionSpec {
    try Check.positive(mean, "mean")
    try Check.positive(standardDeviation, "standardDeviation")
    let cv = standardDeviation / mean
    let median = mean / (1 + cv * cv).squareRoot()
    let sigma = ExactMath.log1p(cv * cv).squareRoot()
    return try checked(.lognormal(median: median, sigma: sigma), "standardDeviation")
  }

  /// The Weibull distribution with a median and a 95th percentile above it.
  public static func weibull(
    median: Double, p95: Double
  ) throws(DistributionError) -> DistributionSpec {
    let ratio = try logRatio(p95, median, "p95", "median")
    // ln(ln 20 ÷ ln 2) and ln ln 2.
    let shape = 1.463701620946613 / ratio
    let scale = median * ExactMath.exp(0.36651292058166435 / shape)
    return try checked(.weibull(shape: shape, scale: scale), "p95")
  }

  /// The gamma distribution with a mean and a coefficient of variation.
  public static func gamma(
    mean: Double, cv: Double
  ) throws(DistributionError) -> DistributionSpec {
    try Check.positive(mean, "mean")
    try Check.positive(cv, "cv")
    return try checked(.gamma(shape: 1 / (cv * cv), scale: mean * (cv * cv)), "cv")
  }

  /// The gamma distribution with a mean and a standard deviation.
  public static func gamma(
    mean: Double, standardDeviation: Double
  ) throws(DistributionError) -> DistributionSpec {
    try Check.positive(mean, "mean")
    try Check.positive(standardDeviation, "standardDeviation")
    let cv = standardDeviation / mean
    let spec = DistributionSpec.gamma(shape: 1 / (cv * cv), scale: mean * (cv * cv))
    return try checked(spec, "standardDeviation")
  }

  /// The Pareto distribution with a minimum and a median above it.
  public static func pareto(
    minimum: Double, median: Double
  ) throws(DistributionError) -> DistributionSpec {
    let ratio = try logRatio(median, minimum, "median", "minimum")
    return try checked(.pareto(shape: 0.6931471805599453 / ratio, minimum: minimum), "median")
  }

  /// The Pareto distribution with a mean; shape must be above 1.
  public static func pareto(
    shape: Double, mean: Double
  ) throws(DistributionError) -> DistributionSpec {
    try Check.positive(mean, "mean")
    try Check.within(shape, DistributionLimits.tailShape, "shape")
    if shape <= 1 { throw Check.error("shape", "\(shape) must be above 1 to have a mean") }
    return try checked(.pareto(shape: shape, minimum: mean * (shape - 1) / shape), "mean")
  }

  /// The geometric distribution with the probability of success of one trial.
  public static func geometric(
    probability: Double
  ) throws(DistributionError) -> DistributionSpec {
    try Check.positive(probability, "probability")
    try Check.within(probability, 0...1, "probability")
    return try checked(.geometric(mean: 1 / probability), "probability")
  }

  private static func above(
    _ value: Double, _ other: Double, _ name: String, _ otherName: String
  ) throws(DistributionError) {
    if value <= other {
      throw Check.error(name, "must be above the \(otherName) (\(value) ≤ \(other))")
    }
  }

  private static func logRatio(
    _ value: Double, _ other: Double, _ name: String, _ otherName: String
  ) throws(DistributionError) -> Double {
    try Check.positive(other, otherName)
    try Check.positive(value, name)
    try above(value, other, name, otherName)
    return ExactMath.log1p((value - other) / other)
  }

  /// `spec`, or the error of its derived parameter said of the given one.
  private static func checked(
    _ spec: DistributionSpec, _ name: String
  ) throws(DistributionError) -> DistributionSpec {
    do throws(DistributionError) {
      try spec.checkParameters()
    } catch {
      throw Check.error(name, "makes \(error.parameter ?? "it") impossible: \(error.message)")
    }
    return spec
  }
}
