/// A station with exact statistics: levels over time, peaks, and what falls into a window.
///
/// Its calls are those of the `Station` inside, which it measures; it costs about as much again. A
/// model that keeps levels of its own drives the bare station.
public struct MeasuredStation: Sendable {
  /// The station: its plan, its levels and its totals, which know no window.
  public private(set) var station: Station
  private var meter: StationMeter

  /// Makes an idle station at time zero that measures from there.
  public init(_ plan: StationPlan) {
    station = Station(plan)
    meter = StationMeter(servers: plan.servers)
  }

  /// Takes a request that arrives at `now` and would be served for `service`.
  public mutating func arrive(
    _ request: UInt32, service: SimDuration, at now: SimTime
  ) -> StationArrival {
    let before = station.totals
    let arrival = station.arrive(request, service: service, at: now)
    meter.advance(to: now, before)
    meter.arrived()
    if case .started(let start) = arrival { meter.started(start) }
    setLevels()
    return arrival
  }

  /// Ends the service of `ticket` at the finish that was announced, and starts the next request.
  public mutating func complete(_ ticket: StationTicket, at now: SimTime) -> StationCompletion {
    let before = station.totals
    let completion = station.complete(ticket, at: now)
    meter.advance(to: now, before)
    if case .served(_, let next?) = completion { meter.started(next) }
    setLevels()
    return completion
  }

  /// Takes a request back, from the queue or from its server, and starts the next one.
  public mutating func withdraw(_ ticket: StationTicket, at now: SimTime) -> StationWithdrawal {
    let before = station.totals
    let withdrawal = station.withdraw(ticket, at: now)
    meter.advance(to: now, before)
    if case .left(_, let next?) = withdrawal { meter.started(next) }
    setLevels()
    return withdrawal
  }

  /// Begins or ends an outage at `Station.nextOutageChange`.
  public mutating func changeOutage(at now: SimTime) -> OutageChange {
    let before = station.totals
    let change = station.changeOutage(at: now)
    meter.advance(to: now, before)
    for start in station.resumed { meter.started(start) }
    setLevels()
    return change
  }

  /// Measures [`from`, `to`) from here on; `from` may lie ahead, so no event is needed for it.
  public mutating func beginMeasuring(at from: SimTime, until to: SimTime = .never) {
    meter.beginMeasuring(at: from, until: to)
  }

  /// What happened inside the window up to `now`, which is not before the last call.
  public func statistics(at now: SimTime) -> StationStatistics {
    meter.statistics(at: now, station.totals)
  }

  private mutating func setLevels() {
    meter.set(busy: station.busyServers, queue: station.queueLength)
  }
}
