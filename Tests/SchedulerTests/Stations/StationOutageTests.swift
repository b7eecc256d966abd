import Scheduler
import Testing

@Suite("Outages and rate limits of a station")
struct StationOutageTests {
  private func station(
    servers: Int = 1, rate: Double? = nil, _ outages: Outage...
  ) throws -> Station {
    Station(try StationPlan(servers: servers, ratePerSecond: rate, outages: outages))
  }

  @Test("Going down loses what is in service, refuses arrivals, and keeps the queue for later")
  func down() throws {
    var station = try station(servers: 2, Outage(.down, from: at(10), to: at(20)))
    let first = try #require(station.arrive(1, service: span(100), at: .zero).start)
    let second = try #require(station.arrive(2, service: span(50), at: at(1)).start)
    for request in 3...5 as ClosedRange<UInt32> {
      #expect(station.arrive(request, service: span(7), at: at(2)).queuedTicket != nil)
    }
    #expect(station.nextOutageChange == at(10))
    #expect(station.changeOutage(at: at(10)) == .began(.down))
    #expect(station.lost == [1, 2])
    #expect(!station.isUp)
    #expect(station.busyServers == 0)
    #expect(station.queueLength == 3)
    #expect(station.arrive(6, service: span(7), at: at(10)) == .rejected(.down))
    #expect(station.nextOutageChange == at(20))
    #expect(station.changeOutage(at: at(20)) == .ended)
    #expect(station.lost.isEmpty)
    #expect(station.resumed.map(\.request) == [3, 4])
    #expect(station.resumed.map(\.finish) == [at(27), at(27)])
    #expect(station.resumed.map(\.waited) == [span(18), span(18)])
    #expect(station.nextOutageChange == nil)
    #expect(station.complete(station.resumed[0].ticket, at: at(27)).next?.request == 5)
    #expect(station.complete(second.ticket, at: at(51)) == .stale)
    #expect(station.complete(first.ticket, at: at(100)) == .stale)
    #expect(station.totals.lost == 2)
    #expect(station.totals.rejectedDown == 1)
    #expect(station.isBalanced)
  }

  @Test("A blackhole swallows arrivals and loses what is in service")
  func blackhole() throws {
    var station = try station(Outage(.blackhole, from: at(10), to: at(20)))
    _ = station.arrive(1, service: span(100), at: .zero)
    #expect(station.changeOutage(at: at(10)) == .began(.blackhole))
    #expect(station.lost == [1])
    #expect(station.arrive(2, service: span(1), at: at(19)) == .swallowed)
    #expect(station.changeOutage(at: at(20)) == .ended)
    #expect(station.resumed.isEmpty)
    #expect(station.arrive(3, service: span(1), at: at(20)).start != nil)
    #expect(station.totals.swallowed == 1)
    #expect(station.isBalanced)
  }

  @Test("An outage that follows another at one instant begins without a start between")
  func adjoining() throws {
    var station = try station(
      Outage(.down, from: at(10), to: at(20)), Outage(.blackhole, from: at(20), to: at(30)))
    _ = station.arrive(1, service: span(100), at: .zero)
    _ = station.arrive(2, service: span(5), at: .zero)
    #expect(station.changeOutage(at: at(10)) == .began(.down))
    #expect(station.changeOutage(at: at(20)) == .began(.blackhole))
    #expect(station.lost.isEmpty)
    #expect(station.arrive(3, service: span(5), at: at(20)) == .swallowed)
    #expect(station.changeOutage(at: at(30)) == .ended)
    #expect(station.resumed.map(\.request) == [2])
  }

  @Test("A waiting request can be withdrawn while the station is down")
  func withdrawWhileDown() throws {
    var station = try station(Outage(.down, from: at(10), to: at(20)))
    _ = station.arrive(1, service: span(100), at: .zero)
    let ticket = try #require(station.arrive(2, service: span(5), at: .zero).queuedTicket)
    _ = station.changeOutage(at: at(10))
    #expect(station.withdraw(ticket, at: at(15)) == .left(request: 2, next: nil))
    _ = station.changeOutage(at: at(20))
    #expect(station.resumed.isEmpty)
    #expect(station.isBalanced)
  }

  @Test("Slow multiplies the service that starts inside, its first instant included")
  func slow() throws {
    var station = try station(
      servers: 9, Outage(.slow(factor: 2.5), from: at(10), to: at(20)),
      Outage(.slow(factor: 0.5), from: at(20), to: at(30)))
    let finishes = [9, 10, 19, 20, 29, 30].map { instant in
      station.arrive(1, service: span(100), at: at(instant)).start?.finish
    }
    #expect(finishes == [at(109), at(260), at(269), at(70), at(79), at(130)])
    #expect(station.nextOutageChange == nil)
  }

