import Scheduler

/// Traits of the app that every session shares.
public struct AppTraits: Sendable, Equatable {
  public enum Mode: String, Sendable, Hashable, CaseIterable { case production, test }
  /// Where ads are presented from: the topmost controller, the root of the window, or the root of
  /// the first active scene.
  public enum PresentFrom: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case top, root, first
  }
  /// What a reward is paid for.
  public enum Pays: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// Once a view, whatever is reported.
    case once
    case earned, completed
    /// For each of `earned` and `completed`.
    case both
    case dismissed
  }

  /// Whether it supports several scenes and puts one on each request.
  public var multiScene = true
  /// Whether requests are for real ads or test ads.
  public var mode = Mode.production
  public var presentFrom = PresentFrom.top
  /// Whether it asks an ad whether it fits before it shows it.
  public var canPresent = true
  public var pays = Pays.once
  /// Time after which an ad that was not reported dismissed counts as gone; nil never.
  public var watchdog: SimDuration?
  /// What answers before a reward is paid; nil when the app pays at once.
  public var rewardBackend: RewardBackend?
  /// What it does from time to time, whatever the journey does.
  public var timers: [AppTimer] = []
  /// What feature promotion offers; empty is one feature without a name.
  public var features: [String] = []
  /// Bytes leaked at which the system ends the process; nil never.
  public var memoryLimit: Double?
  /// Time in the background after which the adapters are initialised anew; nil never.
  public var reinitAfter: SimDuration?
  /// Time of the animation of a resize or a fold.
  public var transition = SimDuration.milliseconds(300)
  /// Whether its loads are refused where there is no radio.
  public var checksRadio = true
  /// Whether a change of the key window's size recreates the activity in it.
  public var recreates = false
  public init() {}
}

/// The app's own server, asked before a reward is paid.
public struct RewardBackend: Sendable, Equatable {
  /// Time to its answer.
  public var answer = DistributionSpec.constant(0)
  /// Probability that no answer comes.
  public var lost = 0.0
  /// How long the app waits for it; nil up to the end of the session.
  public var timeout: SimDuration?
  public init() {}
}

/// A timer of the app, which runs from the launch on.
public struct AppTimer: Sendable, Hashable {
  public enum Action: Sendable, Hashable {
    case load
    /// Shows what is ready; `stacks` says whether it comes later when another ad is up.
    case show(stacks: Bool)
  }

  public var every: SimDuration
  public var placeholder: Int
  public var action: Action

  public init(every: SimDuration, placeholder: Int, action: Action) {
    self.every = every
    self.placeholder = placeholder
    self.action = action
  }
}

/// What the app's own code makes of the ads of a placeholder.
public struct AppCode: Sendable, Hashable {
  /// What it does when its window has changed.
  public enum OnResize: String, Sendable, Hashable, CaseIterable {
    case nothing = "none"
    /// Asks whether the ad fits, and loads anew when it does not.
    case check
    case reload
  }
  /// What a load while one is in flight does.
  public enum OnBusy: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case join, error, drop
    /// Starts a load of its own, even beyond the depth of the cache.
    case parallel
  }
  /// What a load of a slot that is full of ready ads does, with none in flight.
  public enum OnFull: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// Is answered loaded at once.
    case loaded
    case error, drop
    /// Starts a load whose ad takes the place of the oldest one.
    case replace
  }
  /// How often a failed load is tried again that is reported failed more than once.
  public enum Reacts: String, Sendable, Hashable, CaseIterable { case once, each }
  /// A flag that blocks loads while one is in flight.
  public enum BusyFlag: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case nothing = "none"
    case resets
    /// One that a failure leaves set.
    case sticky
  }
  /// Whether it shows from the loaded callback.
  public enum ShowOnLoad: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case never = "none"
    case once, always
  }

  public var onResize = OnResize.nothing
  /// Whether an app-open ad goes when the splash it came behind is over.
  public var splashEndsAd = false
  public var onBusy = OnBusy.join
  public var onFull = OnFull.loaded
  public var busyFlag = BusyFlag.nothing
  public var showOnLoad = ShowOnLoad.never
  /// Whether the timer of an earlier load may end a later one.
  public var staleTimer = false
  /// Whether it reacts once to a failure, or to each report of it.
  public var reacts = Reacts.once
  public init() {}
}

/// How the banner or native ad of a placeholder is put up.
public struct ViewTraits: Sendable, Equatable {
  /// When an anchored banner loads anew.
  public enum Reloads: String, Sendable, Hashable, CaseIterable {
    case transition, sizeChange
    case never = "none"
  }
  /// When a banner asks again whose load has failed.
  public enum AfterFailure: Sendable, Hashable {
    /// As after any other load.
    case continues
    /// Not before it is put up anew.
    case stops
    case after(SimDuration)
  }

  /// What becomes of the time left to a banner's next ad when the user leaves the app.
  public enum OnReturn: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// It runs on.
    case runs
    /// It goes on, or begins anew, at the return.
    case resume, restart
    /// The next ad is loaded at the return.
    case load
  }

  /// Whether a banner's refresh timer is stopped before another one is started.
  public enum RefreshLoops: String, Sendable, Hashable, CaseIterable { case one, stack }

  public var size = BannerSize.banner
  /// Time after which a banner loads its next ad; nil never.
  public var refresh: SimDuration? = .seconds(60)
  public var refreshAfterFailure = AfterFailure.continues
  /// Whether a refresh leaves the ad before on screen until the next one comes.
  public var refreshKeeps = true
  public var refreshLoops = RefreshLoops.one
  /// Whether a banner that nobody sees asks for no next ad.
  public var pausesHidden = false
  public var onReturn = OnReturn.runs
  /// Probability that a view taken down before its first ad has come appears with it and stays.
  public var ghost = 0.0
  /// Whether a refresh is reported loaded again.
  public var repeatsLoaded = false
  /// Whether a refresh that fails is reported.
  public var repeatsFailed = false
  public var reloads = Reloads.transition
  /// Whether a native ad is in a scroll view, to be shown when it is seen.
  public var isInScrollView = false
  /// Time until a native ad in a scroll view is seen.
  public var scrollIn = DistributionSpec.constant(0)
  public init() {}

  /// Whether a banner asks for a next ad of its own accord, be it after a failure only.
  var refreshes: Bool {
    if case .after = refreshAfterFailure { return true }
    return refresh != nil
  }
}

/// A size of banners, in points.
public enum BannerSize: String, Sendable, Hashable, CaseIterable {
  case banner = "BANNER"
  case largeBanner = "LARGE_BANNER"
  case mediumRectangle = "MEDIUM_RECTANGLE"
  case fullBanner = "FULL_BANNER"
  /// As wide as the safe area.
  case adaptive

  /// The fixed size; nil when it follows the window.
  public var points: WindowSize? {
    switch self {
    case .banner: WindowSize(width: 320, height: 50)
    case .largeBanner: WindowSize(width: 320, height: 100)
    case .mediumRectangle: WindowSize(width: 300, height: 250)
    case .fullBanner: WindowSize(width: 468, height: 60)
    case .adaptive: nil
    }
  }
}
