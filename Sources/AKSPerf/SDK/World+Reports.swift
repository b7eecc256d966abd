import Scheduler

/// How callbacks come to an app whose state follows them: by the rules of the network they are of.
extension World {
  /// Reports something of a show; the app hears of it once, more often, later or never.
  ///
  /// - Parameter hasAd: Whether it is about an ad, whose network reports it.
  mutating func report(_ callback: Callback, ofShow index: UInt32, hasAd: Bool) {
    let record = presentations[index]
    let session = record.session
    if session == dying { return }
    let show = sessions[appOf: session].show
    if show.flags.contains(.endReported) && callback.endsShow { return }
    let slot = Int(record.slot)
    var cell = cell(ofOpportunity: index)
    let counted: UInt32 = record.counted ? 1 : 0
    var delivery = Delivery()
    if hasAd && !show.flags.contains(.inVain) {
      cell.network = Int(record.ad.network)
      // What the app or the SDK refuses no network reports.
      let isUnreported = show.flags.contains(.lost) || isLost(session)
      if isUnreported && !show.flags.contains(.refused) {
        delivery.isLost = true
        hazard(.callbackLost, by: UInt64(counted), session, cell)
      } else if tables.features.contains(.faults) && !show.flags.contains(.refused) {
        delivery = self.delivery(
          of: callback, by: Int(record.ad.network), session, slot, showKey(index),
          scene: record.ad.scene, counted: UInt64(counted), cell)
      }
    }
    if delivery.isLost || delivery.isLater, callback.endsShow {
      sessions[appOf: session].show.flags.insert(.endUnheard)
      takeAsUp(session, slot, since: show.calledAt)
    }
    if delivery.isLost { return }
    if delivery.isLater {
      var late = LateCallback(
        session: session, slot: record.slot, callback: callback,
        kind: kind(of: callback, show), counted: counted, cell: cell,
        start: record.opportunityAt, eventAt: now)
      late.isViewed = record.isCompleted
      late.show = show.id
      late.isPaid = show.isPaid
      postpone(late, by: delivery, ofShow: index)
      return
    }
    for _ in 0..<delivery.copies {
      deliver(callback, session, slot, counted: UInt64(counted), cell, from: record.opportunityAt)
      pay(for: callback, ofShow: index, cell)
    }
  }

  /// What an app does at a callback of a show that comes late.
  private func kind(of callback: Callback, _ show: ShowState) -> LateCallback.Kind {
    if callback.endsShow { return show.flags.contains(.failed) ? .failedShow : .dismissal }
    return callback.tellsOfReward ? .reward : .other
  }

  /// Reports the end of a load; false when the app has not heard of it yet, or never will.
  ///
  /// - Parameter isOfView: Whether a view goes on with it at once, whatever the app hears.
  mutating func report(
    endOf load: LoadRecord, loaded: Bool, calls: UInt64, counted: UInt64, _ cell: LabelCell,
    isOfView: Bool = false
  ) -> Bool {
    let session = load.session
    let slot = Int(load.slot)
    guard session != dying, let callback = loadCallback(format(session, slot), loaded: loaded)
    else { return true }
    var delivery = Delivery()
    if tables.features.contains(.faults), load.lastNetwork != .max {
      let network = cell.network ?? Int(load.lastNetwork)
      var key = key(of: session)
      key.placeholder = placeholderName(session, slot)
      key.cycle = load.cycle
      key.retry = load.retry
      delivery = self.delivery(
        of: callback, by: network, session, slot, key, scene: load.scene, counted: counted,
        cell.with(network: network))
    }
    if delivery.isLost { return false }
    if delivery.isLater {
      var late = LateCallback(
        session: session, slot: load.slot, callback: callback,
        kind: loaded ? .loaded : isOfView ? .other : .loadFailed, reason: cell.reason ?? .noFill,
        calls: UInt32(clamping: calls), counted: UInt32(clamping: counted), cell: cell,
        start: now, eventAt: now)
      if load.flags.contains(.awaited) {
        late.awaiter = sessions[session].presentation
        late.awaitedSince = presentations[late.awaiter].opportunityAt
      }
      postpone(late, by: delivery)
      if let after = delivery.contradictedAfter {
        contradict(load, after: after, delivery, calls: calls, counted: counted, cell)
      }
      return false
    }
    deliver(
      callback, session, slot, calls: calls * delivery.copies, counted: counted * delivery.copies,
      cell, from: now)
    heard(endOfLoad: session, slot, loaded: loaded)
    heard(session, slot, loaded: loaded, copies: delivery.copies)
    if let after = delivery.contradictedAfter {
      contradict(load, after: after, delivery, calls: calls, counted: counted, cell)
    }
    return true
  }

