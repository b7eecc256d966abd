import Scheduler

/// Banners, native ads and feature promotions: opportunities that do not block the journey.
///
/// A view's opportunity is its step and ends with its first ad. A banner then asks for its next ad
/// from time to time; each is an impression of its own, and the one before stays until it is there.
extension World {
  /// A step puts a view up or takes it down.
  ///
  /// - Parameter window: Where it is put up; nil for the key window.
  mutating func viewStep(_ session: UInt32, _ row: StepRow, in window: Int? = nil) {
    if row.code == .cover || row.code == .uncover {
      coverStep(session, row)
      return
    }
    if row.code == .hide {
      // What is hidden does not appear again with the screen that it was on.
      sessions[session, place: Int(row.slot)].flags.remove(.appears)
      if !outlives(hiding: session, Int(row.slot)) {
        takeDown(session, Int(row.slot), because: .cancelled)
      }
      return
    }
    let hasPlace = tables.features.contains(.scenes)
    if hasPlace && !enterPlace(session, row) { return }
    putUp(session, row, in: window ?? keyWindow(session))
    if hasPlace { leavePlace(session, row) }
  }

  /// The app puts a banner or native ad up, or offers a feature; the journey goes on at once.
  private mutating func putUp(_ session: UInt32, _ row: StepRow, in window: Int) {
    let slot = Int(row.slot)
    let loops = tables.features.contains(.refreshLoops) ? stackLoops(session, slot) : 0
    takeDown(session, slot, because: .cancelled)
    guard let want = want(session, slot) else { return }
    let isPromotion = format(session, slot) == .featurePromotion
    let index = views.take(
      ViewRecord(
        session: session, askedAt: now, counted: want.counts, slot: row.slot,
        machine: ViewMachine(isInScrollView: viewRow(session, slot).isInScrollView),
        found: want.found, remoteConfig: want.remoteConfig, window: UInt8(window)))
    // A load that the view before it has called finds a container again, and is not its own.
    disown(loadsOf: session, slot)
    sessions[session, place: slot].view = index
    beginBlank(index)
    if loops > 0 {
      views[index].loops = loops
      arm(view: index)
    }
    if !isPromotion {
      note(.viewUp, session: session, network: slot)
      count(if: want.counts, .views, cell(ofView: index), from: now)
    }
    if isPromotion && featuresOffered(session) == 0 {
      act(views[index].machine.loadFailed(.noFeature, othersInFlight: false), onView: index)
    } else if want.found == .hit {
      tellView(session, slot)
    } else if holdsShownAd(session, slot) {
      views[index].reuses = true
      tellView(session, slot)
    } else if sessions[session, slot: slot].state.inFlight == 0
      || callsWhileLoading(session, slot)
    {
      ask(view: index, by: .view)
    }
    // An ad found expired at the very instant of its expiry has lost the timer that refills.
    if want.hasJustExpired && refill(session, slot).contains(.onExpiry) { topUp(session, slot) }
  }

  /// The app takes a view down, or the screen it is on goes.
  mutating func takeDown(_ session: UInt32, _ slot: Int, because reason: Reason) {
    let index = sessions[session, place: slot].view
    guard index != noRecord else { return }
    if views[index].machine.isOpen { end(view: index, .abandoned, reason) }
    // A promotion is over with its opportunity.
    guard sessions[session, place: slot].view == index else { return }
    endBlank(index)
    note(.viewDown, session: session, network: slot)
    let wasShown = views[index].machine.state == .shown
    free(view: index)
    if reason == .cancelled && wasShown && refill(session, slot).contains(.onDismiss) {
      topUp(session, slot)
    }
  }

  /// Whether a view is not reached when the app takes it down: its ad has not come, or it was not
  /// reached before.
  private mutating func outlives(hiding session: UInt32, _ slot: Int) -> Bool {
    let index = sessions[session, place: slot].view
    guard index != noRecord else { return false }
    if views[index].isGhost { return true }
    let share = viewRow(session, slot).ghost
    guard share > 0, views[index].machine.state == .waiting,
      sessions[session, slot: slot].state.inFlight > 0,
      // Beyond the blocks of rules, and of other draws of faults.
      uniform(.fault, slotKey(session, slot).with(block: 1 << 23 | 3)) < share
    else { return false }
    end(view: index, .abandoned, .cancelled)
    endBlank(index)
    views[index].machine.givenUp()
    views[index].isGhost = true
    views[index].loops = 0
    arm(view: index)
    return true
  }

