import AKSPerf
import Foundation
import Scheduler

/// Users who give up, and a splash screen that waits for its ad so long only.
enum UserForms {
  static let all = [patience, splash]

  static let patience = ClosedForm(
    name: "patience",
    formula: "exponential load μ and patience θ: P(abandon) = θ ÷ (θ + μ), E[T] = 1 ÷ (θ + μ)"
  ) { f in
    let load = 2 * f
    let patience = 3 * f * f
    let both = 1 / (1 / load + 1 / patience)
    return TheoryCase(
      scenario: TestWorld.theory(
        "patience", arrivals: .poisson(ratePerSecond: 20),
        backend: TestWorld.external(.exponential(mean: load * 1e9)),
        steps: [.show(placeholder: 0, ifNotReady: .load, budget: nil)], hours: 0.3,
        warmup: .minutes(1)
      ) { $0.patience = .exponential(mean: patience * 1e9) },
      expectations: [
        Expectation(.ratio(.coverage, .total), both / load),
        Expectation(
          .quotient(.outcomes, [.outcome(.abandoned)], .eligible, .total), both / patience),
        Expectation(.mean(.timeToShow, .total), both),
        Expectation(.mean(.timeToOutcome, .total), both),
        Expectation(.gauge(.concurrentSessions, backend: nil), 20 * both),
      ])
  }

  static let splash = ClosedForm(
    name: "splash",
    formula: "splash s and exponential load m: P(in budget) = 1 − exp(−s ÷ m), E[T | T < s]"
  ) { f in
    let load = 3 * f
    let splash = 4 * f * f
    let late = exp(-splash / load)
    return TheoryCase(
      scenario: TestWorld.theory(
        "splash", arrivals: .poisson(ratePerSecond: 20),
        backend: TestWorld.external(.exponential(mean: load * 1e9)),
        steps: [
          .appOpen(
            placeholder: 0, flow: .automatic(splash: .rounding(nanoseconds: splash * 1e9))),
          .wait(.constant(120e9)),
        ], hours: 0.3, warmup: .minutes(1), format: .appOpen),
      expectations: [
        Expectation(.ratio(.appOpenInBudget, .total), 1 - late),
        Expectation(.ratio(.appOpenMissed, .total), late),
        Expectation(.ratio(.appOpenLate, .total), late),
        Expectation(
          .mean(.appOpenTime, .total), ClosedForms.truncatedMean(load, below: splash)),
        Expectation(.mean(.appOpenReady, .total), load),
        Expectation(.mean(.timeToContent, .total), load * (1 - late)),
      ])
  }
}
