import Scheduler

/// Shows that a network's faults bring to nothing.
extension World {
  /// A network fails a show or hangs in it, which costs the ad; tells whether it does.
  ///
  /// A show that it only pretends to bring on screen goes on, as a phantom.
  mutating func faultEnds(presentation index: UInt32, by network: Int) -> Bool {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    switch faultOfShow(index, by: network) {
    case .fail:
      presentations[index].ad = removeAd(session, slot, position: 0, as: .adsUnfit)
      act(presentations[index].machine.presentationFailed(.internalError), on: index)
      return true
    case .hang:
      var ad = removeAd(session, slot, position: 0, as: .adsUnfit)
      ad.flags.insert(.unfit)
      presentations[index].ad = ad
      note(.presented, session: session, slot: slot, network: network, price: ad.price)
      // Without a timeout nothing ends it.
      if let timeout = tables.networks[network].presentTimeout {
        presentations[index].timer = schedule(.presentation, index, after: timeout)
      }
      return true
    case .phantom:
      sessions[appOf: session].show.flags.insert(.phantom)
      return false
    default: return false
    }
  }

  /// Whether a show brings nothing on screen.
  func isPhantom(_ index: UInt32) -> Bool {
    tables.features.contains(.app)
      && sessions[appOf: presentations[index].session].show.flags.contains(.phantom)
  }

  /// Nothing is on screen, so nothing will leave it: the user goes on, and the app never hears.
  mutating func phantomShown(_ index: UInt32) {
    presentations[index].machine.dismissed()
    let record = presentations[index]
    precondition(
      !sessions[appOf: record.session].show.flags.contains(.endReported),
      "a phantom whose end was reported")
    if record.counted {
      hazard(
        .callbackLost, record.session,
        cell(ofOpportunity: index).with(network: Int(record.ad.network)))
    }
    takeAsUp(record.session, Int(record.slot), since: sessions[appOf: record.session].show.calledAt)
    closeOpportunity(index)
    screenFreed(record.session, by: nil, record.kind)
  }
}
