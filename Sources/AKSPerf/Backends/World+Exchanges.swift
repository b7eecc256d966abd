import Scheduler

extension World {
  /// Sends a request: over a warm connection at once, else after connecting.
  ///
  /// - Parameter isHeard: Whether the client waits for the answer.
  mutating func beginExchange(_ request: ExchangeRequest, isHeard: Bool = true) {
    let session = request.session
    if tables.features.contains(.blockedBackends) && !isReached(session, backend: request.backend) {
      beginBlocked(request)
      return
    }
    let connected = connect(request)
    let trip = roundTrip(session, request.key, trip: 0)
    let outbound = SimDuration(nanoseconds: trip.nanoseconds / 2)
    let up = SimDuration.rounding(
      nanoseconds: request.upBytes > 0
        ? Double(request.upBytes) / radio(of: session).upBytesPerNanosecond : 0)
    let visit = visits.take(VisitRecord(service: request.service, inbound: trip - outbound))
    let index = exchanges.take(
      ExchangeRecord(
        owner: request.owner, backend: Int16(request.backend), ownerIndex: request.ownerIndex,
        session: isHeard ? session : noRecord, part: visit, bytes: request.downBytes,
        connectedAt: connected))
    if isHeard { adopt(exchange: index) }
    proceed(index, at: connected + outbound + up)
    if request.copies > 0 { sendCopies(of: request) }
  }

  /// Sends a request to a backend that the radio blocks: it fails after a round trip, or never.
  private mutating func beginBlocked(_ request: ExchangeRequest) {
    let isSilent = radio(of: request.session).blocksSilently
    let index = exchanges.take(
      ExchangeRecord(
        owner: request.owner, stage: isSilent ? .silent : .inbound,
        failure: isSilent ? nil : .networkError, backend: -1, ownerIndex: request.ownerIndex,
        session: request.session, connectedAt: .never))
    adopt(exchange: index)
    if isSilent { return }
    proceed(index, at: now + roundTrip(request.session, request.key, trip: 0))
  }

  /// A request reaches its backend.
  mutating func arrive(_ index: UInt32) {
    let backend = Int(exchanges[index].backend)
    recorder.arrive(backend: backend, at: now)
    if tables.backends[backend].station >= 0 {
      arriveAtStation(index)
    } else {
      arriveAtExternal(index, tables.backends[backend])
    }
  }

  /// An external backend has no queue: the instant of its answer is known when a request arrives.
  private mutating func arriveAtExternal(_ index: UInt32, _ row: BackendRow) {
    let visit = visits[exchanges[index].part]
    visits.giveBack(exchanges[index].part)
    exchanges[index].part = noRecord
    let isThrottled = tables.features.contains(.throttles) && arriveAtThrottle(index)
    let outage = outage(of: row, at: now)
    guard exchanges[index].session != noRecord else {
      // Nobody waits for the answer, but the backend has its work.
      if outage?.kind == .down { exchanges[index].failure = .outage }
      if outage?.kind == .blackhole { exchanges[index].stage = .silent }
      if tables.features.contains(.throttles) { countEnd(atThrottle: index) }
      exchanges.giveBack(index)
      return
    }
    var answer = now
    exchanges[index].stage = .inbound
    switch outage {
    case _ where isThrottled: exchanges[index].failure = .throttled
    case nil: answer += visit.service
    case let outage? where outage.kind == .slow:
      answer += .rounding(nanoseconds: Double(visit.service.nanoseconds) * outage.factor)
    case let outage? where outage.kind == .down: exchanges[index].failure = .outage
    default:
      exchanges[index].stage = .silent
      if tables.features.contains(.throttles) { countEnd(atThrottle: index) }
      return
    }
    if tables.features.contains(.throttles) { countEnd(atThrottle: index) }
    if exchanges[index].owner == .auction && exchanges[index].failure == nil {
      exchanges[index].stage = .auction
      plans[exchanges[index].ownerIndex].inbound = visit.inbound
      proceed(index, at: answer)
      return
    }
    proceed(index, at: answer + visit.inbound)
  }

  /// Goes on with an exchange at `time`: by an event, or at once when that is now.
  private mutating func proceed(_ index: UInt32, at time: SimTime) {
    if time > now {
      exchanges[index].timer = schedule(.exchange, index, at: time)
    } else {
      exchangeTimerFired(index)
    }
  }

  /// Tells the owner which exchange is its own.
  mutating func adopt(exchange index: UInt32) {
    let record = exchanges[index]
    switch record.owner {
    case .request, .creative, .bid: attempts[record.ownerIndex].exchange = index
    case .auction: plans[record.ownerIndex].exchange = index
    case .config: sessions[record.ownerIndex].configExchange = index
    case .consent: sessions[consentOf: record.ownerIndex].exchange = index
    case .tail: break
    }
  }

  /// When the connection to the backend is there; connects if none is warm.
  private mutating func connect(_ request: ExchangeRequest) -> SimTime {
    let connection = request.connection
    guard tables.connections[connection].isNeeded else { return now }
    let session = request.session
    let host = hostPosition(session, request.backend)
    let start = sessions[session].start
    if sessions[session, host: host].wasUsed {
      let used = sessions[session, host: host].usedAt(sessionStart: start)
      if used > now { return used }
      if now - used <= tables.connections[connection].keepAlive { return now }
    }
    let connected = now + connectTime(tables.connections[connection], session, request.key)
    sessions[session, host: host].use(at: connected, sessionStart: start)
    return connected
  }

