import Scheduler

extension ScenarioCompiler {
  func classRows(_ journeys: [JourneyRow]) -> [ClassRow] {
    let total = scenario.sessionClasses.reduce(0) { $0 + $1.weight }
    var sum = 0.0
    return scenario.sessionClasses.map { part in
      sum += part.weight
      return ClassRow(
        cumulative: sum / total, journey: part.journey,
        firstSlot: journeys[part.journey].firstSlot, radio: part.radio,
        geo: part.geo, device: part.device)
    }
  }

  mutating func launchRow() throws(SimulationError) -> LaunchRow {
    let launch = scenario.launch
    var row = LaunchRow()
    row.firstFrame = try drawn(launch.firstFrame)
    row.sdkStart = try drawn(launch.sdkStart)
    row.mainThread = try drawn(launch.mainThread)
    row.gate =
      switch launch.initGate {
      case .all: .all
      case .own: .own
      case .none: .none
      }
    row.initTimeout = launch.initTimeout
    if case .every(let time) = launch.initRetry { row.initRetryEvery = time }
    row.initRetryOnline = launch.initRetry == .online
    row.contentWaitsForSDK = launch.contentWaits == .sdk
    row.suspendAfter = launch.suspendAfter
    row.reinitAfter = scenario.app.reinitAfter
    if let consent = launch.consent {
      row.asksConsent = true
      row.consentRequest = try drawn(consent.request)
      row.consentBackend = consent.backend ?? -1
      row.formShare = consent.formShare
      row.consentGiven = consent.given
      row.dwell = try drawn(consent.dwell)
      row.asksAtEachLaunch = consent.asks == .everyLaunch
      row.consentTimeout = consent.timeout
      row.hearsConsentLater = consent.heard == .nextLaunch
      if case .limited(let factors) = consent.refused {
        row.refusalEndsAds = false
        row.refused = LimitRow(factors)
      }
    }
    if let tracking = launch.tracking {
      row.trackingAllowed = tracking.allowed
      row.untracked = LimitRow(tracking.denied)
    }
    row.trackingPrompt = try drawn(launch.trackingPrompt)
    row.firstLaunchShare = scenario.users.firstLaunch
    row.removeAdsShare = scenario.users.removeAds
    row.configAge = try drawn(scenario.users.configAge)
    return row
  }

  mutating func behaviourRow() throws(SimulationError) -> BehaviourRow {
    let completion = scenario.completion
    return BehaviourRow(
      demandCorrelation: scenario.demandCorrelation, fillPersistence: scenario.fillPersistence,
      priceDecay: scenario.priceDecay, patience: try drawn(scenario.patience),
      killsAfter: try drawn(scenario.users.killsAfter),
      clickShare: scenario.click?.probability ?? 0, clickAway: try drawn(scenario.click?.away),
      clickTerminated: scenario.click?.terminated ?? 0,
      isClickDismissal: scenario.click?.reports == .atLeave,
      isLeaveDismissal: scenario.leaveDuringAd?.reports == .atLeave,
      leaveShare: scenario.leaveDuringAd?.probability ?? 0,
      leaveAway: try drawn(scenario.leaveDuringAd?.away),
      leaveTerminated: scenario.leaveDuringAd?.terminated ?? 0,
      onReturn: scenario.leaveDuringAd?.onReturn ?? .kept,
      earlyLeave: EarlyLeaveRow(
        share: scenario.leaveBeforeAd?.probability ?? 0,
        away: try drawn(scenario.leaveBeforeAd?.away),
        terminated: scenario.leaveBeforeAd?.terminated ?? 0,
        onReturn: scenario.leaveBeforeAd?.onReturn ?? .shown),
      interstitialDuration: try drawn(scenario.adDuration[.interstitial]),
      rewardedDuration: try drawn(scenario.adDuration[.rewarded]),
      appOpenDuration: try drawn(scenario.adDuration[.appOpen]),
      completion: (
        completion[.interstitial], completion[.rewarded], completion[.appOpen]
      ), pays: scenario.app.pays, watchdog: scenario.app.watchdog,
      rewardAnswer: try drawn(scenario.app.rewardBackend?.answer),
      rewardLost: scenario.app.rewardBackend?.lost ?? 0,
      rewardTimeout: scenario.app.rewardBackend?.timeout)
  }

  mutating func pause() throws(SimulationError) -> Drawn {
    guard case .closed(_, let pause, _) = scenario.arrivals else { return Drawn() }
    return try drawn(pause)
  }

  mutating func configRow() throws(SimulationError) -> ConfigRow {
    guard let config = scenario.config else { return ConfigRow() }
    return ConfigRow(
      backend: config.backend, refresh: config.refresh, size: try drawn(config.size),
      isAwaited: config.isAwaited, timeout: config.timeout, retry: try drawn(config.retry))
  }
}
