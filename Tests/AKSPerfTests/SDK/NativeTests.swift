import Scheduler
import Testing

@testable import AKSPerf

@Suite("Native ads")
struct NativeTests {
  typealias W = TinyWorld

  private let native = JourneyStep.native(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], scrollIn: Int64? = nil, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: .native) {
      if let scrollIn {
        $0.placeholders[0].view.isInScrollView = true
        $0.placeholders[0].view.scrollIn = W.milliseconds(scrollIn)
      }
      change(&$0)
    }
  }

  @Test("a native ad is shown when its load ends, and never refreshes")
  func shown() throws {
    let report = try run([native, W.wait(300_000)])
    #expect(report.us(.timeToShow) == 100_000 && report.n(.views) == 1)
    #expect(report.n(.onNativeLoaded) == 1 && report.n(.onNativeShown) == 1)
    #expect(report.n(.impressions) == 1 && report.n(.refreshes) == 0)
    #expect(report.n(.callbacks) == 2 && report.n(.sizeCallbacks) == 0)
  }

  @Test("a native ad whose load fails has no further callback")
  func failed() throws {
    let report = try run([native, W.wait(300_000)]) {
      $0.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(report.n(.onNativeFailedToLoad) == 1 && report.n(.callbacks) == 1)
    #expect(report.n(.failed) == 1 && report.n(.requests) == 1)
  }

  @Test("a native ad in a scroll view is shown when it scrolls in")
  func aNativeInAScrollViewIsShownWhenItScrollsIn() throws {
    let report = try run([native, W.wait(1_000)], scrollIn: 700)
    #expect(report.us(.timeToShow) == 800_000 && report.us(.loadLatency) == 100_000)
    #expect(report.n(.impressions, [.source(.fresh)]) == 1)
    #expect(try run([native, W.wait(1_000)], scrollIn: 0).us(.timeToShow) == 100_000)
    // The key is for scroll views.
    let outside = try run([native, W.wait(1_000)], scrollIn: 700) {
      $0.placeholders[0].view.isInScrollView = false
    }
    #expect(outside.us(.timeToShow) == 100_000)
  }

  @Test("a native ad that is never seen is loaded and lost")
  func neverSeen() throws {
    let report = try run([native, W.wait(500)], scrollIn: 700)
    #expect(report.n(.onNativeLoaded) == 1 && report.n(.onNativeShown) == 0)
    #expect(report.n(.sessionEnded, of: .outcomes) == 1 && report.n(.adsLost) == 1)
    let hidden = try run([native, W.wait(500), .hide(placeholder: 0), W.wait(500)], scrollIn: 700)
    #expect(hidden.n(.cancelled, of: .outcomes) == 1 && hidden.n(.adsLost) == 1)
    #expect(hidden.hazards.isEmpty)
  }

  @Test("a native ad that expires before it is seen is not shown")
  func expired() throws {
    let report = try run([native, W.wait(1_000)], scrollIn: 700) {
      $0.networks[0].expiry[.native] = .milliseconds(600)
    }
    #expect(report.n(.expired, of: .outcomes) == 1 && report.us(.timeToOutcome) == 800_000)
    #expect(report.n(.adsExpired) == 1 && report.n(.impressions) == 0)
  }

  @Test("an expired native ad is shown by a network that does not check, which is a hazard")
  func expiredAndUnchecked() throws {
    func run(checks: Bool, _ steps: [JourneyStep], scrollIn: Int64? = nil) throws -> Report {
      try self.run(steps, scrollIn: scrollIn) {
        $0.networks[0].expiry = PerFormat(repeating: .milliseconds(600))
        $0.networks[0].expiryEvent = false
        $0.networks[0].checksExpiry = checks
      }
    }
    let cached = [W.load(), W.wait(2_000), native, W.wait(1_000)]
    let shown = try run(checks: false, cached)
    #expect(shown.n(found: .hit) == 1 && shown.n(.impressions) == 1 && shown.n(.requests) == 1)
    #expect(shown.hazards.map(\.rule) == [.expiredAdShown] && shown.n(.expiredAdShown) == 1)
    let checked = try run(checks: true, cached)
    #expect(checked.n(found: .expired) == 1 && checked.us(.timeToShow) == 100_000)
    #expect(checked.hazards.isEmpty)
    // In sight at 0.8 s, when it is 0.7 s old.
    let unseen = try run(checks: false, [native, W.wait(1_000)], scrollIn: 700)
    #expect(unseen.n(.impressions) == 1 && unseen.n(.expiredAdShown) == 1)
    let refused = try run(checks: true, [native, W.wait(1_000)], scrollIn: 700)
    #expect(refused.n(.expired, of: .outcomes) == 1 && refused.n(.impressions) == 0)
    #expect(refused.hazards.isEmpty)
  }

  @Test("an ad object that is put up again is no impression, is not paid for and not reported")
  func reused() throws {
    func run(_ reuse: Bool, _ change: (inout Scenario) -> Void = { _ in }) throws -> Report {
      // In three rows, at 0, 1 and 2 s.
      try self.run([native, W.wait(1_000), native, W.wait(1_000), native, W.wait(1_000)]) {
        $0.placeholders[0].cache.reuse = reuse
        $0.networks[0].price = PerFormat(repeating: .constant(3))
        change(&$0)
      }
    }
    let report = try run(true)
    #expect(report.n(.shown) == 3 && report.n(.shows) == 3 && report.n(.adsReshown) == 2)
    #expect(report.n(.adsReshown, [.network("NET")]) == 2)
    #expect(report.n(.impressions) == 1 && report.n(.revenue) == 3_000)
    #expect(report.n(.onNativeLoaded) == 1 && report.n(.onNativeShown) == 1)
    #expect(report.n(.loads) == 1 && report.n(.adsShown) == 1 && report.n(found: .cold) == 3)
    #expect(report.range(.timeToShow) == [0, 100_000])
    // Loaded at 0.1 s, shown again at 1 and 2 s.
    #expect(report.range(.cacheAge) == [900_000, 1_900_000])
    let anew = try run(false)
    #expect(anew.n(.impressions) == 3 && anew.n(.adsReshown) == 0 && anew.n(.revenue) == 9_000)
    // Another ad takes its place as soon as it is loaded.
    let refilled = try run(true) { $0.placeholders[0].cache.refill = .onShow }
    #expect(refilled.n(.impressions) == 3 && refilled.n(.adsReshown) == 0)
    // One that is gone when its load fails is still held.
    let failing = try run(true) {
      $0.placeholders[0].cache.refill = .onShow
      $0.backends[0].outages = [
        BackendOutage(from: .milliseconds(50), to: .hours(1), kind: .down)
      ]
    }
    #expect(failing.n(.impressions) == 1 && failing.n(.adsReshown) == 2)
  }

  @Test("a row in a scroll view takes the ad that is there when it comes into sight")
  func reusedInScrollView() throws {
    let steps = [native, W.wait(2_000), native, W.wait(100), W.load(), W.wait(2_000)]
    func run(_ steps: [JourneyStep]) throws -> Report {
      try self.run(steps, scrollIn: 700) { $0.placeholders[0].cache.reuse = true }
    }
    let fresh = try run(steps)
    #expect(fresh.n(.impressions) == 2 && fresh.n(.adsReshown) == 0)
    let held = try run([native, W.wait(2_000), native, W.wait(2_000)])
    #expect(held.n(.impressions) == 1 && held.n(.adsReshown) == 1)
    #expect(held.range(.timeToShow) == [700_000, 800_000])
  }

  @Test("an ad that expired unseen takes the one before it along")
  func reusedAfterExpiry() throws {
    let report = try run([native, W.wait(1_000), W.load(), W.wait(5_000), native, W.wait(1_000)]) {
      $0.placeholders[0].cache.reuse = true
      $0.networks[0].expiry[.native] = .seconds(3)
    }
    #expect(report.n(found: .expired) == 1 && report.n(.adsReshown) == 0)
    #expect(report.n(.impressions) == 2)
  }

  @Test("a native ad taken down while it loads is reported loaded and then failed")
  func contradiction() throws {
    let report = try run([native, W.wait(50), .hide(placeholder: 0), W.wait(200)])
    #expect(report.n(.onNativeLoaded) == 1 && report.n(.onNativeFailedToLoad) == 1)
    #expect(report.hazards.map(\.rule) == [.loadedThenFailed])
  }
}
