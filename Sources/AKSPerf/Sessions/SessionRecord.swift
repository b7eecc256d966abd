import Scheduler

/// The fixed part of what one live session remembers; 80 bytes.
struct SessionRecord: BitwiseCopyable {
  /// The user, or the arrival for open arrivals; with `launch` the key of every draw.
  var user: UInt64 = 0
  var start = SimTime.zero
  /// When the ads SDK has started and its adapters have initialised, if loads wait for that.
  var adsReadyAt = SimTime.zero
  /// Round trip of the radio and region, nanoseconds.
  var roundTrip = SimDuration.zero
  /// When the current demand draws were first used.
  var demandStart = SimTime.zero
  var launch: UInt32 = 0
  /// Which demand draws are current; 0 before the first.
  var demandIndex: UInt32 = 0
  /// What the journey waits for or shows, in the presentation pool.
  var presentation = noRecord
  /// First of the session's attempts, including those that go on after their load has ended.
  var attempts = noRecord
  /// The config fetch in flight.
  var configExchange = noRecord
  /// First of the session's transfers.
  var transfers = noRecord
  var sessionClass: UInt16 = 0
  var programCounter: UInt16 = 0
  var flags = SessionFlags()
  /// The top bit says whether the record is in use, the others are a slot.
  private var useAndSlot: UInt16 = 0
  var shows = DayShows()

  /// Whether the record is in use.
  var isLive: Bool {
    get { useAndSlot & Self.useBit != 0 }
    set { useAndSlot = newValue ? useAndSlot | Self.useBit : useAndSlot & ~Self.useBit }
  }

  /// The slot of the launch's app-open opportunity, once it is due.
  var appOpenSlot: UInt16 {
    get { useAndSlot & ~Self.useBit }
    set {
      precondition(newValue < Self.useBit, "a slot beyond its limit")
      useAndSlot = useAndSlot & Self.useBit | newValue
    }
  }

  private static var useBit: UInt16 { 1 << 15 }
}

/// What is true of a session.
struct SessionFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt16 = 0
  static let firstLaunch = SessionFlags(rawValue: 1)
  static let adsRemoved = SessionFlags(rawValue: 2)
  static let noConsent = SessionFlags(rawValue: 4)
  /// A remote config has been activated.
  static let remoteConfig = SessionFlags(rawValue: 8)
  /// The session started inside the window that counts.
  static let counted = SessionFlags(rawValue: 16)
  /// Content is on screen.
  static let content = SessionFlags(rawValue: 32)
  /// The app-open ad of this launch is wanted and has not been loaded yet.
  static let appOpenPending = SessionFlags(rawValue: 64)
  /// The app-open opportunity of this launch ended without a show.
  static let appOpenMissed = SessionFlags(rawValue: 128)
  /// The journey has come to its first app-open step.
  static let appOpenReached = SessionFlags(rawValue: 256)
  /// A remote config had been activated when the app-open opportunity of this launch began.
  static let appOpenRemoteConfig = SessionFlags(rawValue: 512)
  /// An ad has left the screen and nothing has come after it.
  static let adLeft = SessionFlags(rawValue: 1024)
  /// The user does not let themselves be tracked.
  static let untracked = SessionFlags(rawValue: 2048)
  /// The user should have been asked for consent, and has not been.
  static let unasked = SessionFlags(rawValue: 4096)
  /// The user is asked for consent although this is no first launch.
  static let askedLater = SessionFlags(rawValue: 8192)
  /// The last fetch of the remote config began in the window.
  static let fetchCounted = SessionFlags(rawValue: 16384)

  /// What outlives a session.
  static let ofUser: SessionFlags = [
    .adsRemoved, .noConsent, .remoteConfig, .untracked, .unasked,
  ]
}

