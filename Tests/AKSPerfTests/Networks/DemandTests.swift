import Scheduler
import Testing

@testable import AKSPerf

@Suite("Demand")
struct DemandTests {
  typealias W = TinyWorld

  private static let many = (0..<1_000).map { SimDuration.seconds(Int64($0)) }

  @Test("a retry within the persistence never fills, one after it is a new draw")
  func persistence() throws {
    func run(_ persistence: SimDuration?, retries: Int) throws -> Report {
      let delays = Array(repeating: SimDuration.seconds(20), count: retries)
      return try W.run([W.load(), W.wait(500_000)], at: Self.many) {
        $0.networks[0].fill = PerFormat(repeating: 0.5)
        $0.fillPersistence = persistence
        $0.placeholders[0].remote.retry = .list(delays)
      }
    }
    let once = try run(.minutes(10), retries: 0)
    let within = try run(.minutes(10), retries: 5)
    #expect(once.n(.loadsFilled) == within.n(.loadsFilled))
    #expect(abs(once.n(.loadsFilled) - 500) < 60)
    for persistence in [nil, SimDuration.seconds(20)] {
      let after = try run(persistence, retries: 2)
      #expect(abs(after.n(.loadsFilled) - 875) < 45)
    }
  }

  @Test(
    "entries of one network share the draw, so a lower floor fills what a higher one refused",
    arguments: [SimDuration.minutes(10), .milliseconds(50)])
  func floors(persistence: SimDuration) throws {
    // The second entry is asked after 100 ms: a load keeps the demand of its start to its end.
    func run(_ floors: [Double?]) throws -> Report {
      try W.run([W.load(awaited: true)], at: Self.many) {
        $0.fillPersistence = persistence
        $0.networks[0].fill = PerFormat(repeating: 0.8)
        $0.networks[0].price = PerFormat(repeating: .uniform(low: 0, high: 10))
        $0.placeholders[0].remote.waterfall = floors.map { WaterfallEntry(network: 0, floor: $0) }
      }
    }
    // The bid is at least 5 in half of the bids: the same half for both entries.
    let high = try run([5])
    let both = try run([5, nil])
    let open = try run([nil])
    #expect(abs(high.n(.loadsFilled) - 400) < 55)
    #expect(both.n(.loadsFilled) == open.n(.loadsFilled))
    let again = try run([5, 5, 5])
    #expect(again.n(.loadsFilled) == high.n(.loadsFilled))
    #expect(
      high.n(.belowFloor, of: .attemptOutcomes) == open.n(.loadsFilled) - high.n(.loadsFilled))
    #expect(high.n(.loadFailures, [.reason(.noFill)]) == 1_000 - high.n(.loadsFilled))
  }

  @Test("correlated demand refuses together, independent demand does not")
  func correlation() throws {
    func filled(_ correlation: Double) throws -> Int {
      try W.run([W.load(awaited: true)], at: Self.many) { scenario in
        scenario.networks[0].fill = PerFormat(repeating: 0.5)
        W.addNetwork(to: &scenario, answer: 10, fill: 0.5)
        scenario.demandCorrelation = correlation
      }.n(.loadsFilled)
    }
    #expect(abs(try filled(1) - 500) < 60)
    #expect(abs(try filled(0) - 750) < 55)
    // Both use the common draw in a quarter of sessions: 1/4 · 1/2 + 3/4 · 3/4.
    #expect(abs(try filled(0.5) - 687) < 60)
  }

  @Test("a region's fill multiplies, up to certainty")
  func geo() throws {
    for (factor, expected) in [(0.5, 300), (4.0, 1_000)] {
      let report = try W.run([W.load(awaited: true)], at: Self.many) {
        $0.networks[0].fill = PerFormat(repeating: 0.6)
        $0.geos[0].fill = factor
      }
      #expect(abs(report.n(.loadsFilled) - expected) < (expected == 1_000 ? 1 : 55))
    }
  }
}
