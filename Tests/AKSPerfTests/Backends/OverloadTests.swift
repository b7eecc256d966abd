import Testing

@testable import AKSPerf

/// A queue that only grows makes every wait a matter of the duration.
@Suite struct OverloadTests {
  private func warnings(servers: Int) throws -> [String] {
    let scenario = try Minimal.read([
      ("seed", "3"), ("replications", "2"), ("duration", "\"10m\""), ("drain", "\"1m\""),
      ("backends", "{ exchange: { owned: true, servers: \(servers), service: \"1s\" } }"),
      ("journeys", "{ main: [{ show: \"level_end\", ifNotReady: \"load\" }] }"),
    ])
    return try Simulation(scenario).run().warnings
  }

  @Test func aQueueThatGrowsToTheEndIsWarnedOf() throws {
    #expect(
      try warnings(servers: 4) == [
        "the queue of 'exchange' grew to the end, so its waits depend on the duration; it needs "
          + "more servers or fewer requests"
      ])
  }

  @Test func aBusyQueueThatEmptiesIsNot() throws {
    #expect(try warnings(servers: 6) == [])
  }
}
