import Scheduler

extension World {
  /// Sees to it that the load's timer fires when the first of its waits is over, or before.
  ///
  /// A timer that is early is left alone: most waits end before their timeout, and a timer for the
  /// next wait would be set and cancelled in vain.
  mutating func watch(load index: UInt32) {
    let due = min(nextStart(of: index), min(deadline(of: index), firstTimeout(of: index)))
    if due == .never || loads[index].timer != .none && loads[index].timerAt <= due { return }
    queue.disarm(&loads[index].timer)
    loads[index].timerAt = due
    loads[index].timer = schedule(.load, index, at: due)
  }

  /// When a load that waits for its adapters starts.
  private func nextStart(of index: UInt32) -> SimTime {
    loads[index].stage == .initialising ? sessions[loads[index].session].adsReadyAt : .never
  }

  /// When the whole load is given up; never without a deadline.
  private func deadline(of index: UInt32) -> SimTime {
    let placeholder = placeholder(loads[index].session, Int(loads[index].slot))
    let limit =
      loads[index].flags.contains(.remoteConfig)
      ? tables.placeholders[placeholder].remote.deadline
      : tables.placeholders[placeholder].shipped.deadline
    return limit.map { loads[index].startedAt + $0 } ?? .never
  }

  /// When an attempt is given up; never without a timeout.
  private func timeout(of attempt: UInt32) -> SimTime {
    let limit = tables.entries[Int(attempts[attempt].row)].timeout
    return limit.map { max(attempts[attempt].startedAt, adapterReady(attempt)) + $0 } ?? .never
  }

  /// When the first of a load's attempts is given up; never without one.
  private func firstTimeout(of index: UInt32) -> SimTime {
    var first = SimTime.never
    var attempt = loads[index].attempts
    while attempt != noRecord {
      first = min(first, timeout(of: attempt))
      attempt = attempts[attempt].nextOfLoad
    }
    return first
  }

  /// An attempt of a load whose time is over now; `noRecord` when there is none.
  private func overdueAttempt(of index: UInt32) -> UInt32 {
    var attempt = loads[index].attempts
    while attempt != noRecord && now < timeout(of: attempt) {
      attempt = attempts[attempt].nextOfLoad
    }
    return attempt
  }

  /// A load's timer is over: something in it is due or takes too long, or the timer was early.
  mutating func loadTimerFired(_ index: UInt32) {
    loads[index].timer = .none
    if loads[index].stage == .backoff {
      backoffEnded(index)
    } else if now >= deadline(of: index) {
      deadlinePassed(index)
    } else if now >= nextStart(of: index) {
      note(.timerFired, session: loads[index].session, network: Int(loads[index].slot))
      runWaterfall(index)
    } else {
      let overdue = overdueAttempt(of: index)
      if overdue != noRecord { attemptTimedOut(overdue) } else { watch(load: index) }
    }
  }
}