  @Test("The rate limit lets one second of burst through, then one each interval, exactly")
  func rateLimit() throws {
    var station = try station(servers: 100, rate: 4)
    func isIn(_ nanoseconds: Int64) -> Bool {
      station.arrive(0, service: span(1), at: at(nanoseconds)) != .rejected(.rateLimited)
    }
    #expect((0..<5).map { _ in isIn(0) } == [true, true, true, true, false])
    #expect(!isIn(249_999_999))
    #expect(isIn(250_000_000))
    #expect(!isIn(250_000_000))
    #expect(!isIn(499_999_999))
    #expect(isIn(500_000_000))
    // Idle for an hour: the bucket holds no more than one second.
    let later = 3_600 * 1_000_000_000 as Int64
    #expect((0..<5).map { _ in isIn(later) } == [true, true, true, true, false])
    #expect(station.totals.rejectedRateLimited == 5)
    #expect(station.isBalanced)
  }

  @Test("A rate below one a second still lets one through when it is due")
  func slowRate() throws {
    var station = try station(servers: 9, rate: 0.1)
    func isIn(_ seconds: Int64, _ nanoseconds: Int64 = 0) -> Bool {
      let time = at(seconds * 1_000_000_000 + nanoseconds)
      return station.arrive(0, service: span(1), at: time) != .rejected(.rateLimited)
    }
    #expect(isIn(0))
    #expect(!isIn(9, 999_999_999))
    #expect(isIn(10))
    #expect(!isIn(19, 999_999_999))
    #expect(isIn(20))
  }

  @Test("A request refused by an outage leaves its token")
  func tokensWhileDown() throws {
    var station = try station(servers: 9, rate: 1, Outage(.down, from: .zero, to: at(10)))
    _ = station.changeOutage(at: .zero)
    #expect(station.arrive(1, service: span(1), at: at(1)) == .rejected(.down))
    _ = station.changeOutage(at: at(10))
    #expect(station.arrive(2, service: span(1), at: at(10)).start != nil)
    #expect(station.arrive(3, service: span(1), at: at(10)) == .rejected(.rateLimited))
  }

  @Test("Every request ends once, whatever the program", arguments: 1...40 as ClosedRange<UInt64>)
  func balance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var outages: [Outage] = []
    for n in 0..<6 as Range<Int64> {
      let kind: Outage.Kind = random.below(2) == 0 ? .down : .blackhole
      outages.append(Outage(kind, from: at(n * 1_000 + 300), to: at(n * 1_000 + 600)))
    }
    let plan = try StationPlan(
      servers: 1 + random.below(4), queueLimit: random.below(6), ratePerSecond: 5e7,
      outages: outages)
    var run = StationProgram(plan)
    for step in 0..<600 as Range<UInt32> {
      run.advance(by: Int64(random.below(20)))
      run.arrive(step, service: Int64(random.below(80)))
      if random.below(4) == 0 { run.withdraw(random.below(run.tickets.count)) }
      #expect(run.station.isBalanced, "seed \(seed), step \(step)")
    }
    run.advance(by: 1_000_000)
    #expect(run.station.queueLength + run.station.busyServers == 0, "seed \(seed)")
    #expect(run.station.totals.ended == 600, "seed \(seed)")
    #expect(run.ends.allSatisfy { $0 == 1 }, "seed \(seed)")
  }
}

/// Drives a station through its events and counts the ends each request came to.
private struct StationProgram: ~Copyable {
  var station: Station
  var tickets: [StationTicket] = [.none]
  var ends = [Int](repeating: 0, count: 600)
  private var queue = EventQueue()

  private static var boundary: UInt64 { .max }

  init(_ plan: StationPlan) {
    station = Station(plan)
    scheduleBoundary()
  }

  mutating func advance(by nanoseconds: Int64) {
    let end = queue.now + span(nanoseconds)
    while let event = queue.popNext(through: end) {
      if event.payload == Self.boundary {
        _ = station.changeOutage(at: event.time)
        for request in station.lost { ends[Int(request)] += 1 }
        for start in station.resumed { schedule(start) }
        scheduleBoundary()
      } else {
        let ticket = StationTicket(rawValue: event.payload)
        if case .served(let request, let next) = station.complete(ticket, at: event.time) {
          ends[Int(request)] += 1
          schedule(next)
        }
      }
    }
    queue.advance(to: end)
  }

  mutating func arrive(_ request: UInt32, service: Int64) {
    switch station.arrive(request, service: span(service), at: queue.now) {
    case .started(let start):
      tickets.append(start.ticket)
      schedule(start)
    case .queued(let ticket): tickets.append(ticket)
    case .rejected, .swallowed: ends[Int(request)] += 1
    }
  }

  mutating func withdraw(_ index: Int) {
    if case .left(let request, let next) = station.withdraw(tickets[index], at: queue.now) {
      ends[Int(request)] += 1
      schedule(next)
    }
  }

  private mutating func schedule(_ start: StationStart?) {
    if let start { queue.schedule(at: start.finish, payload: start.ticket.rawValue) }
  }

  private mutating func scheduleBoundary() {
    if let time = station.nextOutageChange { queue.schedule(at: time, payload: Self.boundary) }
  }
}
