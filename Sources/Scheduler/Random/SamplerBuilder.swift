/// Turns a checked distribution into a sampler and its numbers.
enum SamplerBuilder {
  typealias Built = (sampler: Sampler, numbers: [Double])

  /// The cheapest sampler for `distribution`; throws when its table would be too fine.
  static func build(_ distribution: Distribution) throws(DistributionError) -> Built {
    guard distribution.parts.count == 1 else { return try knots(distribution) }
    let part = distribution.parts[0]
    var built: Built
    switch part.leaf {
    case .atoms(let atoms): built = discrete(atoms)
    case .sample(let sorted):
      built = sorted.first == sorted.last ? constant(sorted[0]) : (Sampler(.sample), sorted)
      built.sampler.count = sorted.count
    case .zipf(let atoms): built = atoms.values.count == 1 ? constant(1) : rank(atoms)
    case .geometric(let mean):
      let a = mean == 1 ? 0 : 1 / ExactMath.log1p(-1 / mean)
      built = mean == 1 ? constant(1) : (Sampler(.geometric, a: a), [])
    case .family(let family): built = direct(family)
    case .window: return try knots(distribution)
    }
    built.sampler.shift = part.shift + part.scale * built.sampler.shift
    built.sampler.scale *= part.scale
    return built
  }

  private static func constant(_ value: Double) -> Built { (Sampler(.constant, shift: value), []) }

  private static func direct(_ family: ContinuousFamily) -> Built {
    switch family {
    case .uniform(let low, let high):
      return (Sampler(.uniform, shift: low, scale: high - low), [])
    case .exponential(let mean): return (Sampler(.exponential, scale: mean), [])
    case .normal(let mean, let deviation):
      return (Sampler(.normal, shift: mean, scale: deviation), [])
    case .lognormal(let median, let sigma):
      return (Sampler(.lognormal, scale: median, a: sigma), [])
    case .weibull(let shape, let scale):
      return (Sampler(.weibull, scale: scale, a: 1 / shape), [])
    case .pareto(let shape, let minimum):
      return (Sampler(.pareto, scale: minimum, a: 1 / shape), [])
    case .gamma(let shape, let scale):
      // Below shape 1 the quantile rises like u^(1/shape), too steep for straight lines;
      // its power with exponent shape rises like u.
      let power = shape < 1 ? shape : 1
      let builder = TailTableBuilder { p in
        let x = ExactMath.logGammaQuantile(shape, lower: p.lower, upper: p.upper)
        return ExactMath.exp(power * x)
      }
      let kind: Sampler.Kind = shape < 1 ? .power : .table
      return (Sampler(kind, scale: scale, a: 1 / power), builder.nodes())
    }
  }

  private static func knots(_ distribution: Distribution) throws(DistributionError) -> Built {
    let builder = TailTableBuilder { distribution.quantile($0) }
    return (Sampler(.knots), try builder.nodesAndKnots())
  }

  private static func discrete(_ atoms: Atoms) -> Built {
    let values = atoms.values
    if values.count == 1 { return constant(values[0]) }
    // Two values need no search, if low + (high − low) is high.
    if values.count == 2, values[0] + (values[1] - values[0]) == values[1] {
      return (
        Sampler(
          .bernoulli, shift: values[0], scale: values[1] - values[0], a: atoms.cumulative[0]), []
      )
    }
    var sampler = Sampler(.discrete)
    sampler.count = values.count
    let (guide, bits) = guide(atoms.cumulative)
    sampler.guideBits = bits
    return (sampler, atoms.cumulative + values + guide)
  }

  private static func rank(_ atoms: Atoms) -> Built {
    guard atoms.values.count > 2, atoms.values.last == Double(atoms.values.count) else {
      return discrete(atoms)
    }
    var sampler = Sampler(.rank)
    sampler.count = atoms.values.count
    let (guide, bits) = guide(atoms.cumulative)
    sampler.guideBits = bits
    return (sampler, atoms.cumulative + guide)
  }

  /// Where the search starts in each of 2^bits equal cells of u, and where it ends in the last.
  private static func guide(_ cumulative: [Double]) -> (starts: [Double], bits: UInt8) {
    var bits: UInt8 = 2
    while bits < 12, 1 << Int(bits) < cumulative.count { bits += 1 }
    let cells = 1 << Int(bits)
    var starts: [Double] = []
    for cell in 0...cells {
      let u = Double(cell) / Double(cells)
      starts.append(Double(Atoms.firstIndex(in: cumulative, notBelow: u)))
    }
    return (starts, bits)
  }
}
