import Scheduler

extension World {
  /// A request reaches an owned backend.
  mutating func arriveAtStation(_ index: UInt32) {
    let backend = Int(exchanges[index].backend)
    let station = tables.backends[backend].station
    guard stations[station].requestCount < bounds.requests else {
      fullBackend = backend
      return
    }
    let counted = countsNow
    let visit = exchanges[index].part
    visits[visit].arrivedAt = now
    exchanges[index].counted = counted
    exchanges[index].stage = .station
    if counted {
      openItems += 1
      recorder.addBackend(.backendArrived, backend: backend, startedAt: now)
    }
    note(.arrived, session: exchanges[index].session, network: backend)
    switch stations[station].arrive(index, service: visits[visit].service, at: now) {
    case .started(let start): serviceStarts(start)
    case .queued(let ticket): visits[visit].ticket = ticket
    case .rejected(let rejection):
      if counted { recorder.addBackend(.backendRejected, backend: backend, startedAt: now) }
      leaveStation(index, failure: reason(of: rejection))
    case .swallowed:
      if counted {
        recorder.addBackend(.backendLost, backend: backend, startedAt: now)
        recorder.recordBackendNever(.backendWait, backend: backend, startedAt: now)
      }
      swallow(index)
    }
    levelsChanged(backend)
  }

  /// What the client of a refused request is told.
  private func reason(of rejection: StationRejection) -> Reason {
    switch rejection {
    case .queueFull: .rejected
    case .rateLimited: .rateLimited
    case .down: .outage
    }
  }

  private mutating func serviceStarts(_ start: StationStart) {
    let index = start.request
    let visit = exchanges[index].part
    visits[visit].ticket = start.ticket
    let backend = Int(exchanges[index].backend)
    note(.serviceStarted, session: exchanges[index].session, network: backend)
    exchanges[index].timer = schedule(.service, index, at: start.finish)
    guard exchanges[index].counted else { return }
    let arrivedAt = visits[visit].arrivedAt
    recorder.recordBackend(
      .backendWait, backend: backend, microseconds: start.waited.microseconds,
      startedAt: arrivedAt)
    recorder.recordBackend(
      .backendService, backend: backend, microseconds: (start.finish - now).microseconds,
      startedAt: arrivedAt)
  }

  /// A server is done with a request and takes the next one.
  mutating func serviceEnded(exchange index: UInt32) {
    exchanges[index].timer = .none
    let backend = Int(exchanges[index].backend)
    let station = tables.backends[backend].station
    let visit = visits[exchanges[index].part]
    guard
      case .served(_, let next) = stations[station].complete(visit.ticket, at: now)
    else { preconditionFailure("a finish of a request that had left its station") }
    if exchanges[index].counted {
      recorder.addBackend(.backendServed, backend: backend, startedAt: visit.arrivedAt)
    }
    if let next { serviceStarts(next) }
    levelsChanged(backend)
    leaveStation(index, failure: nil)
  }

  /// The answer, or the refusal, goes back to the client, if it still waits.
  private mutating func leaveStation(
    _ index: UInt32, failure: Reason?, byEvent: Bool = false
  ) {
    let inbound = closeVisit(index)
    exchanges[index].failure = failure
    guard exchanges[index].session != noRecord else {
      exchanges.giveBack(index)
      return
    }
    if exchanges[index].owner == .auction && failure == nil {
      exchanges[index].stage = .auction
      plans[exchanges[index].ownerIndex].inbound = inbound
      exchangeTimerFired(index)
      return
    }
    exchanges[index].stage = .inbound
    if inbound == .zero && !byEvent {
      exchangeTimerFired(index)
    } else {
      exchanges[index].timer = schedule(.exchange, index, after: inbound)
    }
  }

  private mutating func swallow(_ index: UInt32) {
    closeVisit(index)
    if exchanges[index].session == noRecord {
      exchanges.giveBack(index)
    } else {
      exchanges[index].stage = .silent
    }
  }

  /// Ends a request's visit; gives how long the answer's first byte travels.
  @discardableResult
  private mutating func closeVisit(_ index: UInt32) -> SimDuration {
    if exchanges[index].counted { openItems -= 1 }
    exchanges[index].counted = false
    let visit = exchanges[index].part
    exchanges[index].part = noRecord
    visits.giveBack(visit)
    return visits[visit].inbound
  }

  /// The client disconnects and the backend drops its work.
  mutating func withdraw(exchange index: UInt32) {
    let isQueued = exchanges[index].timer == .none
    queue.disarm(&exchanges[index].timer)
    let backend = Int(exchanges[index].backend)
    let station = tables.backends[backend].station
    let visit = visits[exchanges[index].part]
    guard
      case .left(_, let next) = stations[station].withdraw(visit.ticket, at: now)
    else { preconditionFailure("a request withdrawn that had left its station") }
    if exchanges[index].counted {
      recorder.addBackend(.backendCancelled, backend: backend, startedAt: visit.arrivedAt)
      if isQueued {
        recorder.recordBackendNever(.backendWait, backend: backend, startedAt: visit.arrivedAt)
      }
    }
    closeVisit(index)
    if let next { serviceStarts(next) }
    levelsChanged(backend)
  }

  /// An outage of an owned backend begins or ends.
  mutating func outageEdge(_ station: UInt32) {
    let backend = stations.owned[Int(station)]
    let change = stations[Int(station)].changeOutage(at: now)
    scheduleOutage(station)
    note(.timerFired, session: noRecord, network: backend)
    switch change {
    case .began(let kind):
      for index in stations[Int(station)].lost { lose(index, backend, silently: kind != .down) }
    case .ended:
      for start in stations[Int(station)].resumed { serviceStarts(start) }
    }
    levelsChanged(backend)
  }

  /// Schedules the next boundary of a station's outages.
  mutating func scheduleOutage(_ station: UInt32) {
    if let time = stations[Int(station)].nextOutageChange, time <= lastInstant {
      post(.outage, station, at: time)
    }
  }

  private mutating func lose(_ index: UInt32, _ backend: Int, silently: Bool) {
    queue.disarm(&exchanges[index].timer)
    if exchanges[index].counted {
      let arrivedAt = visits[exchanges[index].part].arrivedAt
      recorder.addBackend(.backendLost, backend: backend, startedAt: arrivedAt)
    }
    if silently {
      swallow(index)
    } else {
      // Never at once: what a client does then may touch requests that are still to be lost.
      leaveStation(index, failure: .outage, byEvent: true)
    }
  }

  private mutating func levelsChanged(_ backend: Int) {
    let station = tables.backends[backend].station
    recorder.setLevel(
      .utilisation, backend: backend, Int64(stations[station].busyServers), at: now)
    recorder.setLevel(
      .queueLength, backend: backend, Int64(stations[station].queueLength), at: now)
  }
}
