import AKSPerf
import Foundation
import Scheduler

/// Retries with backoff, and a mediator that asks again inside one attempt.
enum RetryForms {
  static let all = [backoff, innerRetries]

  static let backoff = ClosedForm(
    name: "backoff",
    formula: "E[loads] = 1 ÷ p, E[T] = m ÷ p + Σ (1 − p)ⁿ min(cap, base·2ⁿ), n from 1"
  ) { f in
    let fill = 0.5 * f
    let answer = 1 * f
    let base = 1 * f
    let cap = 8 * f
    var delays = 0.0
    var failing = 1.0
    var delay = base
    for _ in 1...200 {
      failing *= 1 - fill
      delay = min(cap, 2 * delay)
      delays += failing * delay
    }
    return TheoryCase(
      scenario: TestWorld.theory(
        "backoff", arrivals: .poisson(ratePerSecond: 4),
        backend: TestWorld.external(.exponential(mean: answer * 1e9)),
        steps: [
          .load(placeholder: 0, awaited: false, budget: nil),
          .show(placeholder: 0, ifNotReady: .wait, budget: nil),
        ], hours: 2, warmup: .minutes(5)
      ) {
        $0.networks[0].fill = PerFormat(repeating: fill)
        $0.placeholders[0].remote.retry = .exponential(
          base: .rounding(nanoseconds: base * 1e9), cap: .rounding(nanoseconds: cap * 1e9))
      },
      expectations: [
        Expectation(.mean(.timeToShow, .total), answer / fill + delays),
        Expectation(.quotient(.loads, .total, .sessionsStarted, .total), 1 / fill),
        Expectation(.quotient(.retries, .total, .shows, .total), (1 - fill) / fill),
        Expectation(.ratio(.fillRate, .total), fill),
        Expectation(
          .gauge(.concurrentSessions, backend: nil), 4 * (answer / fill + delays)),
      ])
  }

  static let innerRetries = ClosedForm(
    name: "inner-retries",
    formula: "asked again every e, last at `total`: fill 1 − (1 − q)ⁿ, failure at total + a"
  ) { f in
    let fill = 0.25 * f
    let answer = 0.3 * f
    let every = 2 * f
    let total = 8 * f
    // Asked at 0, e + a, 2(e + a) … below the total, and at the total for the last time.
    var asked = [0.0]
    while let last = asked.last, last + answer < total {
      asked.append(min(total, last + answer + every))
    }
    var time = 0.0
    var open = 1.0
    for instant in asked {
      time += open * fill * (instant + answer)
      open *= 1 - fill
    }
    let requests = (1 - open) / fill
    return TheoryCase(
      scenario: TestWorld.theory(
        "inner-retries", arrivals: .poisson(ratePerSecond: 10),
        backend: TestWorld.external(.constant(answer * 1e9)),
        steps: [.load(placeholder: 0, awaited: true, budget: nil)], hours: 0.3,
        warmup: .minutes(1)
      ) {
        $0.networks[0].fill = PerFormat(repeating: fill)
        var inner = InnerMediation()
        inner.noFillRetries = NoFillRetries(
          every: .constant(every * 1e9), total: .rounding(nanoseconds: total * 1e9))
        $0.networks[0].inner = inner
      },
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / (1 - open)),
        Expectation(.mean(.loadFailureLatency, .total), total + answer, within: 0.001),
        Expectation(.ratio(.fillRate, .total), 1 - open),
        Expectation(.quotient(.requests, .total, .loads, .total), requests),
        Expectation(.ratio(.matchRate, .total), fill),
      ])
  }
}
