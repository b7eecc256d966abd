import Scheduler

/// Late answers: fills that come after their load has given the attempt up.
///
/// They are the same under each `lateAnswer`, which only says what becomes of them. Refusals and
/// no-fills that come late are none.
extension World {
  /// A load's client stops waiting for all of its attempts.
  mutating func giveUpAttempts(of load: UInt32, reason: Reason, mayGoOn: Bool = true) {
    while loads[load].attempts != noRecord {
      giveUp(
        attempt: loads[load].attempts, outcome: .cancelled, reason: reason, mayGoOn: mayGoOn)
    }
  }

  /// A load's client stops waiting for one attempt, which may go on for a late answer.
  mutating func giveUp(
    attempt index: UInt32, outcome: Outcome, reason: Reason, mayGoOn: Bool = true
  ) {
    if attempts[index].isInside { cutOffInner(of: index, reason: reason) }
    let attempt = attempts[index]
    let load = attempt.load
    if attempt.stage == .fillHeld {
      waste(fill: index)
      return
    }
    settle(attempt, outcome, reason)
    leaveLoad(index)
    note(
      .attemptEnded, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network), reason: reason)
    accrue(attempt: index, .server)
    commitAttempt(watcherOf: load, as: outcome == .timeout ? .timeout : .failed)
    if attempt.stage == .asking {
      countRequestEnd(index, outcome == .timeout ? .requestsTimedOut : .requestsCancelled)
    }
    let isSent =
      (attempt.stage == .asking || attempt.stage == .downloading)
      && !attempt.flags.contains(.lost)
    // A network that hangs has nothing more to say.
    let mayAnswer = isSent && attempt.exchange != noRecord
    if mayGoOn && mayAnswer && !attempt.flags.contains(.bidder)
      && (attempt.flags.contains(.orphaned)
        || tables.networks[Int(attempt.network)].lateAnswer != .drop)
    {
      attempts[index].load = noRecord
      if traces(attempt.session) { because(.attemptEnded, .goesOn) }
      return
    }
    if attempt.stage == .asking { attempts[index].load = noRecord }
    if mayGoOn && isSent { disconnect(index) } else { dropAttempt(index) }
  }

  /// The client hangs up on an answer that it will drop; one that is on its way is only counted.
  private mutating func disconnect(_ index: UInt32) {
    let attempt = attempts[index]
    if attempt.stage == .downloading {
      // The network has filled already: only its creative is missing.
      countDropped(attempt)
      dropAttempt(index)
      return
    }
    let exchange = attempt.exchange
    if exchange != noRecord && exchanges[exchange].hasArrived {
      let failure = exchanges[exchange].failure
      abandon(exchange: exchange)
      droppedAnswerCame(index, failure: failure)
    } else if exchange == noRecord || !goesOnAlone(exchange) {
      dropAttempt(index)
    }
  }

  /// Whether the backend answers a request although its client has hung up.
  private func goesOnAlone(_ exchange: UInt32) -> Bool {
    let record = exchanges[exchange]
    return record.stage != .silent && now >= record.connectedAt
      && !tables.backends[Int(record.backend)].cancelOnDisconnect
  }

  /// Whether nobody listens to an attempt's answer: a bid that comes late is none.
  @inline(__always)
  func isUnheard(attempt index: UInt32) -> Bool {
    attempts[index].load == noRecord
      && (attempts[index].flags.contains(.bidder)
        || !attempts[index].flags.contains(.orphaned)
          && tables.networks[Int(attempts[index].network)].lateAnswer == .drop)
  }

  /// The backend has answered a client that hung up: nothing arrives, but a fill is counted.
  mutating func droppedAnswerCame(_ index: UInt32, failure: Reason?) {
    attempts[index].exchange = noRecord
    let attempt = attempts[index]
    note(
      .answered, session: attempt.session, slot: Int(attempt.slot), network: Int(attempt.network),
      reason: failure)
    if failure == nil, !attempt.flags.contains(.bidder),
      let bid = bid(for: attempt, key(of: attempt)), isAcceptable(bid, to: attempt)
    {
      countDropped(attempt)
    }
    free(attempt: index)
  }

  private mutating func countDropped(_ attempt: AttemptRecord) {
    count(if: attempt.counted, .lateAnswersDropped, cell(of: attempt), from: attempt.startedAt)
  }

  /// An attempt whose load has gone on without it brings its ad after all.
  mutating func acceptLate(_ ad: AdRecord, of attempt: AttemptRecord) {
    let session = attempt.session
    let slot = Int(attempt.slot)
    let cell = cell(of: attempt)
    if attempt.flags.contains(.orphaned) {
      countWaste(ad, session, slot)
      leakIfUnshown(ad, session, slot)
      countDropped(attempt)
      return
    }
    // A one-call form has no load callback that could come late.
    let delivers =
      tables.networks[Int(attempt.network)].lateAnswer == .deliver && !attempt.oneCall
    if delivers {
      if attempt.counted {
        count(.lateAnswersDelivered, cell, from: attempt.startedAt)
        hazard(.callbackStale, session, cell)
      }
      loadCallback(session, slot, loaded: true, counted: attempt.counted ? 1 : 0, cell)
    }
    let isTaken = offerLosing(ad, session, slot)
    if traces(session) { because(.attemptEnded, .offered(isTaken: isTaken)) }
    if !delivers {
      count(
        if: attempt.counted, isTaken ? .lateAnswersCached : .lateAnswersDropped, cell,
        from: attempt.startedAt)
    }
    if isTaken {
      appOpenCame(session, slot, network: Int(ad.network))
      tellIfFresh(session, slot)
    }
  }
}
