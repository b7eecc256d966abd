import Scheduler

/// Networks that are mediators themselves: a round asks the network's own demand, then the entries
/// of its inner waterfall one after the other.
///
/// Each is an attempt of its own, on behalf of the outer one, whose ad it becomes: the outer
/// network is the one that won. The outer attempt's end cuts off what runs inside it.
extension World {
  /// An attempt's own network has no fill: goes on with the waterfall inside it, if it has one.
  mutating func innerGoesOn(_ index: UInt32) -> Bool {
    let attempt = attempts[index]
    let row = tables.entries[Int(attempt.row)]
    guard row.innerCount > 0, attempt.load != noRecord else { return false }
    note(
      .innerStarted, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network))
    commitAttempt(watcherOf: attempt.load, as: .noFill)
    lineUp(row.firstInner, inside: index)
    return true
  }

  /// The entry of a row is the next to be asked inside an attempt.
  private mutating func lineUp(_ row: UInt32, inside index: UInt32) {
    attempts[index].stage = .innerNext
    attempts[index].inner = row
    work(on: .inner(attempt: index))
  }

  /// Starts the attempt on the inner entry whose turn it is.
  ///
  /// One that was given up while it stood in line starts none.
  mutating func startInner(of outer: UInt32) {
    guard attempts[outer].stage == .innerNext else { return }
    let parent = attempts[outer]
    let row = tables.entries[Int(parent.inner)]
    let index = attempts.take(
      AttemptRecord(
        session: parent.session, load: parent.load, slot: parent.slot,
        network: UInt16(row.network), flags: parent.flags.subtracting(.trial),
        tryNumber: row.earlierTries, scene: parent.scene,
        innerTries: parent.innerTries, lastTry: parent.innerTries,
        next: sessions[parent.session].attempts, parent: outer, row: parent.inner,
        cycle: parent.cycle, retry: parent.retry, demandIndex: parent.demandIndex,
        atLeast: parent.atLeast, startedAt: now))
    sessions[parent.session].attempts = index
    attempts[outer].stage = .innerRunning
    attempts[outer].inner = index
    if parent.counted {
      count(.attempts, cell(of: attempts[index]), from: now)
      count(.innerAttempts, cell(of: attempts[index]), from: now)
    }
    note(
      .attemptStarted, session: parent.session, slot: Int(parent.slot), network: row.network)
    if !tables.features.isDisjoint(with: .admission) && endsAtOnce(index) { return }
    watch(load: parent.load)
    awaitAdapter(index)
  }

  /// An inner attempt has brought an ad: it is the outer attempt's.
  mutating func innerFilled(_ index: UInt32) {
    accrue(attempt: index, .download)
    let attempt = attempts[index]
    note(
      .attemptEnded, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: .loaded, price: attempt.price,
      bytes: UInt64(attempt.bytes))
    settle(attempt, .filled, .loaded)
    free(attempt: index)
    attempts[attempt.parent].inner = noRecord
    attempts[attempt.parent].price = attempt.price
    attempts[attempt.parent].bytes = attempt.bytes
    if tables.features.contains(.bidExpiry) {
      bidCame(of: attempt.parent, at: bidTimes[Int(index)])
    }
    attemptFilled(attempt.parent)
  }

  /// An inner attempt ends without an ad.
  mutating func endInner(_ index: UInt32, outcome: Outcome, reason: Reason) {
    accrue(attempt: index, .server)
    let attempt = attempts[index]
    note(
      .attemptEnded, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: reason)
    free(attempt: index)
    settle(attempt, outcome, reason)
    commitAttempt(watcherOf: attempt.load, as: outcome == .noFill ? .noFill : .failed)
    goOn(after: attempt)
  }

  /// An inner attempt takes longer than its network is given; its late answer is dropped.
  mutating func innerTimedOut(_ index: UInt32) {
    let attempt = attempts[index]
    attempts[attempt.parent].stage = .innerNext
    giveUpInner(index, .timeout, .timeout)
    watch(load: attempt.load)
    goOn(after: attempt)
  }

  /// Goes to the entry behind that of an inner attempt which has ended, or ends the round.
  private mutating func goOn(after attempt: AttemptRecord) {
    let outer = attempt.parent
    attempts[outer].lastTry = max(attempts[outer].lastTry, attempt.innerTries, attempt.lastTry)
    let row = tables.entries[Int(attempts[outer].row)]
    if attempt.row + 1 < row.firstInner + UInt32(row.innerCount) {
      lineUp(attempt.row + 1, inside: outer)
      return
    }
    attempts[outer].inner = noRecord
    // No try of a later round may have the draws of an earlier one.
    attempts[outer].innerTries = attempts[outer].lastTry
    noFill(outer)
  }

  /// Cuts off what runs inside an attempt that is given up.
  mutating func cutOffInner(of index: UInt32, reason: Reason) {
    let inner = attempts[index].inner
    let isRunning = attempts[index].stage == .innerRunning
    attempts[index].inner = noRecord
    attempts[index].stage = .innerWait
    if isRunning { giveUpInner(inner, .cancelled, reason) }
  }

  private mutating func giveUpInner(_ index: UInt32, _ outcome: Outcome, _ reason: Reason) {
    if attempts[index].isInside { cutOffInner(of: index, reason: reason) }
    let attempt = attempts[index]
    settle(attempt, outcome, reason)
    note(
      .attemptEnded, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: reason)
    accrue(attempt: index, .server)
    commitAttempt(watcherOf: attempt.load, as: outcome == .timeout ? .timeout : .failed)
    if attempt.stage == .asking {
      countRequestEnd(index, outcome == .timeout ? .requestsTimedOut : .requestsCancelled)
    }
    dropAttempt(index)
  }

  /// The network that an attempt's ad is of: that of the outermost attempt.
  func winner(of index: UInt32) -> Int {
    var index = index
    while attempts[index].parent != noRecord { index = attempts[index].parent }
    return Int(attempts[index].network)
  }

  /// When the first of the attempts inside one is given up; never without one.
  func innerTimeout(of index: UInt32) -> SimTime {
    var first = SimTime.never
    var index = index
    while attempts[index].stage == .innerRunning {
      index = attempts[index].inner
      first = min(first, timeout(of: index))
    }
    return first
  }

  /// The outermost inner attempt of a load whose time is over now; `noRecord` when there is none.
  func overdueInner(of load: UInt32) -> UInt32 {
    var attempt = loads[load].attempts
    while attempt != noRecord {
      var index = attempt
      while attempts[index].stage == .innerRunning {
        index = attempts[index].inner
        if now >= timeout(of: index) { return index }
      }
      attempt = attempts[attempt].nextOfLoad
    }
    return noRecord
  }
}
