/// Servers behind one queue: first come, first served, with limits, outages and exact counts.
///
/// A state machine over values: it schedules nothing and calls nobody; a call returns what to do.
/// Levels over time, peaks and a window are for `MeasuredStation`.
/// The time of service comes with the request. Whoever drives it schedules `complete` at the finish
/// of each start, and `changeOutage` at each `nextOutageChange`.
///
/// An arrival meets, in this order: an outage, the rate limit, a free server, the queue limit. A
/// request refused by a full queue has used its token. Requests that wait when an outage begins
/// stay in the queue and start when it ends. An outage begins and ends with the call of
/// `changeOutage`: what is handled before that call at the same instant comes before it.
///
/// Every call O(1) but those at outages, which are O(requests they touch); no allocation while the
/// number of requests stays below its peak. Traps on time going back, on a finish at another time
/// than announced, and when the boundary of an outage was passed over.
public struct Station: Sendable {
  private enum Mode: Sendable {
    case up
    case down
    case blackhole
  }

  public let plan: StationPlan

  /// Requests that were in service when the last outage began, in the order they had started.
  public private(set) var lost: [UInt32] = []

  /// Requests that started when the last outage ended, in the order they had arrived.
  public private(set) var resumed: [StationStart] = []

  /// Counts since the start of the run.
  public private(set) var totals = StationCounts()

  private var mode = Mode.up
  /// The time of the last call.
  private var last = SimTime.zero
  private var visits = VisitTable()
  private var waiting = VisitTable.List()
  private var inService = VisitTable.List()
  private var bucket: TokenBucket?
  private var stopIndex = 0
  private var slowIndex = 0
  private let queueLimit: Int

  /// The boundary that must be announced before time passes it.
  private var boundary = SimTime.never

  /// Requests that one station can hold, in the queue and in service; it traps beyond.
  public static var requestLimit: Int { VisitTable.limit }

  /// Makes an idle station at time zero.
  public init(_ plan: StationPlan) {
    self.plan = plan
    bucket = plan.ratePerSecond.map { TokenBucket(ratePerSecond: $0) }
    queueLimit = plan.queueLimit ?? .max
    boundary = plan.stops.first?.from ?? .never
  }

  /// Requests waiting.
  public var queueLength: Int { waiting.count }

  /// Requests in service, which is servers busy.
  public var busyServers: Int { inService.count }

  /// Requests waiting or in service.
  public var requestCount: Int { waiting.count &+ inService.count }

  /// True unless an outage stops it.
  public var isUp: Bool { mode == .up }

  /// True when every request that arrived has ended once, waits or is in service.
  public var isBalanced: Bool {
    totals.arrived == totals.ended + requestCount
  }

  /// When `changeOutage` is to be called next; nil when no outage is left.
  public var nextOutageChange: SimTime? { boundary == .never ? nil : boundary }

  /// Slots held for requests, free ones included.
  package var visitCapacity: Int { visits.capacity }

  // MARK: Requests

  /// Takes a request that arrives at `now` and would be served for `service`.
  public mutating func arrive(
    _ request: UInt32, service: SimDuration, at now: SimTime
  ) -> StationArrival {
    enter(now)
    totals.arrived &+= 1
    if mode != .up { return refuse() }
    if bucket != nil, bucket?.take(at: now) == false {
      totals.rejectedRateLimited &+= 1
      return .rejected(.rateLimited)
    }
    if service < .zero { fail("a request with negative service", at: now) }
    if inService.count < plan.servers {
      let slot = visits.make(request: request, service: service, at: now)
      return .started(start(slot, at: now))
    }
    guard waiting.count < queueLimit else {
      totals.rejectedQueueFull &+= 1
      return .rejected(.queueFull)
    }
    let slot = visits.make(request: request, service: service, at: now)
    visits[slot].state = .waiting
    visits.append(slot, to: &waiting)
    return .queued(visits.ticket(of: slot))
  }

  /// Ends the service of `ticket` at the finish that was announced, and starts the next request.
  public mutating func complete(_ ticket: StationTicket, at now: SimTime) -> StationCompletion {
    enter(now)
    guard let slot = visits.find(ticket) else { return .stale }
    if visits[slot].state != .inService { fail("a finish of a request that waits", at: now) }
    if visits[slot].stamp != now { fail("a finish at another time than announced", at: now) }
    let request = visits[slot].request
    totals.served &+= 1
    return .served(request: request, next: leaveServer(slot, at: now))
  }

