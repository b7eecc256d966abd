import Scheduler

extension World {
  /// The app wants an ad on screen now; the step blocks while `presentation` is set afterwards.
  mutating func beginOpportunity(
    _ session: UInt32, _ row: StepRow, _ key: DrawKey, isFallback: Bool = false
  ) {
    let slot = Int(row.slot)
    let isOfLaunch = row.opensApp && reachAppOpen(session)
    guard let want = want(session, slot) else { return }
    if row.code == .appOpenReturn {
      let cell = cell(of: session, slot: slot, remoteConfig: want.remoteConfig)
      count(if: want.counts, .appOpenReturns, cell, from: now)
    }
    let index = presentations.take(
      PresentationRecord(
        session: session, slot: row.slot, kind: isFallback ? .fallback : kind(of: row),
        machine: PresentationMachine(purpose: row.ifNotReady == .wait ? .wait : .load),
        found: want.found, counted: want.counts, remoteConfig: want.remoteConfig,
        opportunityAt: now))
    if phases != nil { presentations[index].account = accounts.take(PhaseAccount(at: now)) }
    sessions[session].presentation = index
    if isOfLaunch { wantAppOpen(index) }
    if want.found == .hit {
      act(presentations[index].machine.adReady(), on: index)
    } else if tables.features.contains(.app), let reason = showInVain(index, row) {
      callShow(inVain: index, reason)
    } else {
      waitForAd(index, row, key)
    }
    // An ad found expired at the very instant of its expiry has lost the timer that refills.
    if want.hasJustExpired && refill(session, slot).contains(.onExpiry) { topUp(session, slot) }
  }

  /// What the app finds when it wants an ad on screen.
  struct Want {
    var found: Found
    var counts: Bool
    var remoteConfig: Bool
    /// Whether an ad was found expired just now.
    var hasJustExpired: Bool
  }

  /// An opportunity begins, and is counted as what it is; nil when it is gated.
  mutating func want(_ session: UInt32, _ slot: Int) -> Want? {
    let counts = countsNow
    let remote = sessions[session].flags.contains(.remoteConfig)
    var cell = cell(of: session, slot: slot, remoteConfig: remote)
    count(if: counts, .opportunities, cell, from: now)
    note(.opportunity, session: session, network: slot)
    if let gate = showGate(session, slot) {
      count(if: counts, .opportunitiesGated, cell.with(reason: gate), from: now)
      if traces(session) { because(.opportunity, .gated(gate)) }
      return nil
    }
    let hasJustExpired = purgeExpired(session, slot, forShow: true)
    if tables.features.contains(.sharedSlots) { borrow(session, slot) }
    let found = find(session, slot)
    sessions[session, slot: slot].hasExpired = false
    if traces(session) { because(.opportunity, .found(found)) }
    cell.found = found
    count(if: counts, .eligible, cell, from: now)
    count(if: counts, .found, cell, from: now)
    if found == .hit { count(if: counts, .hits, cell, from: now) }
    if counts { openItems += 1 }
    ledger.shows += 1
    return Want(
      found: found, counts: counts, remoteConfig: remote, hasJustExpired: hasJustExpired)
  }

  private func kind(of row: StepRow) -> PresentationRecord.Kind {
    switch row.code {
    case .loadAndShow: .loadAndShow
    case .appOpenManual: .appOpenManual
    case .appOpenAutomatic: .appOpenAutomatic
    case .appOpenReturn: .appOpenReturn
    default: .show
    }
  }

  private mutating func find(_ session: UInt32, _ slot: Int) -> Found {
    let hadUnfit =
      tables.features.contains(.scenes) && tables.app.asksWhetherAdsFit
      && removeUnfit(session, slot)
    let record = sessions[session, slot: slot]
    if record.state.ready > 0 { return .hit }
    if record.state.inFlight > 0 { return .joined }
    if hadUnfit { return .unfit }
    return record.hasExpired ? .expired : .cold
  }

  mutating func act(_ action: PresentationMachine.Action, on index: UInt32) {
    switch action {
    case .none: break
    case .present: present(index)
    case .end(let outcome, let reason): end(index, outcome, reason)
    case .failShow(let reason): end(index, .failed, reason, wasPresented: true)
    case .resume: close(presentation: index)
    }
  }

  /// A wait, a presentation or an ad's time on screen is over.
  mutating func presentationTimerFired(_ index: UInt32) {
    presentations[index].timer = .none
    note(
      .timerFired, session: presentations[index].session, network: Int(presentations[index].slot))
    switch presentations[index].machine.state {
    case .waiting:
      let byPatience = presentations[index].patienceEndsFirst
      act(presentations[index].machine.waitedLongEnough(byPatience: byPatience), on: index)
    case .presenting:
      if tables.features.contains(.earlyLeaves) && isLeftEarly(index) { return }
      if presentations[index].ad.flags.contains(.unfit) {
        act(presentations[index].machine.presentationFailed(.presentTimeout), on: index)
      } else if presentations[index].ad.flags.contains(.late) {
        presentations[index].ad.flags.remove(.late)
        presentations[index].timer = schedule(.presentation, index, after: lateness(of: index))
        reportFailedThenShown(index)
      } else {
        shown(index)
      }
    case .showing:
      if !tables.features.isDisjoint(with: .interruptions) && isLeft(index) { return }
      timeOver(ofShow: index)
    case .ended: preconditionFailure("a timer of a step that has ended")
    }
  }

