import Scheduler

/// Ads whose app and network differ about their age.
///
/// The app throws an ad away when its network tells of the expiry, or by a clock of its own. What
/// it has not heard of it takes for ready: load calls are answered with it. At a show a network
/// that checks refuses an expired ad, and one that does not shows it.
extension World {
  /// When the app throws an ad of a slot away; never if it does not.
  func expiryKnown(
    of ad: AdRecord, _ session: UInt32, _ slot: Int, at place: BidPlace
  ) -> SimTime {
    let told =
      tables.networks[Int(ad.network)].tellsExpiry
      ? expiryTime(of: ad, session, slot, at: place) : .never
    guard let own = tables.placeholders[placeholder(session, slot)].ttl else { return told }
    return min(told, ad.loadedAt + own)
  }

  /// When an ad leaves its slot because of its age; never if it does not.
  func expiryHeard(
    of ad: AdRecord, _ session: UInt32, _ slot: Int, at place: BidPlace
  ) -> SimTime {
    tables.features.contains(.staleAds)
      ? expiryKnown(of: ad, session, slot, at: place)
      : expiryTime(of: ad, session, slot, at: place)
  }

  /// Whether an ad leaves its slot when the slot is looked at.
  ///
  /// - Parameter show: Whether it is looked at for a show.
  func isGone(
    _ ad: AdRecord, _ session: UInt32, _ slot: Int, at position: Int, forShow show: Bool
  ) -> Bool {
    if now >= expiryKnown(of: ad, session, slot, at: .ready(position)) { return true }
    return show && tables.networks[Int(ad.network)].checksExpiry
      && isExpired(ad, session, slot, at: .ready(position))
  }

  /// When an ad that leaves because of its age began to be of no use.
  func spoiledAt(_ ad: AdRecord, _ session: UInt32, _ slot: Int, at position: Int) -> SimTime {
    let known = expiryKnown(of: ad, session, slot, at: .ready(position))
    let expiry = expiryTime(of: ad, session, slot, at: .ready(position))
    // One that ages from its bid may be of no use already as it is loaded.
    return max(min(now, known, expiry), ad.loadedAt)
  }

  /// An ad comes on screen, perhaps one that has expired.
  mutating func checkAge(ofShow index: UInt32) {
    let record = presentations[index]
    guard record.counted, isExpired(record.ad, record.session, Int(record.slot), at: .onScreen)
    else {
      return
    }
    hazard(
      .expiredAdShown, record.session,
      cell(ofOpportunity: index).with(network: Int(record.ad.network)))
  }

  /// An ad is about to come on screen in a view, perhaps one that has expired.
  mutating func checkAge(ofView index: UInt32, _ ad: AdRecord, at place: BidPlace) {
    let view = views[index]
    guard view.counted, isExpired(ad, view.session, Int(view.slot), at: place) else {
      return
    }
    hazard(
      .expiredAdShown, view.session, cell(ofView: index).with(network: Int(ad.network)))
  }

  /// A view is about to take an ad: whether networks refuse all that its slot has, as too old.
  ///
  /// Load calls were answered with such an ad, as long as the app had not heard of its expiry.
  mutating func refusesAll(forView index: UInt32) -> Bool {
    let session = views[index].session
    let slot = Int(views[index].slot)
    guard views[index].machine.wantsAd || views[index].machine.isAsking else { return false }
    let isFound = purgeExpired(session, slot, forShow: true)
    if isFound && refill(session, slot).contains(.onExpiry) { topUp(session, slot) }
    return sessions[session, slot: slot].state.ready == 0
  }
}
