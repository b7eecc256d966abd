import Scheduler

/// Apps that load beside a load in flight, as one does that makes a new ad object for each call.
///
/// Such loads may be more than their slot has room for. An ad that comes when that is full of ready
/// ads is treated as one that lost to another: it takes the place of a cheaper one, or is wasted.
extension World {
  /// A call of load during a load starts one of its own; false when it joins after all.
  mutating func startsBeside(_ session: UInt32, _ slot: Int, by caller: LoadCaller) -> Bool {
    guard sessions[session, slot: slot].state.loadBeside() else { return false }
    if traces(session) { because(.loadCalled, .call(caller, .starts)) }
    if sessions[session, slot: slot].backoff != noRecord { dropBackoff(session, slot) }
    startLoad(session, slot, by: caller)
    return true
  }

  /// Whether calls of load for a slot start loads beside those in flight.
  func loadsBeside(_ session: UInt32, _ slot: Int) -> Bool {
    tables.placeholders[placeholder(session, slot)].onBusy == .parallel
  }

  /// A load has brought an ad: the cheapest ready ad makes room where there is none.
  ///
  /// It does if it is worth less; else the ad is wasted, the load is no longer in flight, and the
  /// answer is false.
  ///
  /// - Parameter start: When the attempt that brought it began.
  mutating func makesRoom(
    for ad: AdRecord, _ session: UInt32, _ slot: Int, attemptedAt start: SimTime
  ) -> Bool {
    guard loadsBeside(session, slot) else { return true }
    purgeExpired(session, slot)
    if Int(sessions[session, slot: slot].state.ready) < depth(session, slot) { return true }
    if let cheaper = adCheaper(than: ad, session, slot) {
      removeAd(session, slot, position: cheaper, as: .adsDisplaced)
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
