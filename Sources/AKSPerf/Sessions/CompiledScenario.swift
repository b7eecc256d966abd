import Scheduler

/// A scenario as flat tables of plain rows: made once, shared by all replications, never changed.
///
/// Every name has become an index and every drawn quantity a `Drawn`, so that the event loop reads
/// it without allocation, hashing or reference counting.
final class CompiledScenario: Sendable {
  let scenario: Scenario
  let arena: TableArena
  let distributions: DistributionPool
  let tables: ScenarioTables
  /// Names of the program's own strategies, by their numbers.
  let ownStrategies: [String]

  init(_ scenario: Scenario) throws(SimulationError) {
    self.scenario = scenario
    arena = TableArena()
    var compiler = ScenarioCompiler(scenario)
    tables = try compiler.compile(into: arena)
    distributions = compiler.distributions
    ownStrategies = compiler.ownStrategies
  }
}

/// The tables of a compiled scenario.
struct ScenarioTables: BitwiseCopyable, Sendable {
  var networks: Table<NetworkRow>
  /// By network; the last two rows are those of the config service and of consent requests.
  var connections: Table<ConnectionRow>
  /// Indexed by network · 6 + format.
  var networkFormats: Table<NetworkFormatRow>
  var placeholders: Table<PlaceholderRow>
  var entries: Table<EntryRow>
  var strategies: Table<StrategyRow>
  /// Entries of adaptive waterfalls that all users learn of together.
  var fleetEntries: Int
  var retryDelays: Table<SimDuration>
  var backends: Table<BackendRow>
  var outages: Table<OutageRow>
  var breakers: Table<BreakerRow>
  var throttles: Table<ThrottleRow>
  var faults: Table<FaultRow>
  var timers: Table<TimerRow>
  var radios: Table<RadioRow>
  /// Whether a radio blocks a backend: at radio · backends + backend.
  var blockedBackends: Table<Bool>
  var geos: Table<GeoRow>
  var classes: Table<ClassRow>
  var journeys: Table<JourneyRow>
  var steps: Table<StepRow>
  var branches: Table<BranchRow>
  var backgrounds: Table<BackgroundRow>
  /// By journey.
  var returns: Table<ReturnRow>
  /// Placeholder of each slot, from a journey's `firstSlot` on.
  var slotPlaceholders: Table<UInt16>
  /// Position of a backend among a session's hosts, by journey · backends + backend; −1 if unused.
  var hosts: Table<Int16>
  /// Networks whose adapters a session initialises.
  var initialised: Table<Int>
  /// How the ads of each placeholder are put up.
  var views: Table<ViewRow>
  /// By session class.
  var deviceOfClass: Table<UInt16>
  /// By session class.
  var slowdowns: Table<Slowdown>
  var devices: Table<DeviceRow>
  /// The size of each window of the devices.
  var windows: Table<UInt8>
  var sizes: Table<SizeRow>
  /// The sizes of networks' full-screen ads.
  var networkSizes: Table<SizeRow>
  var app: AppRow
  var features: FeatureSet
  var layout: SessionLayout
  var launch: LaunchRow
  var behaviour: BehaviourRow
  var config: ConfigRow
  /// Pause between two launches of a user of a closed population.
  var pause: Drawn

  @inline(__always)
  func networkFormat(_ network: Int, _ format: AdFormat) -> NetworkFormatRow {
    networkFormats[network * AdFormat.allCases.count + Int(format.rawValue)]
  }
}

