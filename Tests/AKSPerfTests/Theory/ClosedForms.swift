import Foundation

/// Closed forms of queueing theory, in seconds and per second.
///
/// Sources: Kleinrock, *Queueing Systems* 1 (1975), chapters 3 and 5; Gross, Shortle, Thompson and
/// Harris, *Fundamentals of Queueing Theory* (4th ed., 2008), chapters 2 and 5. Written anew here:
/// nothing of the product is used.
enum ClosedForms {
  /// Erlang B: the share of arrivals lost by `servers` without a queue at `load` erlangs.
  static func erlangB(servers: Int, load: Double) -> Double {
    var blocked = 1.0
    for n in 1...servers { blocked = load * blocked / (Double(n) + load * blocked) }
    return blocked
  }

  /// Erlang C: the share of arrivals that wait.
  static func erlangC(servers: Int, load: Double) -> Double {
    let blocked = erlangB(servers: servers, load: load)
    let rho = load / Double(servers)
    return blocked / (1 - rho * (1 - blocked))
  }

  /// Pollaczek–Khinchine: the mean wait of one server, `squaredCV` of service being Var ÷ mean².
  static func meanWait(arrivals rate: Double, service: Double, squaredCV: Double) -> Double {
    let rho = rate * service
    return rho * service * (1 + squaredCV) / (2 * (1 - rho))
  }

  /// The stationary distribution of a birth–death process: state k, 0 to births.count.
  static func birthDeath(births: [Double], deaths: [Double]) -> [Double] {
    var weights = [1.0]
    for (up, down) in zip(births, deaths) { weights.append(weights[weights.count - 1] * up / down) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  /// The mean of an exponential time given that it is below `limit`.
  static func truncatedMean(_ mean: Double, below limit: Double) -> Double {
    let beyond = exp(-limit / mean)
    return mean - limit * beyond / (1 - beyond)
  }
}

/// M/M/c/K: `servers`, and room for `queue` more; also M/M/c/N with a finite population.
struct BirthDeathQueue {
  let states: [Double]
  let servers: Int
  /// Arrivals per second in each state, the blocked ones included.
  let arrivals: [Double]

  init(arrivals rate: Double, service: Double, servers: Int, queue: Int) {
    let room = servers + queue
    states = ClosedForms.birthDeath(
      births: Array(repeating: rate, count: room),
      deaths: (1...room).map { Double(min($0, servers)) / service })
    arrivals = Array(repeating: rate, count: room + 1)
    self.servers = servers
  }

  /// The machine repairman: `population` users who each think for `pause` between requests.
  init(population: Int, pause: Double, service: Double, servers: Int) {
    let births = (0..<population).map { Double(population - $0) / pause }
    states = ClosedForms.birthDeath(
      births: births, deaths: (1...population).map { Double(min($0, servers)) / service })
    arrivals = births + [0]
    self.servers = servers
  }

  private func mean(_ value: (Int) -> Double) -> Double {
    states.indices.reduce(0) { $0 + states[$1] * value($1) }
  }
  var arrivalRate: Double { mean { arrivals[$0] } }
  var queueLength: Double { mean { Double(max(0, $0 - servers)) } }
  var utilisation: Double { mean { Double(min($0, servers)) } / Double(servers) }
  var present: Double { mean { Double($0) } }
  /// Arrivals admitted per second.
  func throughput(service: Double) -> Double { utilisation * Double(servers) / service }
  /// By Little's law, of those admitted.
  func meanWait(service: Double) -> Double { queueLength / throughput(service: service) }
}

/// The demand of several networks of which each uses the session's draw with probability ρ.
///
/// Entry i of a waterfall fills iff its network's draw u lies below fill · P(price ≥ floor).
struct SharedDemand {
  let correlation: Double
  /// Network and threshold of each entry.
  let entries: [(network: Int, threshold: Double)]

  /// P(none of the first `count` entries fills): over the sets of networks on the common draw.
  func allFail(first count: Int) -> Double {
    var highest: [Int: Double] = [:]
    for entry in entries.prefix(count) {
      highest[entry.network] = max(highest[entry.network] ?? 0, entry.threshold)
    }
    let thresholds = highest.keys.sorted().map { highest[$0] ?? 0 }
    var total = 0.0
    for set in 0..<(1 << thresholds.count) {
      var probability = 1.0
      var common = 0.0
      for (k, threshold) in thresholds.enumerated() {
        if set >> k & 1 == 1 {
          probability *= correlation
          common = max(common, threshold)
        } else {
          probability *= (1 - correlation) * (1 - threshold)
        }
      }
      total += probability * (1 - common)
    }
    return total
  }

  var fillRate: Double { 1 - allFail(first: entries.count) }
  var attempts: Double { (0..<entries.count).reduce(0) { $0 + allFail(first: $1) } }
  var depthAtFill: Double {
    let sum = (1...entries.count).reduce(0.0) {
      $0 + Double($1) * (allFail(first: $1 - 1) - allFail(first: $1))
    }
    return sum / fillRate
  }
}
