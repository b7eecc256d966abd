/// Why a distribution cannot be: which parameter is wrong, and how.
public struct DistributionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the wrong parameter, nil when it is the whole that is wrong.
  public let parameter: String?
  /// What is wrong and what would be right, for people to read.
  public let message: String

  /// Makes an error about `parameter`.
  public init(parameter: String?, message: String) {
    self.parameter = parameter
    self.message = message
  }

  /// The message with the parameter in front.
  public var description: String { parameter.map { "\($0): \(message)" } ?? message }
}

/// The limits of what a distribution may be made of.
public enum DistributionLimits {
  /// The greatest magnitude of a value, a bound or a weight.
  public static var magnitude: Double { 1e18 }
  /// The least positive parameter.
  public static var smallest: Double { 1e-18 }
  /// The most samples of an empirical distribution and values of a discrete one.
  public static var samples: Int { 1_000_000 }
  /// The most ranks of a Zipf distribution.
  public static var zipfCount: Int { 1_000_000 }
  /// The greatest exponent of a Zipf distribution.
  public static var zipfExponent: Double { 100 }
  /// The greatest sigma of a lognormal distribution; its variance is still finite.
  public static var lognormalSigma: Double { 15 }
  /// The shapes of a gamma distribution; the upper end bounds the stages of an Erlang one.
  public static var gammaShape: ClosedRange<Double> { 1e-3...1e6 }
  /// The shapes of a Weibull and of a Pareto distribution; from 0.1 on every variate is finite.
  public static var tailShape: ClosedRange<Double> { 0.1...1e6 }
  /// The greatest mean of a geometric distribution.
  public static var geometricMean: Double { 1e15 }
  /// The deepest nesting of truncated, shifted, scaled and mixed forms.
  public static var nesting: Int { 16 }
  /// The most parts of a mixture, counted after mixtures of mixtures are flattened.
  public static var mixtureParts: Int { 64 }
  /// The least probability a truncation may leave.
  public static var truncationMass: Double { 1e-12 }
  /// The most extra nodes of one quantile table.
  public static var tableKnots: Int { 400_000 }
  /// The most distributions of a pool.
  public static var poolSize: Int { 1_000_000 }
  /// The most numbers in all tables of a pool: 2³⁰ bytes.
  public static var poolTable: Int { 1 << 27 }
}
