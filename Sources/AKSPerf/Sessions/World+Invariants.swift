import Scheduler

/// A rule that must hold whatever the scenario says; a breach is a defect of this program.
enum Invariant: UInt8 {
  case loadCallsAnswered, slotHoldsItsDepth, requestsEnd, showsEnd, sessionEndsEmpty
  case adsBalance, stationsBalance

  /// As in the error.
  var rule: String {
    switch self {
    case .loadCallsAnswered: "every load call has one terminal callback"
    case .slotHoldsItsDepth: "ready ads and loads in flight fit their slot"
    case .requestsEnd: "every ad request has one end"
    case .showsEnd: "every show has one end"
    case .sessionEndsEmpty: "a session ends with nothing under way"
    case .adsBalance: "ads loaded = left + cached"
    case .stationsBalance: "requests at a backend arrive = leave + stay"
    }
  }
}

/// A broken rule, to be reported once the current event is done.
struct Breach: Sendable {
  var invariant: Invariant
  /// The user of the session; nil when only sums over all sessions tell.
  var session: UInt64?
  var time: SimTime
}

extension World {
  /// Throws when a rule was broken.
  @inline(__always)
  func throwBreach() throws(SimulationError) {
    guard let breach else { return }
    throw .invariantBroken(
      rule: breach.invariant.rule, session: breach.session, time: breach.time,
      replication: replication)
  }

  /// Stops the run after this event unless the rule holds for a session.
  @inline(__always)
  mutating func check(_ holds: Bool, _ invariant: Invariant, session: UInt32) {
    if !holds { fail(invariant, session: session) }
  }

  @inline(never)
  private mutating func fail(_ invariant: Invariant, session: UInt32) {
    guard breach == nil else { return }
    let user = session == noRecord ? nil : sessions[session].user
    breach = Breach(invariant: invariant, session: user, time: now)
  }

  /// A load has answered its calls and is about to be given back.
  @inline(__always)
  mutating func checkEnd(ofLoad index: UInt32) {
    let session = loads[index].session
    let slot = Int(loads[index].slot)
    let calls = UInt16(truncatingIfNeeded: loads[index].joined) &+ 1
    check(loads[index].answers == calls, .loadCallsAnswered, session: session)
    let state = sessions[session, slot: slot].state
    var held = Int(state.ready) + Int(state.inFlight)
    if tables.features.contains(.parallelLoads) && loadsBeside(session, slot) {
      held = Int(state.ready)
    }
    check(held <= depth(session, slot), .slotHoldsItsDepth, session: session)
  }

  /// A session has ended all it had under way and is about to be given back.
  mutating func checkEnd(ofSession index: UInt32) {
    check(sessions[index].presentation == noRecord, .showsEnd, session: index)
    var isEmpty =
      sessions[index].attempts == noRecord && sessions[index].transfers == noRecord
      && sessions[index].configExchange == noRecord
    let journey = tables.journeys[tables.classes[Int(sessions[index].sessionClass)].journey]
    for slot in 0..<journey.slotCount {
      let record = sessions[index, slot: slot]
      if record.loads != noRecord || record.backoff != noRecord || record.state.ready > 0
        || record.state.inFlight > 0
      {
        isEmpty = false
      }
      if tables.features.contains(.views) {
        check(sessions[index, place: slot].view == noRecord, .showsEnd, session: index)
      }
    }
    check(isEmpty, .sessionEndsEmpty, session: index)
  }

  /// Gives up what is still open, and checks that nothing was lost or counted twice.
  ///
  /// The sums over all sessions are the second net: they know of a breach, not where it was.
  mutating func close() throws(SimulationError) {
    countOpenItems()
    let left = remainders()
    check(
      ledger.requestsSent == ledger.requestsEnded + left.requests, .requestsEnd,
      session: noRecord)
    check(ledger.adsLoaded == ledger.adsLeft + left.ads, .adsBalance, session: noRecord)
    check(
      ledger.loadCalls == ledger.loadCallbacks + left.loadCalls, .loadCallsAnswered,
      session: noRecord)
    check(ledger.shows == ledger.showEnds + left.shows, .showsEnd, session: noRecord)
    check(stations.areBalanced, .stationsBalance, session: noRecord)
    try throwBreach()
  }

  /// What live sessions still hold, for the balances: items that count and items that do not.
  private struct Remainders {
    var requests: UInt64 = 0
    var loadCalls: UInt64 = 0
    var ads: UInt64 = 0
    var shows: UInt64 = 0
  }

  private func remainders() -> Remainders {
    var left = Remainders()
    for index in 0..<sessions.madeCount where sessions.isLive(index) {
      var attempt = sessions[index].attempts
      while attempt != noRecord {
        if attempts[attempt].stage == .asking && attempts[attempt].load != noRecord {
          left.requests += 1
        }
        attempt = attempts[attempt].next
      }
      let part = tables.classes[Int(sessions[index].sessionClass)]
      for slot in 0..<tables.journeys[part.journey].slotCount {
        left.ads += UInt64(sessions[index, slot: slot].state.ready)
        if tables.features.contains(.views) && isViewOpen(index, slot) { left.shows += 1 }
        var load = sessions[index, slot: slot].loads
        while load != noRecord {
          left.loadCalls += 1 + UInt64(loads[load].joined)
          if isAtServer(load) { left.requests += 1 }
          load = loads[load].next
        }
      }
      let show = sessions[index].presentation
      if show != noRecord && presentations[show].kind != .awaitedLoad { left.shows += 1 }
    }
    return left
  }
}