/// What happens at launch.
struct LaunchRow: BitwiseCopyable {
  var firstFrame = Drawn()
  var sdkStart = Drawn()
  /// How long the start of the SDK blocks the main thread.
  var mainThread = Drawn()
  var gate = InitGateCode.all
  var initTimeout: SimDuration?
  /// Time to the next try of adapters that could not start; nil without one.
  var initRetryEvery: SimDuration?
  /// Whether they start when a radio reaches them.
  var initRetryOnline = false
  /// Whether content waits for the SDK.
  var contentWaitsForSDK = false
  /// Grace time in the background before the process is suspended.
  var suspendAfter = SimDuration.zero
  /// Time in the background after which the adapters are initialised anew.
  var reinitAfter: SimDuration?
  var asksConsent = false
  var consentRequest = Drawn()
  /// The backend of consent requests; −1 has none.
  var consentBackend = -1
  var formShare = 0.0
  var consentGiven = 1.0
  var dwell = Drawn()
  var asksAtEachLaunch = false
  var consentTimeout: SimDuration?
  /// Whether the SDK starts beside the flow, so that its answer holds from the next launch on.
  var hearsConsentLater = false
  /// Whether a user who refuses gets no ads; else the demand for them is limited.
  var refusalEndsAds = true
  var refused = LimitRow()
  /// Share of users who allow tracking, and the demand for the others.
  var trackingAllowed = 1.0
  var untracked = LimitRow()
  var trackingPrompt = Drawn()
  var firstLaunchShare = 0.0
  var removeAdsShare = 0.0
  var configAge = Drawn()
}

/// Factors on the demand for users who keep something back.
struct LimitRow: BitwiseCopyable {
  var fill = 1.0
  var price = 1.0

  init() {}

  init(_ factors: DemandFactors) {
    fill = factors.fill
    price = factors.price
  }
}

enum InitGateCode: UInt8 { case all, own, none }

/// How users leave between the call of show and the ad.
struct EarlyLeaveRow: BitwiseCopyable {
  var share = 0.0
  var away = Drawn()
  var terminated = 0.0
  var onReturn = EarlyLeave.OnReturn.shown
}

/// How users and demand behave.
struct BehaviourRow: BitwiseCopyable {
  var demandCorrelation = 0.0
  var fillPersistence: SimDuration?
  var priceDecay = 1.0
  var patience = Drawn()
  /// Time for which a user stands a full-screen ad.
  var killsAfter = Drawn()
  /// Probability that a shown ad is clicked, and for how long the user is then away.
  var clickShare = 0.0
  var clickAway = Drawn()
  var clickTerminated = 0.0
  /// Whether an ad is reported dismissed as its user leaves it, by a click or otherwise.
  var isClickDismissal = false
  var isLeaveDismissal = false
  /// The same of users who leave during an ad by their own wish.
  var leaveShare = 0.0
  var leaveAway = Drawn()
  var leaveTerminated = 0.0
  var onReturn = AdLeave.OnReturn.kept
  /// The same of users who leave between the call of show and the ad.
  var earlyLeave = EarlyLeaveRow()
  var interstitialDuration = Drawn()
  var rewardedDuration = Drawn()
  var appOpenDuration = Drawn()
  var completion = (interstitial: 1.0, rewarded: 1.0, appOpen: 1.0)
  var pays = AppTraits.Pays.once
  /// Time after which the app takes an ad for gone; nil never.
  var watchdog: SimDuration?
  /// Time to the answer that pays a reward; without one the app pays at once.
  var rewardAnswer = Drawn()
  var rewardLost = 0.0
  var rewardTimeout: SimDuration?

  func duration(of format: AdFormat) -> Drawn {
    switch format {
    case .interstitial: interstitialDuration
    case .rewarded: rewardedDuration
    default: appOpenDuration
    }
  }

  func completion(of format: AdFormat) -> Double {
    switch format {
    case .interstitial: completion.interstitial
    case .rewarded: completion.rewarded
    default: completion.appOpen
    }
  }
}

/// The remote config's backend and rules; backend −1 when there is none.
struct ConfigRow: BitwiseCopyable {
  var backend = -1
  var refresh = SimDuration.zero
  var size = Drawn()
  /// Whether the loads of users without a config wait for it.
  var isAwaited = false
  var timeout: SimDuration?
  /// Time to the next fetch after a failed one.
  var retry = Drawn()
}
