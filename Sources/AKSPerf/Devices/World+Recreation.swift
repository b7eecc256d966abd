import Scheduler

/// Activities that the system destroys and creates anew because their window has changed.
///
/// What the activity held is lost: ready ads, flags, timers and retries. Loads that it has called
/// go on in the SDK, and nobody hears of their end. What the app itself holds stays.
extension World {
  /// A window of a session has another size, so that its activity is another one.
  ///
  /// A step that changes a window stands behind every full-screen ad, so that none is up.
  mutating func recreateActivity(_ session: UInt32, of window: Int) {
    note(.recreated, session: session)
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount where self.window(ofActivity: session, slot) == window {
      let view = sessions[session, place: slot].view
      // One that the app has taken down is not put up again.
      let isPutUpAnew = view != noRecord && !views[view].isGhost
      // The old activity hears of nothing.
      dying = session
      if view != noRecord { takeDown(session, slot, because: .recreated) }
      if tables.placeholders[placeholder(session, slot)].isOfActivity { forget(session, slot) }
      dying = noRecord
      if isPutUpAnew { putUpAnew(session, slot, in: window) }
      guard sessions.isLive(session) else { return }
    }
    if window == keyWindow(session) { viewsAppear(session, recreated: true) }
  }

  /// The window whose activity has a slot: that of its view, else the key one.
  private func window(ofActivity session: UInt32, _ slot: Int) -> Int {
    let view = sessions[session, place: slot].view
    return view == noRecord ? keyWindow(session) : Int(views[view].window)
  }

  /// The step of a view comes again, in the new activity; an offer is not made twice.
  private mutating func putUpAnew(_ session: UInt32, _ slot: Int, in window: Int) {
    let format = format(session, slot)
    if format == .featurePromotion { return }
    let place = sessions[session, place: slot]
    var row = StepRow(code: format == .banner ? .banner : .native)
    row.slot = UInt16(slot)
    row.scene = place.choice
    if place.flags.contains(.loadsEarly) { row.place = .didLoad }
    viewStep(session, row, in: window)
  }

  /// What an activity held of a slot is lost with it.
  private mutating func forget(_ session: UInt32, _ slot: Int) {
    if sessions[session, slot: slot].backoff != noRecord { dropBackoff(session, slot) }
    orphanAttempts(session, slot)
    while sessions[session, slot: slot].loads != noRecord {
      let index = sessions[session, slot: slot].loads
      giveUpAttempts(of: index, reason: .recreated)
      loads[index].machine.cancel()
      endLoad(index, reason: .recreated)
    }
    sessions[session, slot: slot].failures = 0
    purgeExpired(session, slot)
    while sessions[session, slot: slot].state.ready > 0 {
      let ad = removeAd(session, slot, position: 0, as: .adsLost)
      count(
        if: ad.flags.contains(.counted), .adsOrphaned, cell(of: session, slot, ad),
        from: ad.loadedAt)
      if traces(session) { because(.adLeft, .left(.adsOrphaned)) }
    }
    if tables.features.contains(.app) { forgetApp(session, slot) }
    sessions[session, place: slot].flags.remove(.guarded)
  }

  /// What has been asked of networks goes on, also for loads that have ended before.
  private mutating func orphanAttempts(_ session: UInt32, _ slot: Int) {
    var index = sessions[session].attempts
    while index != noRecord {
      if Int(attempts[index].slot) == slot { attempts[index].flags.insert(.orphaned) }
      index = attempts[index].next
    }
  }
}
