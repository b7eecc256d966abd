import Scheduler

extension World {
  /// Sees to it that the load's timer fires when the first of its waits is over, or before.
  ///
  /// A timer that is early is left alone: most waits end before their timeout, and a timer for the
  /// next wait would be set and cancelled in vain.
  mutating func watch(load index: UInt32) {
    let due = due(of: index)
    if due == .never || loads[index].timer != .none && loads[index].timerAt <= due { return }
    queue.disarm(&loads[index].timer)
    // What came due while the session was held is late.
    loads[index].timerAt = max(due, now)
    loads[index].timer = schedule(.load, index, at: loads[index].timerAt)
  }

  /// When the first of a load's waits is over; never without one.
  private func due(of index: UInt32) -> SimTime {
    min(
      min(nextStart(of: index), wakeTime(of: index)),
      min(deadline(of: index), firstTimeout(of: index)))
  }

  /// Sets a load's timer that has come due early to the first of its waits; false if one is over.
  mutating func resetEarlyTimer(of index: UInt32) -> Bool {
    if loads[index].stage == .backoff || now >= due(of: index) { return false }
    loads[index].timer = .none
    watch(load: index)
    return true
  }

  /// When a load that waits for its adapters starts.
  private func nextStart(of index: UInt32) -> SimTime {
    loads[index].stage == .initialising ? sessions[loads[index].session].adsReadyAt : .never
  }

  /// When the whole load is given up; never without a deadline.
  func deadline(of index: UInt32) -> SimTime {
    let placeholder = placeholder(loads[index].session, Int(loads[index].slot))
    let limit =
      loads[index].flags.contains(.remoteConfig)
      ? tables.placeholders[placeholder].remote.deadline
      : tables.placeholders[placeholder].shipped.deadline
    return limit.map { loads[index].startedAt + $0 } ?? .never
  }

  /// When an attempt is given up; never without a timeout, or while its load holds what it brought.
  ///
  /// A server asks its bidders in its own time; the creative of a bid has as much as the bid had.
  func timeout(of attempt: UInt32) -> SimTime {
    let stage = attempts[attempt].stage
    if !stage.isAtWork || stage == .bidding { return .never }
    let row = tables.entries[Int(attempts[attempt].row)]
    guard let limit = row.timeout else { return .never }
    if attempts[attempt].flags.contains(.won) { return attempts[attempt].askedAt + limit }
    let end = max(attempts[attempt].startedAt, adapterReady(attempt)) + limit
    return row.timesConnectingOnly && isConnected(attempt, by: end) ? .never : end
  }

  /// Whether an attempt's request leaves before a time, so that a timeout of connecting is met.
  private func isConnected(_ attempt: UInt32, by end: SimTime) -> Bool {
    switch attempts[attempt].stage {
    case .awaitingAdapter, .preparing, .blocking: return false
    // A mediator's further request has connected before.
    case .awaitingRadio: return attempts[attempt].innerTries > 0
    case .asking:
      let exchange = attempts[attempt].exchange
      return exchange == noRecord || exchanges[exchange].connectedAt < end
    case .innerWait, .innerNext, .innerRunning, .downloading, .tokenHeld, .bidding, .bidHeld,
      .fillHeld:
      return true
    }
  }

  /// When the first of a load's attempts is given up; never without one.
  private func firstTimeout(of index: UInt32) -> SimTime {
    var first = SimTime.never
    var attempt = loads[index].attempts
    while attempt != noRecord {
      first = min(first, timeout(of: attempt))
      if tables.features.contains(.inner) { first = min(first, innerTimeout(of: attempt)) }
      attempt = attempts[attempt].nextOfLoad
    }
    return first
  }

  /// The first attempt of a load, by entries, whose time is over; `noRecord` when there is none.
  private func overdueAttempt(of index: UInt32) -> UInt32 {
    var first = noRecord
    var end = SimTime.never
    var attempt = loads[index].attempts
    while attempt != noRecord {
      let timeout = timeout(of: attempt)
      // Of a session that was held several may be overdue, the first of them first.
      if now >= timeout,
        timeout < end
          || timeout == end && attempts[attempt].row < attempts[first].row
      {
        first = attempt
        end = timeout
      }
      attempt = attempts[attempt].nextOfLoad
    }
    if first == noRecord && tables.features.contains(.inner) { return overdueInner(of: index) }
    return first
  }

  /// Whether a load's deadline has passed, and none of its other waits was over before.
  private func isOverDeadline(_ index: UInt32) -> Bool {
    let deadline = deadline(of: index)
    return now >= deadline && nextStart(of: index) >= deadline
      && firstTimeout(of: index) >= deadline && wakeTime(of: index) >= deadline
  }

  /// Whether the timer of a session's load is to fire at this instant.
  func hasDueLoad(_ session: UInt32) -> Bool {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        if loads[load].timer != .none && loads[load].timerAt <= now { return true }
        load = loads[load].next
      }
    }
    return false
  }

  /// A load's timer is over: something in it is due or takes too long, or the timer was early.
  mutating func loadTimerFired(_ index: UInt32) {
    loads[index].timer = .none
    if loads[index].stage == .backoff {
      backoffEnded(index)
    } else if isOverDeadline(index) {
      deadlinePassed(index)
    } else if now >= nextStart(of: index) {
      note(.timerFired, session: loads[index].session, network: Int(loads[index].slot))
      runWaterfall(index)
    } else {
      let overdue = overdueAttempt(of: index)
      if overdue != noRecord {
        attemptTimedOut(overdue)
      } else if now >= wakeTime(of: index) {
        strategyWoke(index)
      } else {
        watch(load: index)
      }
    }
  }
}
