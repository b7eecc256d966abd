import Scheduler
import Testing

@testable import AKSPerf

/// Seeded random worlds: none may trap or break an invariant, and each must repeat itself.
@Suite("Random scenarios")
struct RandomTrialTests {
  @Test("a random world repeats itself and keeps every invariant", arguments: 0..<8)
  func repeatsItself(part: Int) throws {
    for seed in UInt64(part * 25)..<UInt64(part * 25 + 25) {
      let scenario = RandomScenario.make(seed: seed)
      do {
        let first = try Simulation(scenario).run(jobs: 1)
        var other = Simulation(scenario)
        // Small worlds fit in the caches and read nothing ahead by themselves.
        other.bounds.sessionsReadAhead = 0
        let second = try other.explain(jobs: 2).report
        #expect(first.header.fingerprint == second.header.fingerprint, "seed \(seed)")
        #expect(first.results == second.results, "seed \(seed)")
        let ads = first.n(.adsShown) + first.n(.adsWasted) + first.n(.adsCachedAtEnd)
        #expect(first.n(.fills) == ads, "seed \(seed)")
        #expect(first.n(.bytesWasted) <= first.n(.bytesDownloaded), "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}
