import Scheduler

/// A fault of a network as a rule: on what it acts, what it does, how likely, and when alone.
struct FaultRow: BitwiseCopyable {
  /// What the rule acts on.
  enum Trigger: UInt8 {
    case request, load, show, reward, dismiss
    /// The callback of the rule.
    case callback
    /// Any callback.
    case any
  }

  /// What was seen of an ad's end.
  enum Close: UInt8 {
    case any, early, full
  }

  var trigger: Trigger
  var effect: FaultRule.Effect
  /// With the trigger `callback`.
  var callback = Callback.onLoaded
  var close = Close.any
  var isClearedByLoad = true
  /// Formats by their bits.
  var formats = UInt8.max
  /// −1 on any device.
  var device: Int16 = -1
  var times: UInt16 = 1
  var showsAtLeast: UInt32 = 0
  var probability: Double
  var delay = Drawn()
  var from = SimTime.zero
  var to = SimTime.never
  /// How soon after the last full-screen ad; nil at any time.
  var within: SimDuration?
  /// How soon before it, or after it where it may be lost, the user must leave; nil for any.
  var leftWithin: SimDuration?
  /// Whether it delays up to the end of the ad on screen.
  var isUntilDismissal = false
  /// The absence that must have been; zero for none.
  var awayAtLeast = SimDuration.zero
  /// Whether the window must have another size than at the load.
  var isResized = false
  /// Whether load must have been called for the placeholder since show was.
  var isLoadedMeanwhile = false
  /// Of one that acts on loads: whether only the first request of an attempt is concerned.
  var isFirstOnly = false
}

extension FaultRow {
  /// Whether it acts on a callback.
  func actsOn(_ other: Callback) -> Bool {
    switch trigger {
    case .any: true
    case .callback: callback == other
    case .load: other.endsLoad
    case .show: other.tellsOfShow
    case .reward: other.tellsOfReward
    case .dismiss: other.tellsOfDismissal
    case .request: false
    }
  }
}

extension Callback {
  /// Whether it is the terminal callback of a load.
  var endsLoad: Bool {
    switch self {
    case .onLoaded, .onFailedToLoad, .onRewardedLoaded, .onRewardedAdLoadFailure, .onBannerLoaded,
      .onBannerFailedToLoad, .onNativeLoaded, .onNativeFailedToLoad:
      true
    default: false
    }
  }

  /// Whether it says that an ad is on screen, or that it could not come there.
  var tellsOfShow: Bool {
    switch self {
    case .onAdShown, .onAdFailedToShow, .onRewardedFailedToShow, .onAdFailToShow, .onBannerShown,
      .onNativeShown:
      true
    default: false
    }
  }

  /// Whether it is about a full-screen ad whose show has been called.
  var tellsOfFullScreenShow: Bool {
    if self == .onBannerShown || self == .onNativeShown { return false }
    return tellsOfShow || tellsOfReward || tellsOfDismissal
  }

  var tellsOfReward: Bool {
    self == .onAdRewarded || self == .onRewardedCompleted || self == .onRewardedAdSuccess
  }

  /// Whether it says that a full-screen ad is gone; the one-call form has no other callback.
  var tellsOfDismissal: Bool {
    switch self {
    case .onAdDismissed, .onAdRewardedAdDismissed, .onDismiss, .onRewardedAdSuccess,
      .onRewardedAdFailed:
      true
    default: false
    }
  }
}

extension NetworkFaults {
  /// How late a dismissal is that the word `lateDismiss` delays: a guess.
  static let lateness = SimDuration.seconds(5)

  /// The rules that the words are short for, then the rules as they are.
  var allRules: [FaultRule] {
    func rule(
      _ trigger: FaultRule.Trigger, _ effect: FaultRule.Effect, _ probability: Double
    ) -> FaultRule? {
      guard probability > 0 else { return nil }
      var rule = FaultRule(on: trigger, do: effect)
      rule.probability = probability
      if effect == .delay { rule.delay = .constant(Double(Self.lateness.nanoseconds)) }
      return rule
    }
    let words = [
      rule(.dismiss, .lose, lostDismiss), rule(.dismiss, .delay, lateDismiss),
      rule(.dismiss, .early, earlyDismiss), rule(.reward, .lose, lostReward),
      rule(.load, .lose, lostLoad), rule(.reward, .duplicate, duplicateReward),
      rule(.show, .phantom, phantomShow), rule(.load, .fail, failedAfterLoaded),
    ]
    return words.compactMap { $0 } + rules
  }
}