  /// A load that is reported loaded is reported failed as well: right after, or later.
  private mutating func contradict(
    _ load: LoadRecord, after delay: SimDuration, _ delivery: Delivery, calls: UInt64,
    counted: UInt64, _ cell: LabelCell
  ) {
    let session = load.session
    let slot = Int(load.slot)
    guard let failed = loadCallback(format(session, slot), loaded: false) else { return }
    if delay == .zero && !delivery.isLater {
      deliver(failed, session, slot, calls: calls, counted: counted, cell, from: now)
      heard(endOfLoad: session, slot, loaded: false)
      return
    }
    var delivery = delivery
    delivery.copies = 1
    delivery.delay += delay
    postpone(
      LateCallback(
        session: session, slot: load.slot, callback: failed, kind: .contradiction,
        calls: UInt32(clamping: calls), counted: UInt32(clamping: counted), cell: cell, start: now,
        eventAt: now + delivery.delay),
      by: delivery)
  }

  /// Whether an app hears of the end of a show now, neither later nor before.
  func hasHeardEnd(ofShow index: UInt32) -> Bool {
    guard tables.features.contains(.app) else { return true }
    return sessions[appOf: presentations[index].session].show.flags
      .isDisjoint(with: [.endUnheard, .endReported])
  }

  /// Puts a callback off, as its delivery says.
  @discardableResult
  mutating func postpone(_ late: LateCallback, by delivery: Delivery) -> UInt32 {
    var late = late
    late.copies = UInt32(clamping: delivery.copies)
    late.calls *= late.copies
    late.counted *= late.copies
    if delivery.lostWithin > .zero { late.lostUpTo = now + delivery.lostWithin }
    late.isHeld = delivery.isHeld
    return postpone(late, by: delivery.delay)
  }

  /// Puts a callback off.
  @discardableResult
  mutating func postpone(_ late: LateCallback, by delay: SimDuration) -> UInt32 {
    var late = late
    late.next = sessions[appOf: late.session].late
    let index = lateCallbacks.take(late)
    sessions[appOf: late.session].late = index
    if late.isHeld { return index }
    lateCallbacks[index].dueAt = now + delay
    lateCallbacks[index].timer = schedule(.fault, index, after: delay)
    return index
  }

  /// A callback comes that was put off.
  mutating func lateCallbackCame(_ index: UInt32) {
    let late = lateCallbacks[index]
    let session = late.session
    let slot = Int(late.slot)
    note(.timerFired, session: session, network: slot)
    free(late: index)
    switch late.kind {
    case .staleTimer: return staleTimerFired(session, slot)
    case .appTimer: return appTimerFired(late)
    case .payment: return rewardAnswered(late)
    default: break
    }
    if late.counted > 0 && late.eventAt < now {
      record(.timeToCallback, from: late.eventAt, late.cell)
    }
    deliver(
      late.callback, session, slot, calls: UInt64(late.calls), counted: UInt64(late.counted),
      late.cell, from: late.start, detail: late.detail)
    switch late.kind {
    case .other: break
    case .reward: payLate(late)
    case .dismissal:
      payLate(late)
      heardEnd(session, slot)
    case .failedShow: heardEnd(session, slot, refilling: .afterFailure)
    case .earlyDismissal:
      hazard(.callbackEarly, by: UInt64(late.counted), session, late.cell)
      heardEndBefore(late.callback, ofShow: late.presentation, late.cell, refilling: .onDismiss)
    case .earlyReward:
      hazard(.callbackEarly, by: UInt64(late.counted), session, late.cell)
      sessions[appOf: session].show.flags.insert(.rewardReported)
      pay(for: late.callback, ofShow: late.presentation, late.cell)
    case .loaded, .loadFailed: heard(late: late)
    case .contradiction: heard(endOfLoad: session, slot, loaded: false)
    case .staleTimer, .appTimer, .payment: break
    }
  }

