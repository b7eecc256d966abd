import Scheduler

/// Sessions whose events wait: suspended in the background, or behind a blocked main thread.
///
/// The end of either is known when it begins. An event of the session that comes due before is put
/// off to that instant. Events of one instant leave in the order in which they were put there, so
/// what is overdue happens in the order of its deadlines, but for two exceptions of decision 8:
/// what was due at that very instant before the hold began comes first, and the second of two waits
/// of one load after the first of every other load.
extension World {
  /// Whether the events of a session wait.
  @inline(__always)
  func isHeld(_ session: UInt32) -> Bool {
    tables.features.contains(.holds) && now < sessions[lifeOf: session].heldUntil
  }

  /// Lets the events of a session wait until `time` at least.
  mutating func hold(_ session: UInt32, until time: SimTime) {
    sessions[lifeOf: session].heldUntil = max(sessions[lifeOf: session].heldUntil, time)
  }

  /// Puts an event of a held session off until the session is released; false lets it happen now.
  mutating func postpone(_ kind: EventKind, _ payload: UInt64) -> Bool {
    let index = UInt32(truncatingIfNeeded: payload)
    let session: UInt32
    switch kind {
    case .step, .expiry, .sheet, .foreground, .transition, .watchdog, .adapters, .config,
      .kill, .consent, .sdkStart:
      session = index
    case .load: session = loads[index].session
    case .attempt: session = attempts[index].session
    case .presentation: session = presentations[index].session
    case .view: session = views[index].session
    case .fault: session = lateCallbacks[index].session
    default: return false
    }
    let release = sessions[lifeOf: session].heldUntil
    guard now < release else { return false }
    // A blocked main thread does not keep a user from ending the app.
    if kind == .kill && !sessions[lifeOf: session].flags.contains(.suspended) { return false }
    // A load's timer may be early, and is then no deadline that has passed.
    if kind == .load && resetEarlyTimer(of: index) { return true }
    let handle = queue.schedule(at: release, payload: payload)
    switch kind {
    case .load: loads[index].timer = handle
    case .attempt: attempts[index].timer = handle
    case .presentation: presentations[index].timer = handle
    case .sheet: sessions[lifeOf: session].sheetTimer = handle
    case .view: views[index].timer = handle
    case .fault: lateCallbacks[index].timer = handle
    case .transition: sessions[deviceOf: session].timer = handle
    case .watchdog: sessions[appOf: session].watchdog = handle
    case .adapters: sessions[startOf: session].adapterTimer = handle
    case .config: sessions[startOf: session].configTimer = handle
    case .consent: sessions[consentOf: session].timer = handle
    case .sdkStart: sessions[startOf: session].sdkTimer = handle
    case .kill: sessions[memoryOf: session].kill = handle
    case .expiry: keepExpiryTimer(handle, session, slot: slot(ofExpiry: payload))
    default: break
    }
    return true
  }

  /// The timer of an expiry that has come due is another one now, so that it can still be disarmed.
  private mutating func keepExpiryTimer(_ handle: EventHandle, _ session: UInt32, slot: Int) {
    for position in 0..<Int(sessions[session, slot: slot].state.ready) {
      let timer = sessions[session, slot: slot, expiryTimer: position]
      // An ad without an expiry has none.
      guard timer != .none && !queue.isPending(timer) else { continue }
      sessions[session, slot: slot, expiryTimer: position] = handle
      return
    }
  }

  // MARK: The main thread

  /// The key of the time for which an attempt blocks the main thread: beyond those of its requests.
  private static var blockOfMainThread: UInt32 { 1 << 22 }

  /// Lets an attempt's adapter block the main thread before its request; false when it does not.
  ///
  /// The session's own events wait meanwhile; its traffic goes on, but nobody hears of it. There is
  /// one main thread: an adapter that finds it blocked blocks it after that.
  mutating func blocksMainThread(_ index: UInt32) -> Bool {
    let attempt = attempts[index]
    var drawn = tables.networks[Int(attempt.network)].mainThread
    if attempt.flags.contains(.firstUse),
      tables.networks[Int(attempt.network)].mainThreadFirst.exists
    {
      drawn = tables.networks[Int(attempt.network)].mainThreadFirst
    }
    if drawn.isZero { return false }
    if isHeld(attempt.session) {
      attempts[index].timer = schedule(
        .attempt, index, at: sessions[lifeOf: attempt.session].heldUntil)
      return true
    }
    let key = key(of: attempt)
      .with(block: Self.blockOfMainThread | UInt32(attempt.innerTries))
    let length = slowed(attempt.session, time(drawn, .attempt, key), as: .mainThread)
    if length == .zero { return false }
    attempts[index].stage = .blocking
    attempts[index].timer = schedule(.attempt, index, after: length)
    block(
      attempt.session, Int(attempt.slot), for: length, cell(of: attempt),
      counted: attempt.counted, from: attempt.startedAt)
    return true
  }

  /// The code of a network blocks the main thread of a session.
  ///
  /// - Parameter start: The instant of the item that it belongs to.
  mutating func block(
    _ session: UInt32, _ slot: Int, for length: SimDuration, _ cell: LabelCell, counted: Bool,
    from start: SimTime
  ) {
    if length == .zero { return }
    note(.held, session: session, slot: slot, network: cell.network ?? -1)
    if counted {
      recorder.record(
        .mainThreadBlock, microseconds: length.microseconds, cell, startedAt: start)
    }
    hold(session, until: now + length)
  }

  /// Keeps what has come for a session whose main thread is blocked; false when it is heard now.
  mutating func keeps(exchange index: UInt32) -> Bool {
    let session = exchanges[index].session
    let owner = exchanges[index].owner
    // Nobody listens to the rest of a streamed creative, and a server hears its bidders itself.
    guard owner != .tail, owner != .bid, session != noRecord, isHeld(session) else { return false }
    exchanges[index].stage = .held
    exchanges[index].timer = schedule(
      .exchange, index, at: sessions[lifeOf: session].heldUntil)
    return true
  }
}
