import Scheduler
import Testing

/// What every distribution of a pool must do.
struct DistributionTests {
  static let specs: [DistributionSpec] = [
    .constant(5), .uniform(low: -1, high: 3), .exponential(mean: 2),
    .normal(mean: 5, standardDeviation: 2), .lognormal(median: 200, sigma: 0.9),
    .gamma(shape: 2.5, scale: 3), .gamma(shape: 0.3, scale: 3), .gamma(shape: 1, scale: 4),
    .gamma(shape: 250, scale: 1), .erlang(stages: 4, mean: 8), .weibull(shape: 1.5, scale: 2),
    .weibull(shape: 0.7, scale: 2), .pareto(shape: 4.5, minimum: 3),
    .zipf(exponent: 1.1, count: 1_000), .zipf(exponent: 0, count: 2), .geometric(mean: 7),
    .geometric(mean: 1), .bernoulli(probability: 0.3),
    .discrete((0..<7).map { WeightedValue(value: Double($0 * $0) - 3, weight: Double(7 - $0)) }),
    .empirical((0..<300).map { Double(($0 * 77) % 300) }),
    .truncated(.normal(mean: 5, standardDeviation: 2), from: 0, to: 12),
    .truncated(.lognormal(median: 200, sigma: 0.9), from: nil, to: 2_000),
    .truncated(.geometric(mean: 7), from: 3, to: 9),
    .shifted(.scaled(.weibull(shape: 2, scale: 2), by: 3), by: -10),
    .mixture([
      WeightedSpec(weight: 9, spec: .lognormal(median: 200, sigma: 0.5)),
      WeightedSpec(weight: 1, spec: .lognormal(median: 2_000, sigma: 0.3)),
    ]),
    .mixture([
      WeightedSpec(weight: 5, spec: .exponential(mean: 10)),
      WeightedSpec(weight: 4, spec: .constant(5)),
      WeightedSpec(weight: 1, spec: .mixture([WeightedSpec(weight: 1, spec: .constant(50))])),
    ]),
    .mixture([
      WeightedSpec(weight: 1, spec: .constant(1)),
      WeightedSpec(weight: 1, spec: .bernoulli(probability: 0.5)),
      WeightedSpec(weight: 2, spec: .empirical([4, 4, 7, 9])),
    ]),
  ]

  @Test(arguments: specs)
  func `Draws have the mean, the variance and the shape`(spec: DistributionSpec) throws {
    var pool = DistributionPool()
    let id = try pool.add(spec)
    let d = try Distribution(spec)
    let stream = RandomStream(seed: 4_711, replication: 0)
    let count = 20_000
    var draws: [Double] = []
    for i in 0..<count {
      let u = stream.uniform(RandomCounter(subject: UInt64(i), purpose: 1))
      draws.append(pool.sample(id, uniform: u))
    }
    let (exactMean, exactVariance) = (d.mean, d.variance)
    let mean = draws.reduce(0, +) / Double(count)
    let deviations = draws.map { ($0 - exactMean) * ($0 - exactMean) }
    let variance = deviations.reduce(0, +) / Double(count)
    // Four standard errors each; that of the variance from the draws themselves.
    #expect((mean - exactMean).magnitude <= 4 * (exactVariance / Double(count)).squareRoot())
    let fourth = deviations.reduce(0) { $0 + ($1 - variance) * ($1 - variance) } / Double(count)
    let allowed = 4 * (fourth / Double(count)).squareRoot() + 1e-9 * exactVariance
    #expect((variance - exactVariance).magnitude <= allowed, "\(variance), not \(exactVariance)")
    #expect(distance(draws, d) * Double(count).squareRoot() < 1.95, "Kolmogorov and Smirnov")
  }

  /// The greatest distance between the sample's and the exact distribution function.
  private func distance(_ draws: [Double], _ d: Distribution) -> Double {
    let sorted = draws.sorted()
    let count = Double(sorted.count)
    var worst = 0.0
    var i = 0
    while i < sorted.count {
      let x = sorted[i]
      var end = i
      while end < sorted.count, sorted[end] == x { end += 1 }
      worst = max(worst, (Double(end) / count - d.cdf(x)).magnitude)
      worst = max(worst, (Double(i) / count - d.cdf(x.nextDown)).magnitude)
      i = end
    }
    return worst
  }

  @Test(arguments: specs)
  func `A greater uniform never gives a smaller value`(spec: DistributionSpec) throws {
    var pool = DistributionPool()
    let id = try pool.add(spec)
    var points = SplitMix(seed: 3)
    var places: [UInt64] = [0, 1 << 53 - 40, 1 << 52 - 20, 1 << 51 - 20, 1 << 46 - 20]
    for shift in 0..<40 as Range<UInt64> {
      let k = points.next() >> (11 + shift)
      places += [k, (1 << 53) - 40 - k]
    }
    for first in places {
      for k in first..<min(first + 39, 1 << 53 - 1) {
        let a = pool.sample(id, uniform: RandomBlock.uniform(of: k << 11))
        let b = pool.sample(id, uniform: RandomBlock.uniform(of: (k + 1) << 11))
        if a > b { Issue.record("at \(k): \(a), \(b)") }
      }
    }
    var before = -Double.infinity
    for i in 0..<4_000 {
      let x = pool.sample(id, uniform: (Double(i) + 0.5) / 4_000)
      if before > x { Issue.record("at point \(i): \(before), \(x)") }
      before = x
    }
  }

  @Test(arguments: specs + extremes)
  func `The least and the greatest uniform give finite values`(spec: DistributionSpec) throws {
    var pool = DistributionPool()
    let id = try pool.add(spec)
    for word in [0, 1 << 11, .max, 1 << 63, 1 << 63 - 1] as [UInt64] {
      #expect(pool.sample(id, uniform: RandomBlock.uniform(of: word)).isFinite)
    }
  }

  static let extremes: [DistributionSpec] = [
    .pareto(shape: 0.1, minimum: 1e18), .weibull(shape: 0.1, scale: 1e18),
    .lognormal(median: 1e18, sigma: 15), .gamma(shape: 0.001, scale: 1e18),
    .geometric(mean: 1e15), .exponential(mean: 1e-18), .uniform(low: -1e18, high: 1e18),
    .pareto(shape: 1e6, minimum: 1), .weibull(shape: 1e6, scale: 1),
    .truncated(.pareto(shape: 0.1, minimum: 1), from: 1e6, to: nil),
  ]

  @Test func `The same spec gets the same number and another one another`() throws {
    var pool = DistributionPool()
    let a = try pool.add(.exponential(mean: 2))
    let b = try pool.add(.exponential(mean: 3))
    #expect(try pool.add(.exponential(mean: 2)) == a)
    #expect(a != b && pool.count == 2)
  }

  @Test func `What has one value always gives it`() throws {
    var pool = DistributionPool()
    let constants: [(DistributionSpec, Double)] = [
      (.constant(3), 3), (.uniform(low: 2, high: 2), 2), (.geometric(mean: 1), 1),
      (.zipf(exponent: 2, count: 1), 1), (.bernoulli(probability: 1), 1),
      (.bernoulli(probability: 0), 0), (.empirical([7, 7]), 7),
      (.shifted(.scaled(.constant(3), by: 2), by: 1), 7),
      (
        .truncated(
          .discrete([.init(value: 1, weight: 1), .init(value: 9, weight: 1)]), from: 5, to: nil), 9
      ),
    ]
    for (spec, value) in constants {
      let id = try pool.add(spec)
      for u in [1e-9, 0.3, 1 - 1e-9] { #expect(pool.sample(id, uniform: u) == value, "\(spec)") }
    }
  }
}
