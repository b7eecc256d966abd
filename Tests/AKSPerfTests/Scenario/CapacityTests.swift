import Scheduler
import Testing

@testable import AKSPerf

/// The reader takes nothing that the engine cannot carry.
@Suite struct CapacityTests {
  private func network(_ keys: String) -> [(String, String?)] {
    [("networks", "{ ADMOB: { backend: \"exchange\", \(keys) }, MAX: { backend: \"exchange\" } }")]
  }

  @Test func theGreatestPriceAndSizeAreCarried() throws {
    let scenario = try Minimal.read(network("price: 4000, creative: \"4GB\""))
    #expect(scenario.networks[0].price[.rewarded] == .constant(4_000))
    #expect(Bid(price: 4_000).microDollars == 4_000_000_000)
    #expect(Bid(price: 4_001).microDollars == 4_000_000_000)
  }

  @Test(arguments: [
    "price: 4000.1", "price: { exponential: { mean: 5000 } }", "creative: \"4.1GB\"",
    "responseSize: { lognormal: { median: \"5GB\", p95: \"6GB\" } }",
    "price: { shifted: { of: { uniform: [3000, 4000] }, by: 2000 } }",
    "creative: { geometric: { mean: 90, unit: \"1GB\" } }", "streamStart: \"5GB\"",
  ])
  func whatCannotBeCarriedIsRefused(_ keys: String) {
    let error = mistake { () throws(ScenarioError) in try Minimal.read(network(keys)) }
    #expect(error?.description.contains("s.json5:5:") == true)
  }

  @Test func aTailBeyondTheLimitIsTaken() throws {
    _ = try Minimal.read(network("price: { lognormal: { median: 3000, p95: 4000 } }"))
  }

  @Test func aGeosFactorCannotLiftAPriceAboveTheLimit() throws {
    func geos(_ factor: String) -> [(String, String?)] {
      network("price: { rewarded: { uniform: [10, 30] }, default: 1 }")
        + [("geos", "{ US: { price: \(factor) }, BR: {} }")]
    }
    _ = try Minimal.read(geos("200"))
    let error = mistake { () throws(ScenarioError) in try Minimal.read(geos("201")) }
    #expect(error?.description.contains("price of 'ADMOB' above the limit of 4000") == true)
  }

  @Test func aRateLimitThatCannotBeHeldIsRefusedAtItsKey() throws {
    func backends(_ rate: String) -> [(String, String?)] {
      [("backends", "{ exchange: { service: \"80ms\", owned: true, rateLimit: \"\(rate)\" } }")]
    }
    _ = try CompiledScenario(try Minimal.read(backends("0.000000001/s")))
    let error = mistake { () throws(ScenarioError) in try Minimal.read(backends("0.000000001/d")) }
    #expect(error?.description.contains("at least 0.000000001/s") == true)
  }

  /// A choice of `n` branches is the choice, a jump for each branch, and the end.
  @Test func aJourneyIsAsLongAsItIsCompiled() throws {
    func journeys(_ n: Int) -> [(String, String?)] {
      let branch = "{ weight: 1, steps: [] },"
      let branches = String(repeating: branch, count: n)
      return [("journeys", "{ main: [{ choose: [\(branches)] }] }")]
    }
    let longest = Limits.journeySteps - 2
    _ = try CompiledScenario(try Minimal.read(journeys(longest)))
    let error = mistake { () throws(ScenarioError) in try Minimal.read(journeys(longest + 1)) }
    #expect(error?.description.contains("more than 60000 steps") == true)
    func loops(_ n: Int) -> [(String, String?)] {
      let loop = "{ repeat: 1, steps: [] },"
      return [("journeys", "{ main: [\(String(repeating: loop, count: n))] }")]
    }
    _ = try CompiledScenario(try Minimal.read(loops(29_999)))
    _ = mistake { () throws(ScenarioError) in try Minimal.read(loops(30_000)) }
  }
}
