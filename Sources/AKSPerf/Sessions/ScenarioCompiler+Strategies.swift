import Scheduler

extension ScenarioCompiler {
  /// The row of a config's strategy; −1 for a sequential one.
  mutating func strategyRow(_ config: MediationConfig) -> Int32 {
    let row: StrategyRow
    switch config.strategy {
    case .sequential: return -1
    case .parallel(let batch, let pick, let batchTimeout):
      row = StrategyRow(
        code: .parallel, entries: config.waterfall.count, batch: batch,
        picksFirst: pick == .first, batchTimeout: batchTimeout)
    case .bidding(let auction): row = auctionRow(auction, config, isHybrid: false)
    case .hybrid(let auction): row = auctionRow(auction, config, isHybrid: true)
    case .adaptive(let order): row = adaptiveRow(order, config)
    case .own(let name):
      row = StrategyRow(code: .own, entries: config.waterfall.count, host: host(name))
    }
    strategies.append(row)
    return Int32(strategies.count - 1)
  }

  /// The number of an own strategy.
  private mutating func host(_ name: String) -> Int {
    if let known = ownStrategies.firstIndex(of: name) { return known }
    ownStrategies.append(name)
    return ownStrategies.count - 1
  }

  private mutating func adaptiveRow(
    _ order: AdaptiveOrder, _ config: MediationConfig
  ) -> StrategyRow {
    var row = StrategyRow(code: .adaptive, entries: config.waterfall.count)
    row.memory = UInt32(order.memory)
    row.explore = UInt32(order.explore ?? 0)
    row.timeCost = Float(order.timeCost)
    row.isFleetWide = order.scope == .fleet
    if row.isFleetWide {
      row.firstLearned = fleetEntries
      fleetEntries += row.entries
    } else {
      row.firstLearned = userEntries
      userEntries += row.entries
    }
    return row
  }

  private func auctionRow(
    _ auction: Auction, _ config: MediationConfig, isHybrid: Bool
  ) -> StrategyRow {
    let waterfall = config.waterfall
    let bidders = waterfall.indices.filter { waterfall[$0].bids(inHybrid: isHybrid) }
    var row = StrategyRow(code: .auction, entries: waterfall.count)
    row.bidders = EntrySet(bidders)
    if isHybrid { row.others = EntrySet(waterfall.indices.filter { !bidders.contains($0) }) }
    row.isServerSide = auction.side == .server
    row.tmax = auction.tmax
    row.tokenTimeout = auction.tokenTimeout
    row.backend = auctionBackend(config) ?? 0
    row.isServed = auction.backend != nil
    return row
  }

  /// The backend that holds the auction of a config; nil without an auction on a server.
  func auctionBackend(_ config: MediationConfig) -> Int? {
    let isHybrid: Bool
    let auction: Auction
    switch config.strategy {
    case .bidding(let found): (auction, isHybrid) = (found, false)
    case .hybrid(let found): (auction, isHybrid) = (found, true)
    case .sequential, .parallel, .adaptive, .own: return nil
    }
    guard auction.side == .server else { return nil }
    return auction.backend
      ?? config.waterfall.first { $0.bids(inHybrid: isHybrid) }.map {
        scenario.networks[$0.network].backend
      }
  }
}

extension WaterfallEntry {
  /// Whether it bids: if it does not say so, all do, and in a hybrid one those without a floor.
  func bids(inHybrid isHybrid: Bool) -> Bool { bids ?? (!isHybrid || floor == nil) }
}
