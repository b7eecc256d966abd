/// How an opportunity or an attempt ended.
public enum Outcome: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  /// Opportunities end in one of these four.
  case shown = 1
  case skipped, abandoned, failed
  /// Attempts end in one of these five.
  case filled, noFill, timeout, error, cancelled

  public var name: String { String(describing: self) }
}

/// Why something was gated, failed, skipped or abandoned, or shown in the wrong window: the closed
/// catalogue of internal reasons.
public enum Reason: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  // Loads and attempts.
  case loaded = 1
  case noFill, belowFloor, timeout, networkError, offline, serverError, throttled
  case invalidRequest, exhausted, deadline, cancelled
  // Gates; 13 and 21 were reasons that nothing gave.
  case cap = 14
  case minGap, noConsent, adsRemoved
  // Life cycle.
  case sessionEnded, suspended, background
  // Shows.
  case adTooLarge = 22
  case expired, notReady, budget, patience, busy, noController, presentTimeout
  case wrongWindow, returnFromClick, tooShortAway, contentOnScreen
  // Owned backends.
  case rejected, rateLimited, outage, circuitOpen
  // Shows again; the values of reasons are kept.
  case alreadyUsed, transition, settling, noFeature
  // Remote switches, auctions and the system.
  case disabled, outbid, tokenTimeout, terminated, internalError
  /// The activity that would have heard of it is gone.
  case recreated
  // Adapters.
  case notStarted

  public var name: String { String(describing: self) }
}

/// Whether a shown ad was loaded strictly before its opportunity.
public enum AdSource: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  case cache = 1
  case fresh
  public var name: String { String(describing: self) }
}

/// Which config a load resolved with.
public enum ConfigOrigin: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  /// The config shipped in the app.
  case shipped = 1
  case remote
  public var name: String { self == .shipped ? "default" : "remote" }
}

/// What an eligible opportunity found in its slot.
public enum Found: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  case hit = 1
  case joined, cold, expired, unfit
  public var name: String { String(describing: self) }
}

/// The callbacks of the AKS interface, by their names.
public enum Callback: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  // Interstitial; app open shares the first three.
  case onLoaded = 1
  case onFailedToLoad, onAdShown, onAdDismissed, onAdFailedToShow
  // Rewarded.
  case onRewardedLoaded, onRewardedAdLoadFailure, onAdRewarded, onRewardedCompleted
  case onAdRewardedAdDismissed, onRewardedFailedToShow
  // Rewarded in one call.
  case onRewardedAdSuccess, onRewardedAdFailed
  // App open.
  case onDismiss, onAdFailToShow
  // Banner.
  case onBannerLoaded, onBannerFailedToLoad, setBannerSize, onBannerSizeChanged, onBannerShown
  case onBannerClicked
  // Native.
  case onNativeLoaded, onNativeFailedToLoad, onNativeShown, onNativeClicked
  // Feature promotion.
  case onFeaturePromotionClicked, onFailToShowFeaturePromotion

  public var name: String { String(describing: self) }
}
