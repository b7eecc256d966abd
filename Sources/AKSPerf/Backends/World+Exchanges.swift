import Scheduler

extension World {
  /// Sends a request: over a warm connection at once, else after connecting.
  mutating func beginExchange(_ request: ExchangeRequest) {
    let session = request.session
    let connected = connect(request)
    let trip = roundTrip(session, request.key, trip: 0)
    let outbound = SimDuration(nanoseconds: trip.nanoseconds / 2)
    let up = SimDuration.rounding(
      nanoseconds: request.upBytes > 0
        ? Double(request.upBytes) / radio(of: session).upBytesPerNanosecond : 0)
    let arrival = connected + outbound + up
    let inbound = trip - outbound
    var record = ExchangeRecord(
      owner: request.owner, backend: Int16(request.backend), ownerIndex: request.ownerIndex,
      session: session, bytes: request.downBytes, connectedAt: connected)
    let row = tables.backends[request.backend]
    guard row.station < 0 else {
      record.part = visits.take(VisitRecord(service: request.service, inbound: inbound))
      let index = exchanges.take(record)
      adopt(exchange: index)
      proceed(index, at: arrival)
      return
    }
    recorder.arrive(backend: request.backend, at: now)
    // An external backend has no queue, so its answer's instant is known when it is asked.
    var answer = arrival
    record.stage = .inbound
    switch outage(of: row, at: arrival) {
    case nil: answer += request.service
    case let outage? where outage.kind == .slow:
      answer += .rounding(nanoseconds: Double(request.service.nanoseconds) * outage.factor)
    case let outage? where outage.kind == .down: record.failure = .outage
    default: record.stage = .silent
    }
    let index = exchanges.take(record)
    adopt(exchange: index)
    if record.stage == .inbound { proceed(index, at: answer + inbound) }
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
    case .request, .creative: attempts[record.ownerIndex].exchange = index
    case .config: sessions[record.ownerIndex].configExchange = index
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
    case .outbound: arriveAtStation(index)
    case .inbound:
      accrueConnection(exchange: index)
      if exchanges[index].failure == nil && exchanges[index].bytes > 0 {
        joinTransfers(index)
      } else {
        finish(exchange: index)
      }
    case .downloading: goOn(transfer: index)
    case .station, .silent: preconditionFailure("a timer of an exchange that has none")
    }
  }

  /// The whole answer is there, or the backend's refusal.
  mutating func finish(exchange index: UInt32) {
    let record = exchanges[index]
    exchanges.giveBack(index)
    if record.backend >= 0 { touchConnection(record) }
    switch record.owner {
    case .request: requestAnswered(record.ownerIndex, failure: record.failure)
    case .creative: creativeArrived(record.ownerIndex, failure: record.failure)
    case .config: configAnswered(for: record.ownerIndex, failure: record.failure)
    case .tail: countTail(record, bytes: record.bytes)
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
    case .request, .creative: attempts[record.ownerIndex].exchange = noRecord
    case .config: sessions[record.ownerIndex].configExchange = noRecord
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
      // The request is on its way and will be served, though nobody waits for the answer.
      exchanges[index].session = noRecord
    case .downloading:
      queue.disarm(&exchanges[index].timer)
      transfers[record.part].state.advance(to: now)
      countWaste(index)
      leaveTransfers(index)
      exchanges.giveBack(index)
    case .outbound, .inbound, .silent:
      queue.disarm(&exchanges[index].timer)
      if record.part != noRecord { visits.giveBack(record.part) }
      exchanges.giveBack(index)
    }
  }

  /// Counts what came of the rest of a streamed creative.
  private mutating func countTail(_ record: ExchangeRecord, bytes: UInt32) {
    guard record.counted else { return }
    let cell = cell(of: record.session, slot: Int(record.ownerIndex & 0xFFFF))
      .with(network: Int(record.ownerIndex >> 16))
    count(.bytesDownloaded, by: UInt64(bytes), cell, from: now)
  }

  private mutating func countWaste(_ index: UInt32) {
    let record = exchanges[index]
    let arrived = record.bytes - UInt32(transfers[record.part].state.remaining)
    if record.owner == .tail { countTail(record, bytes: arrived) }
    guard record.owner == .creative else { return }
    let attempt = attempts[record.ownerIndex]
    guard attempt.counted else { return }
    count(.bytesDownloaded, by: UInt64(arrived), cell(of: attempt), from: attempt.startedAt)
    count(.bytesWasted, by: UInt64(arrived), cell(of: attempt), from: attempt.startedAt)
  }
}
