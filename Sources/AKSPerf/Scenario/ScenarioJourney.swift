import Scheduler

/// What a session does, step by step.
public struct Journey: Sendable, Equatable {
  public var name: String
  public var steps: [JourneyStep]
  public init(name: String, steps: [JourneyStep]) {
    self.name = name
    self.steps = steps
  }
}

/// What a show does when no fresh ad is there.
public enum IfNotReady: String, Sendable, Hashable, CaseIterable {
  case skip, wait, load
  /// Calls show all the same, which fails.
  case call
}

/// One step of a journey.
public indirect enum JourneyStep: Sendable, Equatable {
  /// Foreground time without an ad call.
  case wait(DistributionSpec)
  /// Calls load; when `awaited`, the journey goes on at its callback, its budget or the patience.
  case load(
    placeholder: Int, awaited: Bool, budget: DistributionSpec?, place: LoadPlace = LoadPlace())
  /// Wants an ad on screen now; blocks until it is dismissed, failed, skipped or abandoned.
  ///
  /// One that has failed or was skipped then shows what is ready of the placeholder `instead`.
  case show(
    placeholder: Int, ifNotReady: IfNotReady, budget: DistributionSpec?, scene: SceneChoice = .own,
    instead: Int? = nil)
  /// One call that loads and shows; blocks likewise.
  case loadAndShow(placeholder: Int, budget: DistributionSpec?, scene: SceneChoice = .own)
  case appOpen(placeholder: Int, flow: AppOpenFlow, returns: AppOpenReturns = AppOpenReturns())
  case repeated(count: DistributionSpec, steps: [JourneyStep])
  case choose([Branch])
  /// Puts a banner up; does not block.
  case banner(placeholder: Int, place: LoadPlace = LoadPlace())
  /// Puts a native ad up; does not block.
  case native(placeholder: Int, place: LoadPlace = LoadPlace())
  /// Takes the banner or native ad of a placeholder down.
  case hide(placeholder: Int)
  /// Hides the place of a placeholder's view, which stays up.
  case cover(placeholder: Int)
  /// Uncovers the place of a placeholder's view.
  case uncover(placeholder: Int)
  /// Offers a feature of the app; does not block.
  case featurePromotion(placeholder: Int)
  /// Gives a window another size; nil is the key window.
  case resize(WindowSize, window: Int?)
  /// Makes a window key.
  case window(Int)
  /// Folds the device.
  case fold
  /// Unfolds the device.
  case unfold
  /// Leaves the app for a time, in which the process dies with probability `terminated`.
  case background(away: DistributionSpec, terminated: Double, kind: AwayKind)
  /// Puts something over the app for a time.
  case sheet(time: DistributionSpec, kind: SheetKind)
  /// Changes the access network to the radio of that index.
  case radio(Int)
  case end

  /// A branch of a choice, taken with probability `weight` ÷ the sum of weights.
  public struct Branch: Sendable, Equatable {
    public var weight: Double
    public var steps: [JourneyStep]
    public init(weight: Double, steps: [JourneyStep]) {
      self.weight = weight
      self.steps = steps
    }
  }

  /// The key of the step in scenario files.
  public var key: String {
    switch self {
    case .wait: "wait"
    case .load: "load"
    case .show: "show"
    case .loadAndShow: "loadAndShow"
    case .appOpen: "appOpen"
    case .repeated: "repeat"
    case .choose: "choose"
    case .banner: "banner"
    case .native: "native"
    case .hide: "hide"
    case .cover: "cover"
    case .uncover: "uncover"
    case .featurePromotion: "featurePromotion"
    case .resize: "resize"
    case .window: "window"
    case .fold: "fold"
    case .unfold: "unfold"
    case .background: "background"
    case .sheet: "sheet"
    case .radio: "radio"
    case .end: "end"
    }
  }
}

/// The scene that is put on a request.
public enum SceneChoice: Sendable, Hashable {
  /// That of the key window.
  case key
  /// That of the view which asks.
  case own
  /// The first active one of those connected, whichever it is.
  case first
  /// None.
  case missing
  /// That of a window by its index.
  case window(Int)
}

/// From where in the life of a view an ad is loaded, and for which scene.
public struct LoadPlace: Sendable, Hashable {
  /// A moment in the life of a view.
  public enum Moment: String, Sendable, Hashable, CaseIterable { case viewDidLoad, viewDidAppear }
  /// Nil loads where the step stands.
  public var moment: Moment?
  /// Whether it loads only once in the life of the view.
  public var isGuarded = false
  public var scene = SceneChoice.own
  public init() {}
}

/// Who drives the app-open ad.
public enum AppOpenFlow: Sendable, Equatable {
  /// The app loads and shows it, waiting at most `budget`.
  case manual(budget: DistributionSpec?)
  /// The app delegate does, holding the splash up to `splash`.
  case automatic(splash: SimDuration?)
}

/// When a return from the background shows an app-open ad.
public struct AppOpenReturns: Sendable, Hashable {
  /// What a return can come from.
  public struct Origins: OptionSet, Sendable, Hashable, BitwiseCopyable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A full-screen ad.
    public static let ad = Origins(rawValue: 1)
    public static let click = Origins(rawValue: 2)
    public static let picker = Origins(rawValue: 4)
    public static let sheet = Origins(rawValue: 8)
    public static let all: Origins = [.ad, .click, .picker, .sheet]
  }
  /// The event of a return that counts.
  public enum Trigger: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case active, willEnter, both
  }

  /// Whether returns show one; nil is yes with the automatic flow and no with the manual one.
  public var isOn: Bool?
  /// The shortest absence after which a return shows one.
  public var minAway = SimDuration.seconds(17)
  /// Returns from these never show one.
  public var ignores = Origins.all
  public var trigger = Trigger.active
  /// The placeholder of full-screen ads that a return opens; nil is that of the step.
  public var placeholder: Int?
  /// Whether the end of an ad that a return has opened is a return as well, whatever is ignored.
  public var chains = false
  public init() {}
}

/// How the user left the app.
public enum AwayKind: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case home, click, picker
}

/// What comes over the app.
public enum SheetKind: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
  case picker, system, store, overlay
}
