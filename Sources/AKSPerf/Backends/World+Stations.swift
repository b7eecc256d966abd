import Scheduler

extension World {
  /// A request reaches an owned backend.
  mutating func arriveAtStation(_ index: UInt32) {
    let backend = Int(exchanges[index].backend)
    let station = tables.backends[backend].station
    let counted = countsNow
    exchanges[index].arrivedAt = now
    exchanges[index].counted = counted
    exchanges[index].stage = .station
    recorder.arrive(backend: backend, at: now)
    if counted {
      openItems += 1
      recorder.addBackend(.backendArrived, backend: backend, startedAt: now)
    }
    note(.arrived, session: exchanges[index].session, network: backend)
    switch stations[station].arrive(index, service: exchanges[index].service, at: now) {
    case .started(let start): serviceStarts(start)
    case .queued(let ticket): exchanges[index].ticket = ticket
    case .rejected(let rejection):
      if counted { recorder.addBackend(.backendRejected, backend: backend, startedAt: now) }
      leaveStation(index, failure: reason(of: rejection))
    case .swallowed:
      if counted { recorder.addBackend(.backendLost, backend: backend, startedAt: now) }
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
    exchanges[index].ticket = start.ticket
    let backend = Int(exchanges[index].backend)
    note(.serviceStarted, session: exchanges[index].session, network: backend)
    exchanges[index].timer = schedule(.service, index, at: start.finish)
    guard exchanges[index].counted else { return }
    let arrivedAt = exchanges[index].arrivedAt
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
    guard
      case .served(_, let next) = stations[station].complete(exchanges[index].ticket, at: now)
    else { preconditionFailure("a finish of a request that had left its station") }
    if exchanges[index].counted {
      recorder.addBackend(
        .backendServed, backend: backend, startedAt: exchanges[index].arrivedAt)
    }
    if let next { serviceStarts(next) }
    levelsChanged(backend)
    leaveStation(index, failure: nil)
  }

  /// The answer, or the refusal, goes back to the client, if it still waits.
  private mutating func leaveStation(
    _ index: UInt32, failure: Reason?, byEvent: Bool = false
  ) {
    closeVisit(index)
    exchanges[index].failure = failure
    guard exchanges[index].session != noRecord else {
      exchanges.giveBack(index)
      return
    }
    exchanges[index].stage = .inbound
    let inbound = exchanges[index].inbound
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

  private mutating func closeVisit(_ index: UInt32) {
    if exchanges[index].counted { openItems -= 1 }
    exchanges[index].counted = false
  }

  /// The client disconnects and the backend drops its work.
  mutating func withdraw(exchange index: UInt32) {
    queue.disarm(&exchanges[index].timer)
    let backend = Int(exchanges[index].backend)
    let station = tables.backends[backend].station
    guard
      case .left(_, let next) = stations[station].withdraw(exchanges[index].ticket, at: now)
    else { preconditionFailure("a request withdrawn that had left its station") }
    if exchanges[index].counted {
      recorder.addBackend(
        .backendCancelled, backend: backend, startedAt: exchanges[index].arrivedAt)
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
      schedule(.outage, station, at: time)
    }
  }

  private mutating func lose(_ index: UInt32, _ backend: Int, silently: Bool) {
    queue.disarm(&exchanges[index].timer)
    if exchanges[index].counted {
      recorder.addBackend(
        .backendLost, backend: backend, startedAt: exchanges[index].arrivedAt)
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