  /// Whether a view calls load although one is in flight for a full slot, which is not to join it.
  private func callsWhileLoading(_ session: UInt32, _ slot: Int) -> Bool {
    tables.placeholders[placeholder(session, slot)].onBusy != .join && !hasRoom(session, slot)
  }

  private mutating func disown(loadsOf session: UInt32, _ slot: Int) {
    var load = sessions[session, slot: slot].loads
    while load != noRecord {
      loads[load].flags.remove(.ofView)
      load = loads[load].next
    }
  }

  /// A view has been scrolled into sight, or is due for its next ad.
  mutating func viewTimerFired(_ index: UInt32) {
    views[index].timer = .none
    let session = views[index].session
    let slot = Int(views[index].slot)
    note(.timerFired, session: session, network: slot)
    if views[index].machine.state == .unseen {
      // Who is away sees it when they are back.
      if isAway(session) {
        // A block of the main thread may hold the return up.
        let back = max(sessions[lifeOf: session].returnsAt, sessions[lifeOf: session].heldUntil)
        views[index].timer = schedule(.view, index, at: max(back, now))
      } else {
        seen(view: index)
      }
      return
    }
    if views[index].clickAt <= now { click(view: index) }
    if tables.features.contains(.refreshLoops) && loopFired(ofView: index) { return }
    if now < views[index].refreshAt {
      arm(view: index)
      return
    }
    refresh(view: index)
  }

  /// The time of a banner's next ad is over.
  mutating func refresh(view index: UInt32) {
    if pausesHidden(index) { return }
    views[index].isOverdue = false
    let session = views[index].session
    let slot = Int(views[index].slot)
    if mayRefresh(session, slot) {
      views[index].refreshAt = .never
      askForNext(view: index)
    } else {
      // Without refreshes of its own it was due because a load had failed.
      awaitRefresh(index, afterFailure: viewRow(session, slot).refresh == nil)
    }
  }

  /// Whether a banner that is due for its next ad may ask for it.
  func mayRefresh(_ session: UInt32, _ slot: Int) -> Bool {
    !isAway(session) && showGate(session, slot) == nil
  }

  /// A banner asks for its next ad; if it stays, that on screen may be clicked meanwhile.
  mutating func askForNext(view index: UInt32) {
    let session = views[index].session
    let slot = Int(views[index].slot)
    note(.refreshed, session: session, network: slot)
    count(if: countsNow, .refreshes, cell(of: session, slot: slot), from: now)
    emptyIfNotKept(index)
    arm(view: index)
    ask(view: index, by: .refresh)
  }

  /// A view calls load: for its first ad, or for another one than it has.
  mutating func ask(view index: UInt32, by caller: LoadCaller) {
    let session = views[index].session
    if !views[index].machine.isOpen {
      views[index].counted = countsNow
      views[index].askedAt = now
      views[index].remoteConfig = sessions[session].flags.contains(.remoteConfig)
      views[index].machine.asked()
    }
    callLoad(session, Int(views[index].slot), by: caller)
  }

  /// An ad of the slot is ready: its view takes it, if there is a controller to put it up with.
  mutating func tellView(_ session: UInt32, _ slot: Int) {
    let index = sessions[session, place: slot].view
    guard index != noRecord else { return }
    // The next ad of one on screen is not seen before the user is back.
    if !views[index].machine.wantsAd && views[index].machine.isAsking && isAway(session) { return }
    if tables.features.contains(.staleAds) && refusesAll(forView: index) {
      tellView(session, slot, loadFailed: .expired)
      return
    }
    let isMissing = lacksController(session, slot)
    act(
      isMissing ? views[index].machine.controllerMissing() : views[index].machine.adReady(),
      onView: index)
  }

