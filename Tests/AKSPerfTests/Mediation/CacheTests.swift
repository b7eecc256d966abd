import Scheduler
import Testing

@testable import AKSPerf

@Suite("Cached ads")
struct CacheTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], depth: Int = 1, refill: CachePolicy.Refill = [],
    expiry: SimDuration = .seconds(10), change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) { scenario in
      scenario.networks[0].expiry = PerFormat(repeating: expiry)
      scenario.placeholders[0].cache.depth = depth
      scenario.placeholders[0].cache.refill = refill
      change(&scenario)
    }
  }

  @Test("an ad is shown until, not at, its expiry")
  func expiry() throws {
    let fresh = try run([W.load(), W.wait(10_099), W.show(.skip)])
    #expect(fresh.n(found: .hit) == 1 && fresh.us(.cacheAge) == 9_999_000)
    let expired = try run([W.load(), W.wait(10_100), W.show(.skip)])
    #expect(expired.n(found: .expired) == 1 && expired.n(.skipped) == 1)
    #expect(expired.n(.adsExpired) == 1 && expired.n(.shows) == 0)
  }

  @Test("an expired ad leaves at the next look, and refills at once where asked")
  func refillOnExpiry() throws {
    let lazy = try run([W.load(), W.wait(60_000)])
    #expect(lazy.n(.loads) == 1 && lazy.n(.adsExpired) == 1)
    // Ads at 0.1, 10.2, 20.3 … s.
    let eager = try run([W.load(), W.wait(60_000)], refill: [.onExpiry])
    #expect(eager.n(.loads) == 6 && eager.n(.adsExpired) == 5 && eager.n(.adsLost) == 1)
    // A show at the very instant of the expiry finds the ad expired before its timer does.
    let tied = try run(
      [W.load(), W.wait(10_100), W.show(.skip), W.wait(1_000)], refill: [.onExpiry])
    #expect(tied.n(found: .expired) == 1 && tied.n(.loads) == 2 && tied.n(.adsLost) == 1)
  }

  @Test("a slot that refills is filled to its depth, one load at a time")
  func depth() throws {
    let report = try run(
      [W.load(), W.wait(1_000), W.show(.skip), W.wait(1_000)], depth: 3, refill: [.onDismiss])
    #expect(report.n(.loads) == 4 && report.n(.adsLost) == 3)
    #expect(report.us(.timeToShow) == 0 && report.us(.cacheAge) == 900_000)
    let plain = try run([W.load(), W.wait(1_000)], depth: 3)
    #expect(plain.n(.loads) == 1)
  }

  @Test("an ad that a step waited for is missed when it leaves the screen, not when it comes")
  func refillOfAWait() throws {
    let report = try run(
      [W.load(), W.show(.wait), W.wait(1_000), W.show(.skip)], refill: [.onDismiss])
    // Shown at 0.1 s for five seconds; the next load starts then and is there 0.1 s later.
    #expect(report.n(.loads) == 3 && report.us(.cacheAge) == 900_000)
    // Room that the ad would not have filled is room at once.
    let deep = try run([W.load(), W.show(.wait)], depth: 2, refill: [.onDismiss])
    #expect(deep.n(.loads) == 3 && deep.n(.adsLost) == 2)
    for refill: CachePolicy.Refill in [.afterFailure, .onExpiry] {
      let other = try run([W.load(), W.show(.wait), W.wait(1_000)], refill: refill)
      #expect(other.n(.loads) == 1)
    }
  }

  @Test("a slot may refill while its ad is on screen")
  func refillOnShow() throws {
    let steps = [W.load(), W.wait(1_000), W.show(.skip), W.wait(1_000), W.show(.skip)]
    let report = try run(steps, refill: [.onShow])
    // Shown at 1 s for five seconds, with the next one there from 1.1 s on, shown at 7 s.
    #expect(report.n(.loads) == 3 && report.range(.cacheAge) == [900_000, 5_900_000])
    let later = try run(steps, refill: [.onDismiss])
    #expect(later.n(.loads) == 3 && later.range(.cacheAge) == [900_000, 900_000])
  }

  @Test("the oldest ad is shown first")
  func oldestFirst() throws {
    let report = try run(
      [W.load(), W.wait(1_000), W.load(), W.wait(2_000), W.show(.skip), W.show(.skip)], depth: 2,
      expiry: .hours(1))
    // Loaded at 0.1 and 1.1 s, shown at 3 and, after five seconds, at 8 s.
    #expect(report.range(.cacheAge) == [2_900_000, 6_900_000])
  }

  @Test("two loads at once fill two places of a deep slot")
  func parallelLoads() throws {
    let report = try run([W.load(), W.load(), W.load(), W.wait(200)], depth: 2)
    #expect(report.n(.loads) == 2 && report.n(.loadsJoined) == 1 && report.n(.adsLost) == 2)
  }

  @Test("a dismissal, and a failed presentation, refill only where asked")
  func refills() throws {
    let steps: [JourneyStep] = [W.load(), W.wait(200), W.show(.skip), W.wait(200)]
    #expect(try run(steps).n(.loads) == 1)
    #expect(try run(steps, refill: [.onDismiss]).n(.loads) == 2)
    func late(_ refill: CachePolicy.Refill) throws -> Report {
      try run(steps, refill: refill) {
        $0.networks[0].showOverhead = .constant(9e9)
        $0.networks[0].presentTimeout = .seconds(5)
      }
    }
    #expect(try late([.onDismiss]).n(.loads) == 1)
    let after = try late([.afterFailure])
    #expect(after.n(.loads) == 2 && after.n(.adsUnfit) == 1)
    #expect(after.us(.timeToOutcome) == 5_000_000)
  }

  @Test("an expired ad counts as cached up to its expiry, whenever it is found")
  func cachedUntilExpiry() throws {
    // Ready from 0.1 to 10.1 s of an hour.
    let ended = try run([W.load(), W.wait(600_000)])
    #expect(abs((ended.gauge(.adsCached)?.mean.value ?? 0) - 10.0 / 3600) < 1e-12)
    #expect(ended.n(.adsExpired) == 1)
    let open = try run([W.load(), W.wait(7_200_000)]) { $0.drain = .zero }
    #expect(abs((open.gauge(.adsCached)?.mean.value ?? 0) - 10.0 / 3600) < 1e-12)
    #expect(open.n(.adsExpired) == 1 && open.n(.adsCachedAtEnd) == 0)
    // Of two ads at 0.1 and 5.1 s, one is shown at 8 s.
    let two = try run(
      [W.load(), W.wait(5_000), W.load(), W.wait(3_000), W.show(.skip), W.wait(9_000)], depth: 2)
    let seconds = 7.9 + 10
    #expect(abs((two.gauge(.adsCached)?.mean.value ?? 0) - seconds / 3600) < 1e-12)
  }

  @Test("a slot knows of an expired ad until its next opportunity, whatever is called before")
  func expiredBefore() throws {
    // The load at 10.4 s throws the ad away and fails.
    let report = try run(
      [W.load(), W.wait(10_400), W.load(), W.wait(100), W.show(.skip), W.show(.skip)]
    ) {
      $0.backends[0].outages = [BackendOutage(from: .seconds(5), to: .hours(1), kind: .down)]
    }
    #expect(report.n(found: .expired) == 1 && report.n(found: .cold) == 1)
  }

  @Test("what was loaded was shown, expired, gave way, was lost or is still there")
  func balance() throws {
    let report = try W.run(
      [W.load(), W.wait(7_200_000)], at: [.zero, .seconds(1800)], duration: .hours(1)
    ) {
      $0.drain = .minutes(30)
      $0.networks[0].expiry = PerFormat(repeating: nil)
    }
    #expect(report.n(.adsLoaded) == 2 && report.n(.adsCachedAtEnd) == 2)
  }
}
