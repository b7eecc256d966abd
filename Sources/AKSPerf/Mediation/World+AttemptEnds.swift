import Scheduler

extension World {
  mutating func attemptFilled(_ index: UInt32) {
    if attempts[index].parent != noRecord {
      innerFilled(index)
      return
    }
    accrue(attempt: index, .download)
    let attempt = attempts[index]
    let cell = cell(of: attempt)
    note(
      .attemptEnded, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: .loaded, price: attempt.price,
      bytes: UInt64(attempt.bytes))
    if attempt.counted { count(.fills, cell, from: attempt.startedAt) }
    if tables.features.contains(.memory) { leaveBehind(attempt) }
    let ad = ad(of: attempt)
    if tables.features.contains(.bidExpiry) { bringBid(of: index) }
    if attempt.load == noRecord {
      free(attempt: index)
      acceptLate(ad, of: attempt)
      return
    }
    handOver(ad, by: index)
  }

  /// An attempt's ad is its load's.
  mutating func handOver(_ ad: AdRecord, by index: UInt32) {
    let attempt = attempts[index]
    settle(attempt, .filled, .loaded)
    let load = attempt.load
    if loads[load].plan != noRecord {
      hold(fill: index)
      return
    }
    leaveLoad(index)
    free(attempt: index)
    commitAttempt(watcherOf: load, as: nil)
    let entry = entry(of: attempt)
    guard loads[load].machine.attemptFilled(entry: entry) == .succeed(entry: entry) else {
      preconditionFailure("a waterfall that refuses its fill")
    }
    loadFilled(load, ad: ad, attemptedAt: attempt.startedAt, depth: entry + 1)
  }

  /// An attempt ends without an ad; its load goes on.
  mutating func endAttempt(_ index: UInt32, outcome: Outcome, reason: Reason) {
    if attempts[index].parent != noRecord {
      endInner(index, outcome: outcome, reason: reason)
      return
    }
    accrue(attempt: index, .server)
    let attempt = attempts[index]
    note(
      .attemptEnded, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: reason)
    let load = attempt.load
    if load != noRecord { leaveLoad(index) }
    free(attempt: index)
    guard load != noRecord else {
      tellWaiting(attempt.session, Int(attempt.slot), lateAnswerFailed: reason)
      return
    }
    settle(attempt, outcome, reason)
    commitAttempt(watcherOf: load, as: outcome == .noFill ? .noFill : .failed)
    attemptFailed(attempt, of: load, reason)
  }

  /// The attempt takes longer than its network is given.
  mutating func attemptTimedOut(_ index: UInt32) {
    let attempt = attempts[index]
    let load = attempt.load
    note(
      .timerFired, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: .timeout)
    if attempt.parent != noRecord {
      innerTimedOut(index)
      return
    }
    giveUp(attempt: index, outcome: .timeout, reason: .timeout)
    attemptFailed(attempt, of: load, .timeout)
  }

  /// Takes an attempt off the list of its load, which has it no longer under way.
  mutating func leaveLoad(_ index: UInt32) {
    let load = attempts[index].load
    if loads[load].attempts == index {
      loads[load].attempts = attempts[index].nextOfLoad
      return
    }
    var before = loads[load].attempts
    while attempts[before].nextOfLoad != index { before = attempts[before].nextOfLoad }
    attempts[before].nextOfLoad = attempts[index].nextOfLoad
  }

  /// Ends an attempt for good, with whatever it has under way.
  mutating func dropAttempt(_ index: UInt32) {
    if attempts[index].exchange != noRecord { abandon(exchange: attempts[index].exchange) }
    free(attempt: index)
  }

  mutating func free(attempt index: UInt32) {
    queue.disarm(&attempts[index].timer)
    let session = attempts[index].session
    check(attempts[index].openRequests == 0, .requestsEnd, session: session)
    if sessions[session].attempts == index {
      sessions[session].attempts = attempts[index].next
    } else {
      var before = sessions[session].attempts
      while attempts[before].next != index { before = attempts[before].next }
      attempts[before].next = attempts[index].next
    }
    attempts.giveBack(index)
  }

  mutating func countRequestEnd(_ index: UInt32, _ end: Count) {
    let attempt = attempts[index]
    // A request whose client has given up was counted then.
    guard attempt.load != noRecord else { return }
    ledger.requestsEnded += 1
    attempts[index].openRequests &-= 1
    if attempt.counted { count(end, cell(of: attempt), from: attempt.startedAt) }
  }

  /// An attempt has its outcome in its load: every end of one comes here, and comes once.
  mutating func settle(_ attempt: AttemptRecord, _ outcome: Outcome, _ reason: Reason) {
    if tables.features.contains(.breakers) { settleBreaker(attempt, outcome, reason) }
    guard attempt.counted else { return }
    var cell = cell(of: attempt).with(outcome: outcome).with(reason: reason)
    cell.suspended = attempt.flags.contains(.suspended)
    record(.attemptLatency, from: attempt.startedAt, cell)
    count(.attemptOutcomes, cell, from: attempt.startedAt)
  }
}
