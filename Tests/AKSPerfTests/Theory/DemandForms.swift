import AKSPerf
import Foundation
import Scheduler

/// Fill, floor and price when networks share the session's demand with probability ρ.
enum DemandForms {
  static let all = [0, 0.5, 1].map(shared) + [winnerPrice(0), winnerPrice(0.5), winnerPrice(1)]

  /// Fill and mean of an exponential price of each network.
  private static func networks(_ f: Double) -> [(fill: Double, price: Double)] {
    [(0.7 * f, 6 * f), (0.6 * f, 4 * f), (0.5 * f, 5 * f)]
  }

  private static func scenario(
    _ name: String, _ f: Double, correlation: Double, entries: [WaterfallEntry],
    steps: [JourneyStep], hours: Double
  ) -> Scenario {
    let sources = networks(f).map { WaterfallForms.Source(fill: $0.fill, mean: 0.1 * f) }
    var scenario = WaterfallForms.scenario(name, sources, rate: 20, hours: hours)
    for (index, network) in networks(f).enumerated() {
      scenario.networks[index].price = PerFormat(repeating: .exponential(mean: network.price))
    }
    scenario.demandCorrelation = correlation
    scenario.fillPersistence = .minutes(10)
    scenario.placeholders[0].remote.waterfall = entries
    scenario.journeys[0].steps = steps
    return scenario
  }

  /// Five entries over three networks, three of them with floors.
  private static func shared(_ correlation: Double) -> ClosedForm {
    let name = "shared-demand-\(Int(correlation * 100))"
    return ClosedForm(
      name: name,
      formula: "P(none of k fills) = Σ over sets C on the common draw: "
        + "∏ρ ∏(1 − ρ)(1 − cᵢ) · (1 − max cᵢ), c = fill·P(price ≥ floor)"
    ) { f in
      let entries: [(network: Int, floor: Double?)] = [
        (0, 10 * f), (1, 8 * f), (0, 3 * f), (2, 2 * f), (1, nil),
      ]
      let networks = networks(f)
      let demand = SharedDemand(
        correlation: min(1, correlation * (correlation == 1 ? 1 : f)),
        entries: entries.map { entry in
          let network = networks[entry.network]
          return (entry.network, network.fill * exp(-(entry.floor ?? 0) / network.price))
        })
      return TheoryCase(
        scenario: scenario(
          name, f, correlation: demand.correlation,
          entries: entries.map { WaterfallEntry(network: $0.network, floor: $0.floor) },
          steps: [.load(placeholder: 0, awaited: true, budget: nil)], hours: 0.2),
        expectations: [
          Expectation(.ratio(.fillRate, .total), demand.fillRate),
          Expectation(.ratio(.attemptsPerLoad, .total), demand.attempts),
          Expectation(.ratio(.waterfallDepthAtFill, .total), demand.depthAtFill),
        ])
    }
  }

  /// ∫₀ᵛ of the price quantile of an exponential of mean `m` at the highest draws below `v`.
  private static func priceBelow(_ v: Double, _ m: Double) -> Double {
    v >= 1 ? m : m * ((1 - v) * log(1 - v) + v)
  }

  /// A floor on the first network, none on the second; every ad is shown.
  private static func winnerPrice(_ correlation: Double) -> ClosedForm {
    let name = "winner-price-\(Int(correlation * 100))"
    return ClosedForm(
      name: name,
      formula: "E[price] = c(floor + m₁) + E[p₂; first fails], by ρ² ∫ q₂ on the common draw"
    ) { f in
      let (a, b) = (networks(f)[0], networks(f)[1])
      let rho = min(1, correlation * (correlation == 1 ? 1 : f))
      let floor = 3 * f
      let c = a.fill * exp(-floor / a.price)
      // On the common draw the second bids when c ≤ u < f₂: its price quantile is below 1 − c ÷ f₂.
      let common = c < b.fill ? b.fill * priceBelow(1 - c / b.fill, b.price) : 0
      let apart = (1 - c) * b.fill * b.price
      let price = c * (floor + a.price) + rho * rho * common + (1 - rho * rho) * apart
      let fills = SharedDemand(correlation: rho, entries: [(0, c), (1, b.fill)])
      return TheoryCase(
        scenario: scenario(
          name, f, correlation: rho,
          entries: [WaterfallEntry(network: 0, floor: floor), WaterfallEntry(network: 1)],
          steps: [.show(placeholder: 0, ifNotReady: .load, budget: nil)], hours: 0.2),
        expectations: [
          Expectation(.ratio(.revenuePerThousandEligible, .total), price),
          Expectation(.ratio(.coverage, .total), fills.fillRate),
          Expectation(
            .quotient(.revenue, .total, .shows, .total), price / fills.fillRate * 1e3),
        ])
    }
  }
}
