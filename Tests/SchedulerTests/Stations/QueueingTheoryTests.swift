import Scheduler
import Testing

/// Closed forms of the birth–death queues (Kleinrock, "Queueing Systems", volume 1, 1975).
private struct Theory {
  let utilisation: Double
  let meanQueue: Double
  let blocking: Double

  /// M/M/c with room for `room` waiting requests, by summing the stationary probabilities.
  init(load: Double, servers: Int, room: Int) {
    var weight = 1.0
    var total = 1.0
    var (busy, queue) = (0.0, 0.0)
    for n in 1...(servers + room) {
      weight *= load / Double(min(n, servers))
      total += weight
      busy += weight * Double(min(n, servers))
      queue += weight * Double(max(0, n - servers))
    }
    utilisation = busy / total / Double(servers)
    meanQueue = queue / total
    blocking = weight / total
  }
}

/// Simulates a station with Poisson arrivals and exponential service of 1 ms in the mean.
///
/// Measures from one tenth of the expected span to nine tenths of it.
private func simulate(
  seed: UInt64, load: Double, servers: Int, queueLimit: Int?, customers: Int
) throws -> StationStatistics {
  var random = SeededGenerator(seed: seed)
  var queue = EventQueue()
  var station = MeasuredStation(try StationPlan(servers: servers, queueLimit: queueLimit))
  let tenth = SimDuration.rounding(nanoseconds: 1e5 / load * Double(customers))
  station.beginMeasuring(at: .zero + tenth, until: .zero + tenth * 9)
  let arrival = UInt64.max
  func gap(_ mean: Double) -> SimDuration {
    .rounding(nanoseconds: random.exponential(mean: mean))
  }
  queue.schedule(at: .zero, payload: arrival)
  var arrived = 0
  while let event = queue.popNext() {
    var start: StationStart?
    if event.payload == arrival {
      start = station.arrive(UInt32(arrived), service: gap(1e6), at: event.time).start
      arrived += 1
      if arrived < customers {
        queue.schedule(at: event.time + gap(1e6 / load), payload: arrival)
      }
    } else {
      start = station.complete(StationTicket(rawValue: event.payload), at: event.time).next
    }
    if let start { queue.schedule(at: start.finish, payload: start.ticket.rawValue) }
  }
  #expect(station.station.isBalanced)
  return station.statistics(at: queue.now)
}

#if DEBUG
  private let customers = 6_000
#else
  private let customers = 400_000
#endif

/// The mean of ten replications and its standard error.
private struct Estimate {
  let mean: Double
  let standardError: Double

  init(_ values: [Double]) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    standardError = (squares / (count - 1) / count).squareRoot()
  }

  /// True within the 99.9 % confidence interval of Student's t with 9 degrees of freedom.
  func covers(_ expected: Double) -> Bool { abs(mean - expected) <= 4.781 * standardError }
}

private struct Case: Sendable, CustomTestStringConvertible {
  let load: Double
  let servers: Int
  var queueLimit: Int?

  var testDescription: String {
    "load \(load), servers \(servers), queue limit \(queueLimit.map { "\($0)" } ?? "none")"
  }

  static let all = [
    Case(load: 0.5, servers: 1), Case(load: 0.8, servers: 1), Case(load: 3.2, servers: 4),
    Case(load: 16, servers: 20), Case(load: 0.9, servers: 1, queueLimit: 4),
    Case(load: 4, servers: 4, queueLimit: 6), Case(load: 2, servers: 3, queueLimit: 0),
    Case(load: 8, servers: 2, queueLimit: 3),
  ]
}

@Suite("The station against queueing theory")
struct QueueingTheoryTests {
  @Test("Utilisation, queue, wait and blocking agree", arguments: Case.all)
  private func agrees(_ example: Case) throws {
    let seeds = 20_260..<20_270 as Range<UInt64>
    let (load, servers) = (example.load, example.servers)
    let theory = Theory(load: load, servers: servers, room: example.queueLimit ?? 2_000)
    let runs = try seeds.map { seed in
      try simulate(
        seed: seed, load: load, servers: servers, queueLimit: example.queueLimit,
        customers: customers)
    }
    // Little's law with the rate of those let in; the mean service of 1 ms is the unit of load.
    let wait = theory.meanQueue / (load * (1 - theory.blocking)) * 1e6
    let pairs: [(name: String, found: Estimate, expected: Double)] = [
      ("utilisation", Estimate(runs.map(\.utilisation)), theory.utilisation),
      ("queue", Estimate(runs.map(\.meanQueueLength)), theory.meanQueue),
      ("wait", Estimate(runs.map(\.meanWaitNanoseconds)), wait),
      ("blocking", Estimate(runs.map(blocking)), example.queueLimit == nil ? 0 : theory.blocking),
    ]
    for (name, found, expected) in pairs {
      #expect(found.covers(expected), "\(name): \(found), not \(expected); seeds \(seeds)")
      // A wide interval would cover anything.
      let widest = customers > 100_000 ? 0.02 : 0.15
      #expect(found.standardError <= widest * expected, "\(name): \(found)")
    }
  }

  private func blocking(_ run: StationStatistics) -> Double {
    Double(run.counts.rejectedQueueFull) / Double(run.counts.arrived)
  }

  @Test("The closed forms of M/M/1, Erlang B and Erlang C come out of the theory used here")
  func theory() {
    let single = Theory(load: 0.8, servers: 1, room: 2_000)
    #expect(abs(single.meanQueue - 0.64 / 0.2) < 1e-9)
    // Erlang B for 2 erlangs on 3 servers is 4/19.
    #expect(abs(Theory(load: 2, servers: 3, room: 0).blocking - 4.0 / 19) < 1e-12)
    // Erlang C for 1 erlang on 2 servers is 1/3, and the queue C · ρ / (1 − ρ) is 1/3.
    #expect(abs(Theory(load: 1, servers: 2, room: 2_000).meanQueue - 1.0 / 3) < 1e-9)
  }
}
