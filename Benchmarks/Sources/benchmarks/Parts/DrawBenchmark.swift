import Scheduler

/// What a random number costs, and a variate of each family of distributions.
enum DrawBenchmark {
  /// The families with parameters of everyday size, and the mean they must have.
  static let families: [(name: String, spec: DistributionSpec)] = [
    ("uniform", .uniform(low: 1, high: 3)),
    ("exponential", .exponential(mean: 2)),
    ("normal", .normal(mean: 5, standardDeviation: 1)),
    ("lognormal", .lognormal(median: 2, sigma: 0.6)),
    ("gamma", .gamma(shape: 2.5, scale: 2)),
    ("erlang", .erlang(stages: 3, mean: 2)),
    ("weibull", .weibull(shape: 1.5, scale: 2)),
    ("pareto", .pareto(shape: 3, minimum: 1)),
    ("zipf", .zipf(exponent: 1.1, count: 1_000)),
    ("geometric", .geometric(mean: 6)),
    ("bernoulli", .bernoulli(probability: 0.3)),
    ("discrete", .discrete((1...20).map { WeightedValue(value: Double($0), weight: 1) })),
    ("empirical", .empirical((1...1_000).map { Double($0) })),
    ("truncated", .truncated(.lognormal(median: 2, sigma: 0.6), from: 1, to: 6)),
    ("shifted", .shifted(.exponential(mean: 2), by: 1)),
    (
      "mixture",
      .mixture([
        WeightedSpec(weight: 0.9, spec: .exponential(mean: 1)),
        WeightedSpec(weight: 0.1, spec: .lognormal(median: 10, sigma: 0.5)),
      ])
    ),
  ]

  static func rows(_ plan: Plan) throws -> [Row] {
    let count = plan.isSmall ? 1 << 16 : 1 << 22
    var rows = try blocks(count).rows(runs: plan.runs)
    for (name, spec) in families {
      var pool = DistributionPool()
      let id = try pool.add(spec)
      rows += try contest(name, pool, id, count).rows(runs: plan.runs)
    }
    return rows
  }

  private static func blocks(_ count: Int) -> Contest {
    let stream = RandomStream(seed: 42, replication: 0)
    return Contest(
      subject: "random number", size: "Threefry4x64-20", unit: "ns/block of four",
      contenders: [
        .init(name: "perfbench") {
          var sum = 0.0
          let cost = Timed.nanoseconds(count) {
            for subject in 0..<UInt64(count) {
              sum += stream.block(RandomCounter(subject: subject)).uniform(0)
            }
          }
          try check("random numbers", sum / Double(count), 0.5, within: 5 * 0.2887, count)
          return .init(figure: cost)
        }
      ])
  }

  /// Draws at evenly spread uniforms, in an order that no branch predictor learns.
  private static func contest(
    _ name: String, _ pool: DistributionPool, _ id: DistributionID, _ count: Int
  ) -> Contest {
    let cells = 1 << 12
    // An odd factor visits every cell once.
    let uniforms = (0..<cells).map { (Double($0 * 1_597 % cells) + 0.5) / Double(cells) }
    return Contest(
      subject: "variate, uniform given", size: name, unit: "ns/draw",
      contenders: [
        .init(name: "perfbench") {
          var sum = 0.0
          let cost = Timed.nanoseconds(count) {
            for index in 0..<count {
              sum += pool.sample(id, uniform: uniforms[index & (cells - 1)])
            }
          }
          let mean = pool.mean(id)
          guard abs(sum / Double(count) - mean) < 0.01 * mean else {
            throw Failure("\(name): a mean of \(sum / Double(count)) instead of \(mean)")
          }
          return .init(figure: cost)
        }
      ])
  }

  /// Throws when the mean of `count` numbers is too far off.
  private static func check(
    _ what: String, _ mean: Double, _ expected: Double, within deviations: Double, _ count: Int
  ) throws {
    guard abs(mean - expected) < deviations / Double(count).squareRoot() else {
      throw Failure("\(what): a mean of \(mean) instead of \(expected)")
    }
  }
}
