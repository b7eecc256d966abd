import Scheduler

/// A drawn quantity: a constant, which costs no random number, or a distribution of the pool.
struct Drawn: BitwiseCopyable {
  var constant = 0.0
  var id: DistributionID?
  var isConstant = true
  /// False when the scenario leaves the quantity out.
  var exists = false

  /// Whether it is always zero, so that its delay and its event are left out.
  var isZero: Bool { isConstant && constant == 0 }
}

/// One ad network, as the event loop reads it.
struct NetworkRow: BitwiseCopyable {
  var name: UInt32 = 0
  var backend = 0
  /// −1 downloads creatives without a request of their own.
  var cdn = -1
  var initialisation = Drawn()
  /// Whether its adapter can only start where its backend is reached.
  var startNeedsNetwork = false
  /// Whether its requests wait for a radio where there is none.
  var waitsForRadio = false
  /// How long a start takes that does not reach it.
  var initFailsAfter = Drawn()
  var prepare = Drawn()
  /// How long its adapter blocks the main thread before a request.
  var mainThread = Drawn()
  /// What holds instead at its first use in a process.
  var prepareFirst = Drawn()
  var mainThreadFirst = Drawn()
  /// The most ads that it shows a user in a span, and where those are kept; 0 has no cap.
  var capShows = 0
  var capFirst = 0
  var capPer = SimDuration.zero
  /// Whether its ads age from their bid on.
  var expiresFromBid = false
  /// Whether a show of an expired ad is paid.
  var expiredPays = true
  var requestSize = Drawn()
  var responseSize = Drawn()
  /// Bytes after which an ad is ready; the largest number for the whole creative.
  var readyBytes = UInt32.max
  /// Whether an ad on screen stalls for what of it is not there.
  var stalls = false
  var timeout: SimDuration?
  var lateAnswer = LateAnswerCode.drop
  var showOverhead = Drawn()
  var presentTimeout: SimDuration?
  /// Share of `tmax` before which it answers no auction.
  var bidsAt = 0.0
  /// Its creatives; 0 downloads each anew.
  var creativeCount = 0
  /// Where those that a session has lie among all, and how many it keeps.
  var creativeFirst = 0
  var creativesCached = 0
  /// Whether an ad beyond it still comes on screen.
  var showsLate = false
  var innerRetryEvery = Drawn()
  var innerRetryTotal = SimDuration.zero
  /// The rules of its faults.
  var firstFault: UInt32 = 0
  var faultCount: UInt16 = 0
  var rewardCallbacks = AdNetwork.RewardCallbacks.both
  /// Probability that a reward is reported after the dismissal.
  var rewardAfterDismiss = 0.0
  /// Share of an ad's time after which its reward is earned.
  var rewardAt = 1.0
  var oneLive = false
  /// Probability that a click closes the ad.
  var closedByClick = 0.0
  /// Whether it tells the app of an ad's expiry, and whether it refuses to show an expired one.
  var tellsExpiry = true
  var checksExpiry = true
  /// Time after a full-screen ad in which a show fails.
  var settle = SimDuration.zero
  /// Time after the end of a load in which a show of its ad fails.
  var readyAfter = SimDuration.zero
  /// Its circuit breaker among those of a user; −1 has none.
  var breaker: Int16 = -1
  /// Its account of what its ads leave behind among those of a session; −1 has none.
  var leakPlace: Int16 = -1
  /// Memory that an ad does not give back, and bytes that it keeps on disk.
  var leak = Drawn()
  var disk = Drawn()
  /// Whether only ads that are never shown leak, when they leave.
  var leaksUnshown = false
  /// Ads after which the app builds its SDK object anew; 0 never.
  var rebuildAfter: UInt32 = 0
  /// The sizes of its full-screen ads; none for any size.
  var firstSize: UInt32 = 0
  var sizeCount: UInt32 = 0
  /// Width and height of its banners; 0 for those asked for.
  var bannerSize: UInt32 = 0
}

enum LateAnswerCode: UInt8 { case drop, cache, deliver }