/// The ads of one placeholder in one session: how many are ready, what loads, what is waited for.
struct SlotRecord: BitwiseCopyable {
  /// First of the loads in flight.
  var loads = noRecord
  /// A failed load that waits to be tried again.
  var backoff = noRecord
  /// Shows so far: the *cycle* of the random counters.
  var cycle: UInt32 = 0
  /// Loads since the last show: the *retry* of the random counters.
  var loadsThisCycle: UInt32 = 0
  /// Failures in a row, reset by a load; it stops above all that a retry policy tells apart.
  var failures: UInt16 = 0
  private var capBits: UInt16 = 0
  var state = SlotState()
  /// Presentations since the last show that did not bring their ad on screen.
  ///
  /// After 65 535 of them it stops, and the next ones repeat one draw until an ad is shown.
  var failedShows: UInt16 = 0

  /// Shows written to the ring of instants that the frequency cap looks at, below 2¹⁵.
  var capWrites: UInt16 {
    get { capBits & 0x7FFF }
    set { capBits = capBits & 0x8000 | newValue & 0x7FFF }
  }

  /// Whether an ad has expired since the slot's last opportunity.
  var hasExpired: Bool {
    get { capBits & 0x8000 != 0 }
    set { capBits = capBits & 0x7FFF | (newValue ? 0x8000 : 0) }
  }
}

/// A loaded ad in a slot; 20 bytes.
struct AdRecord: BitwiseCopyable {
  // In two halves, so that a slot's ads need no padding between them.
  private var loadedHigh: UInt32 = 0
  private var loadedLow: UInt32 = 0
  /// Micro-dollars per thousand shows.
  var price: UInt32 = 0
  var bytes: UInt32 = 0
  var network: UInt16 = 0
  var flags = AdFlags()
  /// The window and the size it was loaded for; 0 where windows never change.
  var scene: UInt8 = 0

  init() {}

  init(loadedAt: SimTime, price: UInt32, bytes: UInt32, network: UInt16) {
    self.price = price
    self.bytes = bytes
    self.network = network
    self.loadedAt = loadedAt
  }

  var loadedAt: SimTime {
    get { SimTime(nanoseconds: Int64(loadedHigh) << 32 | Int64(loadedLow)) }
    set {
      loadedHigh = UInt32(truncatingIfNeeded: newValue.nanoseconds >> 32)
      loadedLow = UInt32(truncatingIfNeeded: newValue.nanoseconds)
    }
  }
}

/// What is true of a loaded ad.
struct AdFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt8 = 0
  /// Its load counts.
  static let counted = AdFlags(rawValue: 1)
  /// Its load resolved with a remote config.
  static let remoteConfig = AdFlags(rawValue: 2)
  /// It was loaded into another slot.
  static let moved = AdFlags(rawValue: 32)
  /// It will not come on screen in time.
  static let unfit = AdFlags(rawValue: 4)
  /// Its network has brought a newer one, and shows only that.
  static let void = AdFlags(rawValue: 16)
  /// The rest of its streamed creative never comes.
  static let cut = AdFlags(rawValue: 8)
  /// Its show is not paid.
  static let unpaid = AdFlags(rawValue: 64)
  /// It comes on screen after its show has been reported failed.
  static let late = AdFlags(rawValue: 128)
}

/// A session's connection to one backend: when it was last used, in 4 bytes.
///
/// Instants are kept as tenths of milliseconds since the session's start, rounded up; a connection
/// last used more than 119 hours after it counts as cold.
struct HostRecord: BitwiseCopyable {
  private var tenths = UInt32.max

  private static var unit: Int64 { 100_000 }

  /// Whether the host was connected to at all.
  var wasUsed: Bool { tenths != .max }

  /// When the connection was last used; later than now while it is being made.
  func usedAt(sessionStart: SimTime) -> SimTime {
    sessionStart + SimDuration(nanoseconds: Int64(tenths) * Self.unit)
  }

  /// The connection is in use at `time`, or will be there by then.
  mutating func use(at time: SimTime, sessionStart: SimTime) {
    let since = (time - sessionStart).nanoseconds
    tenths = UInt32(clamping: min((since + Self.unit - 1) / Self.unit, Int64(UInt32.max - 1)))
  }
}

/// One level of nested `repeat` steps.
struct LoopRecord: BitwiseCopyable {
  var count: UInt32 = 0
  var iteration: UInt32 = 0
}
