import Scheduler

extension World {
  /// Puts a loaded ad into its slot, behind the older ones; the slot's state has room for it.
  mutating func store(_ ad: AdRecord, _ session: UInt32, _ slot: Int) {
    let position = Int(sessions[session, slot: slot].state.ready) - 1
    sessions[session, slot: slot, ad: position] = ad
    if tables.features.contains(.bidExpiry) {
      sessions[session, slot: slot, bidOf: .ready(position)] =
        sessions[session, slot: slot, bidOf: .arriving]
    }
    ledger.adsLoaded += 1
    countCached(+1)
    if ad.flags.contains(.counted) && !ad.flags.contains(.moved) {
      count(.adsLoaded, cell(of: session, slot, ad), from: ad.loadedAt)
    }
    note(.adReady, session: session, slot: slot, network: Int(ad.network), price: ad.price)
    if tables.features.contains(.app) { adLoaded(ad, session, slot) }
    if refill(session, slot).contains(.onExpiry) {
      let expiry = expiryHeard(of: ad, session, slot, at: .ready(position))
      if expiry == .never { return }
      let payload = UInt64(EventKind.expiry.rawValue) << 56 | UInt64(slot) << 32 | UInt64(session)
      // An ad of another slot may be older than this one keeps any.
      let handle = queue.schedule(at: max(expiry, now), payload: payload)
      sessions[session, slot: slot, expiryTimer: position] = handle
    }
  }

  /// The oldest cached ad of a slot has expired: it leaves and the slot is refilled.
  mutating func expiryFired(session: UInt32, payload: UInt64) {
    let slot = slot(ofExpiry: payload)
    note(.timerFired, session: session, network: slot)
    purgeExpired(session, slot)
    topUp(session, slot)
  }

  /// The slot that the event of an expiry is about.
  func slot(ofExpiry payload: UInt64) -> Int { Int(payload >> 32 & 0xFF_FFFF) }

  /// Age at which an ad of a slot expires; nil never.
  func expiry(of ad: AdRecord, _ session: UInt32, _ slot: Int) -> SimDuration? {
    let row = tables.networkFormat(Int(ad.network), format(session, slot))
    guard tables.features.contains(.adExpiry), row.expirySpread.exists else { return row.expiry }
    return max(time(row.expirySpread, .expiry, loadKey(of: ad, session)), .milliseconds(1))
  }

  /// The key of what is drawn for a loaded ad: it belongs to the network and the instant of the
  /// load, as an ad carries no more.
  func loadKey(of ad: AdRecord, _ session: UInt32) -> DrawKey {
    let loadedAt = UInt64(bitPattern: ad.loadedAt.nanoseconds)
    var key = key(of: session)
    key.network = tables.networks[Int(ad.network)].name
    key.cycle = UInt32(truncatingIfNeeded: loadedAt)
    key.block = UInt32(loadedAt >> 32 & 0xFF_FFFF)
    return key
  }

  /// Whether an ad can no longer be shown: from its expiry on.
  func isExpired(_ ad: AdRecord, _ session: UInt32, _ slot: Int, at place: BidPlace) -> Bool {
    now >= expiryTime(of: ad, session, slot, at: place)
  }

  /// Removes the expired ads of a slot, which remembers it; tells whether there was one.
  ///
  /// - Parameter show: Whether an ad of it is to be shown.
  @discardableResult
  mutating func purgeExpired(_ session: UInt32, _ slot: Int, forShow show: Bool = false) -> Bool {
    let isExact = !tables.features.contains(.staleAds)
    var position = 0
    var found = false
    while position < Int(sessions[session, slot: slot].state.ready) {
      let ad = sessions[session, slot: slot, ad: position]
      let isOver =
        isExact
        ? isExpired(ad, session, slot, at: .ready(position))
        : isGone(ad, session, slot, at: position, forShow: show)
      if isOver {
        removeAd(session, slot, position: position, as: .adsExpired)
        found = true
      } else {
        position += 1
      }
    }
    if found { sessions[session, slot: slot].hasExpired = true }
    return found
  }

