import AKSPerf
import Scheduler
import Testing

/// Variants of a scenario see the same draws. One session a replication, so tallies are sessions.
@Suite("Variants of a scenario see common random numbers")
struct CommonRandomNumbersTests {
  private static func run(
    fills: [Double], jobs: Int = 1, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let sources = fills.map { WaterfallForms.Source(fill: $0, mean: 0.3) }
    var scenario = WaterfallForms.scenario("common", sources, rate: 1, hours: 1)
    scenario.arrivals = .trace([.zero])
    scenario.warmup = .fixed(.zero)
    scenario.replications = 400
    scenario.demandCorrelation = 0.5
    scenario.fillPersistence = .minutes(10)
    change(&scenario)
    return try Simulation(scenario).run(jobs: jobs)
  }

  private static func attempt(_ result: ReplicationResult, _ network: Int) -> Histogram {
    result.tally.histogram(.attemptLatency, [.network("NET\(network)")])
  }

  @Test("A network's fill leaves the latencies of all attempts as they are")
  func latenciesStay() throws {
    let before = try Self.run(fills: [0.6, 0.4, 0.5])
    let after = try Self.run(fills: [0.3, 0.4, 0.5])
    var compared = 0
    for (a, b) in zip(before.results, after.results) {
      #expect(Self.attempt(a, 1) == Self.attempt(b, 1))
      for network in 2...3 where !Self.attempt(a, network).isEmpty {
        // With less fill before it a network is still asked, and answers at the same time.
        #expect(Self.attempt(a, network) == Self.attempt(b, network))
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  @Test("No session loses its fill, or fills deeper, when a network's fill rises")
  func monotone() throws {
    var fills = [0.3, 0.2, 0.4]
    var reports = [try Self.run(fills: fills)]
    for (network, fill) in [(0, 0.31), (1, 0.5), (2, 0.6), (0, 0.9)] {
      fills[network] = fill
      reports.append(try Self.run(fills: fills))
    }
    for (before, after) in zip(reports, reports.dropFirst()) {
      for (a, b) in zip(before.results, after.results)
      where a.tally.count(.loadsFilled, .total) == 1 {
        #expect(b.tally.count(.loadsFilled, .total) == 1)
        #expect(
          b.tally.count(.fillDepthSum, .total) <= a.tally.count(.fillDepthSum, .total))
      }
      let gained = after.ratio(.fillRate)?.numerator ?? 0
      #expect(gained >= before.ratio(.fillRate)?.numerator ?? 0)
    }
  }

  @Test("No session pays a lower price when its network's prices rise")
  func priceMonotone() throws {
    func revenues(_ mean: Double) throws -> [Double] {
      try Self.run(fills: [0.6, 0.4]) { scenario in
        scenario.networks[0].price = PerFormat(repeating: .exponential(mean: mean))
        scenario.networks[1].price = PerFormat(repeating: .exponential(mean: 2))
        scenario.journeys[0].steps = [.show(placeholder: 0, ifNotReady: .load, budget: nil)]
      }.results.map { $0.tally.count(.revenue, .total) }
    }
    for (low, high) in zip(try revenues(5), try revenues(5.5)) { #expect(high >= low) }
  }

  @Test("Fill 0.60 to 0.61 changes the fingerprint")
  func fingerprintChanges() throws {
    let before = try Self.run(fills: [0.60])
    let after = try Self.run(fills: [0.61])
    #expect(before.header.fingerprint != after.header.fingerprint)
    let changed = zip(before.results, after.results).filter { $0.fingerprint != $1.fingerprint }
    // One session in a hundred fills that did not; the others are told apart by their prices only.
    #expect(changed.count >= 1 && changed.count < 20)
  }

  @Test("A run repeated, or split over two jobs, has the same fingerprint and tallies")
  func repeated() throws {
    let first = try Self.run(fills: [0.5, 0.5])
    let second = try Self.run(fills: [0.5, 0.5], jobs: 2)
    #expect(first.header.fingerprint == second.header.fingerprint)
    #expect(first.results == second.results)
  }

  @Test("Another network in front leaves the draws of those behind it")
  func insertedNetwork() throws {
    let alone = try Self.run(fills: [0, 0.5])
    let behind = try Self.run(fills: [0, 0.5]) { scenario in
      scenario.placeholders[0].remote.waterfall.insert(WaterfallEntry(network: 0), at: 0)
    }
    for (a, b) in zip(alone.results, behind.results) {
      #expect(Self.attempt(a, 2) == Self.attempt(b, 2))
      #expect(a.tally.count(.loadsFilled, .total) == b.tally.count(.loadsFilled, .total))
    }
  }

  /// A session's first load and all of its loads, under one strategy and the other.
  private func compare(
    correlation: Double, persistence: SimDuration?, steps: [JourneyStep]? = nil
  ) throws -> [(sequential: ReplicationTally, parallel: ReplicationTally)] {
    func results(_ strategy: MediationStrategy) throws -> [ReplicationTally] {
      try Self.run(fills: [0.3, 0.5, 0.4]) { scenario in
        scenario.demandCorrelation = correlation
        scenario.fillPersistence = persistence
        scenario.placeholders[0].remote.strategy = strategy
        for network in scenario.networks.indices {
          scenario.networks[network].prepare = .exponential(mean: 20e6)
          scenario.networks[network].expiry = PerFormat(repeating: .seconds(10))
        }
        if let steps { scenario.journeys[0].steps = steps }
      }.results.map { ReplicationTally($0) }
    }
    let all = MediationStrategy.parallel(batch: 3, pick: .first, batchTimeout: nil)
    return Array(zip(try results(.sequential), try results(all))).map { ($0, $1) }
  }

  /// The loads of one session.
  private struct ReplicationTally {
    var filled: Int
    var latency: Double
    var failureLatency: Double

    init(_ result: ReplicationResult) {
      filled = Int(result.tally.count(.loadsFilled, .total))
      latency = result.tally.histogram(.loadLatency, .total).mean ?? 0
      failureLatency = result.tally.histogram(.loadFailureLatency, .total).mean ?? 0
    }
  }

  @Test(
    "Parallel with all at once and pick first is never slower than sequential in any session",
    arguments: [0, 0.5, 1], [nil, SimDuration.minutes(10)])
  func parallelIsNeverSlower(correlation: Double, persistence: SimDuration?) throws {
    var faster = 0
    for (a, b) in try compare(correlation: correlation, persistence: persistence) {
      #expect(a.filled == b.filled)
      #expect(b.latency <= a.latency && b.failureLatency <= a.failureLatency)
      if b.latency < a.latency || b.failureLatency < a.failureLatency { faster += 1 }
    }
    #expect(faster > 200)
  }

  @Test("So it is where a session loads again and again at given instants")
  func parallelLoadsAreNeverSlower() throws {
    let steps = [
      JourneyStep.repeated(
        count: .constant(5),
        steps: [
          .load(placeholder: 0, awaited: false, budget: nil), .wait(.constant(60e9)),
        ])
    ]
    for (a, b) in try compare(correlation: 0.5, persistence: .minutes(2), steps: steps) {
      #expect(a.filled == b.filled)
      #expect(b.latency <= a.latency && b.failureLatency <= a.failureLatency)
    }
  }
}
