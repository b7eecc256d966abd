import Scheduler

/// One load in flight, or one that waits to be tried again.
struct LoadRecord: BitwiseCopyable {
  enum Stage: UInt8 {
    /// Adapters are still initialising.
    case initialising
    case running
    /// Failed; the next try is due.
    case backoff
    /// The config that says what is asked has not come.
    case awaitingConfig
  }

  var session: UInt32
  var slot: UInt16
  var stage = Stage.initialising
  var flags: LoadFlags
  /// Load calls that end with this one, beside its own.
  var joined: UInt32 = 0
  /// Those of them that count.
  var countedJoins: UInt32 = 0
  /// Those that have no load callback.
  var oneCallJoins: UInt32 = 0
  /// Those that count and have no load callback.
  var countedOneCallJoins: UInt32 = 0
  /// The slot's next load in flight.
  var next = noRecord
  /// First of its attempts under way.
  var attempts = noRecord
  /// The blocked step whose wait is split by phases along this load.
  var watcher = noRecord
  /// What its strategy remembers; `noRecord` for a sequential one, whose machine is its own.
  var plan = noRecord
  var cycle: UInt32
  var retry: UInt32
  /// The period of demand in which it started; all its attempts meet that demand.
  var demandIndex: UInt32 = 0
  /// The window and the size it asks for; 0 where windows never change.
  var scene: UInt8 = 0
  /// Whether it began although its slot was full, and its ad takes the place of the oldest.
  var replaces = false
  var startedAt: SimTime
  /// The load's one timer: for its adapters, its backoff, its deadline and its attempts' timeouts.
  var timer = EventHandle.none
  /// When the timer fires; it may be early, and is then set anew.
  var timerAt = SimTime.never
  var machine: WaterfallMachine
  /// Answers given to its calls, modulo 65 536.
  var answers: UInt16 = 0
  /// The network that was asked last.
  var lastNetwork = UInt16.max
}

/// What is true of a load.
struct LoadFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt8 = 0
  static let counted = LoadFlags(rawValue: 1)
  /// It resolved with a remote config.
  static let remoteConfig = LoadFlags(rawValue: 2)
  /// It has no load callback: the one-call form of rewarded ads, or a banner that refreshes.
  static let oneCall = LoadFlags(rawValue: 4)
  /// The session's step waits for its end.
  static let awaited = LoadFlags(rawValue: 8)
  /// The retry policy started it.
  static let retried = LoadFlags(rawValue: 16)
  /// It was in flight when its session was suspended.
  static let suspended = LoadFlags(rawValue: 32)
  /// The connection to the server of its auction is gone, and it does not know that yet.
  static let lostServer = LoadFlags(rawValue: 64)
  /// Its slot's view has called it, for itself.
  static let ofView = LoadFlags(rawValue: 128)
}

/// Who calls load, and so what the call's end brings about.
enum LoadCaller {
  /// The app or a refill, with a callback.
  case plain
  /// A banner or native ad for its first ad, or because it appears or changes its size, likewise.
  case view
  /// The retry policy, likewise.
  case retry
  /// A step that goes on at the call's callback.
  case awaiting
  /// The one-call form of rewarded ads: its one callback comes when the show is over.
  case oneCall
  /// A banner whose time is over: the app has heard of its load.
  case refresh

  /// Whether the app's own code calls load.
  var isOfApp: Bool { self == .plain || self == .awaiting || self == .view }
}

/// One try of one network: its preparation, request, inner retries and creative.
struct AttemptRecord: BitwiseCopyable {
  enum Stage: UInt8 {
    case awaitingAdapter, preparing
    /// Its adapter blocks the main thread.
    case blocking
    /// Its request waits for a radio.
    case awaitingRadio
    case asking
    /// The mediator inside the network waits to ask again.
    case innerWait
    /// The next entry of the waterfall inside the network stands in line.
    case innerNext
    /// An attempt on such an entry is under way.
    case innerRunning
    case downloading
    /// The token of a bidder is there, for the server of its auction.
    case tokenHeld
    /// The server of its auction asks it.
    case bidding
    /// It has bid and its load has not decided.
    case bidHeld
    /// Its ad is there and its load has not decided.
    case fillHeld

