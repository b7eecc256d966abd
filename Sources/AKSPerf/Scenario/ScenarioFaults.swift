import Scheduler

/// What a network gets wrong on its own, each with a probability.
///
/// The six of the first group and the three of the second are short for rules.
public struct NetworkFaults: Sendable, Equatable {
  /// A callback that comes twice.
  public var duplicateCallback = 0.0
  /// A dismissal that is not reported.
  public var lostDismiss = 0.0
  /// A dismissal that is reported late.
  public var lateDismiss = 0.0
  /// A dismissal that is reported early.
  public var earlyDismiss = 0.0
  /// A reward that is not reported.
  public var lostReward = 0.0
  /// A load whose end is not reported.
  public var lostLoad = 0.0

  /// A reward that is reported twice.
  public var duplicateReward = 0.0
  /// A show that is reported although nothing is on screen.
  public var phantomShow = 0.0
  /// A load that is reported loaded and then failed.
  public var failedAfterLoaded = 0.0
  /// A click that closes the ad under the page that it opens.
  public var closedByClick = 0.0

  /// Faults in any other form.
  public var rules: [FaultRule] = []
  public init() {}
}

/// A fault in its general form: on what, what it does, how likely, and when.
public struct FaultRule: Sendable, Equatable {
  /// What the rule acts on.
  public enum Trigger: Sendable, Hashable {
    case request, load, show, reward, dismiss
    case callback(Callback)

    /// The words of those that are no callback.
    static let plain = ["request", "load", "show", "reward", "dismiss"]

    /// The trigger of a word of scenario files; nil when there is none.
    init?(word: String) {
      switch word {
      case "request": self = .request
      case "load": self = .load
      case "show": self = .show
      case "reward": self = .reward
      case "dismiss": self = .dismiss
      default:
        guard let callback = Callback.allCases.first(where: { $0.name == word }) else { return nil }
        self = .callback(callback)
      }
    }
  }

  /// What the rule does.
  public enum Effect: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case lose, duplicate, delay, early, hang, fail, phantom
    /// Blocks the main thread for the delay.
    case block
    /// Sends more requests than one.
    case amplify

    /// Whether it needs to be told how long.
    var needsDelay: Bool { self == .delay || self == .block }

    /// Whether it may be told so where it acts on `trigger`.
    func takesDelay(on trigger: Trigger) -> Bool {
      needsDelay || self == .early || self == .hang || self == .fail && trigger == .load
    }

    var takesTimes: Bool { self == .duplicate || self == .amplify }
  }

  /// The word for a delay up to the end of the ad on screen.
  static let untilDismissal = "untilDismiss"

  /// When alone a rule acts; what is nil or empty is no condition.
  public struct Condition: Sendable, Equatable {
    /// After an absence as long as this in the session.
    public var awayAtLeast: SimDuration?
    /// So soon before the user leaves the app, or after.
    public var leftWithin: SimDuration?
    /// So soon after the last full-screen ad or sheet was gone.
    public var within: SimDuration?
    /// After an ad closed before its end, or, when false, after one viewed to its end.
    public var earlyClose: Bool?
    /// After so many shows in the session.
    public var showsAtLeast: Int?
    /// From this time of the run on.
    public var from: SimDuration?
    /// Until this time of the run.
    public var to: SimDuration?
    /// With ads of these formats; empty is any.
    public var formats: [AdFormat] = []
    /// Index of the device.
    public var device: Int?
    /// In a window whose size has changed since the load.
    public var isResized = false
    /// After a call of load for the placeholder since the call of show.
    public var isLoadedMeanwhile = false
    public init() {}
  }

  public var trigger: Trigger
  public var effect: Effect
  /// Probability that it acts where its condition holds.
  public var probability = 1.0
  /// How much later or earlier, or how long, in nanoseconds.
  public var delay: DistributionSpec?
  /// Whether `delay` is up to the end of the ad on screen.
  public var isUntilDismissal = false
  /// How many more `duplicate` and `amplify` make.
  public var times = 1
  /// Whether a load ends what `condition` remembers of the ad before it.
  public var isClearedByLoad = true
  /// When alone it acts.
  public var condition = Condition()

  public init(on trigger: Trigger, do effect: Effect) {
    self.trigger = trigger
    self.effect = effect
  }
}

/// A network is left out for a time after `failures` failures in a row.
public struct CircuitBreaker: Sendable, Hashable {
  /// Failures in a row that open it.
  public var failures: Int
  /// How long the network is then left out.
  public var lasts: SimDuration

  public init(failures: Int, lasts: SimDuration) {
    self.failures = failures
    self.lasts = lasts
  }
}
