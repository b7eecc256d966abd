import Scheduler
import Testing

@testable import AKSPerf

/// The order of callbacks, read from the trace of one session, and their counts in large worlds.
@Suite("Order and counts of callbacks")
struct CallbackOrderTests {
  typealias W = TinyWorld

  /// The callbacks of a session in the order in which its trace tells them.
  private func heard(
    _ format: AdFormat, _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
  ) throws -> [String] {
    let scenario = W.scenario(steps, format: format) {
      $0.placeholders[0].view.refresh = .seconds(10)
      change(&$0)
    }
    let text = try Simulation(scenario).trace(session: 0).text
    return text.split(separator: "\n").compactMap { line in
      guard let arrow = line.range(of: "→ ") else { return nil }
      return String(line[arrow.upperBound...].prefix { $0.isLetter })
    }
  }

  @Test("full-screen ads: loaded, shown, dismissed")
  func fullScreen() throws {
    #expect(
      try heard(.interstitial, [W.show(.load)]) == ["onLoaded", "onAdShown", "onAdDismissed"])
    let open = JourneyStep.appOpen(placeholder: 0, flow: .manual(budget: nil))
    #expect(try heard(.appOpen, [open]) == ["onLoaded", "onAdShown", "onDismiss"])
  }

  @Test("rewarded ads: loaded, rewarded, completed, dismissed; the one-call form in one word")
  func rewarded() throws {
    let steps = [W.show(.load)]
    #expect(
      try heard(.rewarded, steps) == [
        "onRewardedLoaded", "onAdRewarded", "onRewardedCompleted", "onAdRewardedAdDismissed",
      ])
    #expect(
      try heard(.rewarded, steps) { $0.networks[0].rewardAfterDismiss = 1 } == [
        "onRewardedLoaded", "onAdRewardedAdDismissed", "onAdRewarded", "onRewardedCompleted",
      ])
    #expect(
      try heard(.rewarded, [.loadAndShow(placeholder: 0, budget: nil)]) == ["onRewardedAdSuccess"])
  }

  @Test("banners: loaded, size, shown, clicked; a new size is told after shown")
  func banner() throws {
    let banner = JourneyStep.banner(placeholder: 0)
    #expect(
      try heard(.banner, [banner, W.wait(15_000)])
        == ["onBannerLoaded", "setBannerSize", "onBannerShown", "onBannerShown"])
    let clicked = try heard(.banner, [banner, W.wait(9_000)]) {
      $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(500))
      $0.placeholders[0].view.refresh = .seconds(8)
    }
    #expect(
      clicked.prefix(4)
        == ["onBannerLoaded", "setBannerSize", "onBannerShown", "onBannerClicked"])
    let folded = try heard(.banner, [banner, W.wait(1_000), .unfold, W.wait(2_000)]) {
      $0.devices = [WindowWorld.foldable]
      $0.placeholders[0].view.size = .adaptive
    }
    #expect(
      folded == [
        "onBannerLoaded", "setBannerSize", "onBannerShown", "onBannerLoaded", "setBannerSize",
        "onBannerShown", "onBannerSizeChanged",
      ])
    #expect(
      try heard(.banner, [banner, W.away(3_000), W.wait(10)]) {
        $0.backends[0].service = W.milliseconds(900)
      } == ["onBannerLoaded", "onBannerFailedToLoad"])
  }

  @Test("native ads: loaded, shown, clicked; promotions: clicked alone")
  func native() throws {
    let click: (inout Scenario) -> Void = {
      $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(500))
      $0.networks[0].isHouse = true
    }
    #expect(
      try heard(.native, [.native(placeholder: 0), W.wait(70_000)], change: click)
        == ["onNativeLoaded", "onNativeShown", "onNativeClicked"])
    #expect(
      try heard(
        .featurePromotion, [.featurePromotion(placeholder: 0), W.wait(200)], change: click)
        == ["onFeaturePromotionClicked"])
  }

  // MARK: Counts

  /// 300 sessions with fills, no-fills, shows that fail and ads that are closed early.
  private func world(_ format: AdFormat, _ step: JourneyStep) throws -> Report {
    let at = (0..<300).map { SimDuration.seconds($0) }
    let turn = [step, W.wait(4_000)]
    return try W.run([.repeated(count: .constant(5), steps: turn)], format: format, at: at) {
      $0.fillPersistence = nil
      $0.networks[0].fill = PerFormat(repeating: 0.6)
      $0.networks[0].showOverhead = .uniform(low: 0, high: 7e9)
      $0.networks[0].isHouse = true
      $0.completion = PerFormat(repeating: 0.5)
      $0.placeholders[0].view.refresh = .seconds(3)
      $0.click = ClickBehaviour(probability: 0.3, away: W.milliseconds(200))
      $0.drain = .hours(2)
    }
  }

  @Test("every load call has one callback, and every show one end, by format")
  func fullScreenCounts() throws {
    for (format, ends) in [
      (AdFormat.interstitial, (Callback.onAdDismissed, Callback.onAdFailedToShow)),
      (.rewarded, (.onAdRewardedAdDismissed, .onRewardedFailedToShow)),
      (.appOpen, (.onDismiss, .onAdFailToShow)),
    ] {
      let isOpen = format == .appOpen
      let open = JourneyStep.appOpen(placeholder: 0, flow: .manual(budget: nil))
      let report = try world(format, isOpen ? open : W.show(.load))
      let isRewarded = format == .rewarded
      let loaded = report.n(isRewarded ? .onRewardedLoaded : .onLoaded)
      let failed = report.n(isRewarded ? .onRewardedAdLoadFailure : .onFailedToLoad)
      #expect(loaded == report.n(.loadsFilled) && failed == report.n(.loadFailures))
      #expect(loaded + failed == report.n(.loadCalls) && loaded > 400 && failed > 400)
      let (dismissed, failedToShow) = (report.n(ends.0), report.n(ends.1))
      #expect(dismissed == report.n(.shown) && dismissed == report.n(.shows))
      #expect(failedToShow == report.n(.presentTimeout, of: .outcomes) && failedToShow > 50)
      #expect(dismissed + failedToShow == report.n(.showCalls))
      #expect(report.n(.showCalls) == report.n(.showCallsEnded))
      if isRewarded {
        let views = report.n(.rewardedViews)
        #expect(report.n(.onAdRewarded) == views && report.n(.onRewardedCompleted) == views)
        #expect(views > 100 && views < dismissed && report.n(.rewards) == views)
      } else {
        #expect(report.n(.onAdShown) == dismissed)
      }
    }
  }

  @Test("the one-call form has one callback for each of its opportunities")
  func oneCallCounts() throws {
    let report = try world(.rewarded, .loadAndShow(placeholder: 0, budget: nil))
    let success = report.n(.onRewardedAdSuccess)
    #expect(success == report.n(.rewardedViews) && success > 100)
    #expect(success + report.n(.onRewardedAdFailed) == report.n(.eligible))
    #expect(report.n(.callbacks) == report.n(.eligible))
  }

  @Test("banners and native ads are told shown with each impression, and clicked with each click")
  func viewCounts() throws {
    for (format, step, names) in [
      (
        AdFormat.banner, JourneyStep.banner(placeholder: 0),
        (Callback.onBannerShown, Callback.onBannerClicked)
      ),
      (.native, .native(placeholder: 0), (.onNativeShown, .onNativeClicked)),
    ] {
      let report = try world(format, step)
      #expect(report.n(names.0) == report.n(.impressions) && report.n(.impressions) > 500)
      #expect(report.n(names.1) == report.n(.clicks) && report.n(.clicks) > 10)
      #expect(report.n(.shown) + report.n(.failed) + report.n(.abandoned) == report.n(.eligible))
    }
    let promotion = try world(.featurePromotion, .featurePromotion(placeholder: 0))
    let failed = promotion.n(.onFailToShowFeaturePromotion)
    #expect(failed == promotion.n(.failed) && failed > 100)
    #expect(promotion.n(.onFeaturePromotionClicked) == promotion.n(.clicks))
    #expect(promotion.n(.callbacks) == failed + promotion.n(.clicks))
  }
}
