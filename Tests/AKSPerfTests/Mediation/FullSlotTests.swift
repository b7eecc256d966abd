import Scheduler
import Testing

@testable import AKSPerf

/// Calls of load for a slot that is full of ready ads, with no load in flight.
@Suite("Loads of full slots")
struct FullSlotTests {
  typealias W = TinyWorld

  private func run(
    _ onFull: AppCode.OnFull, _ steps: [JourneyStep], depth: Int = 1,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      $0.placeholders[0].appCode.onFull = onFull
      $0.placeholders[0].cache.depth = depth
      change(&$0)
    }
  }

  /// A load at zero, ready at 0.1 s, and one more at 0.2 s.
  private static let twice = [W.load(), W.wait(200), W.load(), W.wait(200)]

  @Test("a load of a full slot is answered loaded, fails, is dropped, or replaces the ad")
  func kinds() throws {
    let loaded = try run(.loaded, Self.twice + [W.show(.skip)])
    #expect(loaded.n(.onLoaded) == 2 && loaded.n(.loadsAnswered) == 1 && loaded.n(.loads) == 1)
    #expect(loaded.us(.cacheAge) == 300_000)
    let error = try run(.error, Self.twice + [W.show(.skip)])
    #expect(error.n(.onLoaded) == 1 && error.n(.onFailedToLoad) == 1 && error.n(.loads) == 1)
    #expect(error.n(.busy, of: .loadsGated) == 1 && error.n(.loadsAnswered) == 0)
    #expect(error.us(.cacheAge) == 300_000 && error.hazards.isEmpty)
    let drop = try run(.drop, Self.twice + [W.show(.skip)])
    #expect(drop.n(.onLoaded) == 1 && drop.n(.onFailedToLoad) == 0 && drop.n(.loadsIgnored) == 1)
    #expect(drop.n(.loadCalls) == 2 && drop.n(.loadCallbacks) == 2 && drop.n(.shows) == 1)
    #expect(drop.hazards.map(\.rule) == [.callbackLost])
    let replace = try run(.replace, Self.twice + [W.show(.skip)])
    #expect(replace.n(.onLoaded) == 2 && replace.n(.loads) == 2 && replace.n(.adsDisplaced) == 1)
    #expect(replace.us(.cacheAge) == 100_000 && replace.n(.adsWasted) == 1)
    #expect(replace.hazards.isEmpty)
  }

  @Test("a step that waits for a refused load goes on at once, and for a dropped one never")
  func awaited() throws {
    let steps = [W.load(awaited: true), W.load(awaited: true), W.show(.skip)]
    for onFull in [AppCode.OnFull.loaded, .error] {
      let report = try run(onFull, steps)
      #expect(report.n(.sessionsEnded) == 1 && report.n(.shows) == 1)
      #expect(report.us(.timeToShow) == 0 && report.n(.hits) == 1)
    }
    #expect(try run(.drop, steps).n(.opportunities) == 0)
    let patient = try run(.drop, steps) { $0.patience = W.milliseconds(4_000) }
    #expect(patient.n(.shows) == 1 && patient.us(.cacheAge) == 4_000_000)
    let replace = try run(.replace, steps + [W.wait(1_000)])
    #expect(replace.n(.loads) == 2 && replace.n(.adsDisplaced) == 1 && replace.n(.shows) == 1)
  }

  @Test("the oldest ad makes room, whatever it is worth")
  func oldest() throws {
    let steps = [
      W.load(), W.wait(1_000), W.load(), W.wait(1_000), W.load(), W.wait(1_000), W.show(.skip),
    ]
    // Ready at 0.1, 1.1 and 2.1 s; the first is gone, and the second shown at 3 s.
    let report = try run(.replace, steps, depth: 2) {
      $0.networks[0].price = PerFormat(repeating: .uniform(low: 1, high: 9))
    }
    #expect(report.us(.cacheAge) == 1_900_000 && report.n(.adsDisplaced) == 1)
    #expect(report.n(.fillsWasted) == 0 && report.n(.adsLost) == 1)
  }

  @Test("the ad that is to be replaced is shown while the other one is on its way")
  func shownMeanwhile() throws {
    let steps = [
      W.load(), W.wait(200), W.load(), W.wait(50), W.show(.skip), W.wait(1_000), W.show(.skip),
    ]
    let report = try run(.replace, steps)
    #expect(report.n(.loads) == 2 && report.n(.shows) == 2 && report.n(.adsDisplaced) == 0)
    #expect(report.range(.cacheAge) == [150_000, 5_950_000])
  }

  @Test("a further call during the load that replaces is a second one")
  func busy() throws {
    let steps = [W.load(), W.wait(200), W.load(), W.wait(50), W.load(), W.wait(200)]
    let joins = try run(.replace, steps)
    #expect(joins.n(.loads) == 2 && joins.n(.loadsJoined) == 1 && joins.n(.onLoaded) == 3)
    let error = try run(.replace, steps) { $0.placeholders[0].appCode.onBusy = .error }
    #expect(error.n(.busy, of: .loadsGated) == 1 && error.n(.loads) == 2)
  }

  @Test("an ad that a load beside another one brings replaces none for that")
  func besideAnother() throws {
    let steps = [W.load(), W.wait(50), W.load(), W.wait(1_000), W.show(.skip)]
    let report = try run(.replace, steps) { $0.placeholders[0].appCode.onBusy = .parallel }
    #expect(report.n(.loads) == 2 && report.n(.fillsWasted) == 1 && report.n(.adsDisplaced) == 0)
  }

  @Test("a replacing load that fails leaves the ad where it is")
  func fails() throws {
    let report = try run(.replace, Self.twice + [W.show(.skip)]) {
      $0.networks[0].faults.rules = [
        W.rule(on: .request, do: .fail) { $0.from = .milliseconds(150) }
      ]
    }
    #expect(report.n(.loads) == 2 && report.n(.onLoaded) == 1 && report.n(.onFailedToLoad) == 1)
    #expect(report.us(.cacheAge) == 300_000 && report.n(.adsDisplaced) == 0)
  }

  @Test("refills and retries are no calls of the app")
  func own() throws {
    let steps = [W.load(), W.wait(1_000), W.show(.skip), W.wait(1_000)]
    let report = try run(.error, steps, depth: 2) {
      $0.placeholders[0].cache.refill = [.onShow, .onDismiss]
    }
    #expect(report.n(.loadsGated) == 0 && report.n(.onFailedToLoad) == 0)
  }
}
