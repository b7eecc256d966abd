import Testing

@testable import AKSPerf

@Suite("The paired test of a gate")
struct PairedTestTests {
  static func gauge(_ values: [Double]) -> FigureSamples {
    FigureSamples(.quotient(numerators: values, denominators: values.map { _ in 1 }))
  }
  static func share(_ parts: [Double], of whole: Double) -> FigureSamples {
    FigureSamples(.quotient(numerators: parts, denominators: parts.map { _ in whole }))
  }
  static func latency(_ values: [Double]) -> FigureSamples {
    let mean = values.reduce(0, +) / Double(values.count)
    return FigureSamples(
      .percentile(pooled: mean, each: values, counts: values.map { _ in 2_000 }))
  }
  static func figure(_ text: String) throws -> GateFigure { try GateFigure(text) }

  @Test("t, standard error, interval and smallest detectable change are as worked out by hand")
  func byHand() throws {
    let figure = try Self.figure("concurrent_sessions")
    let before = Self.gauge([100, 100, 100, 100])
    let test = try #require(PairedTest(figure, Self.gauge([110, 112, 108, 110]), before))
    #expect(test.margin == 5)
    // z = 110 − 105, S² = (2² + 2²) ÷ 3, S ÷ √4 = 0.8164966.
    #expect(abs(test.statistic(worse: true, wantsSmall: true) - 6.1237244) < 1e-6)
    #expect(abs(test.statistic(worse: false, wantsSmall: true) + 18.3711731) < 1e-6)
    #expect(abs(test.standardError - 0.8164966) < 1e-6)
    #expect(abs(test.difference.low - 7.4015435) < 1e-6)
    #expect(abs(test.difference.high - 12.5984565) < 1e-6)
    // 5 + (t(3, .95) + t(3, .8)) · 0.8164966, with 2.3533634 and 0.9784723.
    #expect(abs(test.smallestDetectable(checks: 1, wantsSmall: true) - 7.7204328) < 1e-6)
    #expect(!test.isSame)
  }

  @Test("Common noise cancels: pairs that grew alike have no error")
  func pairs() throws {
    let figure = try Self.figure("concurrent_sessions")
    let before = Self.gauge([80, 90, 110, 120])
    let test = try #require(PairedTest(figure, Self.gauge([88, 99, 121, 132]), before))
    // z_r = 1.1 B_r − 1.05 B_r.
    #expect(abs(test.statistic(worse: true, wantsSmall: true) - 5 / (0.05 * 9.1287093)) < 1e-5)
    let same = try #require(PairedTest(figure, before, before))
    #expect(same.standardError == 0 && same.isSame)
  }

  @Test("Of small latencies and shares a millisecond and half a point are tolerated")
  func floors() throws {
    let p95 = try Self.figure("load_latency p(95)")
    let fast = try #require(
      PairedTest(p95, Self.latency([3_900, 3_950, 3_850]), Self.latency([3_000, 3_050, 2_950])))
    #expect(fast.margin == 1_000)
    #expect(fast.statistic(worse: true, wantsSmall: true) == -.infinity)
    let slow = try #require(
      PairedTest(p95, Self.latency([30_000, 30_001]), Self.latency([28_000, 28_000])))
    #expect(slow.margin == 1_400)
    let coverage = try Self.figure("coverage")
    let rare = try #require(
      PairedTest(coverage, Self.share([16, 17], of: 1_000), Self.share([20, 20], of: 1_000)))
    #expect(rare.margin == 0.005)
    let zero = try #require(
      PairedTest(p95, Self.latency([900, 900]), Self.latency([0, 0])))
    #expect(zero.isSame)
  }

  @Test("A pair without a value in some replication is not tested")
  func incomplete() throws {
    let p95 = try Self.figure("load_latency p(95)")
    let half = FigureSamples(
      .percentile(pooled: 3_000, each: [3_000, nil], counts: [2_000, 2_000]))
    let whole = Self.latency([3_000, 3_000])
    #expect(PairedTest(p95, half, whole) == nil)
    #expect(PairedTest(p95, whole, half) == nil)
    #expect(PairedTest(p95, whole, Self.latency([1, 2, 3])) == nil)
  }

  @Test("The replications that would decide are those at which t reaches its limit")
  func replications() throws {
    let figure = try Self.figure("concurrent_sessions")
    let before = Self.gauge(Array(repeating: 100, count: 20))
    let values = (0..<20).map { $0 % 2 == 0 ? 104.0 : 96.0 }
    let inside = try #require(PairedTest(figure, Self.gauge(values), before))
    // S² = 20 · 16 ÷ 19; R = (t(19, .95) · S ÷ 5)², 2.01; at least one more than there are.
    #expect(inside.isSame && inside.replicationsThatDecide(checks: 1) == 21)
    let wide = (0..<20).map { $0 % 2 == 0 ? 164.0 : 44.0 }
    let beyond = try #require(PairedTest(figure, Self.gauge(wide), before))
    // The mean is 104: (1.7291328 · 61.5587 ÷ 1)².
    #expect(!beyond.isSame && beyond.replicationsThatDecide(checks: 1) == 11_331)
    let border = try #require(
      PairedTest(figure, Self.gauge([104, 106]), Self.gauge([100, 100])))
    #expect(border.replicationsThatDecide(checks: 1) == nil)
  }

  // t(19) at .98333, .975 and .95: 2.289, 2.093, 1.729.
  static let statistics: [([Double], [Bool])] = [
    ([2.0, 2.4, 1.8], [false, true, false]), ([2.2, 2.4, 1.8], [true, true, true]),
    ([2.2, 2.4, 1.7], [true, true, false]), ([2.2, 2.2, 2.2], [false, false, false]),
    ([.infinity, -.infinity, 0], [true, false, false]), ([1.8], [true]), ([], []),
  ]

  @Test(
    "Holm's procedure goes down from the greatest t until one is too small",
    arguments: statistics)
  func holm(statistics: [Double], rejected: [Bool]) {
    #expect(Gate.holm(statistics, degrees: 19) == rejected)
  }
}
