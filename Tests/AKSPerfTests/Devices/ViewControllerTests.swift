import Scheduler
import Testing

@testable import AKSPerf

/// Banners and native ads whose load ends while there is no controller to put them up with.
@Suite("Views without a controller")
struct ViewControllerTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)
  private let native = JourneyStep.native(placeholder: 0)
  private let overlay = JourneyStep.sheet(time: W.milliseconds(5_000), kind: .overlay)

  private func run(
    _ steps: [JourneyStep], format: AdFormat = .banner, answer: Int64 = 1_000,
    from: AppTraits.PresentFrom = .top, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let report = try W.run(steps, format: format, answer: answer) {
      $0.app.presentFrom = from
      $0.placeholders[0].view.refresh = .seconds(10)
      change(&$0)
    }
    #expect(report.n(.loadCalls) == report.n(.loadCallbacks))
    return report
  }

  @Test("a banner whose load ends while the app is away is reported loaded and then failed")
  func away() throws {
    // Loaded at 1 s, the user back at 3 s; the ad is shown at the refresh, at 11 s.
    for from in AppTraits.PresentFrom.allCases {
      let report = try run([banner, W.away(3_000), W.wait(7_900)], from: from)
      #expect(report.n(.onBannerLoaded) == 1 && report.n(.onBannerFailedToLoad) == 1)
      #expect(report.hazards.map(\.rule) == [.loadedThenFailed] && report.n(.loadedThenFailed) == 1)
      #expect(report.n(.noController, of: .outcomes) == 1 && report.n(.failed) == 1)
      #expect(report.n(.loadsFilled) == 1 && report.n(.adsLost) == 1)
      #expect(report.us(.timeToOutcome) == 1_000_000 && report.n(.impressions) == 0)
    }
    let refreshed = try run([banner, W.away(3_000), W.wait(8_100)])
    #expect(refreshed.n(.impressions) == 1 && refreshed.n(.shows) == 0)
    #expect(refreshed.n(.requests) == 1 && refreshed.n(.onBannerShown) == 1)
    #expect(refreshed.n(.loadedThenFailed) == 1 && refreshed.n(.onBannerLoaded) == 2)
  }

  @Test("an overlay leaves a banner no topmost controller, but the root its own")
  func underAnOverlay() throws {
    let steps = [overlay, banner, W.wait(2_000)]
    let report = try run(steps)
    #expect(report.n(.loadedThenFailed) == 1 && report.n(.noController, of: .outcomes) == 1)
    for from in [AppTraits.PresentFrom.root, .first] {
      let rooted = try run(steps, from: from)
      #expect(rooted.hazards.isEmpty && rooted.n(.shown) == 1)
    }
    for kind in [SheetKind.picker, .system, .store] {
      let under = try run([.sheet(time: W.milliseconds(5_000), kind: kind), banner, W.wait(2_000)])
      #expect(under.hazards.isEmpty && under.n(.shown) == 1)
    }
  }

  @Test("a native ad has no refresh: it stays away until it is put up anew")
  func natives() throws {
    let steps = [native, W.away(3_000), W.wait(60_000)]
    let report = try run(steps, format: .native)
    #expect(report.n(.onNativeLoaded) == 1 && report.n(.onNativeFailedToLoad) == 1)
    #expect(report.n(.loadedThenFailed) == 1 && report.n(.impressions) == 0)
    #expect(report.n(.noController, of: .outcomes) == 1)
    let again = try run(steps + [native, W.wait(10)], format: .native)
    #expect(again.n(found: .hit) == 1 && again.n(.onNativeShown) == 1)
    #expect(again.n(.requests) == 1)
  }

  @Test("a view that finds its ad ready fails without a contradiction, and the ad stays")
  func ready() throws {
    let steps = [W.load(awaited: true), overlay, banner, W.wait(100)]
    let report = try run(steps)
    #expect(report.n(.noController, of: .outcomes) == 1 && report.us(.timeToOutcome) == 0)
    #expect(report.hazards.isEmpty && report.n(.onBannerFailedToLoad) == 0)
    let later = try run(steps + [W.wait(5_000), banner, W.wait(10)])
    #expect(later.n(found: .hit) == 2 && later.n(.shown) == 1 && later.n(.requests) == 1)
    // Nor is one whose load another step has called.
    let joined = try run([W.load(), overlay, banner, W.wait(2_000)])
    #expect(joined.n(.noController, of: .outcomes) == 1 && joined.hazards.isEmpty)
  }

  @Test("a banner on screen keeps its controller for the ads that follow")
  func refreshed() throws {
    // Shown at 0.1 s and each 1.1 s from then on.
    let report = try run([banner, W.wait(500), overlay, W.wait(4_500)], answer: 100) {
      $0.placeholders[0].view.refresh = .seconds(1)
    }
    #expect(report.hazards.isEmpty && report.n(.impressions) == 5)
  }

  @Test(
    "loads of full-screen ads need no controller",
    arguments: [
      AdFormat.interstitial, .rewarded, .appOpen,
    ])
  func loadsNeedNone(format: AdFormat) throws {
    let report = try run([overlay, W.load(), W.away(3_000), W.wait(10)], format: format)
    #expect(report.n(.loadsFilled) == 1 && report.hazards.isEmpty)
    #expect(report.n(format == .rewarded ? .onRewardedLoaded : .onLoaded) == 1)
    #expect(report.n(.callbacks) == 1)
  }

  @Test("a native ad in a scroll view is not seen by a user who is away")
  func seenOnReturn() throws {
    func shown(_ away: Int64) throws -> Int? {
      try run([native, W.wait(200), W.away(away), W.wait(1_000)], format: .native, answer: 100) {
        $0.placeholders[0].view.isInScrollView = true
        $0.placeholders[0].view.scrollIn = W.milliseconds(700)
      }.us(.timeToShow)
    }
    // In sight at 0.8 s; back at 3.2 s, or suspended until 20.2 s.
    #expect(try shown(3_000) == 3_200_000)
    #expect(try shown(20_000) == 20_200_000)
    #expect(try shown(500) == 800_000)
  }

  @Test("a call that a full slot answers is contradicted too, as long as there is no controller")
  func answered() throws {
    // The refreshes at 11 s and 21 s find the ad, and the user away or the overlay up.
    let long = JourneyStep.sheet(time: W.milliseconds(30_000), kind: .overlay)
    let report = try run([long, banner, W.wait(25_000)])
    #expect(report.n(.loadedThenFailed) == 3 && report.n(.onBannerFailedToLoad) == 3)
    #expect(report.n(.onBannerLoaded) == 3 && report.n(.requests) == 1)
    #expect(report.n(.impressions) == 0 && report.n(.loadsAnswered) == 2)
  }
}
