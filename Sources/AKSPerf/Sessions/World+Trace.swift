import Scheduler

/// What one session does, kept line by line; nothing but a comparison while nobody is traced.
extension World {
  /// Whether what happens to a session is kept.
  @inline(__always)
  func traces(_ session: UInt32) -> Bool {
    tracedUser != .max && session != noRecord && sessions[session].user == tracedUser
      && trace.wants(sessions[session].launch)
  }

  /// Keeps a transition of the traced session; `slot` and `network` are what `note` was told.
  @inline(never)
  mutating func trace(
    _ transition: Transition, session: UInt32, slot: Int, network: Int, reason: Reason?,
    price: UInt32, bytes: UInt64
  ) {
    guard session != noRecord else { return }
    var line = line(transition, of: session)
    line.reason = reason
    line.price = price
    line.bytes = bytes
    switch transition {
    case .launched: line.why = .launch(sessions[session].flags)
    case .step:
      let journey = tables.journeys[tables.classes[Int(line.sessionClass)].journey]
      let step = journey.firstStep + network
      line.place = Int32(step)
      if tables.steps[step].usesSlot {
        line.placeholder = Int32(placeholder(session, Int(tables.steps[step].slot)))
      }
    case .arrived, .serviceStarted, .radioChanged, .windowChanged: line.place = Int32(network)
    case .loadCalled, .loadStarted, .opportunity, .opportunityEnded, .callback, .auctionClosed,
      .viewUp, .viewDown, .refreshed, .viewCovered, .viewUncovered:
      line.placeholder = Int32(placeholder(session, network))
    case .loadEnded where reason != .loaded, .timerFired where slot < 0 && network >= 0:
      line.placeholder = Int32(placeholder(session, network))
    default:
      if slot >= 0 { line.placeholder = Int32(placeholder(session, slot)) }
      if network >= 0 && network < tables.networks.count { line.network = Int32(network) }
    }
    trace.add(line)
    if transition == .launched { trace.isLive = true }
    if transition == .sessionEnded { tracedSessionEnded(line.launch) }
  }

  private func line(_ what: Transition, of session: UInt32) -> TraceLine {
    TraceLine(
      time: now, start: sessions[session].start, launch: sessions[session].launch,
      sessionClass: sessions[session].sessionClass, what: what)
  }

  private mutating func tracedSessionEnded(_ launch: UInt32) {
    trace.isLive = false
    let comesBack = !population.isEmpty && now < windowEnd && trace.launch != launch
    if !comesBack { trace.isOver = true }
  }

  /// Says why the last traced transition of a kind happened; to be asked `traces` first.
  @inline(never)
  mutating func because(_ transition: Transition, _ why: TraceWhy) {
    trace.explain(transition, why)
  }

  /// Says what a network bids when it answers.
  @inline(never)
  mutating func explain(bid: Bid?, of attempt: AttemptRecord) {
    guard let bid else {
      let isCapped =
        tables.features.contains(.networkCaps)
        && isCapped(attempt.session, Int(attempt.network))
      return because(.answered, isCapped ? .capped : .noBid)
    }
    because(.answered, .bid(price: bid.microDollars, floor: floor(of: attempt)))
  }

  /// Whether a launch is left out, because only the traced user's are wanted.
  mutating func passes(_ user: UInt64) -> Bool {
    guard trace.isAlone else { return false }
    trace.passed += 1
    return user != tracedUser
  }

  /// Whether the traced user is among those of an open process up to one, so that no other one
  /// need arrive.
  func hasLaunchedTraced(upTo user: UInt64) -> Bool { trace.isAlone && user >= tracedUser }

  /// Says of which entry of its waterfall an attempt is.
  @inline(never)
  mutating func explain(attempt index: UInt32, entry: Int) {
    let attempt = attempts[index]
    let row = tables.entries[Int(attempt.row)]
    let count = mediation(
      placeholder(attempt.session, Int(attempt.slot)), remoteConfig: attempt.remoteConfig
    ).entryCount
    because(
      .attemptStarted, .entry(entry + 1, of: count, floor: row.floor, timeout: row.timeout))
  }

  /// Runs the replication until the traced session has ended, and gives what it did.
  ///
  /// - Throws: As `run`; of what happens after the session nothing is thrown.
  consuming func runTraced(
    isCancelled: () -> Bool
  ) throws(SimulationError) -> (log: TraceLog, sessions: UInt64) {
    trace.endsWithSession = true
    try runEvents(isCancelled: isCancelled, progress: { _ in })
    if !population.isEmpty { return (trace, UInt64(population.count)) }
    return (trace, trace.isAlone ? trace.passed : startedSessions)
  }
}
