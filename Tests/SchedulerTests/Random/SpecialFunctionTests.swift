import Scheduler
import Testing

/// The normal and gamma functions against values of mpmath 1.3 with 40 digits.
struct SpecialFunctionTests {
  static let quantiles: [(Double, Double)] = [
    (1e-300, -37.0470962993612),
    (1e-16, -8.222082216130435),
    (1e-10, -6.361340902404057),
    (1e-5, -4.264890793922825),
    (0.01, -2.326347874040841),
    (0.05, -1.6448536269514726),
    (0.0749999, -1.4395321773759007),
    (0.075, -1.439531470938456),
    (0.2, -0.8416212335729142),
    (0.4, -0.2533471031357997),
    (0.5, 0.0),
    (0.7, 0.5244005127080407),
    (0.9, 1.2815515655446006),
    (0.95, 1.6448536269514722),
    (0.99, 2.3263478740408408),
    (0.999, 3.090232306167813),
  ]

  static let probabilities: [(Double, Double)] = [
    (-37.5, 4.605353009581955e-308),
    (-20, 2.7536241186062337e-89),
    (-8, 6.220960574271784e-16),
    (-5, 2.866515718791939e-07),
    (-2, 0.02275013194817921),
    (-1, 0.15865525393145705),
    (-0.5, 0.3085375387259869),
    (-1e-5, 0.49999601057719606),
    (0, 0.5),
    (0.3, 0.6179114221889527),
    (1, 0.8413447460685429),
    (2.5, 0.9937903346742238),
    (8, 0.9999999999999993),
  ]

  static let logGammas: [(Double, Double)] = [
    (1e-3, 6.907178885383853),
    (0.1, 2.252712651734206),
    (0.5, 0.5723649429247001),
    (1, 0.0),
    (1.5, -0.12078223763524522),
    (2, 0.0),
    (3.7, 1.428072326665388),
    (9.99, 12.779315214350193),
    (10, 12.801827480081469),
    (55.5, 166.32150615984037),
    (1000, 5905.220423209181),
    (1e6, 12815504.569147611),
    (1e15, 3.3538776394910668e+16),
  ]

  /// a, x, P(a, x), Q(a, x).
  static let gammas: [(Double, Double, Double, Double)] = [
    (0.001, 1e-5, 0.9891230446957827, 0.01087695530421733),
    (0.1, 0.01, 0.6626212599544798, 0.3373787400455202),
    (0.5, 0.5, 0.6826894921370859, 0.3173105078629141),
    (0.5, 5, 0.9984345977419975, 0.0015654022580025497),
    (1, 1, 0.6321205588285577, 0.36787944117144233),
    (2.5, 0.3, 0.011996757205906266, 0.9880032427940937),
    (2.5, 10, 0.9987502694369687, 0.0012497305630313753),
    (9.5, 9, 0.4775617260137371, 0.522438273986263),
    (10, 40, 0.9999999960740678, 3.925932226286188e-09),
    (100, 60, 1.4815276326460468e-06, 0.9999985184723673),
    (100, 100, 0.5132987982791487, 0.48670120172085135),
    (100, 150, 0.9999940754596646, 5.924540335483916e-06),
    (1000, 1100, 0.99894067674607, 0.0010593232539299773),
    (1e6, 1_001_000, 0.8413447863683403, 0.15865521363165971),
    (1e6, 998000, 0.022696114006736802, 0.9773038859932632),
  ]

  @Test func `The normal quantile is right to 1e-15`() {
    for (u, z) in Self.quantiles {
      #expect((ExactMath.normalQuantile(u) - z).magnitude <= 1e-15 * z.magnitude, "\(u)")
    }
    #expect(ExactMath.normalQuantile(0) == -.infinity)
    #expect(ExactMath.normalQuantile(1) == .infinity)
  }

  @Test func `The normal distribution function is right to 2e-15`() {
    for (x, p) in Self.probabilities {
      #expect((ExactMath.normalCDF(x) - p).magnitude <= 2e-15 * p, "\(x)")
    }
    #expect(ExactMath.normalCDF(-40) == 0)
    #expect(ExactMath.normalCDF(.infinity) == 1)
    #expect(ExactMath.normalCDF(.nan).isNaN)
  }

  @Test func `The normal quantile undoes the distribution function`() {
    for x in stride(from: -37.0, through: 5, by: 0.37) {
      let back = ExactMath.normalQuantile(
        lower: ExactMath.normalCDF(x), upper: ExactMath.normalCDF(-x))
      #expect((back - x).magnitude < 1e-14 * max(1, x.magnitude))
    }
  }

  @Test func `The normal quantile does not fall, also where its formulas meet`() {
    let meetings = [0.075, 0.5, 0.925, 1.3887943864964021e-11, 1e-12]
    for u in meetings + (1..<200).map({ Double($0) / 200 }) {
      var x = max(u / 2, u - 0x1p-45)
      for _ in 0..<60 {
        let y = x + 0x1p-50
        #expect(ExactMath.normalQuantile(x) <= ExactMath.normalQuantile(y), "\(x)")
        x = y
      }
    }
  }

  @Test func `The logarithm of gamma is right to 1e-14`() {
    for (x, y) in Self.logGammas {
      #expect((ExactMath.logGamma(x) - y).magnitude <= max(1e-14, 1e-15 * y.magnitude), "\(x)")
    }
  }

  @Test func `The incomplete gamma function is right in both tails`() {
    for (a, x, p, q) in Self.gammas {
      let allowed = a > 1_000 ? 1e-9 : 1e-12
      #expect((ExactMath.gammaP(a, x) - p).magnitude <= allowed * min(1, p), "\(a) \(x)")
      #expect((ExactMath.gammaQ(a, x) - q).magnitude <= allowed * min(1, q), "\(a) \(x)")
    }
    #expect(ExactMath.gammaP(2, 0) == 0)
    #expect(ExactMath.gammaQ(2, 1e5) == 0)
  }

  @Test(arguments: [0.01, 0.3, 0.99, 1, 1.5, 7, 60, 900, 20_000])
  func `The gamma quantile undoes the incomplete gamma function`(a: Double) {
    for k in [1, 2, 3, 5, 10, 20, 40, 53] {
      let small = 1 / Double(1 << k)
      let x = ExactMath.gammaQuantile(a, lower: small, upper: 1 - small)
      if x > 1e-300 {
        #expect((ExactMath.gammaP(a, x) / small - 1).magnitude < 1e-9, "lower 2^-\(k)")
      }
      let y = ExactMath.gammaQuantile(a, lower: 1 - small, upper: small)
      #expect((ExactMath.gammaQ(a, y) / small - 1).magnitude < 1e-9, "upper 2^-\(k)")
    }
  }
}
