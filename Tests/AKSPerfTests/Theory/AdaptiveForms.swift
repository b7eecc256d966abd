import AKSPerf
import Foundation
import Scheduler

/// An order that the fleet has learned before the window begins.
enum AdaptiveForms {
  static let all = [adaptive]

  static let adaptive = ClosedForm(
    name: "adaptive",
    formula: "the waterfall in descending order of p − c·m ÷ f: E[T; fill at k] and prices by it"
  ) { f in
    var sources = WaterfallForms.sources(f)
    let prices = [2 * f, 6 * f, 3 * f]
    let cost = 1.0
    var scenario = WaterfallForms.scenario("adaptive", sources, rate: 20, hours: 0.3)
    for (index, price) in prices.enumerated() {
      scenario.networks[index].price = PerFormat(repeating: .constant(price))
    }
    scenario.warmup = .fixed(.minutes(5))
    scenario.duration = .minutes(5) + .rounding(nanoseconds: 0.3 * 3600e9)
    var order = AdaptiveOrder()
    order.scope = .fleet
    order.memory = 2000
    order.explore = nil
    order.timeCost = cost
    scenario.placeholders[0].remote.strategy = .adaptive(order)
    let places = sources.indices.sorted {
      prices[$0] - cost * sources[$0].mean / sources[$0].fill
        > prices[$1] - cost * sources[$1].mean / sources[$1].fill
    }
    sources = places.map { sources[$0] }
    var reached = 1.0
    var (spent, filled, time, price, attempts) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (place, source) in zip(places, sources) {
      attempts += reached
      spent += source.mean
      filled += reached * source.fill
      time += reached * source.fill * spent
      price += reached * source.fill * prices[place]
      reached *= 1 - source.fill
    }
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(.mean(.loadLatency, .total), time / filled),
        Expectation(.mean(.loadFailureLatency, .total), spent),
        Expectation(.ratio(.fillRate, .total), filled),
        Expectation(.ratio(.attemptsPerLoad, .total), attempts),
        Expectation(.ratio(.winnerPrice, .total), price / filled),
      ])
  }
}
