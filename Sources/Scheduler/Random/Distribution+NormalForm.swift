extension Distribution {
  /// The parts of `spec`, checked; weights add up to 1.
  static func flatten(
    _ spec: DistributionSpec, depth: Int
  ) throws(DistributionError) -> [DistributionPart] {
    if depth > DistributionLimits.nesting {
      throw Check.error(nil, "forms are nested deeper than \(DistributionLimits.nesting)")
    }
    try spec.checkParameters()
    switch spec {
    case .truncated(let inner, let from, let to):
      let parts = try flatten(inner, depth: depth + 1)
      return try truncate(parts, from: from ?? -.infinity, to: to ?? .infinity)
    case .shifted(let inner, let by):
      return try flatten(inner, depth: depth + 1).map { part in
        var moved = part
        moved.shift += by
        return moved
      }.checkedRange()
    case .scaled(let inner, let by):
      return try flatten(inner, depth: depth + 1).map { part in
        var grown = part
        grown.scale *= by
        grown.shift *= by
        return grown
      }.checkedRange()
    case .mixture(let mixed):
      return try mix(mixed, depth: depth)
    default:
      return [DistributionPart(weight: 1, leaf: leaf(spec))]
    }
  }

  private static func mix(
    _ mixed: [WeightedSpec], depth: Int
  ) throws(DistributionError) -> [DistributionPart] {
    var total = 0.0
    for item in mixed { total += item.weight }
    var parts: [DistributionPart] = []
    for item in mixed {
      // A part of weight 0 is checked like the others.
      for var part in try flatten(item.spec, depth: depth + 1) where item.weight > 0 {
        part.weight *= item.weight / total
        parts.append(part)
      }
    }
    if parts.count > DistributionLimits.mixtureParts {
      let limit = DistributionLimits.mixtureParts
      throw Check.error("mixture", "has \(parts.count) parts in all; at most \(limit) may be")
    }
    return parts
  }

  private static func truncate(
    _ parts: [DistributionPart], from: Double, to: Double
  ) throws(DistributionError) -> [DistributionPart] {
    var kept: [DistributionPart] = []
    var mass = 0.0
    for part in parts {
      guard let inner = try part.truncated(from: from, to: to) else { continue }
      mass += inner.weight
      kept.append(inner)
    }
    guard mass >= DistributionLimits.truncationMass else {
      throw Check.error("truncated", "leaves nothing between \(from) and \(to)")
    }
    for i in kept.indices { kept[i].weight /= mass }
    return kept
  }

  /// The leaf of a spec that is not composed of others.
  private static func leaf(_ spec: DistributionSpec) -> DistributionPart.Leaf {
    switch spec {
    case .constant(let value): return .atoms(Atoms([WeightedValue(value: value, weight: 1)]))
    case .uniform(let low, let high):
      if low == high { return .atoms(Atoms([WeightedValue(value: low, weight: 1)])) }
      return .family(.uniform(low: low, high: high))
    case .exponential(let mean): return .family(.exponential(mean: mean))
    case .normal(let mean, let deviation):
      return .family(.normal(mean: mean, standardDeviation: deviation))
    case .lognormal(let median, let sigma):
      return .family(.lognormal(median: median, sigma: sigma))
    case .gamma(let shape, let scale): return .family(gamma(shape, scale))
    case .erlang(let stages, let mean):
      return .family(gamma(Double(stages), mean / Double(stages)))
    case .weibull(let shape, let scale): return .family(.weibull(shape: shape, scale: scale))
    case .pareto(let shape, let minimum):
      return .family(.pareto(shape: shape, minimum: minimum))
    case .zipf(let exponent, let count): return .zipf(Atoms(zipf: exponent, count: count))
    case .geometric(let mean): return .geometric(mean)
    case .bernoulli(let p):
      return .atoms(
        Atoms([WeightedValue(value: 0, weight: 1 - p), WeightedValue(value: 1, weight: p)]))
    case .discrete(let values): return .atoms(Atoms(values))
    case .empirical(let sample): return .sample(sample.sorted())
    case .truncated, .shifted, .scaled, .mixture:
      preconditionFailure("a composed distribution is no leaf")
    }
  }

  private static func gamma(_ shape: Double, _ scale: Double) -> ContinuousFamily {
    shape == 1 ? .exponential(mean: scale) : .gamma(shape: shape, scale: scale)
  }

  /// The parts with all atoms among them put in one list, sorted.
  static func merged(_ parts: [DistributionPart]) throws(DistributionError) -> [DistributionPart] {
    var rest: [DistributionPart] = []
    var pairs: [WeightedValue] = []
    var weight = 0.0
    for part in parts {
      guard let atoms = try part.atoms() else {
        rest.append(part)
        continue
      }
      weight += part.weight
      for pair in atoms.pairs() {
        pairs.append(WeightedValue(value: pair.value, weight: pair.weight * part.weight))
      }
    }
    if pairs.count > DistributionLimits.samples {
      let limit = DistributionLimits.samples
      throw Check.error("mixture", "has \(pairs.count) values; at most \(limit) may be")
    }
    if !pairs.isEmpty {
      rest.append(DistributionPart(weight: weight, leaf: .atoms(Atoms(pairs))))
    }
    return rest
  }
}

extension [DistributionPart] {
  /// These parts, after a check that scales and shifts are still in range.
  fileprivate func checkedRange() throws(DistributionError) -> [DistributionPart] {
    for part in self {
      try Check.finite(part.shift, "by")
      try Check.positive(part.scale, "by")
    }
    return self
  }
}
