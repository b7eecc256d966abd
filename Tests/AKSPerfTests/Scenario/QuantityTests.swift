import Scheduler
import Testing

@testable import AKSPerf

@Suite struct QuantityTests {
  @Test(
    arguments: [
      (.duration, "800ms", 8e8), (.duration, "1.5s", 1.5e9), (.duration, "10m", 6e11),
      (.duration, "2h", 7.2e12), (.duration, "3d", 2.592e14), (.duration, "250us", 2.5e5),
      (.duration, "1ns", 1), (.duration, "0.1us", 100), (.duration, "0s", 0),
      (.rate, "120/s", 120), (.rate, "6/m", 0.1), (.rate, "3600/h", 1), (.rate, "86400/d", 1),
      (.size, "80kB", 8e4), (.size, "1MB", 1e6), (.size, "1MiB", 1_048_576), (.size, "500B", 500),
      (.size, "1.5KiB", 1_536), (.bitRate, "12Mbps", 1.2e7), (.bitRate, "240kbps", 2.4e5),
      (.bitRate, "1Gbps", 1e9),
    ] as [(AKSPerf.Quantity, String, Double)])
  func textsWithUnitsAreRead(_ quantity: AKSPerf.Quantity, _ text: String, _ value: Double) throws {
    let read = try quantity.value(of: text)
    #expect(abs(read - value) <= 1e-12 * value)
  }

  @Test(
    arguments: [
      (.duration, "800"), (.duration, ".5s"), (.duration, "5.s"), (.duration, "1e3ms"),
      (.duration, "+1s"), (.duration, "1.2.3s"), (.duration, "ms"), (.duration, ""),
      (.duration, "５s"), (.duration, "1 s"), (.duration, "infs"), (.duration, "nan"),
      (.duration, "0x10s"), (.duration, "1s "), (.rate, "120"), (.rate, "120/w"), (.size, "1mb"),
      (.bitRate, "12MBps"), (.price, "2.5"), (.price, "$5"),
    ] as [(AKSPerf.Quantity, String)])
  func otherTextsAreRefused(_ quantity: AKSPerf.Quantity, _ text: String) {
    #expect(throws: AKSPerf.Quantity.Mistake.self) { try quantity.value(of: text) }
  }

  @Test(
    arguments: [
      (.duration, "5sec", "5s"), (.duration, "5min", "5m"), (.duration, "7µs", "7us"),
      (.duration, "10 ms", "10ms"), (.size, "1mb", "1MB"), (.size, "80KB", "80kB"),
      (.bitRate, "12mbps", "12Mbps"), (.rate, "5/sec", "5/s"),
    ] as [(AKSPerf.Quantity, String, String)])
  func misspeltUnitsAreCorrected(_ quantity: AKSPerf.Quantity, _ text: String, _ meant: String) {
    do throws(AKSPerf.Quantity.Mistake) {
      _ = try quantity.value(of: text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.suggestion == meant)
    }
  }

  @Test(arguments: AKSPerf.Quantity.allCases.filter { !$0.units.isEmpty })
  func theSchemasPatternAcceptsWhatTheReaderReads(_ quantity: AKSPerf.Quantity) throws {
    let pattern = try Regex(quantity.pattern)
    for unit in quantity.units {
      for digits in ["1", "0.25", "3"] {
        let text = digits + unit.name
        #expect(text.wholeMatch(of: pattern) != nil)
        _ = try quantity.value(of: text)
      }
    }
    for text in ["5", "5x", " 5s", "5s ", "-5s", "5.s", ".5s"] {
      #expect(text.wholeMatch(of: pattern) == nil)
    }
  }
}

@Suite struct DrawnValueTests {
  private func patience(_ value: String) throws -> DistributionSpec? {
    try Minimal.read([("patience", value)]).patience
  }

