import AKSPerf

extension RandomScenario {
  /// Half of all placeholders are sequential.
  mutating func strategy() -> MediationStrategy {
    switch below(8) {
    case 0, 1, 2: .sequential
    case 5: .adaptive(order())
    case 3: .bidding(auction())
    case 4: .hybrid(auction())
    default:
      .parallel(
        batch: 1 + below(4), pick: pick([.price, .first]),
        batchTimeout: pick([nil, span([1, 300, 4000])]))
    }
  }

  private mutating func order() -> AdaptiveOrder {
    var order = AdaptiveOrder()
    order.scope = pick([.user, .fleet])
    order.memory = pick([1, 5, 50])
    order.explore = pick([nil, 1, 3])
    order.timeCost = pick([0, 1, 100])
    return order
  }

  private mutating func auction() -> Auction {
    var auction = Auction()
    auction.side = pick([.client, .server])
    auction.tmax = pick([nil, span([1, 300, 4000])])
    auction.tokenTimeout = pick([nil, span([1, 300])])
    if auction.side == .server { auction.backend = pick([nil, below(3)]) }
    return auction
  }
}
