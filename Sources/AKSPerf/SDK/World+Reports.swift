import Scheduler

/// How callbacks come to an app whose state follows them: by the rules of the network they are of.
extension World {
  /// Reports something of a show; the app hears of it once, more often, later or never.
  ///
  /// - Parameter hasAd: Whether it is about an ad, whose network reports it.
  mutating func report(_ callback: Callback, ofShow index: UInt32, hasAd: Bool) {
    let record = presentations[index]
    let session = record.session
    let show = sessions[appOf: session].show
    if show.flags.contains(.endReported) && callback.endsShow { return }
    let slot = Int(record.slot)
    var cell = cell(ofOpportunity: index)
    let counted: UInt32 = record.counted ? 1 : 0
    var delivery = Delivery()
    if hasAd && !show.flags.contains(.inVain) {
      cell.network = Int(record.ad.network)
      if tables.features.contains(.faults) {
        delivery = self.delivery(
          of: callback, by: Int(record.ad.network), session, slot, showKey(index),
          counted: UInt64(counted), cell)
      }
    }
    if delivery.isLost || delivery.delay > .zero, callback.endsShow {
      sessions[appOf: session].show.flags.insert(.endUnheard)
      takeAsUp(session, slot, since: show.calledAt)
    }
    if delivery.isLost { return }
    if delivery.delay > .zero {
      var late = LateCallback(
        session: session, slot: record.slot, callback: callback,
        kind: callback.endsShow ? .dismissal : callback.tellsOfReward ? .reward : .other,
        counted: counted, cell: cell, start: record.opportunityAt, eventAt: now)
      late.pays = mayPayLater(callback, index)
      let pending = postpone(late, by: delivery.delay)
      if late.pays { sessions[appOf: session].show.latePayment = pending }
      return
    }
    for _ in 0..<delivery.copies {
      deliver(callback, session, slot, counted: UInt64(counted), cell, from: record.opportunityAt)
      pay(for: callback, ofShow: index, cell)
    }
  }

  /// Reports the end of a load; false when the app has not heard of it yet, or never will.
  mutating func report(
    endOf load: LoadRecord, loaded: Bool, calls: UInt64, counted: UInt64, _ cell: LabelCell
  ) -> Bool {
    let session = load.session
    let slot = Int(load.slot)
    guard let callback = loadCallback(format(session, slot), loaded: loaded) else { return true }
    var delivery = Delivery()
    if tables.features.contains(.faults), load.lastNetwork != .max {
      let network = cell.network ?? Int(load.lastNetwork)
      var key = key(of: session)
      key.placeholder = placeholderName(session, slot)
      key.cycle = load.cycle
      key.retry = load.retry
      delivery = self.delivery(
        of: callback, by: network, session, slot, key, counted: counted,
        cell.with(network: network))
    }
    if delivery.isLost { return false }
    if delivery.delay > .zero {
      let late = LateCallback(
        session: session, slot: load.slot, callback: callback,
        kind: loaded ? .loaded : .loadFailed, reason: cell.reason ?? .noFill,
        isAwaited: load.flags.contains(.awaited), calls: UInt32(clamping: calls),
        counted: UInt32(clamping: counted), cell: cell, start: now, eventAt: now)
      postpone(late, by: delivery.delay)
      return false
    }
    deliver(
      callback, session, slot, calls: calls * delivery.copies, counted: counted * delivery.copies,
      cell, from: now)
    heard(endOfLoad: session, slot, loaded: loaded)
    if delivery.isContradicted,
      let failed = loadCallback(format(session, slot), loaded: false)
    {
      deliver(failed, session, slot, calls: calls, counted: counted, cell, from: now)
      heard(endOfLoad: session, slot, loaded: false)
    }
    return true
  }

  /// Whether an app has heard of the end of a show.
  func hasHeardEnd(ofShow index: UInt32) -> Bool {
    guard tables.features.contains(.app) else { return true }
    return !sessions[appOf: presentations[index].session].show.flags.contains(.endUnheard)
  }