  /// Takes an ad out of its slot and counts why; without a reason it goes on in another slot.
  @discardableResult
  mutating func removeAd(
    _ session: UInt32, _ slot: Int, position: Int, as reason: Count?
  ) -> AdRecord {
    var ad = sessions[session, slot: slot, ad: position]
    if reason == .adsShown {
      if tables.features.contains(.networkCaps) {
        rememberShow(session, ofNetwork: Int(ad.network))
      }
      if tables.features.contains(.adExpiry) && !tables.networks[Int(ad.network)].expiredPays
        && isExpired(ad, session, slot, at: .ready(position))
      {
        ad.flags.insert(.unpaid)
      }
    }
    if reason == .adsExpired {
      recorder.takeBack(
        .adsCached, since: spoiledAt(ad, session, slot, at: position), at: now)
    }
    let hasBids = tables.features.contains(.bidExpiry)
    if hasBids && reason == .adsShown {
      sessions[session, slot: slot, bidOf: .onScreen] =
        sessions[session, slot: slot, bidOf: .ready(position)]
    }
    let expires = tables.features.contains(.expiryTimers)
    if expires { queue.disarm(&sessions[session, slot: slot, expiryTimer: position]) }
    let ready = Int(sessions[session, slot: slot].state.ready)
    for k in position..<max(position, ready - 1) {
      sessions[session, slot: slot, ad: k] = sessions[session, slot: slot, ad: k + 1]
      if hasBids {
        sessions[session, slot: slot, bidOf: .ready(k)] =
          sessions[session, slot: slot, bidOf: .ready(k + 1)]
      }
      if expires {
        let timer = sessions[session, slot: slot, expiryTimer: k + 1]
        sessions[session, slot: slot, expiryTimer: k] = timer
        sessions[session, slot: slot, expiryTimer: k + 1] = .none
      }
    }
    sessions[session, slot: slot].state.adLeft()
    ledger.adsLeft += 1
    countCached(-1)
    guard let reason else { return ad }
    count(
      if: ad.flags.contains(.counted), reason, cell(of: session, slot, ad), from: ad.loadedAt)
    if reason != .adsShown { countWaste(ad, session, slot) }
    if reason != .adsShown { leakIfUnshown(ad, session, slot) }
    note(.adLeft, session: session, slot: slot, network: Int(ad.network), price: ad.price)
    if traces(session) { because(.adLeft, .left(reason)) }
    return ad
  }

  /// Offers an ad that is not its load's result: it came too late, or lost to a better one.
  ///
  /// Tells whether the slot took it.
  mutating func offerLosing(_ ad: AdRecord, _ session: UInt32, _ slot: Int) -> Bool {
    purgeExpired(session, slot)
    let cheaper = adCheaper(than: ad, session, slot)
    let depth = depth(session, slot)
    switch sessions[session, slot: slot].state.offered(depth: depth, isDearer: cheaper != nil) {
    case .store:
      store(ad, session, slot)
      return true
    case .displaceCheapest:
      removeAd(session, slot, position: cheaper ?? 0, as: .adsDisplaced)
      sessions[session, slot: slot].state.replaced(depth: depth)
      store(ad, session, slot)
      return true
    case .waste:
      countWaste(ad, session, slot)
      leakIfUnshown(ad, session, slot)
      return false
    }
  }

  /// Whether an ad that comes now has aged since its bid for as long as the app keeps one.
  func hasExpiredOnArrival(_ ad: AdRecord, _ session: UInt32, _ slot: Int) -> Bool {
    tables.features.contains(.bidExpiry)
      && now >= expiryHeard(of: ad, session, slot, at: .arriving)
  }

  /// The position of the cheapest ready ad, of several the oldest, if it is worth less than `ad`.
  ///
  /// One that has expired before it enters the slot is worth less than any.
  func adCheaper(than ad: AdRecord, _ session: UInt32, _ slot: Int) -> Int? {
    if hasExpiredOnArrival(ad, session, slot) { return nil }
    let ready = Int(sessions[session, slot: slot].state.ready)
    var cheapest = 0
    for k in 0..<ready
    where sessions[session, slot: slot, ad: k].price
      < sessions[session, slot: slot, ad: cheapest].price
    {
      cheapest = k
    }
    guard ready > 0, ad.price > sessions[session, slot: slot, ad: cheapest].price else {
      return nil
    }
    return cheapest
  }

  private mutating func countCached(_ change: Int64) {
    ledger.adsCached += change
    recorder.setLevel(.adsCached, ledger.adsCached, at: now)
  }

  /// The labels of a cached ad.
  func cell(of session: UInt32, _ slot: Int, _ ad: AdRecord) -> LabelCell {
    cell(of: session, slot: slot, remoteConfig: ad.flags.contains(.remoteConfig))
      .with(network: Int(ad.network))
  }
}
