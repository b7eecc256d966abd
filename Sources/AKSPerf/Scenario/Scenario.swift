import Scheduler

/// A whole simulated world as plain values: who launches, over which radio, to which waterfall.
///
/// A scenario is what `ScenarioReader` makes of a file, or what a program builds itself. References
/// between its parts are indices into its own arrays, which keep the order of the file. Times are
/// integer nanoseconds; a `DistributionSpec` of a time is in nanoseconds, of a size in bytes, of a
/// price in USD per thousand shows.
public struct Scenario: Sendable, Equatable {
  public var name: String
  public var description: String
  public var seed: UInt64
  /// Virtual time in which sessions are launched and counted.
  public var duration: SimDuration
  /// The longest time after `duration` in which counted items may end.
  public var drain: SimDuration
  public var warmup: WarmUp
  public var replications: Int

  public var arrivals: ArrivalProcess
  public var app: AppTraits
  public var users: UserTraits
  public var launch: LaunchPath
  public var config: RemoteConfig?
  public var geos: [Geo]
  public var radios: [Radio]
  public var devices: [Device]
  public var backends: [Backend]
  public var networks: [AdNetwork]
  public var placeholders: [Placeholder]
  public var journeys: [Journey]
  /// The mix of sessions; never empty.
  public var sessionClasses: [SessionClass]

  /// Probability that a network's demand is the session's common draw, 0 to 1.
  public var demandCorrelation: Double
  /// How long one demand draw stays; nil draws anew for each attempt.
  public var fillPersistence: SimDuration?
  /// Factor on the price for each earlier show of the format that day, 0 to 1.
  public var priceDecay: Double

  public var adDuration: PerFormat<DistributionSpec>
  /// Probability that a shown ad is viewed to its end.
  public var completion: PerFormat<Double>
  public var click: ClickBehaviour?
  public var leaveDuringAd: AdLeave?
  public var leaveBeforeAd: EarlyLeave?
  /// How long a user waits for an ad before giving up; nil waits for ever.
  public var patience: DistributionSpec?

  /// Label combinations kept beyond totals and single labels.
  public var splits: [[Label]]
  public var slo: [ServiceLevelObjective]
  /// What the scenario must show when it stands for an incident; a run ignores it.
  public var expectation: ScenarioExpectation?
  /// The keys that a sweep changes, with their values; a run ignores them.
  public var sweep: [SweepAxis] = []
  /// Hash of the scenario's content, whatever its comments, order of keys and layout.
  public var digest: String

  /// What a reader of the scenario should know although nothing is wrong.
  public var warnings: [Diagnostic] = []
  /// What has no effect on any session, and so can hardly be meant.
  public var advice: [Diagnostic] = []
  /// The keys that were set on top of its file, in order.
  public var overrides: [ScenarioOverride] = []
  /// The files it was read from, in order of reading.
  public var files: [InputFile] = []
  /// Each use of what this version reads but cannot simulate; such a scenario is not to be run.
  public var unbuilt: [Diagnostic] = []
}

/// What is left out of every metric at the start of a run.
public enum WarmUp: Sendable, Hashable {
  case fixed(SimDuration)
  /// Found on pilot replications by MSER-5.
  case automatic
}

/// The ad formats of the AKS interface.
public enum AdFormat: UInt8, CaseIterable, Sendable, Hashable, BitwiseCopyable {
  case interstitial, rewarded, appOpen, banner, native, featurePromotion

  /// The name used in scenario files and reports.
  public var name: String { String(describing: self) }

  /// Whether its ads cover the app, and end.
  var isFullScreen: Bool {
    switch self {
    case .interstitial, .rewarded, .appOpen: true
    case .banner, .native, .featurePromotion: false
    }
  }
}

/// One value for each ad format.
public struct PerFormat<Value: Sendable & Equatable>: Sendable, Equatable {
  private var values: [Value]

  /// Makes the same `value` for every format.
  public init(repeating value: Value) {
    values = Array(repeating: value, count: AdFormat.allCases.count)
  }

  public subscript(format: AdFormat) -> Value {
    get { values[Int(format.rawValue)] }
    set { values[Int(format.rawValue)] = newValue }
  }
}

/// How the users of open arrivals are drawn.
public struct UserTraits: Sendable, Equatable {
  /// Share of launches that are a user's first.
  public var firstLaunch = 0.0
  /// Share of users who have bought the removal of ads.
  public var removeAds = 0.0
  /// Age of the activated remote config at launch of a user who has one, in nanoseconds.
  public var configAge = DistributionSpec.constant(0)
  /// Probability that a user owns a feature of the app, for each feature alone.
  public var ownsFeature = 0.0
  /// Time for which a user stands a full-screen ad before they end the app; nil for ever.
  public var killsAfter: DistributionSpec?
  public init() {}
}

/// An objective as the scenario states it: `"time_to_show{format=banner}": "p(95)<800ms"`.
public struct ServiceLevelObjective: Sendable, Hashable {
  public enum Level: Sendable, Hashable { case error, warn }
  public var check: SLOCheck
  public var level: Level

  public init(check: SLOCheck, level: Level = .error) {
    self.check = check
    self.level = level
  }
}

extension Scenario {
  /// Makes a scenario from its required parts; everything else is left out.
  ///
  /// One ideal radio, one phone, one geo without an effect, and one session class that follows the
  /// first journey. The defaults are those of a scenario file.
  public init(
    name: String, description: String = "", seed: UInt64 = 1, duration: SimDuration = .hours(1),
    drain: SimDuration = .hours(1), warmup: WarmUp = .fixed(.zero), replications: Int = 20,
    arrivals: ArrivalProcess, networks: [AdNetwork], placeholders: [Placeholder],
    journeys: [Journey]
  ) {
    self.name = name
    self.description = description
    self.seed = seed
    self.duration = duration
    self.drain = drain
    self.warmup = warmup
    self.replications = replications
    self.arrivals = arrivals
    self.networks = networks
    self.placeholders = placeholders
    self.journeys = journeys
    app = AppTraits()
    users = UserTraits()
    launch = LaunchPath()
    geos = [Geo(name: "world")]
    radios = [Radio(name: "ideal")]
    devices = [Device(name: "phone", windows: [WindowSize(width: 390, height: 844)])]
    backends = []
    sessionClasses = [SessionClass(weight: 1, journey: 0, device: 0, radio: 0, geo: 0)]
    demandCorrelation = 0.5
    fillPersistence = .minutes(10)
    priceDecay = 1
    adDuration = PerFormat(repeating: .constant(0))
    completion = PerFormat(repeating: 1)
    splits = []
    slo = []
    digest = ""
  }
}
