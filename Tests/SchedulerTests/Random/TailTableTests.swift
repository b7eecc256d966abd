import Scheduler
import Testing

/// The error bounds of quantile tables: 0.1 % from the median up, and in the mean.
struct TailTableTests {
  static let specs: [DistributionSpec] = [
    .gamma(shape: 0.001, scale: 1), .gamma(shape: 0.05, scale: 1), .gamma(shape: 0.3, scale: 1),
    .gamma(shape: 0.9, scale: 1), .gamma(shape: 1.1, scale: 1), .gamma(shape: 30, scale: 1),
    .gamma(shape: 5_000, scale: 1), .erlang(stages: 3, mean: 1),
    .truncated(.normal(mean: 100, standardDeviation: 40), from: 0, to: nil),
    .truncated(.lognormal(median: 200, sigma: 2), from: nil, to: 1e5),
    .truncated(.pareto(shape: 1.5, minimum: 1), from: 2, to: 1e4),
    .mixture([
      WeightedSpec(weight: 99, spec: .lognormal(median: 200, sigma: 0.3)),
      WeightedSpec(weight: 1, spec: .pareto(shape: 1.8, minimum: 1_000)),
    ]),
    .mixture([
      WeightedSpec(weight: 2, spec: .constant(100)),
      WeightedSpec(weight: 1, spec: .exponential(mean: 300)),
    ]),
  ]

  @Test(arguments: specs)
  func `Within 0.1 percent from the median to 99.999 percent`(spec: DistributionSpec) throws {
    var pool = DistributionPool()
    let id = try pool.add(spec)
    let d = try Distribution(spec)
    var upper = 0.5
    while upper > 1e-5 {
      let u = 1 - upper
      let exact = d.quantile(u)
      #expect((pool.sample(id, uniform: u) / exact - 1).magnitude < 1e-3, "at \(u)")
      upper *= 0.987
    }
  }

  @Test(arguments: specs)
  func `The mean is within 0.1 percent`(spec: DistributionSpec) throws {
    var pool = DistributionPool()
    let id = try pool.add(spec)
    // Midpoints in each octave of both tails, so that a rare great value has its weight.
    var mean = 0.0
    var width = 0.5
    for _ in 0..<53 {
      width /= 2
      for i in 0..<200 {
        let v = width + width * (Double(i) + 0.5) / 200
        let both = pool.sample(id, uniform: v) + pool.sample(id, uniform: 1 - v)
        mean += both * width / 200
      }
    }
    #expect((mean / pool.mean(id) - 1).magnitude < 1e-3, "\(mean), not \(pool.mean(id))")
  }
}