/// What a new connection costs.
struct ConnectionRow: BitwiseCopyable {
  var isNeeded = false
  /// Steps that cost round trips.
  var roundTrips = 0.0
  /// Steps that cost a time.
  var dns = Drawn()
  var tcp = Drawn()
  var tls = Drawn()
  var keepAlive = SimDuration.zero
}

/// What a network does for one format.
struct NetworkFormatRow: BitwiseCopyable {
  var fill = 0.0
  var price = Drawn()
  var creative = Drawn()
  var expiry: SimDuration?
  /// Age of each ad alone, where there is not one for all.
  var expirySpread = Drawn()
}

struct EntryRow: BitwiseCopyable {
  var network = 0
  /// USD per thousand shows; −infinity accepts any price.
  var floor = -Double.infinity
  var timeout: SimDuration?
  /// Entries asked before it with the same network: tells the tries of a load apart.
  var earlierTries: UInt8 = 0
  /// Entries of the waterfall inside its network, and the row of the first.
  var innerCount: UInt8 = 0
  /// Whether the timeout is only one of connecting.
  var timesConnectingOnly = false
  var firstInner: UInt32 = 0
}

enum RetryCode: UInt8 { case none, fixed, list, exponential }

/// A placeholder's mediation under one config.
struct MediationRow: BitwiseCopyable {
  /// Whether the app asks for ads at all.
  var isEnabled = true
  var firstEntry = 0
  var entryCount = 0
  /// Row of the table of strategies; −1 for a sequential one.
  var strategy: Int32 = -1
  var deadline: SimDuration?
  var retry = RetryCode.none
  var retryFixed = Drawn()
  var retryFirst = 0
  var retryCount = 0
  var retryBase = SimDuration.zero
  var retryCap = SimDuration.zero
}

struct PlaceholderRow: BitwiseCopyable {
  var name: UInt32 = 0
  var format = AdFormat.interstitial
  var remote = MediationRow()
  var shipped = MediationRow()
  var depth = 1
  var refill: CachePolicy.Refill = []
  /// Whether its ads are lost when the activity is recreated.
  var isOfActivity = false
  /// Shows allowed in `capPer`; 0 has no cap.
  var capShows = 0
  var capPer = SimDuration.zero
  var minGap = SimDuration.zero
  /// The longest time any of its networks keeps an ad; nil for ever.
  var longestExpiry: SimDuration?
  /// Whether it shares the slots of its networks.
  var sharesNetworks = false
  var busyFlag = AppCode.BusyFlag.nothing
  var onBusy = AppCode.OnBusy.join
  var onFull = AppCode.OnFull.loaded
  var reactsToEach = false
  var showOnLoad = AppCode.ShowOnLoad.never
  /// Age at which the app throws an ad away; nil never.
  var ttl: SimDuration?
  /// Whether the app shows an ad object again.
  var reusesAds = false
  /// Whether the end of a splash ends its ad.
  var splashEndsAd = false
  /// Whether the timer of a load that has ended goes on.
  var keepsTimers = false
}

struct BackendRow: BitwiseCopyable {
  /// −1 for an external backend.
  var station = -1
  var service = Drawn()
  var firstOutage = 0
  var outageCount = 0
  var cancelOnDisconnect = false
  /// Its throttle among those of a session; −1 has none.
  var throttle: Int16 = -1
}

enum OutageCode: UInt8 { case down, blackhole, slow }

struct OutageRow: BitwiseCopyable {
  var from = SimTime.zero
  var to = SimTime.zero
  var kind = OutageCode.down
  var factor = 1.0
}

struct RadioRow: BitwiseCopyable {
  var name: UInt32 = 0
  /// Whether nothing can be reached over it.
  var isOffline = false
  /// Whether requests to backends that it blocks are never answered.
  var blocksSilently = false
  var roundTrip = Drawn()
  var disturbance = Disturbance()
  var downBytesPerNanosecond = Double.infinity
  var upBytesPerNanosecond = Double.infinity
  var slowStart = true