  private func hostPosition(_ session: UInt32, _ backend: Int) -> Int {
    let journey = tables.classes[Int(sessions[session].sessionClass)].journey
    return Int(tables.hosts[journey * tables.backends.count + backend])
  }

  private func outage(of row: BackendRow, at time: SimTime) -> OutageRow? {
    var slow: OutageRow?
    for k in 0..<row.outageCount {
      let outage = tables.outages[row.firstOutage + k]
      guard time >= outage.from && time < outage.to else { continue }
      // One that stops the backend counts more than one that slows it.
      if outage.kind != .slow { return outage }
      slow = slow ?? outage
    }
    return slow
  }

  /// An exchange's timer is over.
  mutating func exchangeTimerFired(_ index: UInt32) {
    exchanges[index].timer = .none
    switch exchanges[index].stage {
    case .outbound: arrive(index)
    case .inbound:
      if tables.features.contains(.timedBids) && postponeBid(index) { return }
      let owner = exchanges[index].ownerIndex
      if exchanges[index].owner == .request && isUnheard(attempt: owner) {
        let failure = exchanges[index].failure
        exchanges.giveBack(index)
        droppedAnswerCame(owner, failure: failure)
        return
      }
      accrueConnection(exchange: index)
      if exchanges[index].failure == nil && exchanges[index].bytes > 0 {
        joinTransfers(index)
      } else {
        finish(exchange: index)
      }
    case .downloading: transferEnded(index)
    case .auction: serverReached(plans[exchanges[index].ownerIndex].load)
    case .held: tellOwner(of: index)
    case .station, .silent: preconditionFailure("a timer of an exchange that has none")
    }
  }

  /// The whole answer is there, or the backend's refusal.
  mutating func finish(exchange index: UInt32) {
    let record = exchanges[index]
    if record.backend >= 0 && record.owner != .bid { touchConnection(record) }
    if record.failure == nil { countArrived(record, bytes: record.bytes) }
    tellOwner(of: index)
  }

  /// The owner hears of the end of its exchange, as soon as its main thread lets it.
  private mutating func tellOwner(of index: UInt32) {
    if tables.features.contains(.holds) && keeps(exchange: index) { return }
    let record = exchanges[index]
    exchanges.giveBack(index)
    switch record.owner {
    case .request: requestAnswered(record.ownerIndex, failure: record.failure)
    case .creative: creativeArrived(record.ownerIndex, failure: record.failure)
    case .auction: serverAnswered(record.ownerIndex, failure: record.failure)
    case .bid: bidAnswered(record.ownerIndex, failure: record.failure)
    case .config: configAnswered(for: record.ownerIndex, failure: record.failure)
    case .consent: consentAnswered(for: record.ownerIndex, failure: record.failure)
    case .tail: tailCame(index, of: record.session)
    }
  }

  private mutating func touchConnection(_ record: ExchangeRecord) {
    let host = hostPosition(record.session, Int(record.backend))
    // Where connections are not modelled the host stays unused and costs nothing.
    guard host >= 0, sessions[record.session, host: host].wasUsed else { return }
    let start = sessions[record.session].start
    guard sessions[record.session, host: host].usedAt(sessionStart: start) < now else { return }
    sessions[record.session, host: host].use(at: now, sessionStart: start)
  }

  /// The client gives up: what only the client did ends, what the backend does may go on.
  mutating func abandon(exchange index: UInt32) {
    let record = exchanges[index]
    switch record.owner {
    case .request, .creative, .bid: attempts[record.ownerIndex].exchange = noRecord
    case .auction: plans[record.ownerIndex].exchange = noRecord
    case .config: sessions[record.ownerIndex].configExchange = noRecord
    case .consent: sessions[consentOf: record.ownerIndex].exchange = noRecord
    case .tail: break
    }
    switch record.stage {
    case .station:
      let backend = tables.backends[Int(record.backend)]
      if backend.cancelOnDisconnect {
        withdraw(exchange: index)
        exchanges.giveBack(index)
      } else {
        exchanges[index].session = noRecord
      }
    case .outbound
    where now >= record.connectedAt
      && !tables.backends[Int(record.backend)].cancelOnDisconnect:
      // The request is on its way and will arrive, though nobody waits for the answer.
      exchanges[index].session = noRecord
    case .downloading:
      queue.disarm(&exchanges[index].timer)
      let arrived = countPart(ofExchange: index)
      if record.owner == .tail {
        shorten(adOf: record, by: record.bytes - arrived)
        tailLost(index, of: record.session)
      }
      if record.owner == .creative && attempts[record.ownerIndex].counted {
        let attempt = attempts[record.ownerIndex]
        count(.bytesWasted, by: UInt64(arrived), cell(of: attempt), from: attempt.startedAt)
      }
      leaveTransfers(index)
      exchanges.giveBack(index)
    case .held:
      queue.disarm(&exchanges[index].timer)
      if record.owner == .creative && record.failure == nil
        && attempts[record.ownerIndex].counted
      {
        let attempt = attempts[record.ownerIndex]
        count(.bytesWasted, by: UInt64(record.bytes), cell(of: attempt), from: attempt.startedAt)
      }
      exchanges.giveBack(index)
    case .outbound, .inbound, .silent, .auction:
      queue.disarm(&exchanges[index].timer)
      if record.part != noRecord { visits.giveBack(record.part) }
      exchanges.giveBack(index)
    }
  }
}
