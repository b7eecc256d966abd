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

  /// Gives up what is still open, and checks that nothing was lost or counted twice.
  mutating func close() throws(SimulationError) {
    countOpenItems()
    let left = remainders()
    check(
      ledger.requestsSent == ledger.requestsEnded + left.requests, "requests sent = ended + open")
    check(ledger.adsLoaded == ledger.adsLeft + left.ads, "ads loaded = left + cached")
    check(
      ledger.loadCalls == ledger.loadCallbacks + left.loadCalls,
      "every load call has one terminal callback")
    check(ledger.shows == ledger.showEnds + left.shows, "every show has one end")
    check(stations.areBalanced, "requests at a backend arrive = leave + stay")
    if let breach {
      throw .invariantBroken(
        rule: breach.rule, session: breach.session, time: breach.time, replication: replication)
    }
  }

  private mutating func check(_ holds: Bool, _ rule: String) {
    if !holds { fail(rule, session: noRecord) }
  }

  /// What of the counted items had not ended: it counts as open, and as an endless latency.
  private mutating func countOpenItems() {
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
    let cell = cell(
      of: record.session, slot: Int(record.slot),
      remoteConfig: record.flags.contains(.remoteConfig))
    count(.loadsOpen, cell, from: record.startedAt)
    recorder.recordNever(.loadLatency, cell, startedAt: record.startedAt)
    guard record.attempt != noRecord else { return }
    let attempt = attempts[record.attempt]
    let attemptCell = self.cell(of: attempt)
    recorder.recordNever(
      .attemptLatency, attemptCell, startedAt: min(attempt.startedAt, lastCounted))
    guard attempt.stage == .asking else { return }
    count(.requestsOpen, attemptCell, from: record.startedAt)
  }

  private mutating func countOpen(opportunity index: UInt32) {
    let start = presentations[index].opportunityAt
    count(.opportunitiesOpen, cell(ofOpportunity: index), from: start)
    recorder.recordNever(.timeToOutcome, cell(ofOpportunity: index), startedAt: start)
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
        var load = sessions[index, slot: slot].loads
        while load != noRecord {
          left.loadCalls += 1 + UInt64(loads[load].joined)
          load = loads[load].next
        }
      }
      let show = sessions[index].presentation
      if show != noRecord && presentations[show].kind != .awaitedLoad { left.shows += 1 }
    }
    return left
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
    exchanges = Pool()
    visits = Pool()
    transfers = Pool()
    population = Population()
    presentations = Pool()
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
