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

  /// Callbacks by name of a session with rewarded ads that come after 100 ms.
  private func rewardedCallbacks(
    _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
  ) throws -> [Callback: Int] {
    let report = try W.run(steps + [W.wait(300)], format: .rewarded, change: change)
    #expect(report.n(.loadCalls) == report.n(.loadCallbacks))
    return Dictionary(
      uniqueKeysWithValues: Callback.allCases.map { ($0, report.n($0)) }.filter { $0.1 > 0 })
  }

  @Test("a load keeps its callback when a one-call form joins it, and the form has its own")
  func joinedByOneCall() throws {
    let call = JourneyStep.loadAndShow(placeholder: 0, budget: nil)
    #expect(
      try rewardedCallbacks([W.load(), W.wait(50), call])
        == [.onRewardedLoaded: 1, .onRewardedAdSuccess: 1])
    #expect(
      try rewardedCallbacks([W.load(), W.wait(50), call]) {
        $0.networks[0].fill = PerFormat(repeating: 0)
      } == [.onRewardedAdLoadFailure: 1, .onRewardedAdFailed: 1])
    #expect(
      try rewardedCallbacks([W.load(), W.wait(50), W.show(.load)])[.onRewardedLoaded] == 2)
  }

  @Test("a one-call form that is given up fails once, and its load tells nobody")
  func oneCallGivenUp() throws {
    let call = JourneyStep.loadAndShow(placeholder: 0, budget: W.milliseconds(30))
    #expect(try rewardedCallbacks([call]) == [.onRewardedAdFailed: 1])
    // A call of load that joins what it leaves behind has a callback of its own.
    #expect(
      try rewardedCallbacks([call, W.load()])
        == [.onRewardedAdFailed: 1, .onRewardedLoaded: 1])
    let patient = JourneyStep.loadAndShow(placeholder: 0, budget: nil)
    #expect(
      try rewardedCallbacks([patient]) { $0.patience = W.milliseconds(30) }
        == [.onRewardedAdFailed: 1])
  }

  @Test("a late answer is delivered to a call of load, and to no one-call form")
  func oneCallLate() throws {
    func late(_ step: JourneyStep) throws -> Report {
      try W.run([step, W.wait(300)], format: .rewarded) {
        $0.networks[0].timeout = .milliseconds(40)
        $0.networks[0].lateAnswer = .deliver
      }
    }
    let plain = try late(W.load())
    #expect(plain.n(.lateAnswersDelivered) == 1 && plain.n(.onRewardedLoaded) == 1)
    let oneCall = try late(.loadAndShow(placeholder: 0, budget: nil))
    #expect(oneCall.n(.lateAnswersCached) == 1 && oneCall.n(.onRewardedLoaded) == 0)
    #expect(oneCall.n(.onRewardedAdFailed) == 1 && oneCall.hazards.isEmpty)
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

  @Test("callbacks are part of the event stream, whether they count or not")
  func stream() throws {
    func events(_ step: JourneyStep, warmup: SimDuration = .zero) throws -> Report {
      try W.run([step, W.wait(300)], format: .rewarded, at: [.seconds(1)]) {
        $0.warmup = .fixed(warmup)
      }
    }
    let counted = try events(W.show(.load))
    let early = try events(W.show(.load), warmup: .minutes(1))
    #expect(early.n(.callbacks) == 0 && counted.n(.callbacks) == 4)
    #expect(early.events == counted.events)
    #expect(early.header.fingerprint == counted.header.fingerprint)
    // The one-call form has one callback for these four, and else the same transitions.
    let oneCall = try events(.loadAndShow(placeholder: 0, budget: nil))
    #expect(oneCall.events == counted.events - 3)
  }

  @Test("rewards are set against completed views of rewarded ads, not of others")
  func rewardedViews() throws {
    let report = try W.run([W.show(.load), W.show(.load, 1)], format: .rewarded) {
      $0.placeholders.append(
        Placeholder(
          name: "pause", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
    }
    #expect(report.n(.completedViews) == 2 && report.n(.rewardedViews) == 1)
    #expect(report.ratio(.rewardsPerCompletedView)?.estimate.value == 1)
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
    #expect(report.n(.priceSum) == 3_500_000 && report.n(.loadsFilled) == 3)
    #expect(abs((report.ratio(.winnerPrice)?.estimate.value ?? 0) - 3.5 / 3) < 1e-12)
    #expect(report.ratio(.requestsPerLoad)?.estimate.value == 1)
    let perSession = report.ratio(.revenuePerSession)?.estimate.value ?? 0
    #expect(abs(perSession - 0.0035) < 1e-12)
  }
}