  private mutating func heard(late: LateCallback) {
    let session = late.session
    let slot = Int(late.slot)
    heard(endOfLoad: session, slot, loaded: late.kind == .loaded)
    heard(session, slot, loaded: late.kind == .loaded, copies: UInt64(late.copies))
    if late.kind == .loadFailed { scheduleRetry(session, slot) }
    // As when it is heard at once: what goes straight to the screen leaves no room.
    let isFull = !hasRoom(session, slot)
    if isAwaited(late) {
      awaitedLoadEnded(session)
    } else if late.kind == .loadFailed {
      tellWaiting(session, slot, loadFailed: late.reason)
    } else {
      tellIfFresh(session, slot)
    }
    guard late.kind == .loaded else { return }
    showFromCallback(session, slot)
    if !isFull { topUpHeard(session, slot) }
  }

  /// The app has heard that a load has filled: it loads on, until the slot is full.
  ///
  /// The slot of an ad that it shows of its own accord is filled up when that ad is gone.
  mutating func topUpHeard(_ session: UInt32, _ slot: Int) {
    // The step that waited may have run on to the session's end.
    guard sessions.isLive(session), !isInOwnShow(session, of: slot) else { return }
    topUp(session, slot)
  }

  /// Whether the end of a load of a slot is still to be heard of.
  func hearsOfLoadLater(_ session: UInt32, _ slot: Int) -> Bool {
    var index = sessions[appOf: session].late
    while index != noRecord {
      let late = lateCallbacks[index]
      if Int(late.slot) == slot && (late.kind == .loaded || late.kind == .loadFailed) {
        return true
      }
      index = late.next
    }
    return false
  }

  /// Whether the step that waited for the call of a load still does.
  private func isAwaited(_ late: LateCallback) -> Bool {
    let index = sessions[late.session].presentation
    return index != noRecord && index == late.awaiter && presentations[index].kind == .awaitedLoad
      && presentations[index].opportunityAt == late.awaitedSince
  }

  /// Takes a callback off the list of its session.
  mutating func free(late index: UInt32) {
    queue.disarm(&lateCallbacks[index].timer)
    let session = lateCallbacks[index].session
    if sessions[appOf: session].late == index {
      sessions[appOf: session].late = lateCallbacks[index].next
    } else {
      var before = sessions[appOf: session].late
      while lateCallbacks[before].next != index { before = lateCallbacks[before].next }
      lateCallbacks[before].next = lateCallbacks[index].next
    }
    lateCallbacks.giveBack(index)
  }

  /// A session ends: what was still to be heard never comes.
  mutating func closeApp(_ session: UInt32) {
    stopListening(session)
    queue.disarm(&sessions[appOf: session].watchdog)
    while sessions[appOf: session].late != noRecord {
      neverCame(sessions[appOf: session].late)
    }
  }

  mutating func neverCame(_ index: UInt32) {
    let late = lateCallbacks[index]
    free(late: index)
    if late.pays { settle(late) }
  }

  /// An activity is gone, with its flags and the timers of its loads: what was to come to it never
  /// does. Timers of the app go on, and so does what its server is asked for.
  mutating func forgetApp(_ session: UInt32, _ slot: Int) {
    sessions[session, appSlot: slot].flags = []
    if Int(sessions[appOf: session].upSlot) == slot {
      stopListening(session)
      sessions[appOf: session].flags.remove(.adUp)
      queue.disarm(&sessions[appOf: session].watchdog)
    }
    var index = sessions[appOf: session].late
    while index != noRecord {
      let next = lateCallbacks[index].next
      let kind = lateCallbacks[index].kind
      if Int(lateCallbacks[index].slot) == slot && kind != .appTimer && kind != .payment {
        if sessions[appOf: session].show.latePayment == index {
          sessions[appOf: session].show.latePayment = noRecord
        }
        neverCame(index)
      }
      index = next
    }
  }
}

extension Callback {
  /// Whether the app may show another full-screen ad after it.
  var endsShow: Bool {
    switch self {
    case .onAdFailedToShow, .onRewardedFailedToShow, .onAdFailToShow: true
    default: tellsOfDismissal
    }
  }
}