  /// Puts a callback off.
  @discardableResult
  private mutating func postpone(_ late: LateCallback, by delay: SimDuration) -> UInt32 {
    var late = late
    late.next = sessions[appOf: late.session].late
    let index = lateCallbacks.take(late)
    sessions[appOf: late.session].late = index
    lateCallbacks[index].timer = schedule(.fault, index, after: delay)
    return index
  }

  /// A show's ad comes on screen: callbacks about its end that come too early.
  mutating func reportEarly(_ index: UInt32, lasting duration: SimDuration) {
    let record = presentations[index]
    let format = format(record.session, Int(record.slot))
    if format == .rewarded && record.isCompleted && !isOneCall(record) {
      hasten(.onAdRewarded, .earlyReward, index, duration)
    }
    let dismissal: Callback =
      switch format {
      case .rewarded: .onAdRewardedAdDismissed
      case .appOpen: .onDismiss
      default: .onAdDismissed
      }
    if !isOneCall(record) { hasten(dismissal, .earlyDismissal, index, duration) }
  }

  private mutating func hasten(
    _ callback: Callback, _ kind: LateCallback.Kind, _ index: UInt32, _ duration: SimDuration
  ) {
    guard let lead = earliness(of: callback, ofShow: index, lasting: duration), lead > .zero
    else { return }
    let record = presentations[index]
    let early = LateCallback(
      session: record.session, slot: record.slot, callback: callback, kind: kind,
      counted: record.counted ? 1 : 0, presentation: index,
      cell: cell(ofOpportunity: index).with(network: Int(record.ad.network)),
      start: record.opportunityAt, eventAt: now + duration)
    postpone(early, by: duration - lead)
  }

  /// A callback comes that was put off.
  mutating func lateCallbackCame(_ index: UInt32) {
    let late = lateCallbacks[index]
    let session = late.session
    let slot = Int(late.slot)
    note(.timerFired, session: session, network: slot)
    free(late: index)
    if late.counted > 0 && late.eventAt < now {
      record(.timeToCallback, from: late.eventAt, late.cell)
    }
    deliver(
      late.callback, session, slot, calls: UInt64(late.calls), counted: UInt64(late.counted),
      late.cell, from: late.start)
    switch late.kind {
    case .other: break
    case .reward: if late.pays { payLate(late) }
    case .dismissal:
      if late.pays { payLate(late) }
      heardEnd(session, slot)
    case .earlyDismissal:
      hazard(.callbackEarly, by: UInt64(late.counted), session, late.cell)
      sessions[appOf: session].show.flags.insert(.endReported)
      if refill(session, slot).contains(.onDismiss) { topUp(session, slot) }
    case .earlyReward:
      hazard(.callbackEarly, by: UInt64(late.counted), session, late.cell)
      sessions[appOf: session].show.flags.insert(.rewardReported)
      pay(for: late.callback, ofShow: late.presentation, late.cell)
    case .loaded, .loadFailed: heard(late: late)
    }
  }

  private mutating func heard(late: LateCallback) {
    let session = late.session
    let slot = Int(late.slot)
    heard(endOfLoad: session, slot, loaded: late.kind == .loaded)
    if late.kind == .loadFailed { scheduleRetry(session, slot) }
    if late.isAwaited && waitsForLoad(session, slot) {
      awaitedLoadEnded(session)
    } else if late.kind == .loadFailed {
      tellWaiting(session, slot, loadFailed: late.reason)
    } else {
      purgeExpired(session, slot)
      if sessions[session, slot: slot].state.ready > 0 { tellWaiting(session, slot) }
    }
    if late.kind == .loaded { showFromCallback(session, slot) }
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

  /// Whether the session's step waits for the end of a load call on a slot.
  private func waitsForLoad(_ session: UInt32, _ slot: Int) -> Bool {
    let index = sessions[session].presentation
    return index != noRecord && presentations[index].kind == .awaitedLoad
      && Int(presentations[index].slot) == slot
  }

  /// Takes a callback off the list of its session.
  private mutating func free(late index: UInt32) {
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
    queue.disarm(&sessions[appOf: session].watchdog)
    while sessions[appOf: session].late != noRecord {
      let late = lateCallbacks[sessions[appOf: session].late]
      if late.pays && late.counted > 0 { hazard(.rewardNotPaid, session, late.cell) }
      free(late: sessions[appOf: session].late)
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