  /// What makes one round trip longer than another.
  struct Disturbance: BitwiseCopyable {
    var jitter = Drawn()
    var loss = 0.0

    var exists: Bool { loss > 0 || jitter.exists }
  }
}

struct GeoRow: BitwiseCopyable {
  var price = 1.0
  var fill = 1.0
  var roundTripAdd = Drawn()
}

struct ClassRow: BitwiseCopyable {
  /// Share of sessions in this class and those before it.
  var cumulative = 1.0
  var journey = 0
  /// That of its journey, which is asked for most of all.
  var firstSlot = 0
  var radio = 0
  var geo = 0
  var device = 0
}

/// One journey: where its steps begin and what its sessions use.
struct JourneyRow: BitwiseCopyable {
  var firstStep = 0
  var firstSlot = 0
  var slotCount = 0
}

enum StepCode: UInt8 {
  case wait, load, show, appOpenManual, appOpenAutomatic, loadAndShow
  case banner, native, featurePromotion, hide, cover, uncover
  case resize, window, fold, unfold
  case loopBegin, loopEnd, choose, jump, end
  case background, sheet, radio
  /// What a return asks for; in no journey.
  case appOpenReturn
}

/// One instruction of a compiled journey.
struct StepRow: BitwiseCopyable {
  var code = StepCode.end
  var ifNotReady = IfNotReadyCode.skip
  var awaited = false
  var loopLevel: UInt8 = 0
  /// Depth of loops around the step, for the key of its draws.
  var loopDepth: UInt8 = 0
  var sheetKind = SheetKind.system
  /// Position of the placeholder among the journey's slots.
  var slot: UInt16 = 0
  /// That of the placeholder that is shown instead when a show comes to nothing.
  var instead: UInt16?
  /// Where a jump goes, a loop ends or begins, or the first branch of a choice lies.
  ///
  /// Also the size or the window that a device step names, the row of an absence, or a radio.
  var target: UInt32 = 0
  /// Of a resize, one more than the window; 0 is the key one.
  var branchCount: UInt16 = 0
  /// Where in the life of a view it loads, and the scene that its code names.
  var place = PlaceCode()
  var scene = SceneCode.own
  var draw = Drawn()
  /// How long to wait for an ad.
  var budget = Drawn()
}

extension StepRow {
  /// Whether it is an app-open opportunity.
  var opensApp: Bool { code == .appOpenManual || code == .appOpenAutomatic }

  /// Whether it only says which step is next.
  var isFlow: Bool {
    switch code {
    case .loopBegin, .loopEnd, .choose, .jump: true
    default: false
    }
  }

  /// Whether `slot` names a placeholder.
  var usesSlot: Bool {
    switch code {
    case .load, .show, .appOpenManual, .appOpenAutomatic, .loadAndShow, .appOpenReturn: true
    case .banner, .native, .featurePromotion, .hide, .cover, .uncover: true
    case .resize, .window, .fold, .unfold: false
    case .wait, .loopBegin, .loopEnd, .choose, .jump, .end: false
    case .background, .sheet, .radio: false
    }
  }
}

extension Placeholder {
  /// How many shows its frequency cap and its minimum gap look back at.
  var showsRemembered: Int { max(cap?.shows ?? 0, minGap > .zero ? 1 : 0) }
}

enum IfNotReadyCode: UInt8 { case skip, wait, load, call }

/// One step that leaves the app.
struct BackgroundRow: BitwiseCopyable {
  var kind = AwayKind.home
  /// Probability that the process dies meanwhile.
  var terminated = 0.0
}

/// When a return of a journey's sessions opens an ad.
struct ReturnRow: BitwiseCopyable {
  var isOn = false
  /// Position of the placeholder among the journey's slots.
  var slot: UInt16 = 0
  var minAway = SimDuration.zero
  var ignores = AppOpenReturns.Origins()
  var trigger = AppOpenReturns.Trigger.active
  /// Whether the end of an ad that a return has opened is one as well.
  var chains = false
}

struct BranchRow: BitwiseCopyable {
  var cumulative = 1.0
  var target: UInt32 = 0
}
