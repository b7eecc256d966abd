import Scheduler

/// Feature promotion: the app's own network offers a feature that the user does not own.
extension World {
  /// How many features of the app the user does not own; a user keeps what they own.
  func featuresOffered(_ session: UInt32) -> Int {
    var offered = 0
    for feature in 0..<tables.app.features where !owns(session, feature) { offered += 1 }
    return offered
  }

  private func owns(_ session: UInt32, _ feature: Int) -> Bool {
    guard tables.app.ownsFeature > 0 else { return false }
    let key = DrawKey(user: sessions[session].user, block: UInt32(feature))
    return uniform(.feature, key) < tables.app.ownsFeature
  }

  /// The promotion of one of the features is on screen, to be clicked or not.
  ///
  /// The interface knows neither a shown nor a dismissed callback for it. A click goes to the
  /// feature's screen in the app, which the user does not leave.
  mutating func offerFeature(_ index: UInt32, _ ad: AdRecord) {
    let session = views[index].session
    let slot = Int(views[index].slot)
    // The cycle of the promotion's own show has just ended.
    var key = slotKey(session, slot)
    key.cycle -= 1
    key.network = tables.networks[Int(ad.network)].name
    guard uniform(.click, key) < tables.app.clickShare else { return }
    let cell = cell(ofView: index).with(network: Int(ad.network))
    count(if: views[index].counted, .clicks, cell, from: views[index].askedAt)
    note(.clicked, session: session, slot: slot, network: Int(ad.network))
    deliver(
      .onFeaturePromotionClicked, ofView: index, ad,
      detail: UInt32(offeredFeature(session, slot)))
  }

  /// The feature whose screen a click opens: any of those the user does not own, evenly.
  private func offeredFeature(_ session: UInt32, _ slot: Int) -> Int {
    var key = slotKey(session, slot)
    key.cycle -= 1
    var left = Int(uniform(.feature, key, word: 1) * Double(featuresOffered(session)))
    for feature in 0..<tables.app.features where !owns(session, feature) {
      if left == 0 { return feature }
      left -= 1
    }
    return 0
  }
}