  @Test func formsBecomeDistributionsInNanoseconds() throws {
    let cases: [(String, DistributionSpec)] = [
      ("\"2s\"", .constant(2e9)), ("0", .constant(0)),
      ("{ exponential: { mean: \"3s\" } }", .exponential(mean: 3e9)),
      ("{ exponential: { median: \"3s\" } }", try .exponential(median: 3e9)),
      ("{ lognormal: { median: \"4s\", p95: \"12s\" } }", try .lognormal(median: 4e9, p95: 12e9)),
      ("{ lognormal: { p99: \"12s\", median: \"4s\" } }", try .lognormal(median: 4e9, p99: 12e9)),
      (
        "{ lognormal: { mean: \"4s\", sd: \"1s\" } }",
        try .lognormal(mean: 4e9, standardDeviation: 1e9)
      ),
      ("{ lognormal: { median: \"4s\", sigma: 0.5 } }", .lognormal(median: 4e9, sigma: 0.5)),
      ("{ uniform: [\"6s\", \"20s\"] }", .uniform(low: 6e9, high: 20e9)),
      ("{ uniform: [\"6s\", \"6s\"] }", .constant(6e9)),
      ("{ normal: { mean: \"5s\", sd: \"1s\" } }", .normal(mean: 5e9, standardDeviation: 1e9)),
      ("{ gamma: { shape: 2, mean: \"5s\" } }", .gamma(shape: 2, scale: 2.5e9)),
      ("{ gamma: { mean: \"5s\", sd: \"1s\" } }", try .gamma(mean: 5e9, standardDeviation: 1e9)),
      ("{ erlang: { stages: 3, mean: \"6s\" } }", .erlang(stages: 3, mean: 6e9)),
      ("{ weibull: { shape: 0.7, scale: \"1s\" } }", .weibull(shape: 0.7, scale: 1e9)),
      ("{ weibull: { median: \"1s\", p95: \"9s\" } }", try .weibull(median: 1e9, p95: 9e9)),
      ("{ pareto: { minimum: \"1s\", shape: 1.5 } }", .pareto(shape: 1.5, minimum: 1e9)),
      (
        "{ zipf: { exponent: 1, count: 9, unit: \"1ms\" } }",
        .scaled(.zipf(exponent: 1, count: 9), by: 1e6)
      ),
      ("{ geometric: { mean: 4, unit: \"1s\" } }", .scaled(.geometric(mean: 4), by: 1e9)),
      ("{ bernoulli: { p: 0.2, unit: \"1s\" } }", .scaled(.bernoulli(probability: 0.2), by: 1e9)),
      (
        "{ discrete: [[\"1s\", 3], [0, 1]] }",
        .discrete([WeightedValue(value: 1e9, weight: 3), WeightedValue(value: 0, weight: 1)])
      ),
      ("{ empirical: { values: [\"1s\", \"3s\", \"2s\"] } }", .empirical([1e9, 3e9, 2e9])),
      (
        "{ truncated: { of: { exponential: { mean: \"1s\" } }, to: \"3s\" } }",
        .truncated(.exponential(mean: 1e9), from: nil, to: 3e9)
      ),
      (
        "{ shifted: { of: { exponential: { mean: \"1s\" } }, by: \"-100ms\" } }",
        .shifted(.exponential(mean: 1e9), by: -1e8)
      ),
      (
        "{ mixture: [{ weight: 9, of: '1s' }, { weight: 1, of: { uniform: ['1s', '2s'] } }] }",
        .mixture([
          WeightedSpec(weight: 9, spec: .constant(1e9)),
          WeightedSpec(weight: 1, spec: .uniform(low: 1e9, high: 2e9)),
        ])
      ),
    ]
    for (text, spec) in cases { #expect(try patience(text) == spec, "\(text)") }
  }

  @Test func countsAndPricesArePlainNumbers() throws {
    let scenario = try Minimal.read([
      (
        "networks",
        """
        { ADMOB: { backend: "exchange", price: { lognormal: { median: 8, p95: 25 } } },
            MAX: { backend: "exchange", price: { rewarded: 12, default: 3.5 } } }
        """
      ),
      ("journeys", "{ main: [{ repeat: { geometric: { mean: 6 } }, steps: [\"end\"] }] }"),
    ])
    #expect(scenario.networks[0].price[.banner] == (try .lognormal(median: 8, p95: 25)))
    #expect(scenario.networks[1].price[.rewarded] == .constant(12))
    #expect(scenario.networks[1].price[.appOpen] == .constant(3.5))
    #expect(
      scenario.journeys[0].steps == [.repeated(count: .geometric(mean: 6), steps: [.end])])
  }
}
