import AKSPerf
import Foundation
import Scheduler

/// Waterfalls inside a network, whole and cut off by the outer timeout; networks that rest.
enum InnerForms {
  static let all = [waterfall, timeout, breaker]

  /// The first of the sources is a mediator that asks the others.
  private static func scenario(
    _ name: String, _ sources: [WaterfallForms.Source], rate: Double, hours: Double
  ) -> Scenario {
    var scenario = WaterfallForms.scenario(name, sources, rate: rate, hours: hours)
    var inner = InnerMediation()
    inner.waterfall = sources.indices.dropFirst().map { WaterfallEntry(network: $0) }
    scenario.networks[0].inner = inner
    scenario.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
    return scenario
  }

  static let waterfall = ClosedForm(
    name: "inner-waterfall",
    formula: "a mediator with own fill f₁, then f₂, f₃ inside: times and fills as of one waterfall"
  ) { f in
    let sources = WaterfallForms.sources(f)
    var reached = 1.0
    var spent = 0.0
    var filled = 0.0
    var time = 0.0
    var attempts = 0.0
    for source in sources {
      attempts += reached
      spent += source.mean
      filled += reached * source.fill
      time += reached * source.fill * spent
      reached *= 1 - source.fill
    }
    return TheoryCase(
      scenario: scenario("inner-waterfall", sources, rate: 20, hours: 0.3),
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / filled),
        Expectation(.mean(.loadFailureLatency, .total), spent),
        Expectation(.ratio(.fillRate, .total), filled),
        Expectation(.ratio(.requestsPerLoad, .total), attempts),
        Expectation(
          .quotient(.innerAttempts, .total, .loads, .total), attempts - 1),
        Expectation(
          .mean(.attemptLatency, [.network("NET1")]),
          time + (1 - filled) * spent),
        Expectation(.mean(.attemptLatency, [.network("NET3")]), sources[2].mean),
      ])
  }

  static let timeout = ClosedForm(
    name: "inner-timeout",
    formula: "asked inside at a, cut at τ: fill q(1 − e) with e = exp(−(τ − a) ÷ m)"
  ) { f in
    let asked = 0.1 * f
    let limit = 0.5 * f
    let source = WaterfallForms.Source(fill: 0.7 * f, mean: 0.3 * f)
    let left = limit - asked
    let late = exp(-left / source.mean)
    let answered = asked + ClosedForms.truncatedMean(source.mean, below: left)
    let filled = source.fill * (1 - late)
    let failing = (1 - source.fill) * (1 - late) * answered + late * limit
    let sources = [WaterfallForms.Source(fill: 0, mean: 1, timeout: limit), source]
    var scenario = scenario("inner-timeout", sources, rate: 20, hours: 0.2)
    scenario.backends[0].service = .constant(asked * 1e9)
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(.mean(.loadLatency, .total), answered),
        Expectation(.mean(.loadFailureLatency, .total), failing / (1 - filled)),
        Expectation(.ratio(.fillRate, .total), filled),
        Expectation(
          .quotient(.requestsCancelled, .total, .requests, [.network("NET2")]), late),
      ])
  }

  /// Each user loads again and again; a pause follows each load, also one that is refused at once.
  static let breaker = ClosedForm(
    name: "breaker",
    formula: "(1 − e³) ÷ ((1 − e)e³) loads until it opens, then 1 ÷ (1 − e) rests with a trial each"
  ) { f in
    let pause = 0.1 * f
    let limit = 0.4 * f
    // The answer comes in time with probability s; then the breaker is closed.
    let mean = 0.3 * f
    let late = exp(-limit / mean)
    let answered = ClosedForms.truncatedMean(mean, below: limit)
    let rest = 1.95 * f
    // A load each pause: 19 are refused in a rest, and the twentieth is the trial.
    let refused = 19.0
    // From closed: loads until three in a row are late, then rests until a trial is not.
    let untilOpen = (1 - pow(late, 3)) / ((1 - late) * pow(late, 3))
    let rests = 1 / (1 - late)
    let asked = untilOpen + rests
    let turnedAway = rests * refused
    let lateShare = (untilOpen * late + rests * late) / asked
    return TheoryCase(
      scenario: TestWorld.theory(
        "breaker", arrivals: .closed(sessions: 20, pause: .constant(1e9), rampUp: .seconds(10)),
        backend: TestWorld.external(.exponential(mean: mean * 1e9)),
        steps: [
          .repeated(
            count: .constant(1_000_000),
            steps: [
              .load(placeholder: 0, awaited: true, budget: nil), .wait(.constant(pause * 1e9)),
            ])
        ], hours: 0.4, warmup: .minutes(2)
      ) {
        $0.networks[0].fill = PerFormat(repeating: 0)
        $0.networks[0].timeout = .rounding(nanoseconds: limit * 1e9)
        $0.networks[0].breaker = CircuitBreaker(
          failures: 3, lasts: .rounding(nanoseconds: rest * 1e9))
      },
      expectations: [
        Expectation(
          .quotient(.requests, .total, .loads, .total), asked / (asked + turnedAway)),
        Expectation(
          .quotient(.requestsTimedOut, .total, .requests, .total), lateShare),
        Expectation(
          .mean(.loadFailureLatency, .total),
          (asked * (lateShare * limit + (1 - lateShare) * answered)) / (asked + turnedAway)),
      ])
  }
}
