import AKSPerf
import Foundation
import Scheduler

/// Auctions among external networks with exponential answers, and a waterfall behind one.
enum AuctionForms {
  static let all = [client, server, hybrid]

  private static let formula =
    "E[min(t, max)] = Σ (−1)^(|S| + 1)(1 − exp(−λₛt)) ÷ λₛ, λₛ = Σ 1 ÷ mᵢ; "
    + "fill 1 − ∏(1 − fᵢ(1 − exp(−t ÷ mᵢ)))"

  /// E[min(t, max)] of independent exponential times.
  private static func close(_ means: [Double], _ limit: Double) -> Double {
    ClosedForms.sumOverSets(means.count) { set in
      let rate = set.reduce(0) { $0 + 1 / means[$1] }
      return (set.count % 2 == 1 ? 1 : -1) * (1 - exp(-rate * limit)) / rate
    }
  }

  private static func expectations(
    _ sources: [WaterfallForms.Source], _ limit: Double, before: Double
  ) -> [Expectation] {
    let bids = sources.map { $0.fill * (1 - exp(-limit / $0.mean)) }
    return [
      Expectation(
        .mean(.auctionLatency, .total), before + close(sources.map(\.mean), limit)),
      Expectation(.ratio(.fillRate, .total), 1 - bids.reduce(1.0) { $0 * (1 - $1) }),
      Expectation(.quotient(.bids, .total, .loads, .total), bids.reduce(0, +)),
    ]
  }

  static let client = ClosedForm(name: "bidding-tmax", formula: formula) { f in
    let sources = WaterfallForms.sources(f)
    let limit = 0.4 * f
    var scenario = WaterfallForms.scenario("bidding-tmax", sources, rate: 20, hours: 0.2)
    var auction = Auction()
    auction.side = .client
    auction.tmax = .rounding(nanoseconds: limit * 1e9)
    scenario.placeholders[0].remote.strategy = .bidding(auction)
    let late = sources.reduce(0) { $0 + exp(-limit / $1.mean) }
    return TheoryCase(
      scenario: scenario,
      expectations: expectations(sources, limit, before: 0) + [
        Expectation(.ratio(.requestsPerLoad, .total), 3),
        Expectation(.quotient(.requestsTimedOut, .total, .requests, .total), late / 3),
      ])
  }

  static let server = ClosedForm(
    name: "bidding-server", formula: "the longest token, a round trip, then " + formula
  ) { f in
    let sources = WaterfallForms.sources(f)
    let limit = 0.4 * f
    let trip = 0.05 * f
    var scenario = WaterfallForms.scenario("bidding-server", sources, rate: 20, hours: 0.2)
    for (index, token) in [0.03, 0.02, 0.04].enumerated() {
      scenario.networks[index].prepare = .constant(token * f * 1e9)
    }
    scenario.radios[0].roundTrip = .constant(trip * 1e9)
    var auction = Auction()
    auction.tmax = .rounding(nanoseconds: limit * 1e9)
    scenario.placeholders[0].remote.strategy = .bidding(auction)
    return TheoryCase(
      scenario: scenario,
      expectations: expectations(sources, limit, before: 0.04 * f + trip) + [
        Expectation(.ratio(.requestsPerLoad, .total), 1, within: 0.001)
      ])
  }

  static let hybrid = ClosedForm(
    name: "hybrid-floor",
    formula: "the best of two bids B, an entry with floor φ, all uniform to b: "
      + "price 2b ÷ 3 + (b⁴ − φ⁴) ÷ 12b³, the entry wins (b³ − φ³) ÷ 3b³"
  ) { f in
    let sources = WaterfallForms.sources(f).map {
      WaterfallForms.Source(fill: 1, mean: $0.mean)
    }
    let (b, floor) = (10 * f, 4 * f)
    var scenario = WaterfallForms.scenario("hybrid-floor", sources, rate: 20, hours: 0.2)
    for index in sources.indices {
      scenario.networks[index].price = PerFormat(repeating: .uniform(low: 0, high: b))
    }
    scenario.placeholders[0].remote.waterfall[2].floor = floor
    var auction = Auction()
    auction.side = .client
    scenario.placeholders[0].remote.strategy = .hybrid(auction)
    let wins = (pow(b, 3) - pow(floor, 3)) / (3 * pow(b, 3))
    return TheoryCase(
      scenario: scenario,
      expectations: [
        Expectation(
          .ratio(.winnerPrice, .total),
          2 * b / 3 + (pow(b, 4) - pow(floor, 4)) / (12 * pow(b, 3))),
        Expectation(.ratio(.waterfallDepthAtFill, .total), 3 * wins + 1.5 * (1 - wins)),
        Expectation(
          .mean(.loadLatency, .total),
          ClosedForms.meanMaximum([sources[0].mean, sources[1].mean]) + sources[2].mean),
        Expectation(
          .mean(.auctionLatency, .total),
          ClosedForms.meanMaximum([sources[0].mean, sources[1].mean])),
      ])
  }
}
