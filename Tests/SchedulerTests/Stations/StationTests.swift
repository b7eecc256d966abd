import Scheduler
import Testing

extension StationArrival {
  var start: StationStart? {
    if case .started(let start) = self { start } else { nil }
  }
  var queuedTicket: StationTicket? {
    if case .queued(let ticket) = self { ticket } else { nil }
  }
}

extension StationCompletion {
  var next: StationStart? {
    if case .served(_, let next) = self { next } else { nil }
  }
}

@Suite("A station")
struct StationTests {
  @Test("A request that finds a free server starts at once")
  func startsAtOnce() throws {
    var station = Station(try StationPlan(servers: 2))
    let first = try #require(station.arrive(7, service: span(100), at: at(5)).start)
    #expect(first.request == 7)
    #expect(first.finish == at(105))
    #expect(first.waited == .zero)
    let second = try #require(station.arrive(8, service: span(1), at: at(6)).start)
    #expect(station.busyServers == 2)
    #expect(station.complete(second.ticket, at: at(7)) == .served(request: 8, next: nil))
    #expect(station.complete(first.ticket, at: at(105)) == .served(request: 7, next: nil))
    #expect(station.busyServers == 0)
    #expect(station.isBalanced)
  }

  @Test("Waiting requests start in the order they arrived, with their own service")
  func firstComeFirstServed() throws {
    var station = Station(try StationPlan(servers: 1))
    var start = station.arrive(0, service: span(10), at: .zero).start
    for request in 1...20 as ClosedRange<UInt32> {
      let arrival = station.arrive(request, service: span(Int64(request)), at: at(1))
      #expect(arrival.queuedTicket != nil)
    }
    for request in 1...20 as ClosedRange<UInt32> {
      let due = try #require(start)
      let next = try #require(station.complete(due.ticket, at: due.finish).next)
      #expect(next.request == request)
      #expect(next.finish == due.finish + span(Int64(request)))
      #expect(next.waited == due.finish - at(1))
      #expect(station.isBalanced)
      start = next
    }
  }

  @Test("The queue limit counts waiting requests only")
  func queueLimit() throws {
    var station = Station(try StationPlan(servers: 1, queueLimit: 2))
    #expect(station.arrive(0, service: span(10), at: .zero).start != nil)
    #expect(station.arrive(1, service: span(10), at: .zero).queuedTicket != nil)
    #expect(station.arrive(2, service: span(10), at: .zero).queuedTicket != nil)
    #expect(station.arrive(3, service: span(10), at: .zero) == .rejected(.queueFull))
    #expect(station.totals.rejectedQueueFull == 1)
    #expect(station.queueLength == 2)
    #expect(station.isBalanced)
  }

  @Test("A queue limit of zero is a loss system")
  func lossSystem() throws {
    var station = Station(try StationPlan(servers: 2, queueLimit: 0))
    #expect(station.arrive(0, service: span(10), at: .zero).start != nil)
    #expect(station.arrive(1, service: span(10), at: .zero).start != nil)
    #expect(station.arrive(2, service: span(10), at: .zero) == .rejected(.queueFull))
  }

  @Test("A finish of a visit that is over is stale, and so is the ticket of none")
  func staleTickets() throws {
    var station = Station(try StationPlan(servers: 1))
    let first = try #require(station.arrive(1, service: span(10), at: .zero).start)
    #expect(station.complete(.none, at: at(5)) == .stale)
    #expect(station.complete(StationTicket(rawValue: .max), at: at(5)) == .stale)
    _ = station.complete(first.ticket, at: at(10))
    #expect(station.complete(first.ticket, at: at(10)) == .stale)
    let second = try #require(station.arrive(2, service: span(10), at: at(10)).start)
    #expect(second.ticket != first.ticket)
    #expect(station.complete(first.ticket, at: at(20)) == .stale)
    #expect(station.withdraw(first.ticket, at: at(20)) == .stale)
    #expect(station.complete(second.ticket, at: at(20)) == .served(request: 2, next: nil))
    #expect(first.ticket.rawValue < 1 << 48)
  }

