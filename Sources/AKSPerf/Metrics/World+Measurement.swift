import Scheduler

extension World {
  /// Records the time since `start`, in whole microseconds.
  @inline(__always)
  mutating func record(_ metric: Metric, from start: SimTime, _ cell: LabelCell) {
    recorder.record(metric, microseconds: (now - start).microseconds, cell, startedAt: start)
  }

  /// Adds `n` to a count of an item that started at `start`.
  ///
  /// What belongs to a counted load may start after the window; it counts with the window's end.
  @inline(__always)
  mutating func count(_ count: Count, by n: UInt64 = 1, _ cell: LabelCell, from start: SimTime) {
    recorder.add(count, n, cell, startedAt: min(start, lastCounted))
  }

  @inline(__always)
  mutating func count(if counts: Bool, _ count: Count, _ cell: LabelCell, from start: SimTime) {
    if counts { self.count(count, cell, from: start) }
  }

  @inline(__always)
  mutating func count(callback: Callback, by n: UInt64 = 1, _ cell: LabelCell) {
    recorder.addCallback(callback, n, cell, startedAt: min(now, lastCounted))
  }

  private var lastCounted: SimTime {
    SimTime(nanoseconds: windowEnd.nanoseconds - 1)
  }

  /// What of the counted items had not ended: it counts as open, and as an endless latency.
  mutating func countOpenItems() {
    for index in 0..<sessions.madeCount where sessions.isLive(index) {
      closeCounted(session: index)
    }
    for index in 0..<exchanges.madeCount
    where exchanges[index].stage == .station && exchanges[index].counted {
      let record = exchanges[index]
      let backend = Int(record.backend)
      let arrivedAt = visits[record.part].arrivedAt
      recorder.addBackend(.backendOpen, backend: backend, startedAt: arrivedAt)
      // A request in service has its times recorded; one that waits has an endless wait.
      if record.timer == .none {
        recorder.recordBackendNever(.backendWait, backend: backend, startedAt: arrivedAt)
      }
    }
  }

  private mutating func closeCounted(session: UInt32) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        if loads[load].flags.contains(.counted) { countOpen(load: load) }
        load = loads[load].next
      }
      purgeExpired(session, slot)
      for position in 0..<Int(sessions[session, slot: slot].state.ready) {
        let ad = sessions[session, slot: slot, ad: position]
        if ad.flags.contains(.counted) {
          count(.adsCachedAtEnd, cell(of: session, slot, ad), from: ad.loadedAt)
        }
      }
    }
    var transfer = sessions[session].transfers
    while transfer != noRecord {
      countPart(ofExchange: transfers[transfer].exchange)
      transfer = transfers[transfer].next
    }
    if tables.features.contains(.views) { countOpenViews(session) }
    let index = sessions[session].presentation
    if index != noRecord && presentations[index].counted {
      if presentations[index].machine.state != .showing { countOpen(opportunity: index) }
    }
    let flags = sessions[session].flags
    guard flags.contains(.counted) else { return }
    if flags.contains(.appOpenPending) { appOpenNeverCame(session) }
    if !flags.contains(.content) {
      recorder.recordNever(
        .timeToContent, cell(of: session), startedAt: sessions[session].start)
    }
  }

  private mutating func countOpen(load: UInt32) {
    let record = loads[load]
    var cell = cell(
      of: record.session, slot: Int(record.slot),
      remoteConfig: record.flags.contains(.remoteConfig))
    cell.suspended = record.flags.contains(.suspended)
    if record.stage == .awaitingConfig {
      count(.loads, self.cell(ofLoad: load), from: record.startedAt)
    }
    count(.loadsOpen, cell, from: record.startedAt)
    recorder.recordNever(.loadLatency, cell, startedAt: record.startedAt)
    if isAtServer(load) { count(.requestsOpen, cell, from: record.startedAt) }
    var index = record.attempts
    while index != noRecord {
      countOpen(attempt: index)
      let attempt = attempts[index]
      index = attempt.stage == .innerRunning ? attempt.inner : nextOpen(after: attempt)
    }
  }

  private mutating func countOpen(attempt index: UInt32) {
    let attempt = attempts[index]
    if attempt.stage == .fillHeld {
      countWaste(take(fill: index), attempt.session, Int(attempt.slot))
      return
    }
    var cell = cell(of: attempt)
    cell.suspended = attempt.flags.contains(.suspended)
    recorder.recordNever(.attemptLatency, cell, startedAt: min(attempt.startedAt, lastCounted))
    if attempt.stage == .asking { count(.requestsOpen, cell, from: attempt.startedAt) }
  }

  /// The next attempt of a load; those inside one come after it.
  private func nextOpen(after attempt: AttemptRecord) -> UInt32 {
    var attempt = attempt
    while attempt.parent != noRecord { attempt = attempts[attempt.parent] }
    return attempt.nextOfLoad
  }

  private mutating func countOpen(opportunity index: UInt32) {
    let start = presentations[index].opportunityAt
    count(.opportunitiesOpen, cell(ofOpportunity: index), from: start)
    recorder.recordNever(.timeToOutcome, cell(ofOpportunity: index), startedAt: start)
  }

  /// The measurements of the whole replication.
  ///
  /// The model is let go first, so that the results take its memory.
  consuming func finish() throws(SimulationError) -> ReplicationOutput {
    let end = now
    queue = EventQueue()
    sessions = SessionTable(layout: SessionLayout())
    loads = Pool()
    attempts = Pool()
    plans = Pool()
    exchanges = Pool()
    visits = Pool()
    transfers = Pool()
    population = Population()
    presentations = Pool()
    lateCallbacks = Pool()
    views = Pool()
    accounts = Pool()
    let facts = Recorder.RunFacts(
      index: replication, fingerprint: fingerprint.hexDigits, events: events,
      sessionsStarted: startedSessions, sessionsEnded: endedSessions)
    let phases = phases
    do {
      return ReplicationOutput(result: try recorder.finish(at: end, facts), phases: phases)
    } catch {
      throw .invalidScenario(error.description)
    }
  }
}

/// What one replication gives: its measurements and, when asked for, the phases of its shows.
struct ReplicationOutput: Sendable {
  var result: ReplicationResult
  var phases: PhaseCollector?
}
