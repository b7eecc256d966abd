import Scheduler

/// The forms in which a drawn value may be written: `{ lognormal: { median: "4s", p95: "12s" } }`.
enum DistributionForm: String, Sendable, CaseIterable {
  case exponential, lognormal, uniform, normal, gamma, erlang, weibull, pareto, zipf, geometric
  case bernoulli, discrete, empirical, truncated, shifted, mixture

  static let names = allCases.map(\.rawValue)
  /// Keys beside a form that cut it off: short for `truncated`.
  static let bounds = ["min", "max"]

  /// The sets of parameters that make it, the first being the usual one.
  var parameterSets: [[String]] {
    switch self {
    case .exponential: [["mean"], ["median"]]
    case .lognormal:
      [["median", "p95"], ["median", "p99"], ["mean", "sd"], ["median", "sigma"]]
    case .normal: [["mean", "sd"], ["mean", "p95"]]
    case .gamma: [["mean", "sd"], ["shape", "mean"], ["mean", "cv"]]
    case .erlang: [["stages", "mean"]]
    case .weibull: [["shape", "scale"], ["median", "p95"]]
    case .pareto: [["minimum", "shape"], ["minimum", "median"]]
    case .zipf: [["exponent", "count"]]
    case .geometric: [["mean"]]
    case .bernoulli: [["p"]]
    default: []
    }
  }

  /// What it is, for the schema.
  var summary: String {
    switch self {
    case .exponential: "Memoryless, by its mean or its median."
    case .lognormal: "The exponential of a normal; skewed to the right, as most latencies are."
    case .uniform: "Any value from low to high: [low, high] or { from, to }."
    case .normal: "Gaussian; a value below 0 counts as 0."
    case .gamma: "A sum of exponentials, in general."
    case .erlang: "The sum of a number of equal exponentials."
    case .weibull: "Exponential with a power."
    case .pareto: "A power law above a minimum."
    case .zipf: "Rank 1 to count, with weight rank^-exponent, times unit."
    case .geometric: "Trials until the first success, at least 1, times unit."
    case .bernoulli: "1 unit with probability p, else 0."
    case .discrete: "Values with weights: [[value, weight], …] or [{ value, weight }, …]."
    case .empirical: "A measured sample, drawn with replacement: from a CSV file or listed."
    case .truncated: "A distribution on the condition of lying within bounds; short: min, max."
    case .shifted: "A distribution moved by a constant."
    case .mixture: "One of several distributions, chosen by weight."
    }
  }

  /// The keys of its parameters when it is an object; empty for a list.
  func shape(of quantity: Quantity) -> ObjectShape {
    guard let shape = Self.shapes[Pair(form: self, quantity: quantity)] else {
      preconditionFailure("there is a shape for each form of each quantity")
    }
    return shape
  }

  private struct Pair: Hashable {
    var form: DistributionForm
    var quantity: Quantity
  }

  private static let shapes: [Pair: ObjectShape] = {
    var shapes: [Pair: ObjectShape] = [:]
    for form in allCases {
      for quantity in Quantity.allCases {
        shapes[Pair(form: form, quantity: quantity)] = ObjectShape(
          form.rawValue, form.rawValue, isMerged: false, form.keys(of: quantity))
      }
    }
    return shapes
  }()

  private func keys(of quantity: Quantity) -> [Key] {
    let value = ValueKind.quantity(quantity)
    // Ranks, trials and successes have no unit of their own.
    let unit = quantity.units.isEmpty ? [] : [Key.required("unit", value, "What 1 stands for.")]
    switch self {
    case .zipf:
      return [
        .required("exponent", .number(0...DistributionLimits.zipfExponent), "How fast it falls."),
        .required("count", .integer(1...DistributionLimits.zipfCount), "The number of ranks."),
      ] + unit
    case .geometric:
      return [
        .required("mean", .number(1...DistributionLimits.geometricMean), "The mean of trials.")
      ] + unit
    case .bernoulli:
      return [.required("p", .number(0...1), "The probability of 1.")] + unit
    case .empirical:
      return Self.empiricalKeys(quantity)
    case .truncated:
      return [
        .required("of", .drawn(quantity), "The distribution."),
        Key("from", value, "The least value."),
        Key("to", value, "The greatest value."),
      ]
    case .shifted:
      return [
        .required("of", .drawn(quantity), "The distribution."),
        .required("by", value, "What is added to each value; may be negative."),
      ]
    case .uniform, .discrete, .mixture: return []
    default: return scaleKeys(value)
    }
  }

  private func scaleKeys(_ value: ValueKind) -> [Key] {
    var names: [String] = []
    for set in parameterSets {
      for name in set where !names.contains(name) { names.append(name) }
    }
    let tail = DistributionLimits.tailShape
    return names.map { name in
      switch name {
      case "mean": Key(name, value, "The mean.")
      case "median": Key(name, value, "The median.")
      case "p95", "p99": Key(name, value, "The \(name.dropFirst())th percentile.")
      case "sd": Key(name, value, "The standard deviation.")
      case "scale": Key(name, value, "The scale: the 63rd percentile.")
      case "minimum": Key(name, value, "The least value.")
      case "sigma":
        Key(
          name, .number(0...DistributionLimits.lognormalSigma),
          "The standard deviation of the logarithm.")
      case "stages":
        Key(name, .integer(1...Int(DistributionLimits.gammaShape.upperBound)), "Stages.")
      case "cv": Key(name, .number(0...1e3), "The standard deviation divided by the mean.")
      default:
        Key(
          name, .number(self == .gamma ? DistributionLimits.gammaShape : tail), "The shape.")
      }
    }
  }

  /// The bounds of a uniform distribution by name.
  static func uniformRange(_ quantity: Quantity) -> ObjectShape {
    ObjectShape(
      "uniform", "uniform", isMerged: false,
      [
        .required("from", .quantity(quantity), "The least value."),
        .required("to", .quantity(quantity), "The greatest value."),
      ])
  }

  /// A value of a discrete distribution by name.
  static func weightedValue(_ quantity: Quantity) -> ObjectShape {
    ObjectShape(
      "weightedValue", "a value of discrete", isMerged: false,
      [
        .required("value", .quantity(quantity), "The value."),
        .required("weight", .number(0...1e9), "How often, in proportion to the others."),
      ])
  }

  private static func empiricalKeys(_ quantity: Quantity) -> [Key] {
    let unit = quantity.units.map { String($0.name) }
    return [
      Key("file", .text, "A CSV file in the folder of the scenario or below it."),
      Key("column", .name, "The column of the values."),
      Key("values", .list(.quantity(quantity), atLeast: 1), "The values themselves."),
      Key(
        "where", .map(.words([])),
        "Columns with the texts they must hold, one or a list; other rows are left out."),
      Key(
        "subtract", .quantity(quantity),
        "What is taken off each value of the file, down to 0 at most."),
    ] + (unit.isEmpty ? [] : [Key("unit", .word(unit), "The unit of the column.")])
  }
}
