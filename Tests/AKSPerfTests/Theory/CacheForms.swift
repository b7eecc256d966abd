import AKSPerf
import Foundation
import Scheduler

/// One user's slot under Poisson demand: expiry, refill, depth, frequency cap and gap.
enum CacheForms {
  static let all = [
    onDismiss, onExpiry, depth(2), depth(4), frequencyCap, minGap, instantRefill,
  ]

  /// Users who never leave and want an ad after exponential times of mean `gap` seconds.
  private static func scenario(
    _ name: String, gap: Double, load: DistributionSpec, ifNotReady: IfNotReady = .load,
    hours: Double, change: (inout Scenario) -> Void
  ) -> Scenario {
    let steps: [JourneyStep] = [
      .load(placeholder: 0, awaited: false, budget: nil),
      .repeated(
        count: .constant(1e9),
        steps: [
          .wait(.exponential(mean: gap * 1e9)),
          .show(placeholder: 0, ifNotReady: ifNotReady, budget: nil),
        ]),
    ]
    return TestWorld.theory(
      name, arrivals: .closed(sessions: 50, pause: .constant(0), rampUp: .seconds(10)),
      backend: TestWorld.external(load), steps: steps, hours: hours, warmup: .minutes(10),
      change: change)
  }

  private static func outcomes(
    hit: Double, joined: Double, expired: Double, load: Double
  ) -> [Expectation] {
    [
      Expectation(.ratio(.cacheHit, .total), hit),
      Expectation(.quotient(.found, [.found(.joined)], .eligible, .total), joined),
      Expectation(.quotient(.found, [.found(.expired)], .eligible, .total), expired),
      Expectation(.mean(.timeToShow, .total), (1 - hit) * load),
    ]
  }

  static let onDismiss = ClosedForm(
    name: "ttl-on-dismiss",
    formula: "refill at dismissal: hit = μ ÷ (λ + μ) · (1 − exp(−λT)), age E[A | A < T]"
  ) { f in
    let gap = 60 * f
    let load = 20 * f
    let expiry = 90 * f
    let survives = gap / (gap + load)
    let outlives = exp(-expiry / gap)
    let scenario = scenario(
      "ttl-on-dismiss", gap: gap, load: .exponential(mean: load * 1e9), hours: 8
    ) {
      $0.networks[0].expiry = PerFormat(repeating: .rounding(nanoseconds: expiry * 1e9))
      $0.placeholders[0].cache.refill = [.onDismiss]
    }
    return TheoryCase(
      scenario: scenario,
      expectations: outcomes(
        hit: survives * (1 - outlives), joined: 1 - survives, expired: survives * outlives,
        load: load)
        + [
          Expectation(
            .mean(.cacheAge, .total), ClosedForms.truncatedMean(gap, below: expiry))
        ])
  }

  static let onExpiry = ClosedForm(
    name: "ttl-on-expiry",
    formula: "refill at expiry too: hit = a(1 − b) ÷ (1 − ab), a = μ ÷ (λ + μ), b = exp(−λT)"
  ) { f in
    let gap = 60 * f
    let load = 20 * f
    let expiry = 50 * f
    let a = gap / (gap + load)
    let b = exp(-expiry / gap)
    let hit = a * (1 - b) / (1 - a * b)
    let scenario = scenario(
      "ttl-on-expiry", gap: gap, load: .exponential(mean: load * 1e9), hours: 8
    ) {
      $0.networks[0].expiry = PerFormat(repeating: .rounding(nanoseconds: expiry * 1e9))
      $0.placeholders[0].cache.refill = [.onDismiss, .onExpiry]
    }
    let waste = Expectation(.ratio(.waste, .total), a * b)
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(.ratio(.cacheHit, .total), hit),
        Expectation(.quotient(.found, [.found(.joined)], .eligible, .total), 1 - hit),
        Expectation(.mean(.timeToShow, .total), (1 - hit) * load),
        waste,
        Expectation(.quotient(.loads, .total, .shows, .total), 1 / (1 - a * b)),
      ])
  }

  static let instantRefill = ClosedForm(
    name: "ttl-instant", formula: "a load of no time: hit = 1 − exp(−λT)"
  ) { f in
    let gap = 60 * f
    let expiry = 40 * f * f
    let scenario = scenario("ttl-instant", gap: gap, load: .constant(0), hours: 4) {
      $0.networks[0].expiry = PerFormat(repeating: .rounding(nanoseconds: expiry * 1e9))
      $0.placeholders[0].cache.refill = [.onDismiss]
    }
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(.ratio(.cacheHit, .total), 1 - exp(-expiry / gap)),
        Expectation(
          .quotient(.found, [.found(.expired)], .eligible, .total), exp(-expiry / gap)),
      ])
  }

  private static func depth(_ depth: Int) -> ClosedForm {
    ClosedForm(
      name: "depth-\(depth)",
      formula: "birth–death with up μ, down λ: hit = 1 − 1 ÷ Σₖ (μ ÷ λ)ᵏ, k = 0 … depth"
    ) { f in
      let gap = 30 * f
      let load = 40 * f * f
      let states = ClosedForms.birthDeath(
        births: Array(repeating: 1 / load, count: depth),
        deaths: Array(repeating: 1 / gap, count: depth))
      let hit = 1 - states[0]
      // While a user waits there is no ad; the rest of the time the chain has its distribution.
      let waiting = (1 - hit) * load / (gap + (1 - hit) * load)
      let cached = states.indices.reduce(0) { $0 + Double($1) * states[$1] } * (1 - waiting)
      let scenario = scenario(
        "depth-\(depth)", gap: gap, load: .exponential(mean: load * 1e9), ifNotReady: .wait,
        hours: 10
      ) {
        $0.networks[0].expiry = PerFormat(repeating: nil)
        $0.placeholders[0].cache.depth = depth
        $0.placeholders[0].cache.refill = [.onDismiss]
      }
      return TheoryCase(
        scenario: scenario,
        expectations: [
          Expectation(.ratio(.cacheHit, .total), hit),
          Expectation(.mean(.timeToShow, .total), (1 - hit) * load),
          Expectation(.gauge(.adsCached, backend: nil), 50 * cached),
        ])
    }
  }

  static let frequencyCap = ClosedForm(
    name: "frequency-cap",
    formula: "at most n shows in any span T = M/D/n/n: gated B(n, λT) (Erlang B)"
  ) { f in
    let gap = 40 * f
    let span = 150 * f * f
    let scenario = scenario("frequency-cap", gap: gap, load: .constant(0), hours: 4) {
      $0.placeholders[0].cap = FrequencyCap(shows: 3, per: .rounding(nanoseconds: span * 1e9))
    }
    let gated = ClosedForms.erlangB(servers: 3, load: span / gap)
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(.quotient(.opportunitiesGated, .total, .opportunities, .total), gated),
        Expectation(.quotient(.shows, .total, .opportunities, .total), 1 - gated),
      ])
  }

  static let minGap = ClosedForm(
    name: "min-gap", formula: "a gap g after each show = M/D/1/1: gated λg ÷ (1 + λg)"
  ) { f in
    let gap = 40 * f
    let rest = 50 * f * f
    let scenario = scenario("min-gap", gap: gap, load: .constant(0), hours: 2) {
      $0.placeholders[0].minGap = .rounding(nanoseconds: rest * 1e9)
    }
    let gated = rest / (gap + rest)
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(
          .quotient(.opportunitiesGated, .total, .opportunities, .total), gated),
        Expectation(
          .quotient(.opportunitiesGated, [.reason(.minGap)], .opportunities, .total), gated),
      ])
  }
}