  /// The user is back: views take the ads that have come meanwhile.
  mutating func showHeldAds(_ session: UInt32) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount {
      let index = sessions[session, place: slot].view
      guard index != noRecord, views[index].machine.isAsking else { continue }
      tellIfFresh(session, slot, viewOnly: true)
    }
  }

  /// A load of the slot failed: its view may have waited for it.
  mutating func tellView(_ session: UInt32, _ slot: Int, loadFailed reason: Reason) {
    let index = sessions[session, place: slot].view
    guard index != noRecord else { return }
    let othersInFlight = sessions[session, slot: slot].state.inFlight > 0
    act(
      views[index].machine.loadFailed(reason, othersInFlight: othersInFlight), onView: index)
  }

  private mutating func act(_ action: ViewMachine.Action, onView index: UInt32) {
    switch action {
    case .none: break
    case .show(let isFirst):
      let slot = Int(views[index].slot)
      if views[index].reuses && sessions[views[index].session, slot: slot].state.ready == 0 {
        showAgain(view: index)
        return
      }
      if tables.features.contains(.staleAds) {
        checkAge(
          ofView: index, sessions[views[index].session, slot: slot, ad: 0], at: .ready(0))
      }
      show(view: index, isFirst: isFirst)
    case .awaitSight:
      let view = views[index]
      let delay = time(
        viewRow(view.session, Int(view.slot)).scrollIn, .scroll,
        slotKey(view.session, Int(view.slot)))
      if delay == .zero {
        seen(view: index)
      } else {
        views[index].timer = schedule(.view, index, after: delay)
      }
    case .fail(let reason):
      end(view: index, .failed, reason)
    case .awaitRefresh: awaitRefresh(index, afterFailure: true)
    }
  }

  private mutating func seen(view index: UInt32) {
    let session = views[index].session
    let slot = Int(views[index].slot)
    purgeExpired(session, slot, forShow: true)
    let hasAd = sessions[session, slot: slot].state.ready > 0 || views[index].reuses
    act(views[index].machine.seen(hasAd: hasAd), onView: index)
  }

  /// Sets the clock of a banner's next ad.
  mutating func awaitRefresh(_ index: UInt32, afterFailure: Bool = false) {
    let slot = Int(views[index].slot)
    guard format(views[index].session, slot) == .banner else { return }
    let row = viewRow(views[index].session, slot)
    if tables.features.contains(.refreshLoops) && runsOn(index, afterFailure: afterFailure) {
      return
    }
    if afterFailure && row.stopsAfterFailure && !views[index].isStopped {
      views[index].isStopped = true
      // Another load than that of a refresh may have failed.
      views[index].refreshAt = .never
      arm(view: index)
    }
    guard let refresh = afterFailure ? row.refreshAfterFailure : row.refresh,
      !views[index].isStopped
    else { return }
    views[index].isOverdue = false
    views[index].refreshLeft = nil
    views[index].refreshAt = now + refresh
    arm(view: index)
    if row.onReturn != .runs && isAway(views[index].session) { pauseClock(index) }
  }

  /// The opportunity of a view ends without an ad; a banner or native ad stays up all the same.
  private mutating func end(view index: UInt32, _ outcome: Outcome, _ reason: Reason) {
    let view = views[index]
    note(.opportunityEnded, session: view.session, network: Int(view.slot), reason: reason)
    if view.counted {
      let cell = cell(ofView: index).with(outcome: outcome).with(reason: reason)
      record(.timeToOutcome, from: view.askedAt, cell)
      count(.outcomes, cell, from: view.askedAt)
    }
    closeOpportunity(ofView: index)
    if format(view.session, Int(view.slot)) == .featurePromotion {
      deliver(.onFailToShowFeaturePromotion, ofView: index)
      free(view: index)
    } else if outcome == .failed {
      awaitRefresh(index, afterFailure: true)
    }
  }

  mutating func closeOpportunity(ofView index: UInt32) {
    ledger.showEnds += 1
    if views[index].counted { openItems -= 1 }
  }

  mutating func free(view index: UInt32) {
    queue.disarm(&views[index].timer)
    sessions[views[index].session, place: Int(views[index].slot)].view = noRecord
    views.giveBack(index)
  }

  /// Whether the opportunity of a slot's view has not ended.
  func isViewOpen(_ session: UInt32, _ slot: Int) -> Bool {
    let view = sessions[session, place: slot].view
    return view != noRecord && views[view].machine.isOpen
  }

  /// Opportunities of a session's views, and times without an ad, that the run's end finds open.
  mutating func countOpenViews(_ session: UInt32) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount {
      let index = sessions[session, place: slot].view
      if index == noRecord { continue }
      if views[index].blankSince != .never && views[index].blankCounts {
        recorder.recordNever(
          .viewBlankTime, cell(ofView: index), startedAt: views[index].blankSince)
      }
      guard views[index].machine.isOpen, views[index].counted else { continue }
      count(.opportunitiesOpen, cell(ofView: index), from: views[index].askedAt)
      recorder.recordNever(.timeToOutcome, cell(ofView: index), startedAt: views[index].askedAt)
    }
  }

  /// How a slot's ads are put up.
  @inline(__always)
  func viewRow(_ session: UInt32, _ slot: Int) -> ViewRow {
    tables.views[placeholder(session, slot)]
  }

  /// The labels of a view's opportunity, or of its later ad.
  func cell(ofView index: UInt32) -> LabelCell {
    let view = views[index]
    return cell(of: view.session, slot: Int(view.slot), remoteConfig: view.remoteConfig)
      .with(found: view.found)
  }
}
