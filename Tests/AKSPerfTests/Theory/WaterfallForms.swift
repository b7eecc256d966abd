import AKSPerf
import Foundation
import Scheduler

/// Sequential waterfalls over external networks with exponential answers and independent demand.
enum WaterfallForms {
  static let all = [waterfall, timeouts, impressions]

  /// A network of its own backend, whose answer takes an exponential time.
  struct Source {
    var fill: Double
    /// Seconds.
    var mean: Double
    var timeout: Double?
  }

  static func sources(_ f: Double) -> [Source] {
    [
      Source(fill: 0.4 * f, mean: 0.3 * f), Source(fill: 0.3 * f, mean: 0.5 * f),
      Source(fill: 0.5 * f, mean: 0.2 * f),
    ]
  }

  static func scenario(_ name: String, _ sources: [Source], rate: Double, hours: Double)
    -> Scenario
  {
    TestWorld.theory(
      name, arrivals: .poisson(ratePerSecond: rate), backend: TestWorld.external(.constant(0)),
      steps: [.load(placeholder: 0, awaited: true, budget: nil)], hours: hours,
      warmup: .seconds(20)
    ) { scenario in
      scenario.networks = []
      scenario.backends = []
      for (index, source) in sources.enumerated() {
        var backend = TestWorld.external(.exponential(mean: source.mean * 1e9))
        backend.name = "server\(index + 1)"
        scenario.backends.append(backend)
        var network = AdNetwork(name: "NET\(index + 1)", backend: index)
        network.connection = nil
        network.fill = PerFormat(repeating: source.fill)
        network.timeout = source.timeout.map { .rounding(nanoseconds: $0 * 1e9) }
        scenario.networks.append(network)
      }
      scenario.placeholders[0].remote.waterfall = sources.indices.map {
        WaterfallEntry(network: $0)
      }
    }
  }

  static let waterfall = ClosedForm(
    name: "waterfall",
    formula: "sequential waterfall: E[T; fill at k] = P(k)·(m₁ + … + mₖ), P(k) = fₖ·∏(1 − fⱼ)"
  ) { f in
    let sources = sources(f)
    var reached = 1.0
    var spent = 0.0
    var filled = 0.0
    var time = 0.0
    var depth = 0.0
    var attempts = 0.0
    for (index, source) in sources.enumerated() {
      attempts += reached
      spent += source.mean
      filled += reached * source.fill
      time += reached * source.fill * spent
      depth += reached * source.fill * Double(index + 1)
      reached *= 1 - source.fill
    }
    return TheoryCase(
      scenario: scenario("waterfall", sources, rate: 20, hours: 0.3),
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / filled),
        Expectation(.mean(.loadFailureLatency, .total), spent),
        Expectation(.ratio(.fillRate, .total), filled),
        Expectation(.ratio(.attemptsPerLoad, .total), attempts),
        Expectation(.ratio(.waterfallDepthAtFill, .total), depth / filled),
        Expectation(.ratio(.matchRate, [.network("NET3")]), sources[2].fill),
        Expectation(.mean(.attemptLatency, [.network("NET2")]), sources[1].mean),
      ])
  }

  /// Requests are the price of an impression: a round costs as many whether an ad comes of it.
  static let impressions = ClosedForm(
    name: "requests-per-impression",
    formula: "asked anew after d until an ad comes: requests ÷ impressions = E[attempts] ÷ F "
      + "(Wald), F = 1 − ∏(1 − fⱼ), E[T] = (E[T; fill] + (1 − F)(Σ mⱼ + d)) ÷ F"
  ) { f in
    let sources = sources(f)
    let delay = 1 * f
    var reached = 1.0
    var spent = 0.0
    var time = 0.0
    var attempts = 0.0
    for source in sources {
      attempts += reached
      spent += source.mean
      time += reached * source.fill * spent
      reached *= 1 - source.fill
    }
    let filled = 1 - reached
    var scenario = scenario("requests-per-impression", sources, rate: 15, hours: 0.3)
    scenario.placeholders[0].remote.retry = .fixed(.constant(delay * 1e9))
    scenario.journeys[0].steps = [
      .load(placeholder: 0, awaited: false, budget: nil),
      .show(placeholder: 0, ifNotReady: .wait, budget: nil),
    ]
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(.quotient(.requests, .total, .impressions, .total), attempts / filled),
        Expectation(.quotient(.loads, .total, .impressions, .total), 1 / filled),
        Expectation(.mean(.timeToShow, .total), (time + reached * (spent + delay)) / filled),
        Expectation(.ratio(.coverage, .total), 1),
      ])
  }

  static let timeouts = ClosedForm(
    name: "waterfall-timeouts",
    formula: "waterfall with timeouts τ: attempts last min(X, τ), fill fⱼ(1 − exp(−τ ÷ mⱼ))"
  ) { f in
    var sources = sources(f)
    for (index, limit) in [0.4, 0.5, 0.3].enumerated() { sources[index].timeout = limit * f }
    var reached = 1.0
    // Time spent so far in attempts that failed, in expectation.
    var spent = 0.0
    var filled = 0.0
    var time = 0.0
    var timedOut = 0.0
    var attempts = 0.0
    for source in sources {
      let limit = source.timeout ?? 0
      let late = exp(-limit / source.mean)
      let answered = ClosedForms.truncatedMean(source.mean, below: limit)
      let fills = source.fill * (1 - late)
      attempts += reached
      timedOut += reached * late
      filled += reached * fills
      time += reached * fills * (spent + answered)
      let failing = late * limit + (1 - late) * (1 - source.fill) * answered
      spent += failing / (1 - fills)
      reached *= 1 - fills
    }
    return TheoryCase(
      scenario: scenario("waterfall-timeouts", sources, rate: 20, hours: 0.2),
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / filled),
        Expectation(.mean(.loadFailureLatency, .total), spent),
        Expectation(.ratio(.fillRate, .total), filled),
        Expectation(.ratio(.attemptsPerLoad, .total), attempts),
        Expectation(
          .quotient(.requestsTimedOut, .total, .requests, .total), timedOut / attempts),
        Expectation(
          .mean(.attemptLatency, [.network("NET1")]), 0.3 * f * (1 - exp(-0.4 / 0.3))),
      ])
  }
}
