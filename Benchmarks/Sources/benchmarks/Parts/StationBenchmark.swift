import Scheduler

/// What a visit to a station costs: an arrival, a wait in line, a service, a departure.
enum StationBenchmark {
  static func rows(_ plan: Plan) throws -> [Row] {
    let visits = plan.isSmall ? 1 << 14 : 1 << 21
    return try [1, 256].flatMap { servers in
      try Contest(
        subject: "station visit",
        size: "\(servers == 1 ? "1 server" : "\(servers) servers"), 10 in line", unit: "ns/visit",
        contenders: [
          .init(name: "perfbench") { .init(figure: try run(servers: servers, visits: visits)) }
        ]
      ).rows(runs: plan.runs)
    }
  }

  /// One departure and one arrival after the other, with ten requests in line throughout.
  private static func run(servers: Int, visits: Int) throws -> Double {
    var station = Station(try StationPlan(servers: servers))
    let service = SimDuration.milliseconds(1)
    var now = SimTime.zero
    // Finishes come in the order of starts, since all services last as long.
    var started: [StationStart] = []
    for request in 0..<UInt32(servers) {
      now += .microseconds(1)
      guard case .started(let start) = station.arrive(request, service: service, at: now) else {
        throw Failure("a free server did not take a request")
      }
      started.append(start)
    }
    for request in 0..<UInt32(10) { _ = station.arrive(request, service: service, at: now) }
    let servedBefore = station.totals.served
    var first = 0
    var failed = false
    let cost = Timed.nanoseconds(visits) {
      for _ in 0..<visits {
        now = started[first].finish
        guard
          case .served(let request, let next?) = station.complete(started[first].ticket, at: now)
        else {
          failed = true
          break
        }
        started[first] = next
        first = first + 1 == servers ? 0 : first + 1
        _ = station.arrive(request, service: service, at: now)
      }
    }
    let served = station.totals.served - servedBefore
    guard !failed, served == visits, station.queueLength == 10, station.busyServers == servers
    else { throw Failure("a station with \(servers) servers lost its count") }
    return cost
  }
}
