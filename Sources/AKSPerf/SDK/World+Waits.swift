import Scheduler

/// What a step that wants an ad waits for, and who tells it.
extension World {
  /// Nothing is ready: what the step asks for in that case.
  mutating func waitForAd(_ index: UInt32, _ row: StepRow, _ key: DrawKey) {
    let session = presentations[index].session
    let slot = Int(row.slot)
    if row.ifNotReady == .skip || (row.ifNotReady == .wait && !mayStillCome(session, slot)) {
      end(index, .skipped, .notReady)
      return
    }
    limitWait(index, row, key)
    if presentations[index].found == .joined {
      watchEarliestLoad(session, slot)
    } else if sessions[session, slot: slot].backoff != noRecord {
      watchBackoff(session, slot)
    }
    // An automatic app open waits for the load it has called at launch.
    let isUnderWay =
      row.code == .appOpenAutomatic && sessions[session, slot: slot].state.inFlight > 0
    if row.ifNotReady == .load && !isUnderWay {
      callLoad(session, slot, by: isOneCall(presentations[index]) ? .oneCall : .plain)
    }
  }

  /// A load step that waits for its callback.
  mutating func awaitLoad(_ session: UInt32, _ row: StepRow, _ key: DrawKey) {
    let index = presentations.take(
      PresentationRecord(
        session: session, slot: row.slot, kind: .awaitedLoad,
        machine: PresentationMachine(purpose: .loadOnly), found: nil, counted: false,
        opportunityAt: now))
    sessions[session].presentation = index
    limitWait(index, row, key)
  }

  /// Arms the timer that ends a wait: its budget or the user's patience, whichever is first.
  private mutating func limitWait(_ index: UInt32, _ row: StepRow, _ key: DrawKey) {
    var limit: SimDuration?
    if row.budget.exists { limit = time(row.budget, .journey, key, word: 1) }
    // The splash is the app's, not the user's, to end.
    if tables.behaviour.patience.exists && row.code != .appOpenAutomatic {
      let patience = time(tables.behaviour.patience, .journey, key, word: 2)
      if limit == nil || patience < limit! {
        limit = patience
        presentations[index].patienceEndsFirst = true
      }
    }
    if let limit { presentations[index].timer = schedule(.presentation, index, after: limit) }
  }

  /// An ad of the slot is ready: a step that waits for it goes on.
  mutating func tellWaiting(_ session: UInt32, _ slot: Int) {
    if tables.features.contains(.views) { tellView(session, slot) }
    let index = sessions[session].presentation
    guard index != noRecord, Int(presentations[index].slot) == slot else { return }
    if tables.features.contains(.scenes) && turnsAway(index) {
      tellWaiting(session, slot, loadFailed: .adTooLarge)
      return
    }
    act(presentations[index].machine.adReady(), on: index)
  }

  /// Ads of a slot have come, perhaps a while ago: who waits for one takes it, or fails as expired.
  ///
  /// - Parameter viewOnly: Whether only its view is told.
  mutating func tellIfFresh(_ session: UInt32, _ slot: Int, viewOnly: Bool = false) {
    let index = sessions[session].presentation
    let isWanted =
      !viewOnly && index != noRecord && Int(presentations[index].slot) == slot
      && presentations[index].machine.waitsForAd
    let isFound = purgeExpired(session, slot, forShow: isWanted)
    let isFresh = sessions[session, slot: slot].state.ready > 0
    switch (isFresh, viewOnly) {
    case (true, false): tellWaiting(session, slot)
    case (false, false): tellWaiting(session, slot, loadFailed: .expired)
    case (_, true) where !tables.features.contains(.views): break
    case (true, true): tellView(session, slot)
    case (false, true): tellView(session, slot, loadFailed: .expired)
    }
    // Its timer is gone that would refill the slot.
    if isFound && refill(session, slot).contains(.onExpiry) { topUpHeard(session, slot) }
  }

  /// Whether an app that asks first whether ads fit finds that none of those ready does.
  private mutating func turnsAway(_ index: UInt32) -> Bool {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    guard tables.app.asksWhetherAdsFit, presentations[index].machine.waitsForAd else {
      return false
    }
    return removeUnfit(session, slot) && sessions[session, slot: slot].state.ready == 0
  }

  /// A load of the slot failed: a step that waits for it may end.
  mutating func tellWaiting(_ session: UInt32, _ slot: Int, loadFailed reason: Reason) {
    if tables.features.contains(.views) { tellView(session, slot, loadFailed: reason) }
    let index = sessions[session].presentation
    guard index != noRecord, Int(presentations[index].slot) == slot else { return }
    let othersInFlight = sessions[session, slot: slot].state.inFlight > 0
    let mayStillCome = mayStillCome(session, slot)
    act(
      presentations[index].machine.loadFailed(
        reason, othersInFlight: othersInFlight, mayStillCome: mayStillCome), on: index)
  }

  /// The call of a load step that waits has its callback: the step is over.
  mutating func awaitedLoadEnded(_ session: UInt32) {
    let index = sessions[session].presentation
    guard index != noRecord else { return }
    act(presentations[index].machine.awaitedLoadEnded(), on: index)
  }

  /// A late answer brought no ad: a step that waits for nothing else ends.
  mutating func tellWaiting(_ session: UInt32, _ slot: Int, lateAnswerFailed reason: Reason) {
    let index = sessions[session].presentation
    guard index != noRecord, presentations[index].machine.purpose == .wait else { return }
    tellWaiting(session, slot, loadFailed: reason)
  }

  /// Whether a slot may get an ad without a further call: by a load, a retry or a late answer.
  private func mayStillCome(_ session: UInt32, _ slot: Int) -> Bool {
    if sessions[session, slot: slot].state.inFlight > 0 { return true }
    if sessions[session, slot: slot].backoff != noRecord { return true }
    if tables.features.contains(.app) && hearsOfLoadLater(session, slot) { return true }
    var attempt = sessions[session].attempts
    while attempt != noRecord {
      if Int(attempts[attempt].slot) == slot && !isUnheard(attempt: attempt) { return true }
      attempt = attempts[attempt].next
    }
    return false
  }
}