  /// Takes a request back, from the queue or from its server, and starts the next one.
  public mutating func withdraw(_ ticket: StationTicket, at now: SimTime) -> StationWithdrawal {
    enter(now)
    guard let slot = visits.find(ticket) else { return .stale }
    let request = visits[slot].request
    totals.withdrawn &+= 1
    if visits[slot].state == .inService {
      return .left(request: request, next: leaveServer(slot, at: now))
    }
    visits.remove(slot, from: &waiting)
    visits.release(slot)
    return .left(request: request, next: nil)
  }

  // MARK: Outages

  /// Begins or ends an outage at `nextOutageChange`; fills `lost` or `resumed`.
  ///
  /// Where one outage ends and the next begins at one instant, only the beginning is reported.
  public mutating func changeOutage(at now: SimTime) -> OutageChange {
    enter(now)
    if boundary == .never || boundary != now { fail("an outage changed out of time", at: now) }
    lost.removeAll(keepingCapacity: true)
    resumed.removeAll(keepingCapacity: true)
    if mode != .up { stopIndex += 1 }
    if stopIndex < plan.stops.count, plan.stops[stopIndex].from == now {
      let stop = plan.stops[stopIndex]
      boundary = stop.to
      mode = stop.kind == .down ? .down : .blackhole
      loseService()
      return .began(stop.kind)
    }
    boundary = stopIndex < plan.stops.count ? plan.stops[stopIndex].from : .never
    mode = .up
    while inService.count < plan.servers, let slot = visits.popFirst(of: &waiting) {
      resumed.append(start(slot, at: now))
    }
    return .ended
  }

  private mutating func loseService() {
    while let slot = visits.popFirst(of: &inService) {
      lost.append(visits[slot].request)
      visits.release(slot)
      totals.lost &+= 1
    }
  }

  // MARK: Steps

  /// Checks time; every call that changes the station begins with it.
  private mutating func enter(_ now: SimTime) {
    if now < last { fail("time went back from \(last.nanoseconds) ns", at: now) }
    if now > boundary { fail("an outage passed over at \(boundary.nanoseconds) ns", at: now) }
    last = now
  }

  private mutating func refuse() -> StationArrival {
    switch mode {
    case .down:
      totals.rejectedDown &+= 1
      return .rejected(.down)
    case .blackhole:
      totals.swallowed &+= 1
      return .swallowed
    case .up:
      preconditionFailure("a station that is up refuses nothing")
    }
  }

  /// Starts a visit that is in no list.
  private mutating func start(_ slot: UInt32, at now: SimTime) -> StationStart {
    let waited = now - visits[slot].stamp
    let finish = now + serviceTime(visits[slot].service, at: now)
    visits[slot].stamp = finish
    visits[slot].state = .inService
    visits.append(slot, to: &inService)
    totals.started &+= 1
    if waited > .zero { totals.waitedNanoseconds &+= UInt128(UInt64(waited.nanoseconds)) }
    return StationStart(
      request: visits[slot].request, ticket: visits.ticket(of: slot), finish: finish,
      waited: waited)
  }

  /// Frees the server of a visit and gives it to the first one that waits.
  private mutating func leaveServer(_ slot: UInt32, at now: SimTime) -> StationStart? {
    visits.remove(slot, from: &inService)
    visits.release(slot)
    guard let first = visits.popFirst(of: &waiting) else { return nil }
    return start(first, at: now)
  }

  private mutating func serviceTime(_ service: SimDuration, at now: SimTime) -> SimDuration {
    while slowIndex < plan.slowdowns.count, plan.slowdowns[slowIndex].to <= now { slowIndex += 1 }
    guard slowIndex < plan.slowdowns.count, plan.slowdowns[slowIndex].from <= now,
      case .slow(let factor) = plan.slowdowns[slowIndex].kind
    else { return service }
    return .rounding(nanoseconds: Double(service.nanoseconds) * factor)
  }

  @inline(never)
  private func fail(_ what: String, at now: SimTime) -> Never {
    fatalError("\(what); now is \(now.nanoseconds) ns")
  }
}
