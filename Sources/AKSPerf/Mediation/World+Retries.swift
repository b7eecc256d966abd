import Scheduler

extension World {
  /// A failed load's next try is due.
  mutating func backoffEnded(_ index: UInt32) {
    let session = loads[index].session
    let slot = Int(loads[index].slot)
    note(.timerFired, session: session, network: slot)
    sessions[session, slot: slot].backoff = noRecord
    accrue(watcherOf: index, .backoff)
    unfollow(index)
    loads.giveBack(index)
    // An ad that came late may have taken the room meanwhile.
    if hasRoom(session, slot) {
      callLoad(session, slot, by: .retry)
      if tables.features.contains(.app) { retryOnceMore(session, slot) }
    }
  }

  /// A call that is refused without a connection is a failed load: an app goes on trying.
  ///
  /// The next delay is that after one more failure, and takes the place of one that runs. A call
  /// that would have loaded nothing, on a full slot, is none.
  mutating func retryRefused(_ session: UInt32, _ slot: Int) {
    guard hasRoom(session, slot) else { return }
    if sessions[session, slot: slot].backoff != noRecord { dropBackoff(session, slot) }
    countFailure(session, slot)
    scheduleRetry(session, slot)
  }

  /// A slot has one failure in a row more.
  mutating func countFailure(_ session: UInt32, _ slot: Int) {
    if sessions[session, slot: slot].failures < .max {
      sessions[session, slot: slot].failures += 1
    }
  }

  /// Schedules the next try of a slot, if its retry policy has one and no other is due.
  mutating func scheduleRetry(_ session: UInt32, _ slot: Int) {
    let remote = sessions[session].flags.contains(.remoteConfig)
    let row = mediation(placeholder(session, slot), remoteConfig: remote)
    let record = sessions[session, slot: slot]
    let failures = Int(record.failures)
    // A failure that is heard late, after a load has filled, has nothing to try again.
    guard failures > 0, record.backoff == noRecord, hasRoom(session, slot) else { return }
    let delay: SimDuration
    switch row.retry {
    case .none: return
    case .fixed:
      var key = slotKey(session, slot)
      key.retry = record.loadsThisCycle
      delay = time(row.retryFixed, .retryDelay, key)
    case .list:
      guard failures <= min(row.retryCount, Limits.retries) else { return }
      delay = tables.retryDelays[row.retryFirst + failures - 1]
    case .exponential:
      delay = backoffDelay(base: row.retryBase, cap: row.retryCap, failures: failures)
    }
    let index = loads.take(
      LoadRecord(
        session: session, slot: UInt16(slot), stage: .backoff, flags: [], cycle: 0, retry: 0,
        startedAt: now, machine: WaterfallMachine(entries: 1)))
    sessions[session, slot: slot].backoff = index
    watchBackoff(session, slot)
    loads[index].timer = schedule(.load, index, after: delay)
  }

  mutating func dropBackoff(_ session: UInt32, _ slot: Int) {
    let index = sessions[session, slot: slot].backoff
    accrue(watcherOf: index, .backoff)
    queue.disarm(&loads[index].timer)
    unfollow(index)
    loads.giveBack(index)
    sessions[session, slot: slot].backoff = noRecord
  }
}

/// min(`cap`, `base` · 2ⁿ) for the n-th failure in a row, without overflow.
func backoffDelay(base: SimDuration, cap: SimDuration, failures: Int) -> SimDuration {
  var delay = base.nanoseconds
  for _ in 0..<failures where delay < cap.nanoseconds {
    let (doubled, overflow) = delay.multipliedReportingOverflow(by: 2)
    delay = overflow ? cap.nanoseconds : doubled
    if delay == 0 { break }
  }
  return SimDuration(nanoseconds: min(delay, cap.nanoseconds))
}
