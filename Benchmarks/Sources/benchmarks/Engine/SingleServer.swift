import Scheduler

/// An M/M/1 queue in event style: two kinds of events, and arrival times in a ring.
///
/// Arrivals at 1 a second, service of 0.9 s in the mean: a customer stays 9 s in the mean.
enum SingleServer {
  static let meanSojournSeconds = 9.0

  /// The standard error of the mean of the first `customers` sojourn times.
  ///
  /// Its asymptotic variance for ρ = 0.9, in service times: ρ(2 + 5ρ − 4ρ² + ρ³) ÷ (1 − ρ)⁴.
  static func standardError(customers: Int) -> Double {
    let rho = 0.9
    let shape = rho * (2 + 5 * rho - 4 * rho * rho + rho * rho * rho)
    let variance = shape / ((1 - rho) * (1 - rho) * (1 - rho) * (1 - rho))
    return 0.9 * (variance / Double(customers)).squareRoot()
  }

  struct Outcome {
    var seconds: Double
    var customers: Int
    /// The sum of all times from arrival to departure.
    var sojourn: SimDuration

    var customersPerSecond: Double { Double(customers) / seconds }
    var meanSeconds: Double { sojourn.inSeconds / Double(customers) }
  }

  /// Serves `customers`, with the engine's own random numbers.
  static func run(customers: Int) -> Outcome {
    run(customers: customers, DrawnTimes(stream: RandomStream(seed: 42, replication: 0)))
  }

  /// Serves `customers` with the times of a table: interarrival times, then service times.
  static func run(customers: Int, table: [Int64]) -> Outcome {
    run(customers: customers, TabledTimes(table: table))
  }

  private static func run(customers: Int, _ times: some Times) -> Outcome {
    let start = ContinuousClock.now
    var times = times
    var queue = EventQueue()
    var line = Line()
    var sojourn = SimDuration.zero
    var arrived = 0
    var left = 0
    queue.schedule(at: .zero + times.gap(arrived), payload: 0)
    while left < customers, let event = queue.popNext() {
      if event.payload == 0 {
        if line.isEmpty { queue.schedule(at: event.time + times.service(left), payload: 1) }
        line.append(event.time)
        arrived += 1
        queue.schedule(at: event.time + times.gap(arrived), payload: 0)
      } else {
        sojourn += event.time - line.removeFirst()
        left += 1
        if !line.isEmpty { queue.schedule(at: event.time + times.service(left), payload: 1) }
      }
    }
    let elapsed = ContinuousClock.now - start
    return Outcome(seconds: elapsed / .seconds(1), customers: left, sojourn: sojourn)
  }

  /// Where interarrival and service times come from.
  private protocol Times {
    mutating func gap(_ customer: Int) -> SimDuration
    mutating func service(_ customer: Int) -> SimDuration
  }

  /// Exponential times from counter-based draws, four to a block.
  private struct DrawnTimes: Times {
    let stream: RandomStream
    var gaps = RandomBlock((0, 0, 0, 0))
    var services = RandomBlock((0, 0, 0, 0))

    init(stream: RandomStream) { self.stream = stream }

    mutating func gap(_ customer: Int) -> SimDuration {
      if customer & 3 == 0 { gaps = block(customer, purpose: 1) }
      return Self.exponential(gaps.uniform(customer & 3), mean: 1e9)
    }

    mutating func service(_ customer: Int) -> SimDuration {
      if customer & 3 == 0 { services = block(customer, purpose: 2) }
      return Self.exponential(services.uniform(customer & 3), mean: 0.9e9)
    }

    private func block(_ customer: Int, purpose: UInt16) -> RandomBlock {
      stream.block(RandomCounter(subject: UInt64(customer >> 2), purpose: purpose))
    }

    private static func exponential(_ uniform: Double, mean: Double) -> SimDuration {
      .rounding(nanoseconds: -ExactMath.log(uniform) * mean)
    }
  }

  private struct TabledTimes: Times {
    let table: [Int64]

    func gap(_ customer: Int) -> SimDuration {
      SimDuration(nanoseconds: table[customer & (table.count / 2 &- 1)])
    }

    func service(_ customer: Int) -> SimDuration {
      let half = table.count / 2
      return SimDuration(nanoseconds: table[half &+ (customer & (half &- 1))])
    }
  }

  /// Arrival times of customers that have not left, first come, first served.
  private struct Line {
    private var times = [SimTime](repeating: .zero, count: 1 << 16)
    private var first = 0
    private var end = 0

    var isEmpty: Bool { first == end }

    mutating func append(_ time: SimTime) {
      precondition(end - first < times.count, "a line of 65 536")
      times[end & (times.count &- 1)] = time
      end &+= 1
    }

    mutating func removeFirst() -> SimTime {
      defer { first &+= 1 }
      return times[first & (times.count &- 1)]
    }
  }
}
