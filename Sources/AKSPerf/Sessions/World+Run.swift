import Scheduler

extension World {
  /// Runs the replication to its end and gives what was measured.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked every few thousand events.
  ///   - progress: Told the share of virtual time that is done, likewise.
  /// - Throws: `SimulationError` when cancelled, when an invariant is broken, when there are more
  ///   series than `Limits.series`, or when the scenario does endless work in no time or keeps too
  ///   much going at once.
  consuming func run(
    isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(SimulationError) -> ReplicationOutput {
    try runEvents(isCancelled: isCancelled, progress: progress)
    return try end()
  }

  /// Closes the books and gives what was measured.
  consuming func end() throws(SimulationError) -> ReplicationOutput {
    if now < windowEnd { queue.advance(to: windowEnd) }
    try close()
    return try finish()
  }

  /// Lets everything happen, up to the instant at which nothing that counts is open any more.
  mutating func runEvents(
    isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(SimulationError) {
    start()
    var instant = SimTime.zero
    var untilCheck = 0
    while let event = queue.popNext(through: lastInstant) {
      if event.time == instant {
        // An event is work, even one without a transition.
        endlessAt -= 1
      } else {
        instant = event.time
        let sessions = UInt64(sessions.liveCount * Limits.workAtOneInstantPerSession)
        endlessAt = events + UInt64(bounds.workAtOneInstant) + sessions
        if instant >= windowEnd && openItems == 0 && !trace.endsWithSession { break }
      }
      if queue.upcomingCount > 0 { readAhead() }
      handle(event.payload)
      if queue.pendingCount > bounds.pendingEvents || fullBackend >= 0 { throw tooMuchAtOnce() }
      if isEndless || events >= endlessAt {
        throw .endlessInstant(time: now, replication: replication)
      }
      try throwBreach()
      untilCheck -= 1
      if untilCheck < 0 {
        untilCheck = 8192
        queue.looksAhead = sessions.madeCount >= bounds.sessionsReadAhead
        if let error = recorder.overflow { throw .invalidScenario(error.description) }
        if isCancelled() { throw .cancelled }
        if trace.isOver && trace.endsWithSession { break }
        progress(now.since(.zero) / lastInstant.since(.zero))
      }
    }
  }

  private func tooMuchAtOnce() -> SimulationError {
    let bound: RunBound =
      fullBackend >= 0
      ? .requests(bounds.requests, backend: compiled.scenario.backends[fullBackend].name)
      : .pendingEvents(bounds.pendingEvents)
    return .tooMuchAtOnce(bound, time: now, replication: replication)
  }

  private mutating func start() {
    for station in stations.owned.indices { scheduleOutage(UInt32(station)) }
    if case .closed(let users, _, let rampUp) = compiled.scenario.arrivals {
      startPopulation(users, rampUp: rampUp)
    } else {
      scheduleNextArrival()
    }
  }

  private mutating func handle(_ payload: UInt64) {
    let index = UInt32(truncatingIfNeeded: payload)
    guard let kind = EventKind(rawValue: UInt8(payload >> 56)) else {
      preconditionFailure("an event of no kind")
    }
    if !tables.features.isDisjoint(with: .endings) && isOfEndedProcess(kind, payload) { return }
    if tables.features.contains(.holds) && postpone(kind, payload) { return }
    switch kind {
    case .arrival: arrive()
    case .relaunch: relaunch(user: index)
    case .step: stepDue(index)
    case .load: loadTimerFired(index)
    case .attempt: attemptTimerFired(index)
    case .exchange: exchangeTimerFired(index)
    case .service: serviceEnded(exchange: index)
    case .presentation: presentationTimerFired(index)
    case .expiry: expiryFired(session: index, payload: payload)
    case .outage: outageEdge(index)
    case .suspend: graceEnded(index)
    case .foreground: foregroundDue(index)
    case .launchAgain: launchAgain(index)
    case .sheet: sheetEnded(index)
    case .transition: transitionEnded(index)
    case .watchdog: watchdogFired(index)
    case .fault: lateCallbackCame(index)
    case .view: viewTimerFired(index)
    case .memory: memoryIsFull(index)
    case .adapters: adaptersDue(index)
    case .config: configTimerFired(index)
    case .kill: patienceOver(index)
    case .consent: consentTimerFired(index)
    case .sdkStart: sdkStarts(index)
    }
  }

  /// Writes one canonical transition into the fingerprint, and into the trace of its session.
  ///
  /// - Parameter slot: Where `network` is a network, the slot it is asked for: for the trace only.
  @inline(__always)
  mutating func note(
    _ transition: Transition, session: UInt32, slot: Int = -1, network: Int = -1,
    reason: Reason? = nil, price: UInt32 = 0, bytes: UInt64 = 0
  ) {
    events &+= 1
    let subject = session == noRecord ? UInt64.max >> 16 : sessions[session].user
    let code = UInt64(transition.rawValue) << 8 | UInt64(reason?.rawValue ?? 0)
    let source = UInt64(UInt32(truncatingIfNeeded: network)) << 32 | UInt64(price)
    fingerprint.combine(
      UInt64(bitPattern: now.nanoseconds), subject << 16 | code, source, bytes)
    if subject == tracedUser {
      trace(
        transition, session: session, slot: slot, network: network, reason: reason, price: price,
        bytes: bytes)
    }
  }
}

extension SimTime {
  /// Nanoseconds since `earlier`, as a number for people to read.
  fileprivate func since(_ earlier: SimTime) -> Double {
    Double(nanoseconds - earlier.nanoseconds)
  }
}