  @Test("Withdrawing from the queue keeps the order of the others")
  func withdrawWaiting() throws {
    for victim in 1...3 as ClosedRange<UInt32> {
      var station = Station(try StationPlan(servers: 1))
      var start = station.arrive(0, service: span(10), at: .zero).start
      var tickets: [StationTicket] = []
      for request in 1...3 as ClosedRange<UInt32> {
        let arrival = station.arrive(request, service: span(10), at: at(1))
        tickets.append(try #require(arrival.queuedTicket))
      }
      let ticket = tickets[Int(victim) - 1]
      #expect(station.withdraw(ticket, at: at(2)) == .left(request: victim, next: nil))
      #expect(station.withdraw(ticket, at: at(2)) == .stale)
      #expect(station.queueLength == 2)
      var order: [UInt32] = []
      while let due = start {
        start = station.complete(due.ticket, at: due.finish).next
        if let start { order.append(start.request) }
      }
      #expect(order == [1, 2, 3].filter { $0 != victim })
      #expect(station.totals.withdrawn == 1)
      #expect(station.isBalanced)
    }
  }

  @Test("Withdrawing from a server gives it to the next request")
  func withdrawInService() throws {
    var station = Station(try StationPlan(servers: 1))
    let first = try #require(station.arrive(1, service: span(100), at: .zero).start)
    _ = station.arrive(2, service: span(10), at: at(1))
    guard case .left(request: 1, next: let next?) = station.withdraw(first.ticket, at: at(30))
    else { throw Unexpected() }
    #expect(next.request == 2)
    #expect(next.finish == at(40))
    #expect(station.complete(next.ticket, at: at(40)) == .served(request: 2, next: nil))
    #expect(station.complete(first.ticket, at: at(100)) == .stale)
    #expect(station.isBalanced)
  }

  @Test("Visits use their slots again")
  func noGrowth() throws {
    var station = Station(try StationPlan(servers: 1))
    var now = SimTime.zero
    for request in 0..<10_000 as Range<UInt32> {
      let start = try #require(station.arrive(request, service: span(1), at: now).start)
      now = start.finish
      _ = station.complete(start.ticket, at: now)
    }
    #expect(station.visitCapacity == 1)
  }

  @Test("A plan that cannot be is refused with its reason")
  func plans() {
    func problem(_ make: () throws(StationPlanError) -> StationPlan) -> StationPlanError? {
      do throws(StationPlanError) {
        _ = try make()
        return nil
      } catch { return error }
    }
    let down = Outage(.down, from: at(10), to: at(20))
    let hole = Outage(.blackhole, from: at(19), to: at(30))
    let slow = Outage(.slow(factor: 2), from: at(5), to: at(15))
    func plan(_ outages: [Outage]) -> StationPlanError? {
      problem { () throws(StationPlanError) in try StationPlan(servers: 1, outages: outages) }
    }
    #expect(
      problem { () throws(StationPlanError) in try StationPlan(servers: 0) } == .servers(0))
    #expect(
      problem { () throws(StationPlanError) in try StationPlan(servers: 1, queueLimit: -1) }
        == .queueLimit(-1))
    for rate in [0, -1, 2e9] {
      let found = problem { () throws(StationPlanError) in
        try StationPlan(servers: 1, ratePerSecond: rate)
      }
      #expect(found == .ratePerSecond(rate))
    }
    #expect(plan([down, hole]) == .overlappingOutages(index: 1))
    #expect(plan([hole, down]) == .overlappingOutages(index: 0))
    #expect(plan([slow, slow]) == .overlappingOutages(index: 1))
    #expect(plan([slow, down]) == nil)
    #expect(plan([Outage(.down, from: at(20), to: at(30)), down]) == nil)
    #expect(plan([Outage(.down, from: at(5), to: at(5))]) == .emptyOutage(index: 0))
    let still = Outage(.slow(factor: 0), from: at(5), to: at(6))
    #expect(plan([down, still]) == .slowFactor(0, index: 1))
  }
}

struct Unexpected: Error {}

@Suite("What a station refuses to be told")
struct StationTrapTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A finish at another time than announced traps with the time")
  func wrongFinish() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var station = Station(try StationPlan(servers: 1))
      guard case .started(let start) = station.arrive(1, service: .seconds(1), at: .zero) else {
        return
      }
      _ = station.complete(start.ticket, at: SimTime(nanoseconds: 77))
    }
    #expect(message(result).contains("another time than announced; now is 77 ns"))
  }

  @Test("Time going back traps with both times")
  func timeBack() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var station = Station(try StationPlan(servers: 1))
      _ = station.arrive(1, service: .seconds(1), at: SimTime(nanoseconds: 50))
      _ = station.arrive(2, service: .seconds(1), at: SimTime(nanoseconds: 49))
    }
    #expect(message(result).contains("time went back from 50 ns; now is 49 ns"))
  }

  @Test("Passing over the boundary of an outage traps")
  func boundary() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let down = Outage(.down, from: SimTime(nanoseconds: 10), to: SimTime(nanoseconds: 20))
      var station = Station(try StationPlan(servers: 1, outages: [down]))
      _ = station.arrive(1, service: .seconds(1), at: SimTime(nanoseconds: 11))
    }
    #expect(message(result).contains("an outage passed over at 10 ns; now is 11 ns"))
  }
}
