import Testing

@testable import AKSPerf

@Suite("Estimates")
struct EstimateTests {
  @Test(
    "Quantiles of Student's t equal published values to 1e-8",
    arguments: [
      (1, 12.706204736432095), (2, 4.302652729696142), (3, 3.182446305284263),
      (4, 2.776445105197793), (9, 2.2621571628540993), (10, 2.2281388519649385),
      (19, 2.093024054408263), (30, 2.0422724563012373), (99, 1.9842169515086827),
      (1_000, 1.9623390808264078),
    ])
  func studentT(degrees: Int, value: Double) {
    #expect(abs(StudentT.quantile(0.975, degrees: degrees) - value) < 1e-8 * value)
  }

  @Test("Other quantiles of Student's t are right too")
  func otherQuantiles() {
    #expect(StudentT.quantile(0.5, degrees: 7) < 1e-12)
    #expect(abs(StudentT.quantile(0.95, degrees: 5) - 2.015048372669157) < 1e-8)
    #expect(abs(StudentT.quantile(0.9995, degrees: 4) - 8.610301581379373) < 1e-7)
  }

  @Test("A ratio is pooled and its interval comes from residuals")
  func ratio() throws {
    // Q = 12 ÷ 24 = 0.5, mean(D) = 8, residuals (0, −0.125, 0.125), S = 0.125.
    let estimate = Estimator.ratio([3, 3, 6], [6, 8, 10], factor: Estimator.factor(3))
    let interval = try #require(estimate.interval)
    #expect(estimate.value == 0.5)
    #expect(abs(interval.halfWidth - 4.302652729696142 * 0.125 / 3.0.squareRoot()) < 1e-9)
    #expect(Estimator.ratio([0, 0], [0, 0], factor: 1).value == nil)
    #expect(Estimator.ratio([1], [2], factor: nil) == Estimate(value: 0.5))
  }

  @Test("Wilson's interval of a share has its published ends, and is never empty")
  func wilson() {
    // 1 of 10: 0.0179 to 0.4042; 0 of n: up to z² ÷ (n + z²).
    let one = Estimator.wilson(1, of: 10)
    #expect(abs(one.low - 0.017876) < 1e-6 && abs(one.high - 0.404150) < 1e-6)
    let square = 1.959963984540054 * 1.959963984540054
    #expect(Estimator.wilson(0, of: 10).low == 0)
    #expect(abs(Estimator.wilson(0, of: 10).high - square / (10 + square)) < 1e-12)
    #expect(Estimator.wilson(10, of: 10).high == 1)
    #expect(abs(Estimator.wilson(10, of: 10).low - 10 / (10 + square)) < 1e-12)
  }

  @Test("A share whose items are all alike has the width of their number")
  func share() throws {
    let factor = Estimator.factor(10)
    let ones = [UInt64](repeating: 1, count: 10)
    let all = try #require(Estimator.share(ones, ones, factor: factor).interval)
    #expect(abs(all.low - 0.722467) < 1e-6 && all.high == 1)
    // With 50 items on either side the replications speak for themselves.
    let many = [UInt64](repeating: 5, count: 10)
    let even = [UInt64](repeating: 10, count: 10)
    #expect(Estimator.share(many, even, factor: factor).interval == Interval(low: 0.5, high: 0.5))
    #expect(Estimator.share(ones, ones, factor: nil) == Estimate(value: 1))
    #expect(Estimator.share([3], [2], factor: nil).value == 1.5)
  }

  @Test("A sum has R times the interval of a replication's mean")
  func sum() throws {
    let estimate = Estimator.sum([10, 20], factor: Estimator.factor(2))
    let half = 2 * 12.706204736432095 * 50.0.squareRoot() / 2.0.squareRoot()
    #expect(estimate.value == 30)
    #expect(abs(try #require(estimate.interval).halfWidth - half) < 1e-6)
  }

  @Test("A percentile is that of merged histograms, with the spread of the replications'")
  func percentile() throws {
    let parts = [Histogram(0..<100), Histogram(10..<110), Histogram(20..<120)]
    var pooled = Histogram()
    for part in parts { pooled.merge(part) }
    let median = Estimator.percentiles(
      parts, pooled: pooled, [.p50], factor: Estimator.factor(3))[0]
    // Rank 150 of 300 is 59; the medians 49, 59 and 69 give S = 10.
    #expect(median.value == 59)
    let half = 4.302652729696142 * 10 / 3.0.squareRoot() + 59 * 0.0005
    #expect(abs(try #require(median.interval).halfWidth - half) < 1e-9)
  }

  @Test("A percentile is thin with under 50 values above it in any replication, or E under 5")
  func thin() {
    let even = [0.05, 0.05, 0.05]
    #expect(Estimator.support(.p95, [1_000, 1_000, 1_000], even) == .enough)
    #expect(Estimator.support(.p95, [1_000, 999, 1_000], even) == .few)
    #expect(Estimator.support(.p95, [1_000, 1_000, 1_000], [0, 0, 0.15]) == .uneven)
    // p(1 − p)² ÷ 5 = 0.000475, so the largest deviation is 0.0218.
    let inside = [0.0285, 0.05, 0.0715]
    let outside = [0.028, 0.05, 0.072]
    #expect(Estimator.support(.p95, [1_000, 1_000, 1_000], inside) == .enough)
    #expect(Estimator.support(.p95, [1_000, 1_000, 1_000], outside) == .uneven)
    #expect(Estimator.support(.p50, [], []) == .few)
  }

  @Test("Intervals of a mean of ten normals cover the truth in about 95 %")
  func coverage() {
    var random = TrialRandom(seed: 11)
    let factor = Estimator.factor(10)
    let trials = 2_000
    var covered = 0
    for _ in 0..<trials {
      let values = (0..<10).map { _ in 5 + random.normal() }
      if let interval = Estimator.mean(values, factor: factor).interval,
        interval.low <= 5, interval.high >= 5
      {
        covered += 1
      }
    }
    // Four standard errors of a share of 0.95.
    #expect(abs(Double(covered) / Double(trials) - 0.95) < 0.0195)
  }

  @Test("An infinite percentile has no value and no interval")
  func never() {
    let part = Histogram([1, 2, 3]).addingNever(2)
    var pooled = part
    pooled.merge(part)
    let p95 = Estimator.percentiles([part, part], pooled: pooled, [.p95], factor: 1)[0]
    #expect(p95.rank == .never && p95.value == nil && p95.interval == nil)
  }
}
