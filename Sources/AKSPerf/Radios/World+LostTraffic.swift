import Scheduler

/// What a session has under way when its connections die or its radio is gone.
extension World {
  /// Ends a session's traffic; `failLost` tells those who wait for it.
  ///
  /// What a backend has begun it goes on with, as when a client gives up.
  ///
  /// - Parameter reason: Why a config fetch fails.
  mutating func cutTraffic(_ session: UInt32, _ reason: Reason) {
    if tables.features.contains(.strategies) { cutAuctions(session) }
    var attempt = sessions[session].attempts
    while attempt != noRecord {
      let next = attempts[attempt].next
      // A request that is never answered has no exchange, and its connection dies as well.
      if attempts[attempt].exchange != noRecord || attempts[attempt].stage == .asking {
        lose(attempt: attempt)
      }
      attempt = next
    }
    if sessions[session].configExchange != noRecord {
      abandon(exchange: sessions[session].configExchange)
      configAnswered(for: session, failure: reason)
    }
    if tables.features.contains(.consentBackend) { loseConsentRequest(of: session) }
    // What is left of streamed creatives.
    while sessions[session].transfers != noRecord {
      abandon(exchange: transfers[sessions[session].transfers].exchange)
    }
  }

  private mutating func lose(attempt index: UInt32) {
    // Nobody listens to this one: what its backend does is counted when that is done.
    if isUnheard(attempt: index) { return }
    // A late answer that never comes.
    if attempts[index].load == noRecord {
      dropAttempt(index)
      return
    }
    if attempts[index].exchange != noRecord { abandon(exchange: attempts[index].exchange) }
    attempts[index].flags.insert(.lost)
  }

  private mutating func cutAuctions(_ session: UInt32) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        if isAtServer(load) {
          hangUp(loads[load].plan)
          plans[loads[load].plan].wakeAt = .never
          loads[load].flags.insert(.lostServer)
        }
        load = loads[load].next
      }
    }
  }

  /// Loads hear that the server of their auction is out of reach.
  private mutating func failAuctions(_ session: UInt32, _ reason: Reason) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        guard loads[load].flags.contains(.lostServer) else {
          load = loads[load].next
          continue
        }
        loads[load].flags.remove(.lostServer)
        failServer(of: load, reason)
        // What came of it may have changed the list.
        load = sessions[session, slot: slot].loads
      }
    }
  }

  /// Attempts, and what waits for a consent request, hear that their connection is gone.
  mutating func failLost(_ session: UInt32, _ reason: Reason) {
    if tables.features.contains(.consentBackend) { failLostConsentRequest(of: session, reason) }
    if tables.features.contains(.strategies) { failAuctions(session, reason) }
    var attempt = sessions[session].attempts
    while attempt != noRecord {
      guard attempts[attempt].flags.contains(.lost) else {
        attempt = attempts[attempt].next
        continue
      }
      attempts[attempt].flags.remove(.lost)
      if attempts[attempt].stage == .asking { countRequestEnd(attempt, .requestsCancelled) }
      endAttempt(attempt, outcome: .error, reason: reason)
      // What came of it may have changed the list.
      attempt = sessions[session].attempts
    }
  }

  /// No connection of a session is warm any more.
  mutating func closeConnections(_ session: UInt32) {
    for host in 0..<tables.layout.hosts { sessions[session, host: host] = HostRecord() }
  }
}
