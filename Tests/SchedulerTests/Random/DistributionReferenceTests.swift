import Scheduler
import Testing

/// Quantiles and moments against those of SciPy 1.17 (scipy.stats: ppf, mean, var).
struct DistributionReferenceTests {
  struct Reference: Sendable, CustomTestStringConvertible {
    let spec: DistributionSpec
    let mean: Double
    let variance: Double
    /// At 0.01, 0.3, 0.5, 0.95, 0.999, 0.99999.
    let quantiles: [Double]

    init(_ spec: DistributionSpec, mean: Double, variance: Double, quantiles: [Double]) {
      self.spec = spec
      self.mean = mean
      self.variance = variance
      self.quantiles = quantiles
    }

    var testDescription: String { "\(spec)" }
  }

  static let references: [Reference] = [
    Reference(
      .uniform(low: -1, high: 3), mean: 1.0, variance: 1.3333333333333333,
      quantiles: [-0.96, 0.19999999999999996, 1.0, 2.8, 2.996, 2.99996]),
    Reference(
      .exponential(mean: 2), mean: 2.0, variance: 4.0,
      quantiles: [
        0.020100671707002884, 0.7133498878774649, 1.3862943611198906, 5.99146454710798,
        13.815510557964272, 23.02585092994956,
      ]),
    Reference(
      .normal(mean: 5, standardDeviation: 2), mean: 5.0, variance: 4.0,
      quantiles: [
        0.3473042519183185, 3.951198974583918, 5.0, 8.289707253902945, 11.180464612335626,
        13.529781587847681,
      ]),
    Reference(
      .lognormal(median: 200, sigma: 0.9), mean: 299.8605000113534, variance: 112207.29319549586,
      quantiles: [
        24.64574527000416, 124.75563514454682, 200.0, 878.9127487424149, 3227.7043697635854,
        9290.234568694583,
      ]),
    Reference(
      .gamma(shape: 2.5, scale: 3), mean: 7.5, variance: 22.5,
      quantiles: [
        0.8314471150924159, 4.49986219913986, 6.52719028664329, 16.605746540274527,
        30.772508478649307, 46.28428491066888,
      ]),
    Reference(
      .gamma(shape: 0.3, scale: 3), mean: 0.8999999999999999, variance: 2.6999999999999997,
      quantiles: [
        4.5066679657081224e-07, 0.03817997330984609, 0.21939340760085596, 4.117049832302658,
        13.856808128373999, 26.469489979406735,
      ]),
    Reference(
      .gamma(shape: 400, scale: 0.5), mean: 200.0, variance: 100.0,
      quantiles: [
        177.47422856344264, 194.6376315744726, 199.8333580472322, 216.72785052734483,
        232.33223008661196, 245.5452752702525,
      ]),
    Reference(
      .erlang(stages: 4, mean: 8), mean: 8.0, variance: 16.0,
      quantiles: [
        1.6464973726907703, 5.527422085225297, 7.344121497701794, 15.50731305586545,
        26.12448155837614, 37.33159364443294,
      ]),
    Reference(
      .weibull(shape: 1.5, scale: 2), mean: 1.805490585901867, variance: 1.5027611392557279,
      quantiles: [
        0.09314303369403937, 1.005877429831437, 1.5664395375493025, 4.156221275069113,
        7.2541738246789516, 10.197345272521277,
      ]),
    Reference(
      .weibull(shape: 0.6, scale: 2), mean: 3.0091509765031126, variance: 27.98712347311259,
      quantiles: [
        0.0009361187710390962, 0.35877127589436403, 1.0857731489699236, 12.450926209756258,
        50.11005753208007, 117.40127606315042,
      ]),
    Reference(
      .pareto(shape: 2.5, minimum: 3), mean: 5.0, variance: 20.0,
      quantiles: [
        3.012084677762722, 3.4600473233455595, 3.9585237323186826, 9.943362052019957,
        47.546795773833395, 300.0000000005462,
      ]),
    Reference(
      .zipf(exponent: 1.1, count: 1000), mean: 99.86355009248695, variance: 37405.97159657841,
      quantiles: [1.0, 3.0, 12.0, 582.0, 989.0, 1000.0]),
    Reference(
      .geometric(mean: 7), mean: 7.0, variance: 42.00000000000001,
      quantiles: [1.0, 3.0, 5.0, 20.0, 45.0, 75.0]),
    Reference(
      .bernoulli(probability: 0.3), mean: 0.3, variance: 0.21,
      quantiles: [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
    Reference(
      .truncated(.normal(mean: 5, standardDeviation: 2), from: 2, to: 12), mean: 5.275777931696306,
      variance: 3.0779049141063712,
      quantiles: [
        2.136906691456341, 4.211483826577991, 5.167071813214192, 8.351764336938759,
        11.088869869727535, 11.97900850199359,
      ]),
    Reference(
      .truncated(.exponential(mean: 2), from: nil, to: 5), mean: 1.55287255083074,
      variance: 1.56443979835309,
      quantiles: [
        0.01844307600220825, 0.6442006197602368, 1.2285148925347915, 4.111750854424222,
        4.977759135765385, 4.99977636262467,
      ]),
  ]

  static let levels = [0.01, 0.3, 0.5, 0.95, 0.999, 0.99999]

  @Test(arguments: references)
  func `Quantiles and moments are those of SciPy`(reference: Reference) throws {
    let distribution = try Distribution(reference.spec)
    var pool = DistributionPool()
    let id = try pool.add(reference.spec)
    for (u, x) in zip(Self.levels, reference.quantiles) {
      #expect((distribution.quantile(u) - x).magnitude <= 1e-9 * x.magnitude, "\(u)")
      #expect((pool.sample(id, uniform: u) - x).magnitude <= 1e-3 * x.magnitude, "\(u)")
    }
    #expect((distribution.mean / reference.mean - 1).magnitude < 1e-9)
    #expect((distribution.variance / reference.variance - 1).magnitude < 1e-8)
    #expect(pool.mean(id) == distribution.mean)
  }

  @Test func `A mixture has the moments and tails of its parts`() throws {
    let spec = DistributionSpec.mixture([
      WeightedSpec(weight: 3, spec: .exponential(mean: 10)),
      WeightedSpec(weight: 1, spec: .constant(4)), WeightedSpec(weight: 0, spec: .constant(-9)),
    ])
    let d = try Distribution(spec)
    #expect((d.mean - 8.5).magnitude < 1e-12)
    #expect((d.variance - (0.75 * (100 + 2.25) + 0.25 * 20.25)).magnitude < 1e-10)
    let below = 0.75 * (1 - ExactMath.exp(-0.4))
    #expect((d.cdf((4.0).nextDown) - below).magnitude < 1e-12)
    #expect((d.cdf(4) - below - 0.25).magnitude < 1e-12)
    for u in [below + 1e-9, below + 0.1, below + 0.25 - 1e-9] { #expect(d.quantile(u) == 4) }
    #expect(d.quantile(below - 0.01) < 4 && d.quantile(below + 0.26) > 4)
  }

  @Test func `Truncation is conditional, whatever it is written around`() throws {
    let base = DistributionSpec.discrete(
      (1...6).map { WeightedValue(value: Double($0), weight: 1) })
    let d = try Distribution(.truncated(.shifted(base, by: 10), from: 12, to: 14))
    #expect(d.mean == 13 && (d.variance - 2.0 / 3).magnitude < 1e-12)
    let twice = try Distribution(
      .truncated(.truncated(.exponential(mean: 2), from: 1, to: nil), from: nil, to: 3))
    let once = try Distribution(.truncated(.exponential(mean: 2), from: 1, to: 3))
    for u in [0.1, 0.5, 0.9] { #expect((twice.quantile(u) - once.quantile(u)).magnitude < 1e-12) }
    // Without memory: the rest beyond a bound is the same distribution again.
    let rest = try Distribution(.truncated(.exponential(mean: 2), from: 30, to: nil))
    #expect((rest.mean - 32).magnitude < 1e-7 && (rest.variance - 4).magnitude < 1e-6)
    let trials = try Distribution(.truncated(.geometric(mean: 7), from: 3, to: nil))
    #expect((trials.mean - 9).magnitude < 1e-9)
  }

  @Test func `A sample keeps its mean and only its own values`() throws {
    let sample: [Double] = [9, 1, 4, 4, 100]
    let d = try Distribution(.empirical(sample))
    #expect((d.mean - 23.6).magnitude < 1e-12)
    #expect([0.1, 0.2, 0.3, 0.5, 0.7, 0.9].map(d.quantile) == [1, 1, 4, 4, 9, 100])
    var pool = DistributionPool()
    let id = try pool.add(.empirical(sample))
    #expect(
      [0.1, 0.2, 0.3, 0.5, 0.7, 0.9].map { pool.sample(id, uniform: $0) } == [1, 1, 4, 4, 9, 100])
    #expect(try DistributionSpec.empirical([3]).quantile(0.7) == 3)
  }
}
