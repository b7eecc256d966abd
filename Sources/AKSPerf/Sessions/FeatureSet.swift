/// What a scenario asks for beyond what every session does; worked out once, when it is compiled.
///
/// The event loop asks for one bit before it does anything of the kind, so that a scenario pays
/// for what it uses and nothing else.
struct FeatureSet: OptionSet, BitwiseCopyable, Sendable {
  var rawValue: UInt64 = 0

  /// Prices fall with the shows of a day, which are remembered.
  static let priceDecay = FeatureSet(rawValue: 1 << 0)
  /// Failed loads are tried again, so that storms of retries are looked for.
  static let retries = FeatureSet(rawValue: 1 << 1)
  /// Slots are refilled when an ad expires, so that ads carry timers.
  static let expiryTimers = FeatureSet(rawValue: 1 << 2)
  /// Events of a session may have to wait.
  static let holds = FeatureSet(rawValue: 1 << 3)
  /// Networks have waterfalls of their own.
  static let inner = FeatureSet(rawValue: 1 << 4)
  /// Placeholders share the slots of their networks.
  static let sharedSlots = FeatureSet(rawValue: 1 << 5)
  /// It matters for which window, and of what size, an ad is.
  static let scenes = FeatureSet(rawValue: 1 << 6)
  /// Users click ads.
  static let clicks = FeatureSet(rawValue: 1 << 7)
  /// Users leave the app and come back.
  static let absences = FeatureSet(rawValue: 1 << 8)
  /// Something lies over the app for a time.
  static let sheets = FeatureSet(rawValue: 1 << 9)
  /// Returns open ads.
  static let returns = FeatureSet(rawValue: 1 << 10)
  /// Radios change during a session.
  static let radios = FeatureSet(rawValue: 1 << 11)
  /// Some radio reaches nothing.
  static let offline = FeatureSet(rawValue: 1 << 12)
  /// Some config switches ads off.
  static let switches = FeatureSet(rawValue: 1 << 13)
  /// Loads have strategies other than sequential.
  static let strategies = FeatureSet(rawValue: 1 << 14)
  /// Users leave full-screen ads by their own wish.
  static let adLeaves = FeatureSet(rawValue: 1 << 15)
  /// Networks rest after failures in a row.
  static let breakers = FeatureSet(rawValue: 1 << 16)
  /// External backends refuse sessions with too many failed requests.
  static let throttles = FeatureSet(rawValue: 1 << 17)
  /// Networks have faults.
  static let faults = FeatureSet(rawValue: 1 << 18)
  /// What the app believes, pays and does follows the callbacks that it hears.
  static let app = FeatureSet(rawValue: 1 << 19)
  /// Apps and networks differ about the age of ads.
  static let staleAds = FeatureSet(rawValue: 1 << 20)
  /// Ads leave memory or files behind.
  static let memory = FeatureSet(rawValue: 1 << 21)
  /// Banners and native ads are clicked, whatever the journey does meanwhile.
  static let viewClicks = FeatureSet(rawValue: 1 << 22)
  /// Changes of a window recreate what the app has in it.
  static let recreation = FeatureSet(rawValue: 1 << 23)
  /// Banners, native ads and feature promotions are put up.
  static let views = FeatureSet(rawValue: 1 << 24)
  /// Networks have full-screen ads of some sizes only.
  static let sizes = FeatureSet(rawValue: 1 << 25)
  /// The demand for users who refuse something is limited.
  static let limits = FeatureSet(rawValue: 1 << 26)
  /// Streamed ads on screen may stall.
  static let streams = FeatureSet(rawValue: 1 << 27)
  /// Users leave between the call of show and the ad.
  static let earlyLeaves = FeatureSet(rawValue: 1 << 28)
  /// Requests wait for a radio.
  static let radioWaits = FeatureSet(rawValue: 1 << 29)
  /// Adapters need the network to start.
  static let adapterStarts = FeatureSet(rawValue: 1 << 32)
  /// Devices differ in how fast they are.
  static let slowDevices = FeatureSet(rawValue: 1 << 33)
  /// Fetches of the remote config are waited for, given up or tried again.
  static let configWaits = FeatureSet(rawValue: 1 << 34)
  /// Networks show a user so many ads and no more.
  static let networkCaps = FeatureSet(rawValue: 1 << 35)
  /// The first use of a network in a process takes longer.
  static let firstUse = FeatureSet(rawValue: 1 << 36)
  /// Some backend is not reached over some radio.
  static let blockedBackends = FeatureSet(rawValue: 1 << 37)
  /// Ads of one network expire at different ages, or are not paid once they have.
  static let adExpiry = FeatureSet(rawValue: 1 << 38)
  /// Users end a process whose ad does not go away.
  static let kills = FeatureSet(rawValue: 1 << 39)
  /// Processes may die while their users are away from an ad, whatever the journey does.
  static let deathsBehindAds = FeatureSet(rawValue: 1 << 40)
  /// Calls of load start loads beyond the depth of their slot.
  static let parallelLoads = FeatureSet(rawValue: 1 << 41)
  /// Steps whose show comes to nothing show another placeholder.
  static let fallbacks = FeatureSet(rawValue: 1 << 42)
  /// Ads age from their bid on.
  static let bidExpiry = FeatureSet(rawValue: 1 << 43)
  /// Bidders answer no sooner than a share of the time that an auction gives them.
  static let timedBids = FeatureSet(rawValue: 1 << 46)
  /// Processes keep creatives that they have downloaded.
  static let creatives = FeatureSet(rawValue: 1 << 47)
  /// Banners have several refresh timers.
  static let refreshLoops = FeatureSet(rawValue: 1 << 48)
  /// A backend answers consent requests.
  static let consentBackend = FeatureSet(rawValue: 1 << 49)
  /// The start of the SDK blocks the main thread.
  static let blockingStart = FeatureSet(rawValue: 1 << 50)
  /// It is measured how long views are up without an ad.
  static let blankViews = FeatureSet(rawValue: 1 << 55)

