import Scheduler

/// Native ads whose object is put up again: in the next row of a list, or in a recycled one.
///
/// Networks pay one impression an ad object, and report it once.
extension World {
  /// Whether a view that finds no ad ready is given the one that the app still holds.
  func holdsShownAd(_ session: UInt32, _ slot: Int) -> Bool {
    tables.features.contains(.app) && format(session, slot) == .native
      && sessions[session, appSlot: slot].flags.contains(.used)
  }

  /// A native ad has come on screen; the app may keep its object.
  mutating func keepShown(_ ad: AdRecord, _ session: UInt32, _ slot: Int) {
    guard tables.features.contains(.app),
      tables.placeholders[placeholder(session, slot)].reusesAds
    else { return }
    sessions[session, appSlot: slot].flags.insert(.used)
    sessions[session, shownAd: slot] = ad
    if tables.features.contains(.bidExpiry) {
      sessions[session, slot: slot, bidOf: .kept] = sessions[session, slot: slot, bidOf: .onScreen]
    }
  }

  /// An ad that was shown before comes on screen once more, which nobody pays for and nobody hears.
  mutating func showAgain(view index: UInt32) {
    endBlank(index)
    let view = views[index]
    let session = view.session
    let slot = Int(view.slot)
    let ad = sessions[session, shownAd: slot]
    note(.shown, session: session, slot: slot, network: Int(ad.network))
    if tables.features.contains(.staleAds) { checkAge(ofView: index, ad, at: .kept) }
    let cell = cell(ofView: index).with(network: Int(ad.network)).with(source: .cache)
      .with(outcome: .shown)
    views[index].shown = ViewRecord.Shown(
      cell: cell, askedAt: view.askedAt, counted: view.counted, scene: ad.scene)
    if view.counted {
      count(.showCalls, self.cell(ofView: index), from: view.askedAt)
      measureShow(of: ad, cell, from: view.askedAt)
      count(.adsReshown, cell, from: view.askedAt)
    }
    closeOpportunity(ofView: index)
    if tables.features.contains(.viewClicks) { awaitClick(index) }
    // Later draws are others; caps and prices go by what is paid for.
    sessions[session, slot: slot].cycle += 1
    sessions[session, slot: slot].loadsThisCycle = 0
    if refill(session, slot).contains(.onShow) { topUp(session, slot) }
  }
}
