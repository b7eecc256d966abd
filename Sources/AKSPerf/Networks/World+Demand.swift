import Scheduler

/// What a network offers for one ad.
struct Bid: BitwiseCopyable {
  /// USD per thousand shows.
  var price: Double
  /// Micro-dollars per thousand shows, for exact sums; at most `Limits.price`.
  var microDollars: UInt32 { UInt32(min(max(0, price * 1e6 + 0.5), Limits.price * 1e6)) }
}

extension World {
  /// The network's bid for an attempt, or nil when it has no demand.
  ///
  /// Fill and price are one draw u: the network bids iff u < fill, its price quantile at
  /// 1 − u ÷ fill. The draw stays for `fillPersistence`, is shared by all entries of the network,
  /// and with probability `demandCorrelation` by all networks of the session.
  func bid(for attempt: AttemptRecord, _ key: DrawKey) -> Bid? {
    let session = attempt.session
    if tables.features.contains(.networkCaps) && isCapped(session, Int(attempt.network)) {
      return nil
    }
    let format = format(session, Int(attempt.slot))
    let row = tables.networkFormat(Int(attempt.network), format)
    let geo = tables.geos[tables.classes[Int(sessions[session].sessionClass)].geo]
    var offered = row.fill * geo.fill
    var worth = geo.price
    if tables.features.contains(.limits) {
      let limit = limit(of: session)
      offered *= limit.fill
      worth *= limit.price
    }
    let fill = min(1, offered)
    let u = demand(for: attempt, key, format)
    guard u < fill else { return nil }
    // Rounding may bring u ÷ fill up to 1; the quantile is asked inside (0, 1) only.
    let quantile = max(1 - u / fill, 0x1p-54)
    let base =
      row.price.id.map { distributions.sample($0, uniform: quantile) }
      ?? row.price.constant
    var price = base * worth
    if tables.features.contains(.priceDecay) {
      let decay = tables.behaviour.priceDecay
      for _ in 0..<sessions[session].shows.count(of: format, on: today) { price *= decay }
    }
    return Bid(price: price)
  }

  /// What is left of the demand for a user who refuses consent, or to be tracked.
  private func limit(of session: UInt32) -> LimitRow {
    var limit = LimitRow()
    if keepsConsentBack(session) { limit = tables.launch.refused }
    if isUntracked(session) {
      limit.fill *= tables.launch.untracked.fill
      limit.price *= tables.launch.untracked.price
    }
    return limit
  }

  /// The period of demand of a load that starts now; the load keeps it to its end.
  ///
  /// So attempts of one load meet the same demand whether they run one by one or side by side. One
  /// period is for all networks and formats of a session, or networks with common demand would
  /// change it one by one.
  mutating func demandPeriod(of session: UInt32) -> UInt32 {
    guard let persistence = tables.behaviour.fillPersistence else { return 0 }
    if sessions[session].demandIndex == 0
      || now - sessions[session].demandStart >= persistence
    {
      sessions[session].demandIndex += 1
      sessions[session].demandStart = now
    }
    return sessions[session].demandIndex
  }

  private func demand(
    for attempt: AttemptRecord, _ key: DrawKey, _ format: AdFormat
  ) -> Double {
    var own = key
    if tables.behaviour.fillPersistence != nil {
      own = self.key(of: attempt.session)
      own.network = key.network
      own.placeholder = UInt32(format.rawValue)
      own.cycle = attempt.demandIndex
    }
    let block = random.block(own.counter(.demandOwn))
    guard block.uniform(1) < tables.behaviour.demandCorrelation else { return block.uniform(0) }
    var common = own
    common.network = 0
    if tables.behaviour.fillPersistence != nil { common.placeholder = 0 }
    return uniform(.demandCommon, common)
  }
}
