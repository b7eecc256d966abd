/// M/M/1 at ρ = 0.9: customers a second of wall-clock time, in the style each program asks for.
enum SingleServerBenchmark {
  static func rows(_ plan: Plan) throws -> [Row] {
    let customers = plan.isSmall ? 100_000 : 3_000_000
    return try drawn(plan, customers).rows(runs: plan.runs)
      + tabled(plan, customers).rows(runs: plan.runs)
  }

  /// With random numbers of each program's own.
  private static func drawn(_ plan: Plan, _ customers: Int) -> Contest {
    var contest = Contest(
      subject: "M/M/1", size: "own random numbers", unit: "customers/s", kind: .rate,
      contenders: [
        .init(name: "perfbench", remark: "events, counter-based random numbers") {
          let outcome = SingleServer.run(customers: customers)
          try check("perfbench", mean: outcome.meanSeconds, customers)
          return .init(figure: outcome.customersPerSecond)
        }
      ])
    // Slow programs serve fewer; each mean has its own error.
    let slow = plan.isSmall ? 10_000 : 200_000
    let peers: [(Peers, Int)] = [
      (.priorityQueue, customers), (.cimba, customers), (.ns3Heap, customers),
      (.ns3, customers), (.simpy, slow), (.ciw, plan.isSmall ? 5_000 : 50_000),
    ]
    for (peer, customers) in peers {
      let arguments = peer.script == nil ? ["mm1", "\(customers)"] : ["\(customers)"]
      contest.add(peer) {
        let (rate, pairs) = try run(peer, arguments)
        guard let mean = pairs["mean"].flatMap(Double.init) else {
          throw Failure("\(peer.name) gave no mean")
        }
        try check(peer.name, mean: mean, customers)
        return .init(figure: rate)
      }
    }
    return contest
  }

  /// With numbers drawn before the clock starts, so that the event list is most of the work.
  private static func tabled(_ plan: Plan, _ customers: Int) throws -> Contest {
    let table =
      try Law.draw(.exponential(mean: 1e9), key: "gaps")
      + Law.draw(.exponential(mean: 0.9e9), key: "services")
    let file = try Law.write(table, as: "single server")
    var contest = Contest(
      subject: "M/M/1", size: "numbers from a table", unit: "customers/s", kind: .rate,
      contenders: [
        .init(name: "perfbench", remark: "events") {
          let outcome = SingleServer.run(customers: customers, table: table)
          return .init(
            figure: outcome.customersPerSecond, finding: "\(outcome.sojourn.nanoseconds)")
        }
      ])
    contest.add(.priorityQueue) {
      let (rate, pairs) = try run(.priorityQueue, ["mm1", "\(customers)", file])
      return .init(figure: rate, finding: pairs["sojourn"])
    }
    return contest
  }

  private static func run(
    _ peer: Peers, _ arguments: [String]
  ) throws -> (rate: Double, pairs: [String: String]) {
    let pairs = try peer.run(arguments)
    guard let rate = pairs["customersPerSecond"].flatMap(Double.init) else {
      throw Failure("\(peer.name) gave no rate")
    }
    return (rate, pairs)
  }

  /// Throws when a mean sojourn time is more than five standard errors off.
  static func check(_ name: String, mean: Double, _ customers: Int) throws {
    let expected = SingleServer.meanSojournSeconds
    // An empty start lowers the mean of few customers a little.
    let allowed = 5 * SingleServer.standardError(customers: customers) + 500 / Double(customers)
    guard abs(mean - expected) <= allowed else {
      throw Failure("M/M/1: \(name) found a mean stay of \(mean) s instead of \(expected) s")
    }
  }
}
