import Scheduler
import Testing

@testable import AKSPerf

/// Which callbacks reach the app, by format (the table of the integration guide).
@Suite("Callbacks")
struct CallbackTests {
  typealias W = TinyWorld

  private func callbacks(
    _ format: AdFormat, _ step: JourneyStep = W.show(.load), fill: Double = 1,
    completion: Double = 1, overhead: Int64 = 0
  ) throws -> [Callback: Int] {
    let report = try W.run([step], format: format) {
      $0.networks[0].fill = PerFormat(repeating: fill)
      $0.networks[0].showOverhead = W.milliseconds(overhead)
      $0.completion = PerFormat(repeating: completion)
    }
    var found: [Callback: Int] = [:]
    for callback in Callback.allCases where report.n(callback) > 0 {
      found[callback] = report.n(callback)
    }
    return found
  }

  @Test("interstitial")
  func interstitial() throws {
    #expect(
      try callbacks(.interstitial) == [.onLoaded: 1, .onAdShown: 1, .onAdDismissed: 1])
    #expect(try callbacks(.interstitial, fill: 0) == [.onFailedToLoad: 1])
    #expect(
      try callbacks(.interstitial, overhead: 9_000) == [.onLoaded: 1, .onAdFailedToShow: 1])
  }

  @Test("rewarded pays at a completed view only, and has no shown callback")
  func rewarded() throws {
    #expect(
      try callbacks(.rewarded)
        == [
          .onRewardedLoaded: 1, .onAdRewarded: 1, .onRewardedCompleted: 1,
          .onAdRewardedAdDismissed: 1,
        ])
    #expect(
      try callbacks(.rewarded, completion: 0)
        == [.onRewardedLoaded: 1, .onAdRewardedAdDismissed: 1])
    #expect(try callbacks(.rewarded, fill: 0) == [.onRewardedAdLoadFailure: 1])
    #expect(
      try callbacks(.rewarded, overhead: 9_000)
        == [.onRewardedLoaded: 1, .onRewardedFailedToShow: 1])
  }

  @Test("rewarded in one call ends in success or failure")
  func rewardedInOneCall() throws {
    let call = JourneyStep.loadAndShow(placeholder: 0, budget: nil)
    #expect(try callbacks(.rewarded, call) == [.onRewardedAdSuccess: 1])
    #expect(try callbacks(.rewarded, call, completion: 0) == [.onRewardedAdFailed: 1])
    #expect(try callbacks(.rewarded, call, fill: 0) == [.onRewardedAdFailed: 1])
    #expect(try callbacks(.rewarded, call, overhead: 9_000) == [.onRewardedAdFailed: 1])
  }

  @Test("app open")
  func appOpen() throws {
    let manual = JourneyStep.appOpen(placeholder: 0, flow: .manual(budget: nil))
    let automatic = JourneyStep.appOpen(placeholder: 0, flow: .automatic(splash: .seconds(9)))
    for step in [manual, automatic] {
      #expect(
        try callbacks(.appOpen, step) == [.onLoaded: 1, .onAdShown: 1, .onDismiss: 1])
      #expect(try callbacks(.appOpen, step, fill: 0) == [.onFailedToLoad: 1])
      #expect(
        try callbacks(.appOpen, step, overhead: 9_000) == [.onLoaded: 1, .onAdFailToShow: 1])
    }
  }

  @Test("views, rewards and money of a show")
  func worth() throws {
    let report = try W.run(
      [.repeated(count: .constant(3), steps: [W.show(.load)])], format: .rewarded
    ) {
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      $0.priceDecay = 0.5
      var geo = Geo(name: "far")
      geo.price = 0.25
      $0.geos = [geo]
    }
    // 8 × 0.25 a thousand, halved with each earlier show: 2000, 1000 and 500 millionths.
    #expect(report.n(.revenue) == 3_500)
    #expect(report.n(.impressions) == 3 && report.n(.rewards) == 3)
    #expect(report.n(.completedViews) == 3)
    let perSession = report.ratio(.revenuePerSession)?.estimate.value ?? 0
    #expect(abs(perSession - 0.0035) < 1e-12)
  }
}
