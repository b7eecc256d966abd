import AKSPerf
import Foundation
import Scheduler

/// Batches of attempts over external networks with exponential answers and independent demand.
enum ParallelForms {
  static let all = [first, price, batches]

  private static func sources(_ f: Double) -> [WaterfallForms.Source] {
    WaterfallForms.sources(f) + [WaterfallForms.Source(fill: 0.2 * f, mean: 0.4 * f)]
  }

  private static func scenario(
    _ name: String, _ sources: [WaterfallForms.Source], batch: Int,
    pick: MediationStrategy.Pick, hours: Double
  ) -> Scenario {
    var scenario = WaterfallForms.scenario(name, sources, rate: 20, hours: hours)
    scenario.placeholders[0].remote.strategy = .parallel(
      batch: batch, pick: pick, batchTimeout: nil)
    return scenario
  }

  static let first = ClosedForm(
    name: "parallel-first",
    formula: "all at once, the first fill: E[T; fill] = Σ over sets A that fill: "
      + "∏f ∏(1 − f) · 1 ÷ Σ 1 ÷ mᵢ, failure at E[max]"
  ) { f in
    let sources = Array(sources(f).prefix(3))
    let time = ClosedForms.sumOverSets(sources.count) { set in
      sources.indices.reduce(1.0) {
        $0 * (set.contains($1) ? sources[$1].fill : 1 - sources[$1].fill)
      } / set.reduce(0) { $0 + 1 / sources[$1].mean }
    }
    let fill = 1 - sources.reduce(1.0) { $0 * (1 - $1.fill) }
    return TheoryCase(
      scenario: scenario("parallel-first", sources, batch: 3, pick: .first, hours: 0.2),
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / fill),
        Expectation(
          .mean(.loadFailureLatency, .total), ClosedForms.meanMaximum(sources.map(\.mean))),
        Expectation(.ratio(.fillRate, .total), fill),
        Expectation(.ratio(.requestsPerLoad, .total), 3),
      ])
  }

  static let price = ClosedForm(
    name: "parallel-price",
    formula: "the dearest of k ads: E[T] = E[max] = Σ (−1)^(|S| + 1) ÷ Σ 1 ÷ mᵢ, "
      + "price b·k ÷ (k + 1)"
  ) { f in
    let sources = sources(f).map { WaterfallForms.Source(fill: 1, mean: $0.mean) }
    var scenario = scenario("parallel-price", sources, batch: 4, pick: .price, hours: 0.1)
    for index in sources.indices {
      scenario.networks[index].price = PerFormat(repeating: .uniform(low: 0, high: 10 * f))
    }
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(
          .mean(.loadLatency, .total), ClosedForms.meanMaximum(sources.map(\.mean))),
        Expectation(.ratio(.winnerPrice, .total), 10 * f * 4 / 5),
        Expectation(.quotient(.fillsWasted, .total, .fills, .total), 3.0 / 4),
        Expectation(.quotient(.fillsHeld, .total, .loads, .total), 3),
      ])
  }

  static let batches = ClosedForm(
    name: "parallel-batches",
    formula: "two batches of two: E[T; fill] = F₁M₁ + (1 − F₁)F₂(M₁ + M₂), M = E[max], "
      + "F = 1 − ∏(1 − f)"
  ) { f in
    let sources = sources(f)
    let parts = [sources[..<2], sources[2...]]
    let means = parts.map { ClosedForms.meanMaximum($0.map(\.mean)) }
    let fills = parts.map { part in 1 - part.reduce(1.0) { $0 * (1 - $1.fill) } }
    let fill = fills[0] + (1 - fills[0]) * fills[1]
    let time = fills[0] * means[0] + (1 - fills[0]) * fills[1] * (means[0] + means[1])
    return TheoryCase(
      scenario: scenario("parallel-batches", sources, batch: 2, pick: .price, hours: 0.2),
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / fill),
        Expectation(.mean(.loadFailureLatency, .total), means[0] + means[1]),
        Expectation(.ratio(.fillRate, .total), fill),
        Expectation(.ratio(.requestsPerLoad, .total), 2 + 2 * (1 - fills[0])),
      ])
  }
}

extension ClosedForms {
  /// The sum of `term` over the non-empty sets of `count` elements.
  static func sumOverSets(_ count: Int, _ term: ([Int]) -> Double) -> Double {
    (1..<(1 << count)).reduce(0) { sum, bits in
      sum + term((0..<count).filter { bits >> $0 & 1 == 1 })
    }
  }

  /// E[max] of independent exponential times of these means (inclusion and exclusion).
  static func meanMaximum(_ means: [Double]) -> Double {
    sumOverSets(means.count) { set in
      (set.count % 2 == 1 ? 1 : -1) / set.reduce(0) { $0 + 1 / means[$1] }
    }
  }
}
