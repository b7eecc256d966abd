import Scheduler

/// What the app's own code makes of ads: its flags, its clocks, and the ads that it holds on to.
extension World {
  /// The app has not heard that its ad is gone: it takes it for being up until its watchdog fires.
  mutating func takeAsUp(_ session: UInt32, _ slot: Int, since call: SimTime) {
    guard !sessions[appOf: session].flags.contains(.adUp) else { return }
    sessions[appOf: session].flags.insert(.adUp)
    sessions[appOf: session].upSlot = UInt16(slot)
    guard let watchdog = tables.behaviour.watchdog else { return }
    queue.disarm(&sessions[appOf: session].watchdog)
    sessions[appOf: session].watchdog = schedule(
      .watchdog, session, at: max(now, call + watchdog))
  }

  /// The app has waited long enough for a dismissal: for the app the ad is gone.
  mutating func watchdogFired(_ session: UInt32) {
    sessions[appOf: session].watchdog = .none
    let slot = Int(sessions[appOf: session].upSlot)
    note(.timerFired, session: session, network: slot)
    heardEnd(session, slot)
  }

  /// The app hears, later than it is, that an ad of a slot is gone, or that its show has failed.
  mutating func heardEnd(
    _ session: UInt32, _ slot: Int, refilling event: CachePolicy.Refill = .onDismiss
  ) {
    guard sessions[appOf: session].flags.contains(.adUp),
      Int(sessions[appOf: session].upSlot) == slot
    else { return }
    stopListening(session)
    sessions[appOf: session].flags.remove(.adUp)
    queue.disarm(&sessions[appOf: session].watchdog)
    if refill(session, slot).contains(event) { topUp(session, slot) }
  }

  /// Why the app or a network refuses a show, if so.
  func appGate(_ index: UInt32) -> Reason? {
    let session = presentations[index].session
    let app = sessions[appOf: session]
    if app.flags.contains(.adUp) { return .busy }
    let ad = sessions[session, slot: Int(presentations[index].slot), ad: 0]
    let settle = tables.networks[Int(ad.network)].settle
    if settle > .zero && app.freedAt != .never && now - app.freedAt < settle { return .settling }
    return now - ad.loadedAt < tables.networks[Int(ad.network)].readyAfter ? .notReady : nil
  }

  /// Show is called, with an ad that the app takes for ready.
  mutating func rememberShowCall(_ index: UInt32) {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    let record = sessions[session, slot: slot]
    sessions[session, appSlot: slot].flags.remove(.loadCalled)
    sessions[appOf: session].show = ShowState(
      calledAt: now, cycle: record.cycle, failedShows: record.failedShows)
  }

  /// A full-screen ad has gone.
  mutating func adGone(_ index: UInt32) {
    let record = presentations[index]
    sessions[appOf: record.session].closedNetwork = record.ad.network
    sessions[appOf: record.session].flags.insert(.closedSinceLoad)
    if record.isCompleted {
      sessions[appOf: record.session].flags.remove(.closedEarly)
    } else {
      sessions[appOf: record.session].flags.insert(.closedEarly)
    }
  }

  /// An ad comes on screen; the app may keep its object.
  mutating func adUp(_ index: UInt32) {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    if sessions[appOf: session].shows < .max { sessions[appOf: session].shows += 1 }
    checkContent(ofShow: index)
    if tables.placeholders[placeholder(session, slot)].reusesAds {
      sessions[session, appSlot: slot].flags.insert(.used)
    }
  }

  /// An ad is loaded: the app holds that one, and rules forget the ad before it.
  mutating func adLoaded(_ ad: AdRecord, _ session: UInt32, _ slot: Int) {
    sessions[session, appSlot: slot].flags.remove(.used)
    if sessions[appOf: session].closedNetwork == ad.network {
      sessions[appOf: session].flags.remove(.closedSinceLoad)
    }
    let isNew = !ad.flags.contains(.moved)
    if isNew && tables.networks[Int(ad.network)].oneLive { voidOlder(ad, session, slot) }
  }

