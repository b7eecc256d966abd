import Scheduler
import Testing

@testable import AKSPerf

/// The callbacks of each format in their order, for each of its ends, as one session hears them.
@Suite("Callbacks of each end")
struct CallbackEndTests {
  typealias W = TinyWorld

  private func heard(
    _ format: AdFormat, _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
  ) throws -> [Callback] {
    let scenario = W.scenario(steps + [W.wait(9_000)], format: format) {
      $0.networks[0].isHouse = true
      change(&$0)
    }
    return try Simulation(scenario).trace(session: 0).events
      .filter { $0.kind == .callback }
      .compactMap { event in Callback.allCases.first { $0.name == event.what } }
  }

  /// Without demand, and with an ad that never comes on screen.
  private let noFill: (inout Scenario) -> Void = {
    $0.networks[0].fill = PerFormat(repeating: 0)
  }
  private let noShow: (inout Scenario) -> Void = { $0.networks[0].showOverhead = .constant(9e9) }
  private let closedEarly: (inout Scenario) -> Void = { $0.completion = PerFormat(repeating: 0) }

  @Test("interstitial")
  func theCallbacksOfAnInterstitialComeInOrder() throws {
    let steps = [W.show(.load)]
    #expect(try heard(.interstitial, steps) == [.onLoaded, .onAdShown, .onAdDismissed])
    #expect(try heard(.interstitial, steps, change: noFill) == [.onFailedToLoad])
    #expect(try heard(.interstitial, steps, change: noShow) == [.onLoaded, .onAdFailedToShow])
  }

  @Test("rewarded")
  func theCallbacksOfARewardedAdComeInOrder() throws {
    let steps = [W.show(.load)]
    #expect(
      try heard(.rewarded, steps) == [
        .onRewardedLoaded, .onAdRewarded, .onRewardedCompleted, .onAdRewardedAdDismissed,
      ])
    #expect(
      try heard(.rewarded, steps, change: closedEarly) == [
        .onRewardedLoaded, .onAdRewardedAdDismissed,
      ])
    #expect(try heard(.rewarded, steps, change: noFill) == [.onRewardedAdLoadFailure])
    #expect(
      try heard(.rewarded, steps, change: noShow) == [.onRewardedLoaded, .onRewardedFailedToShow])
  }

  @Test("rewarded in one call")
  func theCallbacksOfTheOneCallFormComeInOrder() throws {
    let steps = [JourneyStep.loadAndShow(placeholder: 0, budget: nil)]
    #expect(try heard(.rewarded, steps) == [.onRewardedAdSuccess])
    for change in [closedEarly, noFill, noShow] {
      #expect(try heard(.rewarded, steps, change: change) == [.onRewardedAdFailed])
    }
  }

  @Test("app open")
  func theCallbacksOfAnAppOpenAdComeInOrder() throws {
    let steps = [JourneyStep.appOpen(placeholder: 0, flow: .manual(budget: nil))]
    #expect(try heard(.appOpen, steps) == [.onLoaded, .onAdShown, .onDismiss])
    #expect(try heard(.appOpen, steps, change: noFill) == [.onFailedToLoad])
    #expect(try heard(.appOpen, steps, change: noShow) == [.onLoaded, .onAdFailToShow])
  }

  @Test("banner")
  func theCallbacksOfABannerComeInOrder() throws {
    let put = JourneyStep.banner(placeholder: 0)
    let first: [Callback] = [.onBannerLoaded, .setBannerSize, .onBannerShown]
    #expect(try heard(.banner, [put]) == first)
    #expect(try heard(.banner, [put], change: noFill) == [.onBannerFailedToLoad])
    let refresh: (inout Scenario) -> Void = { $0.placeholders[0].view.refresh = .seconds(5) }
    #expect(try heard(.banner, [put], change: refresh) == first + [.onBannerShown])
    #expect(
      try heard(.banner, [put]) {
        refresh(&$0)
        $0.placeholders[0].view.repeatsLoaded = true
      } == first + [.onBannerLoaded, .onBannerShown])
    #expect(
      try heard(.banner, [put, W.wait(50), .hide(placeholder: 0)]) == [
        .onBannerLoaded, .onBannerFailedToLoad,
      ])
  }

  @Test("an adaptive banner whose window changes")
  func theSizeCallbacksOfABannerComeInOrder() throws {
    let steps = [JourneyStep.banner(placeholder: 0), W.wait(200), .unfold]
    let callbacks = try heard(.banner, steps) {
      $0.devices = [WindowWorld.foldable]
      $0.placeholders[0].view.size = .adaptive
    }
    #expect(
      callbacks == [
        .onBannerLoaded, .setBannerSize, .onBannerShown, .onBannerLoaded, .setBannerSize,
        .onBannerShown, .onBannerSizeChanged,
      ])
  }

  @Test("native")
  func theCallbacksOfANativeAdComeInOrder() throws {
    let put = JourneyStep.native(placeholder: 0)
    #expect(try heard(.native, [put]) == [.onNativeLoaded, .onNativeShown])
    #expect(try heard(.native, [put], change: noFill) == [.onNativeFailedToLoad])
    #expect(
      try heard(.native, [put, W.wait(50), .hide(placeholder: 0)]) == [
        .onNativeLoaded, .onNativeFailedToLoad,
      ])
    let neverSeen: (inout Scenario) -> Void = {
      $0.placeholders[0].view.isInScrollView = true
      $0.placeholders[0].view.scrollIn = .constant(60e9)
    }
    #expect(try heard(.native, [put], change: neverSeen) == [.onNativeLoaded])
  }

  @Test("feature promotion")
  func theCallbacksOfAPromotionComeInOrder() throws {
    let offer = [JourneyStep.featurePromotion(placeholder: 0)]
    #expect(try heard(.featurePromotion, offer) == [])
    #expect(
      try heard(.featurePromotion, offer) {
        $0.click = ClickBehaviour(probability: 1, away: .constant(0))
      } == [.onFeaturePromotionClicked])
    #expect(
      try heard(.featurePromotion, offer, change: noFill) == [.onFailToShowFeaturePromotion])
    #expect(
      try heard(.featurePromotion, offer) { $0.users.ownsFeature = 1 }
        == [.onFailToShowFeaturePromotion])
  }
}
