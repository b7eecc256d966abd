import Scheduler

/// Apps that load beside a load in flight or a ready ad, with a new ad object for each call.
///
/// Such loads may be more than their slot has room for. An ad that comes when that is full of ready
/// ads is treated as one that lost to another: it takes the place of a cheaper one, or is wasted.
/// Where a load of a full slot is to replace what it holds, the ad takes the place of the oldest.
extension World {
  /// A call of load for a full slot starts one of its own; false when there are too many of them.
  ///
  /// - Parameter replaces: Whether its ad takes the place of the oldest one.
  mutating func startsBeside(
    _ session: UInt32, _ slot: Int, by caller: LoadCaller, replaces: Bool = false
  ) -> Bool {
    guard sessions[session, slot: slot].state.loadBeside() else { return false }
    if traces(session) { because(.loadCalled, .call(caller, .starts)) }
    if sessions[session, slot: slot].backoff != noRecord { dropBackoff(session, slot) }
    startLoad(session, slot, by: caller, replaces: replaces)
    return true
  }

  /// Whether calls of load for a slot start loads beside those in flight, or beside ready ads.
  func loadsBeside(_ session: UInt32, _ slot: Int) -> Bool {
    let row = tables.placeholders[placeholder(session, slot)]
    return row.onBusy == .parallel || row.onFull == .replace
  }

  /// Which ready ad makes room for one that has come; nil when none does.
  private func adThatMakesRoom(
    for ad: AdRecord, replaces: Bool, _ session: UInt32, _ slot: Int
  ) -> Int? {
    if replaces { return hasExpiredOnArrival(ad, session, slot) ? nil : 0 }
    return adCheaper(than: ad, session, slot)
  }

  /// A load has brought an ad: a ready ad makes room where there is none.
  ///
  /// If none does, the ad is wasted, the load is no longer in flight, and the answer is false.
  ///
  /// - Parameter start: When the attempt that brought it began.
  mutating func makesRoom(
    for ad: AdRecord, replaces: Bool, _ session: UInt32, _ slot: Int,
    attemptedAt start: SimTime
  ) -> Bool {
    guard loadsBeside(session, slot) else { return true }
    purgeExpired(session, slot)
    if Int(sessions[session, slot: slot].state.ready) < depth(session, slot) { return true }
    if let position = adThatMakesRoom(for: ad, replaces: replaces, session, slot) {
      removeAd(session, slot, position: position, as: .adsDisplaced)
      return true
    }
    sessions[session, slot: slot].state.loadFailed()
    countWaste(ad, session, slot)
    leakIfUnshown(ad, session, slot)
    count(
      if: ad.flags.contains(.counted), .fillsWasted, cell(of: session, slot, ad), from: start)
    return false
  }
}