    /// Whether it has not brought what it was asked for.
    var isAtWork: Bool {
      switch self {
      case .awaitingAdapter, .preparing, .blocking, .awaitingRadio, .asking, .innerWait, .innerNext,
        .innerRunning, .downloading, .bidding:
        true
      case .tokenHeld, .bidHeld, .fillHeld: false
      }
    }
  }

  var session: UInt32
  /// The load it belongs to; `noRecord` once its client has given up.
  var load: UInt32
  var slot: UInt16
  var network: UInt16
  var flags: AttemptFlags
  var stage = Stage.awaitingAdapter
  /// Earlier tries of the same network in this load.
  var tryNumber: UInt8
  /// Requests that were sent and have not ended; 0 or 1.
  var openRequests: UInt8 = 0
  /// As of its load.
  var scene: UInt8 = 0
  var innerTries: UInt16 = 0
  /// The last try of the attempts inside it.
  var lastTry: UInt16 = 0
  /// The session's next attempt, and the next one of its load.
  var next = noRecord
  var nextOfLoad = noRecord
  /// The attempt inside whose network it runs; such an attempt is not on its load's list.
  var parent = noRecord
  /// The attempt that runs inside it, or the row of the entry whose turn it is.
  var inner = noRecord
  /// The row of its waterfall's entry.
  var row: UInt32
  var exchange = noRecord
  var cycle: UInt32
  var retry: UInt32
  /// The period of demand in which its load started.
  var demandIndex: UInt32
  /// Micro-dollars per thousand shows that its ad must be worth, beside its entry's floor.
  var atLeast: UInt32 = 0
  var startedAt: SimTime
  /// When the network was first asked, never before it is; later, when its creative or its ad was
  /// there to wait for.
  var askedAt = SimTime.never
  var timer = EventHandle.none
  /// Micro-dollars per thousand shows, once filled.
  var price: UInt32 = 0
  var bytes: UInt32 = 0
}

extension AttemptRecord {
  /// Whether its load counts.
  var counted: Bool { flags.contains(.counted) }
  var remoteConfig: Bool { flags.contains(.remoteConfig) }
  /// Whether its load has no load callback.
  var oneCall: Bool { flags.contains(.oneCall) }
  /// Whether its network has been asked, by the device or by the server of its auction.
  var hasAskedNetwork: Bool { askedAt != .never || stage == .bidding }
  /// Whether it goes through the waterfall inside its network.
  var isInside: Bool { stage == .innerNext || stage == .innerRunning }
}

/// What is true of an attempt, as of its load.
struct AttemptFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt16 = 0
  static let counted = AttemptFlags(rawValue: 1)
  static let remoteConfig = AttemptFlags(rawValue: 2)
  static let oneCall = AttemptFlags(rawValue: 4)
  /// It is asked for a bid; its creative is not loaded yet.
  static let bidder = AttemptFlags(rawValue: 8)
  /// The server of its auction asks it.
  static let viaServer = AttemptFlags(rawValue: 16)
  /// Its creative is loaded since it won the auction, or those before it failed.
  static let won = AttemptFlags(rawValue: 32)
  /// It is the trial of its network's circuit breaker.
  static let trial = AttemptFlags(rawValue: 64)
  /// It was under way when its session was suspended.
  static let suspended = AttemptFlags(rawValue: 128)
  /// The connection of its request or its creative is gone, and it does not know that yet.
  static let lost = AttemptFlags(rawValue: 256)
  /// What it brings is for nobody: its activity is gone.
  static let orphaned = AttemptFlags(rawValue: 512)
  /// The rest of its streamed creative never comes.
  static let cut = AttemptFlags(rawValue: 1024)
  /// It is the first use of its network in its process.
  static let firstUse = AttemptFlags(rawValue: 2048)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of load: LoadFlags) {
    rawValue = 0
    if load.contains(.counted) { insert(.counted) }
    if load.contains(.remoteConfig) { insert(.remoteConfig) }
    if load.contains(.oneCall) { insert(.oneCall) }
  }
}
