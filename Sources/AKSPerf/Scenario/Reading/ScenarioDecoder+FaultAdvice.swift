import Scheduler

/// Warns of fault rules that can never act.
extension ScenarioDecoder {
  func adviseOnFaultRules(_ scenario: Scenario) {
    guard scenario.networks.contains(where: { !$0.faults.rules.isEmpty }) else { return }
    let steps = scenario.journeys.flatMap { JourneyStep.flattened($0.steps) }
    let used = Set(
      steps.flatMap(\.placeholders) + steps.compactMap(\.returnsOn?.placeholder)
        + scenario.app.timers.map(\.placeholder))
    var formats = scenario.networks.map { _ in Set<AdFormat>() }
    for index in scenario.placeholders.indices where used.contains(index) {
      let placeholder = scenario.placeholders[index]
      for network in scenario.networksAsked(by: [placeholder]) {
        formats[network].insert(placeholder.format)
      }
    }
    for (network, formats) in zip(scenario.networks, formats) where !formats.isEmpty {
      for rule in network.faults.rules { advise(on: rule, of: network, asked: formats) }
    }
  }

  private func advise(on rule: FaultRule, of network: AdNetwork, asked: Set<AdFormat>) {
    func note(_ why: String) {
      warn(
        root.keySpan(of: network.name, in: "networks"),
        "the fault rule on \(quoted(rule.trigger.word)) of \(quoted(network.name)) \(why)")
    }
    let fitting = rule.trigger.formats.filter {
      rule.condition.formats.isEmpty || rule.condition.formats.contains($0)
    }
    if asked.isDisjoint(with: fitting) {
      let names = fitting.map(\.name).joined(separator: " or ")
      note(
        fitting.isEmpty
          ? "never acts: its 'formats' have no such event"
          : "never acts: no placeholder that asks it is \(names)")
    }
    if rule.effect == .early, rule.condition.leftWithin != nil {
      note(
        "is early, so that its 'leftWithin' is judged as the ad comes up, not at the leaves that "
          + "follow; see 'reports' of leaveDuringAd and click")
    }
  }
}

extension FaultRule.Trigger {
  fileprivate var word: String {
    switch self {
    case .request: "request"
    case .load: "load"
    case .show: "show"
    case .reward: "reward"
    case .dismiss: "dismiss"
    case .callback(let callback): callback.name
    }
  }

  /// The formats of ads on which it can act.
  fileprivate var formats: [AdFormat] {
    switch self {
    case .request, .load, .show: AdFormat.allCases
    case .reward: [.rewarded]
    case .dismiss: AdFormat.allCases.filter(\.isFullScreen)
    case .callback(let callback): callback.formats
    }
  }
}

extension Callback {
  /// The formats of ads that it tells of.
  fileprivate var formats: [AdFormat] {
    switch self {
    case .onLoaded, .onFailedToLoad, .onAdShown: [.interstitial, .appOpen]
    case .onAdDismissed, .onAdFailedToShow: [.interstitial]
    case .onRewardedLoaded, .onRewardedAdLoadFailure, .onAdRewarded, .onRewardedCompleted,
      .onAdRewardedAdDismissed, .onRewardedFailedToShow, .onRewardedAdSuccess, .onRewardedAdFailed:
      [.rewarded]
    case .onDismiss, .onAdFailToShow: [.appOpen]
    case .onBannerLoaded, .onBannerFailedToLoad, .setBannerSize, .onBannerSizeChanged,
      .onBannerShown, .onBannerClicked:
      [.banner]
    case .onNativeLoaded, .onNativeFailedToLoad, .onNativeShown, .onNativeClicked: [.native]
    case .onFeaturePromotionClicked, .onFailToShowFeaturePromotion: [.featurePromotion]
    }
  }
}