  /// A network that shows only its newest ad has brought one into a slot, behind the older ones.
  private mutating func voidOlder(_ ad: AdRecord, _ session: UInt32, _ newest: Int) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount {
      let ready = Int(sessions[session, slot: slot].state.ready) - (slot == newest ? 1 : 0)
      for k in 0..<max(ready, 0) where sessions[session, slot: slot, ad: k].network == ad.network {
        sessions[session, slot: slot, ad: k].flags.insert(.void)
      }
    }
  }

  /// A network refuses to show an ad, since it has brought a newer one; tells whether it does.
  mutating func voidEnds(presentation index: UInt32) -> Bool {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    guard sessions[session, slot: slot, ad: 0].flags.contains(.void) else { return false }
    presentations[index].ad = removeAd(session, slot, position: 0, as: .adsUnfit)
    act(presentations[index].machine.presentationFailed(.internalError), on: index)
    return true
  }

  /// The app calls show although no ad is ready, if so, and why that fails.
  mutating func showInVain(_ index: UInt32, _ row: StepRow) -> Reason? {
    let session = presentations[index].session
    let slot = Int(row.slot)
    if sessions[session, appSlot: slot].flags.contains(.used) {
      // The failure tells the app that this one is of no more use.
      sessions[session, appSlot: slot].flags.remove(.used)
      return .alreadyUsed
    }
    guard row.ifNotReady == .call else { return nil }
    if presentations[index].counted {
      hazard(.showBeforeLoad, session, cell(ofOpportunity: index))
    }
    return .notReady
  }

  /// Calls show without an ad, which fails.
  mutating func callShow(inVain index: UInt32, _ reason: Reason) {
    let record = presentations[index]
    rememberShowCall(index)
    sessions[appOf: record.session].show.flags.insert(.inVain)
    count(if: record.counted, .showCalls, cell(ofOpportunity: index), from: record.opportunityAt)
    act(presentations[index].machine.showFailed(reason), on: index)
  }

  // MARK: Loads

  /// Whether the app's flag keeps it from calling load; what waits for the call then ends.
  mutating func flagBlocksLoad(_ session: UInt32, _ slot: Int, by caller: LoadCaller) -> Bool {
    let placeholder = placeholder(session, slot)
    guard tables.placeholders[placeholder].busyFlag != .nothing,
      caller.isOfApp || caller == .retry && tables.placeholders[placeholder].reactsToEach
    else { return false }
    guard sessions[session, appSlot: slot].flags.contains(.busy) else {
      sessions[session, appSlot: slot].flags.insert(.busy)
      return false
    }
    let cell = cell(of: session, slot: slot)
    count(if: countsNow, .loadsIgnored, cell, from: now)
    if sessions[session, slot: slot].state.inFlight == 0
      && !sessions[session, appSlot: slot].flags.contains(.sticky)
    {
      sessions[session, appSlot: slot].flags.insert(.sticky)
      if countsNow { hazard(.stickyBusyFlag, session, cell) }
    }
    if caller == .awaiting {
      awaitedLoadEnded(session)
    } else {
      tellWaiting(session, slot, loadFailed: .busy)
    }
    return true
  }

  /// Treats a load call while one is in flight, if it does not join that one; tells whether it did.
  mutating func treatsSecondLoad(
    _ session: UInt32, _ slot: Int, _ cell: LabelCell, _ counts: Bool, by caller: LoadCaller
  ) -> Bool {
    guard caller.isOfApp else { return false }
    switch tables.placeholders[placeholder(session, slot)].onBusy {
    case .join: return false
    case .error: refuseLoad(session, slot, cell, counts, by: caller)
    case .drop: dropLoad(session, slot, cell, counts, by: caller)
    case .parallel: return startsBeside(session, slot, by: caller)
    }
    return true
  }

  /// Treats a load call for a slot full of ready ads, if that does not answer it; tells whether so.
  mutating func treatsLoadOfFullSlot(
    _ session: UInt32, _ slot: Int, _ cell: LabelCell, _ counts: Bool, by caller: LoadCaller
  ) -> Bool {
    guard caller.isOfApp else { return false }
    switch tables.placeholders[placeholder(session, slot)].onFull {
    case .loaded: return false
    case .error: refuseLoad(session, slot, cell, counts, by: caller)
    case .drop: dropLoad(session, slot, cell, counts, by: caller)
    case .replace: return startsBeside(session, slot, by: caller, replaces: true)
    }
    return true
  }

  /// A load call fails at once, since its slot is busy.
  private mutating func refuseLoad(
    _ session: UInt32, _ slot: Int, _ cell: LabelCell, _ counts: Bool, by caller: LoadCaller
  ) {
    count(if: counts, .loadsGated, cell.with(reason: .busy), from: now)
    if traces(session) { because(.loadCalled, .gated(.busy)) }
    answerAtOnce(session, slot, loaded: false, cell.with(reason: .busy), counts, caller)
    if caller == .awaiting {
      awaitedLoadEnded(session)
    } else {
      tellWaiting(session, slot, loadFailed: .busy)
    }
  }

  /// A load call is forgotten, without a callback.
  private mutating func dropLoad(
    _ session: UInt32, _ slot: Int, _ cell: LabelCell, _ counts: Bool, by caller: LoadCaller
  ) {
    count(if: counts, .loadsIgnored, cell, from: now)
    if traces(session) { because(.loadCalled, .call(caller, .dropped)) }
    ledger.loadCallbacks += 1
    count(if: counts, .loadCallbacks, cell, from: now)
    if counts { hazard(.callbackLost, session, cell) }
  }

  /// The app hears that a load has ended.
  mutating func heard(endOfLoad session: UInt32, _ slot: Int, loaded: Bool) {
    if loaded || tables.placeholders[placeholder(session, slot)].busyFlag == .resets {
      sessions[session, appSlot: slot].flags.subtract([.busy, .sticky])
    }
  }

  /// The app has heard of the end of a load, perhaps more than once.
  mutating func heard(_ session: UInt32, _ slot: Int, loaded: Bool, copies: UInt64) {
    if loaded {
      if copies > 1 { sessions[session, appSlot: slot].flags.insert(.heardTwice) }
    } else if tables.placeholders[placeholder(session, slot)].reactsToEach {
      sessions[session, appSlot: slot].moreLoads = UInt8(clamping: copies - 1)
    }
  }

  /// A failed load is tried again: as often as the app has heard of its failure.
  mutating func retryOnceMore(_ session: UInt32, _ slot: Int) {
    let more = sessions[session, appSlot: slot].moreLoads
    sessions[session, appSlot: slot].moreLoads = 0
    for _ in 0..<more where sessions.isLive(session) { callLoad(session, slot) }
  }
}
