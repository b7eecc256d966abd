import Scheduler
import Testing

/// Distributions that cannot be, and those given by what people know.
struct DistributionErrorTests {
  static let wrong: [(DistributionSpec, String?)] = [
    (.constant(.nan), "value"), (.constant(.infinity), "value"), (.constant(2e18), "value"),
    (.uniform(low: 2, high: 1), "low"), (.uniform(low: 0, high: .nan), "high"),
    (.exponential(mean: 0), "mean"), (.exponential(mean: -1), "mean"),
    (.exponential(mean: 1e-19), "mean"),
    (.normal(mean: 0, standardDeviation: 0), "standardDeviation"),
    (.normal(mean: .nan, standardDeviation: 1), "mean"),
    (.lognormal(median: 0, sigma: 1), "median"), (.lognormal(median: 1, sigma: 16), "sigma"),
    (.lognormal(median: 1, sigma: -1), "sigma"), (.gamma(shape: 0, scale: 1), "shape"),
    (.gamma(shape: 1, scale: .nan), "scale"), (.gamma(shape: 2e6, scale: 1), "shape"),
    (.erlang(stages: 0, mean: 1), "stages"), (.erlang(stages: 2, mean: -1), "mean"),
    (.weibull(shape: 0.01, scale: 1), "shape"), (.weibull(shape: 1, scale: 0), "scale"),
    (.pareto(shape: 0.05, minimum: 1), "shape"), (.pareto(shape: 1, minimum: 0), "minimum"),
    (.zipf(exponent: -1, count: 3), "exponent"), (.zipf(exponent: 1, count: 0), "count"),
    (.zipf(exponent: 1, count: 1_000_001), "count"), (.geometric(mean: 0.9), "mean"),
    (.geometric(mean: .nan), "mean"), (.bernoulli(probability: 1.1), "probability"),
    (.bernoulli(probability: -0.1), "probability"), (.discrete([]), "values"),
    (.discrete([WeightedValue(value: 1, weight: 0)]), "weight"),
    (.discrete([WeightedValue(value: 1, weight: -1)]), "weight"),
    (.discrete([WeightedValue(value: .nan, weight: 1)]), "value"), (.empirical([]), "sample"),
    (.empirical([1, .nan]), "sample"), (.shifted(.constant(1), by: .nan), "by"),
    (.scaled(.constant(1), by: 0), "by"), (.scaled(.constant(1), by: -2), "by"),
    (.truncated(.constant(1), from: 3, to: 2), "from"),
    (.truncated(.constant(1), from: 2, to: nil), "truncated"),
    (.truncated(.exponential(mean: 1), from: nil, to: -1), "truncated"),
    (.truncated(.exponential(mean: 1), from: 100, to: nil), "truncated"),
    (.truncated(.uniform(low: 0, high: 1), from: 1, to: 2), "truncated"),
    (.truncated(.exponential(mean: -1), from: 1, to: 2), "mean"),
    (.truncated(.constant(1), from: .nan, to: nil), "from"), (.mixture([]), "mixture"),
    (.mixture([WeightedSpec(weight: 0, spec: .constant(1))]), "weight"),
    (.mixture([WeightedSpec(weight: .nan, spec: .constant(1))]), "weight"),
    (.mixture([WeightedSpec(weight: 1, spec: .empirical([]))]), "sample"),
    (.mixture(Array(repeating: WeightedSpec(weight: 1, spec: .constant(1)), count: 65)), "mixture"),
    ((0..<20).reduce(.constant(1)) { spec, _ in .shifted(spec, by: 1) }, nil),
    (.scaled(.scaled(.exponential(mean: 1), by: 1e17), by: 1e17), "by"),
  ]

  @Test(arguments: wrong)
  func `What cannot be is refused with the wrong parameter`(
    spec: DistributionSpec, parameter: String?
  ) {
    let error = #expect(throws: DistributionError.self) { try spec.validate() }
    #expect(error?.parameter == parameter, "\(error?.description ?? "")")
    #expect(error?.message.isEmpty == false)
    var pool = DistributionPool()
    #expect(throws: DistributionError.self) { try pool.add(spec) }
    #expect(pool.count == 0)
  }

  @Test func `The knowledge given is what the distribution has`() throws {
    expectNear(try DistributionSpec.exponential(median: 3).quantile(0.5), 3)
    expectNear(try DistributionSpec.normal(mean: 3, p95: 8).quantile(0.95), 8)
    for spec in [
      try DistributionSpec.lognormal(median: 200, p95: 900), try .weibull(median: 200, p95: 900),
    ] {
      expectNear(try spec.quantile(0.5), 200)
      expectNear(try spec.quantile(0.95), 900)
    }
    expectNear(try DistributionSpec.lognormal(median: 200, p99: 900).quantile(0.99), 900)
    for spec in [
      try DistributionSpec.lognormal(mean: 20, standardDeviation: 5),
      try .gamma(mean: 20, standardDeviation: 5), try .gamma(mean: 20, cv: 0.25),
    ] {
      expectNear(try spec.mean, 20)
      expectNear(try spec.variance, 25)
    }
    expectNear(try DistributionSpec.pareto(minimum: 2, median: 5).quantile(0.5), 5)
    expectNear(try DistributionSpec.pareto(shape: 2.5, mean: 5).mean, 5)
    expectNear(try DistributionSpec.geometric(probability: 0.25).mean, 4)
  }

  private func expectNear(_ a: Double, _ b: Double) {
    #expect((a / b - 1).magnitude < 1e-12, "\(a), not \(b)")
  }

  @Test func `Knowledge that contradicts itself is refused`() {
    expectError("p95") { () throws(DistributionError) in try .lognormal(median: 9, p95: 9) }
    expectError("p95") { () throws(DistributionError) in
      try .lognormal(median: 1e-9, p95: 1e9 * 1e9)
    }
    expectError("median") { () throws(DistributionError) in try .lognormal(median: 0, p95: 9) }
    expectError("p99") { () throws(DistributionError) in try .lognormal(median: 2, p99: .nan) }
    expectError("p95") { () throws(DistributionError) in try .weibull(median: 9, p95: 8) }
    expectError("p95") { () throws(DistributionError) in try .normal(mean: 9, p95: 8) }
    expectError("cv") { () throws(DistributionError) in try .gamma(mean: 1, cv: 0) }
    expectError("cv") { () throws(DistributionError) in try .gamma(mean: 1, cv: 1e6) }
    expectError("mean") { () throws(DistributionError) in try .gamma(mean: -1, cv: 1) }
    expectError("median") { () throws(DistributionError) in try .exponential(median: 0) }
    expectError("shape") { () throws(DistributionError) in try .pareto(shape: 1, mean: 3) }
    expectError("probability") { () throws(DistributionError) in try .geometric(probability: 0) }
    expectError("probability") { () throws(DistributionError) in try .geometric(probability: 2) }
  }

  private func expectError(
    _ parameter: String, _ make: () throws(DistributionError) -> DistributionSpec
  ) {
    do throws(DistributionError) {
      let spec = try make()
      Issue.record("\(spec) should have been refused")
    } catch {
      #expect(error.parameter == parameter, "\(error)")
    }
  }
}