  /// What slots remember beside their ads.
  static let places: FeatureSet = [.scenes, .views]
  /// What may keep an attempt from starting.
  static let admission: FeatureSet = [.sharedSlots, .breakers, .sizes, .adapterStarts]
  /// What may keep an ad from the screen.
  static let screens: FeatureSet = [.absences, .scenes, .sheets, .app]
  /// What may bring an ad on screen where the user is not.
  static let elsewhere: FeatureSet = [.scenes, .sheets]
  /// What takes users away from a full-screen ad.
  static let interruptions: FeatureSet = [.clicks, .adLeaves]
  /// What comes while the journey waits for an event of its own.
  static let besideSteps: FeatureSet = [.returns, .viewClicks]
  /// What sessions remember of their networks.
  static let networkRecords: FeatureSet = [.adapterStarts, .firstUse]
  /// What may end a process that has events to come.
  static let endings: FeatureSet = [.memory, .kills, .deathsBehindAds]
  /// What of a launch may have to be done again.
  static let starts: FeatureSet = [.adapterStarts, .configWaits, .blockingStart]
  /// What a session remembers of its life beyond what every session does.
  static let life: FeatureSet = [.holds, .absences, .sheets, .returns, .radios, .streams]

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameter placeholders: Those of its placeholders that a journey uses.
  init(of scenario: Scenario, using placeholders: [Placeholder]) {
    let configs = placeholders.flatMap { [$0.remote] + ($0.shipped.map { [$0] } ?? []) }
    if scenario.priceDecay != 1 { insert(.priceDecay) }
    if configs.contains(where: { $0.retry != .none }) { insert(.retries) }
    if placeholders.contains(where: { $0.cache.refill.contains(.onExpiry) }) {
      insert(.expiryTimers)
    }
    if configs.contains(where: { $0.strategy != .sequential }) { insert(.strategies) }
    if placeholders.contains(where: { $0.cache.keyedBy == .network }) { insert(.sharedSlots) }
    if scenario.usesScenes { insert(.scenes) }
    if scenario.usesViews { insert(.views) }
    if placeholders.contains(where: \.stacksRefreshLoops) { insert(.refreshLoops) }
    if placeholders.contains(where: { !$0.view.refreshKeeps }) { insert(.blankViews) }
    if scenario.app.recreates && scenario.resizesWindows { insert(.recreation) }
    let asked = scenario.networksAsked(by: placeholders).map { scenario.networks[$0] }
    if asked.contains(where: \.blocksMainThread) { insert(.holds) }
    if asked.contains(where: { $0.inner?.waterfall.isEmpty == false }) { insert(.inner) }
    if asked.contains(where: { $0.faults != NetworkFaults() }) { formUnion([.faults, .app]) }
    if asked.contains(where: { $0.mayMisleadApp }) || placeholders.contains(where: { $0.isMisused })
      || scenario.app.remembers || scenario.callsShowUnasked
    {
      insert(.app)
    }
    if asked.contains(where: { !$0.expiryEvent || !$0.checksExpiry })
      || placeholders.contains(where: { $0.cache.ttl != nil })
    {
      insert(.staleAds)
    }
    if asked.contains(where: { $0.breaker != nil }) { insert(.breakers) }
    if asked.contains(where: { scenario.backends[$0.backend].throttle != nil }) {
      insert(.throttles)
    }
    if placeholders.contains(where: {
      $0.appCode.onBusy == .parallel || $0.appCode.onFull == .replace
    }) {
      insert(.parallelLoads)
    }
    if configs.contains(where: { !$0.enabled }) { insert(.switches) }
    if asked.contains(where: { $0.sizes != nil }) { insert(.sizes) }
    if scenario.launch.limitsDemand { insert(.limits) }
    if asked.contains(where: \.mayStall) { insert(.streams) }
    addLife(scenario)
    addWorld(scenario, asked: asked)
    if asked.contains(where: \.blocksByRule) { insert(.holds) }
    if asked.contains(where: \.leavesSomething) {
      insert(.memory)
      // A process that is ended is launched again, as after one that is ended in the background.
      if scenario.app.memoryLimit != nil { insert(.absences) }
    }
  }

