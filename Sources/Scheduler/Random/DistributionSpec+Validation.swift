extension DistributionSpec {
  /// Throws when a parameter is out of range or a truncation leaves nothing.
  ///
  /// Complexity: that of `Distribution.init`, which it makes and forgets.
  public func validate() throws(DistributionError) {
    _ = try Distribution(self)
  }

  /// Checks the parameters of this form, not of those inside it.
  func checkParameters() throws(DistributionError) {
    switch self {
    case .constant(let value):
      try Check.finite(value, "value")
    case .uniform(let low, let high):
      try Check.finite(low, "low")
      try Check.finite(high, "high")
      if low > high { throw Check.error("low", "is above high (\(low) > \(high))") }
    case .exponential(let mean):
      try Check.positive(mean, "mean")
    case .normal(let mean, let standardDeviation):
      try Check.finite(mean, "mean")
      try Check.positive(standardDeviation, "standardDeviation")
    case .lognormal(let median, let sigma):
      try Check.positive(median, "median")
      try Check.within(
        sigma, DistributionLimits.smallest...DistributionLimits.lognormalSigma, "sigma")
    case .gamma(let shape, let scale):
      try Check.within(shape, DistributionLimits.gammaShape, "shape")
      try Check.positive(scale, "scale")
    case .erlang(let stages, let mean):
      try Check.count(stages, Int(DistributionLimits.gammaShape.upperBound), "stages")
      try Check.positive(mean, "mean")
    case .weibull(let shape, let scale):
      try Check.within(shape, DistributionLimits.tailShape, "shape")
      try Check.positive(scale, "scale")
    case .pareto(let shape, let minimum):
      try Check.within(shape, DistributionLimits.tailShape, "shape")
      try Check.positive(minimum, "minimum")
    case .zipf(let exponent, let count):
      try Check.within(exponent, 0...DistributionLimits.zipfExponent, "exponent")
      try Check.count(count, DistributionLimits.zipfCount, "count")
    case .geometric(let mean):
      try Check.within(mean, 1...DistributionLimits.geometricMean, "mean")
    case .bernoulli(let probability):
      try Check.within(probability, 0...1, "probability")
    default:
      try checkComposite()
    }
  }

  private func checkComposite() throws(DistributionError) {
    switch self {
    case .discrete(let values):
      try Check.count(values.count, DistributionLimits.samples, "values")
      for item in values {
        try Check.finite(item.value, "value")
        try Check.within(item.weight, 0...DistributionLimits.magnitude, "weight")
      }
      try Check.someWeight(values.lazy.map(\.weight))
    case .empirical(let sample):
      try Check.count(sample.count, DistributionLimits.samples, "sample")
      for value in sample { try Check.finite(value, "sample") }
    case .truncated(_, let from, let to):
      if let from { try Check.finite(from, "from") }
      if let to { try Check.finite(to, "to") }
      if let from, let to, from > to {
        throw Check.error("from", "is above to (\(from) > \(to))")
      }
    case .shifted(_, let by):
      try Check.finite(by, "by")
    case .scaled(_, let by):
      try Check.positive(by, "by")
    case .mixture(let parts):
      try Check.count(parts.count, DistributionLimits.mixtureParts, "mixture")
      for part in parts {
        try Check.within(part.weight, 0...DistributionLimits.magnitude, "weight")
      }
      try Check.someWeight(parts.lazy.map(\.weight))
    default:
      break
    }
  }
}

/// The tests a parameter goes through.
enum Check {
  static func error(_ parameter: String?, _ message: String) -> DistributionError {
    DistributionError(parameter: parameter, message: message)
  }

  /// A number at most 10¹⁸ in magnitude.
  static func finite(_ value: Double, _ name: String) throws(DistributionError) {
    if value.isNaN { throw error(name, "is not a number") }
    guard value.magnitude <= DistributionLimits.magnitude else {
      throw error(name, "\(value) is beyond ±\(DistributionLimits.magnitude)")
    }
  }

  /// A number from 10⁻¹⁸ to 10¹⁸.
  static func positive(_ value: Double, _ name: String) throws(DistributionError) {
    try finite(value, name)
    if value <= 0 { throw error(name, "\(value) must be above 0") }
    if value < DistributionLimits.smallest {
      throw error(name, "\(value) is below the least of \(DistributionLimits.smallest)")
    }
  }

  /// A number of a closed range.
  static func within(
    _ value: Double, _ range: ClosedRange<Double>, _ name: String
  ) throws(DistributionError) {
    if value.isNaN { throw error(name, "is not a number") }
    if !range.contains(value) {
      throw error(name, "\(value) must be from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// A count from 1 up to a limit.
  static func count(_ value: Int, _ limit: Int, _ name: String) throws(DistributionError) {
    if value < 1 { throw error(name, "must have at least 1 and has \(value)") }
    if value > limit { throw error(name, "may have at most \(limit) and has \(value)") }
  }

  /// Weights of which one at least is above 0.
  static func someWeight(_ weights: some Sequence<Double>) throws(DistributionError) {
    if !weights.contains(where: { $0 > 0 }) {
      throw error("weight", "all weights are 0; one at least must be above 0")
    }
  }
}