  /// The step ends without a show, or after one that failed.
  mutating func end(
    _ index: UInt32, _ outcome: Outcome, _ reason: Reason, wasPresented: Bool = false
  ) {
    let record = presentations[index]
    let slot = Int(record.slot)
    note(.opportunityEnded, session: record.session, network: slot, reason: reason)
    if traces(record.session) { because(.opportunityEnded, .outcome(outcome)) }
    if record.counted {
      let cell = cell(ofOpportunity: index).with(outcome: outcome).with(reason: reason)
      self.record(.timeToOutcome, from: record.opportunityAt, cell)
      count(.outcomes, cell, from: record.opportunityAt)
    }
    if record.isOfLaunch { missAppOpen(index) }
    if wasPresented && tables.features.contains(.app) {
      sessions[appOf: record.session].show.flags.insert(.failed)
    }
    showCallback(index, wasPresented ? .failed : .neverCalled)
    if wasPresented { presentationFailed(index, reason) }
    let refills = wasPresented && hasHeardEnd(ofShow: index)
    closeOpportunity(index)
    let refilled = refills && refill(record.session, slot).contains(.afterFailure) ? slot : nil
    if tables.features.contains(.fallbacks), let row = fallback(from: record, outcome) {
      showInstead(record.session, row, refilling: refilled)
    } else {
      goOn(record.session, refilling: refilled)
    }
  }

  /// The process ends beneath what a step waits for or shows, and nobody hears of it.
  mutating func cutOff(_ index: UInt32) {
    let record = presentations[index]
    if record.kind == .awaitedLoad {
      release(presentation: index)
      return
    }
    let state = record.machine.state
    if state != .showing {
      note(
        .opportunityEnded, session: record.session, network: Int(record.slot), reason: .terminated)
      let cell = cell(ofOpportunity: index).with(outcome: .abandoned).with(reason: .terminated)
      if record.counted {
        self.record(.timeToOutcome, from: record.opportunityAt, cell)
        count(.outcomes, cell, from: record.opportunityAt)
        if state == .presenting { count(.showCallsEnded, cell, from: record.opportunityAt) }
      }
      if record.isOfLaunch { missAppOpen(index) }
    }
    closeOpportunity(index)
  }

  /// Frees the record of an opportunity that has ended.
  mutating func closeOpportunity(_ index: UInt32) {
    if tables.features.contains(.app) {
      // One that was to be early, and waited behind a block, is not early any more.
      dropEarly(ofShow: index)
      let show = sessions[appOf: presentations[index].session].show
      if show.payments > 0 && !show.isSettled { settleReward(index) }
      sessions[appOf: presentations[index].session].show = ShowState()
    }
    ledger.showEnds += 1
    if presentations[index].counted { openItems -= 1 }
    release(presentation: index)
  }

  private mutating func close(presentation index: UInt32) {
    let session = presentations[index].session
    release(presentation: index)
    resume(session)
  }

  private mutating func release(presentation index: UInt32) {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    queue.disarm(&presentations[index].timer)
    unwatch(session, slot)
    sessions[session].presentation = noRecord
    let account = presentations[index].account
    if account != noRecord { accounts.giveBack(account) }
    presentations.giveBack(index)
  }

  private mutating func unwatch(_ session: UInt32, _ slot: Int) {
    var load = sessions[session, slot: slot].loads
    while load != noRecord {
      loads[load].watcher = noRecord
      loads[load].flags.remove(.awaited)
      load = loads[load].next
    }
    let backoff = sessions[session, slot: slot].backoff
    if backoff != noRecord { loads[backoff].watcher = noRecord }
  }

  /// The labels of an opportunity.
  func cell(ofOpportunity index: UInt32) -> LabelCell {
    let record = presentations[index]
    var cell = cell(
      of: record.session, slot: Int(record.slot), remoteConfig: record.remoteConfig)
    cell.found = record.found
    return cell
  }

  /// Whether a step is the one-call form of rewarded ads, which has one callback in all.
  func isOneCall(_ record: PresentationRecord) -> Bool {
    record.kind == .loadAndShow && format(record.session, Int(record.slot)) == .rewarded
  }

  /// A network did not bring its ad on screen in time.
  private mutating func presentationFailed(_ index: UInt32, _ reason: Reason) {
    let record = presentations[index]
    let slot = Int(record.slot)
    if sessions[record.session, slot: slot].failedShows < .max {
      sessions[record.session, slot: slot].failedShows += 1
    }
    let cell = cell(ofOpportunity: index).with(outcome: .failed).with(reason: reason)
    count(if: record.counted, .showCallsEnded, cell, from: record.opportunityAt)
  }
}