  private mutating func addLife(_ scenario: Scenario) {
    let steps = scenario.journeys.flatMap(\.allSteps)
    let clicks = scenario.click.map { $0.probability > 0 } ?? false
    if clicks { insert(.clicks) }
    if clicks && scenario.usesClickableViews { insert(.viewClicks) }
    let leaves = scenario.leaveDuringAd.map { $0.probability > 0 } ?? false
    if leaves { insert(.adLeaves) }
    if leaves, let leave = scenario.leaveDuringAd {
      if leave.onReturn == .lost || leave.reports == .atLeave { insert(.app) }
    }
    if clicks && scenario.click?.reports == .atLeave { insert(.app) }
    let early = scenario.leaveBeforeAd.flatMap { $0.probability > 0 ? $0 : nil }
    if let early {
      insert(.earlyLeaves)
      if early.onReturn == .lost { insert(.app) }
    }
    if clicks || leaves || early != nil || steps.contains(where: \.isBackground) {
      insert([.absences, .holds])
    }
    let deaths = [
      clicks ? scenario.click?.terminated : nil, leaves ? scenario.leaveDuringAd?.terminated : nil,
      early?.terminated,
    ]
    if deaths.contains(where: { $0 ?? 0 > 0 }) { insert(.deathsBehindAds) }
    if steps.contains(where: { $0.instead != nil }) { insert(.fallbacks) }
    if steps.contains(where: \.isSheet) { insert(.sheets) }
    let mayReturn = !isDisjoint(with: [.absences, .sheets])
    if steps.contains(where: { step in
      guard let returns = step.returnsOn else { return false }
      return mayReturn || !returns.ignores.contains(.ad)
    }) {
      insert(.returns)
    }
    let radios = scenario.sessionClasses.map(\.radio) + steps.compactMap(\.radio)
    if steps.contains(where: { $0.radio != nil }) { insert(.radios) }
    if radios.contains(where: { scenario.radios[$0].isOffline }) { insert(.offline) }
  }
}

extension Journey {
  /// All its steps, those of loops and branches too.
  fileprivate var allSteps: [JourneyStep] { steps.flatMap(\.withInner) }
}

extension JourneyStep {
  fileprivate var withInner: [JourneyStep] {
    switch self {
    case .repeated(_, let steps): steps.flatMap(\.withInner)
    case .choose(let branches): branches.flatMap { $0.steps.flatMap(\.withInner) }
    default: [self]
    }
  }

  fileprivate var isBackground: Bool { if case .background = self { true } else { false } }
  fileprivate var isSheet: Bool { if case .sheet = self { true } else { false } }
  fileprivate var radio: Int? { if case .radio(let index) = self { index } else { nil } }

  /// When returns open the ad of this step; nil when none does.
  var returnsOn: AppOpenReturns? {
    guard case .appOpen(_, let flow, let returns) = self else { return nil }
    if let isOn = returns.isOn { return isOn ? returns : nil }
    if case .automatic = flow { return returns }
    return nil
  }
}
