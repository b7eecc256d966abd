import Scheduler

/// When sessions are launched.
public enum ArrivalProcess: Sendable, Equatable {
  /// Independent launches at a constant mean rate, per second.
  case poisson(ratePerSecond: Double)
  /// Evenly spaced launches, per second.
  case constant(ratePerSecond: Double)
  /// Poisson launches whose rate ramps linearly within each stage.
  case stages([RateStage])
  /// Poisson launches over a day that peaks once; the run starts at the time of day `startAt`.
  case diurnal(perDay: Double, peakAt: SimDuration, peakToTrough: Double, startAt: SimDuration)
  /// A steady Poisson stream with `sessions` more, spread evenly over `over` from `at` on (a push).
  case burst(basePerSecond: Double, at: SimDuration, sessions: Double, over: SimDuration)
  /// Launches at recorded instants, ascending nanoseconds.
  case trace([SimDuration])
  /// A fixed population that launches again after a pause; first launches are spread over `rampUp`.
  case closed(sessions: Int, pause: DistributionSpec, rampUp: SimDuration)

  /// Whether sessions come from a fixed population.
  public var isClosed: Bool {
    if case .closed = self { return true }
    return false
  }

  /// Whether the rate is the same at all times (what warm-up detection and batches need).
  public var isStationary: Bool {
    switch self {
    case .poisson, .constant, .closed: true
    case .stages, .diurnal, .burst, .trace: false
    }
  }
}

/// A span of time whose launch rate goes linearly from `from` to `to`, per second.
public struct RateStage: Sendable, Hashable {
  public var duration: SimDuration
  public var from: Double
  public var to: Double
  public init(duration: SimDuration, from: Double, to: Double) {
    self.duration = duration
    self.from = from
    self.to = to
  }
}

/// What happens between process start and the first load.
public struct LaunchPath: Sendable, Equatable {
  /// Which adapters a load waits for.
  public enum InitGate: Sendable, Hashable { case all, own, none }
  /// When adapters that could not start for want of the network start after all.
  public enum InitRetry: Sendable, Hashable {
    case none
    /// When the session goes over to a radio that reaches them.
    case online
    /// Each so often.
    case every(SimDuration)
  }
  /// What content waits for beside the first frame.
  public enum ContentWaits: String, Sendable, Hashable, CaseIterable {
    /// Consent form and tracking prompt.
    case prompts
    /// These and the start of the SDK, and with the gate `all` that of the adapters.
    case sdk
  }
  public var firstFrame = DistributionSpec.constant(0)
  public var sdkStart = DistributionSpec.constant(0)
  /// How long the SDK blocks the main thread from the beginning of its start.
  public var mainThread = DistributionSpec.constant(0)
  public var initGate = InitGate.all
  /// The longest time an adapter may take to initialise; nil waits for ever.
  public var initTimeout: SimDuration?
  public var initRetry = InitRetry.none
  /// Whether the first step behind a splash waits for the SDK, and for all adapters if loads do.
  public var contentWaits = ContentWaits.prompts
  /// Grace time in the background before the process is suspended.
  public var suspendAfter = SimDuration.seconds(5)
  /// Nil when no consent is asked for: every user counts as having given it.
  public var consent: ConsentFlow?
  /// Time the tracking prompt is up, first launch only; nil shows none.
  public var trackingPrompt: DistributionSpec?
  /// What users say who are asked to be tracked; nil when nothing depends on it.
  public var tracking: TrackingChoice?
  public init() {}
}

/// What is left of fill and price for users who keep something back; each from 0 to 1.
public struct DemandFactors: Sendable, Hashable {
  public var fill = 1.0
  public var price = 1.0
  public init() {}
}

/// How many users let themselves be tracked, and what the others are worth.
public struct TrackingChoice: Sendable, Hashable {
  /// Share of users who allow it.
  public var allowed = 1.0
  public var denied = DemandFactors()
  public init() {}
}

/// The consent information request and the form of a first launch.
public struct ConsentFlow: Sendable, Equatable {
  /// At which launches the request is made.
  public enum Asks: String, Sendable, Hashable, CaseIterable { case firstLaunch, everyLaunch }
  /// From which launch on what the user says holds.
  public enum Heard: String, Sendable, Hashable, CaseIterable {
    /// This one, whose SDK waits for the answer.
    case now
    /// The next one: the SDK starts beside the flow, with what was said before.
    case nextLaunch
  }
  /// What becomes of a user who refuses.
  public enum Refusal: Sendable, Hashable {
    /// Every load and show is refused.
    case noAds
    /// Ads are limited ones, which fill less and pay less.
    case limited(DemandFactors)
  }
  /// Time of the consent information request.
  public var request = DistributionSpec.constant(0)
  /// The backend that answers the request, instead of a drawn time; nil has none.
  public var backend: Int?
  /// What a new connection to it costs.
  public var connection: ConnectionCost? = ConnectionCost()
  /// Share of first launches that must show the form.
  public var formShare = 1.0
  /// Share of users who give consent when asked.
  public var given = 1.0
  /// Time the form is up.
  public var dwell = DistributionSpec.constant(0)
  public var asks = Asks.firstLaunch
  /// Time after which the launch goes on without the answer to the request; nil never.
  public var timeout: SimDuration?
  public var heard = Heard.now
  public var refused = Refusal.noAds
  public init() {}
}

/// The remote config: which backend answers, when it is stale and how large it is.
public struct RemoteConfig: Sendable, Equatable {
  public var backend: Int
  /// Age at which the config is fetched anew.
  public var refresh = SimDuration.seconds(3600)
  /// Bytes.
  public var size = DistributionSpec.constant(0)
  public var connection: ConnectionCost? = ConnectionCost()
  /// Whether ads wait for the first fetch of a user who has no config.
  public var isAwaited = false
  /// The longest a fetch may take; nil waits for ever.
  public var timeout: SimDuration?
  /// Time after a failed fetch to the next one; nil fetches once.
  public var retry: DistributionSpec?
  public init(backend: Int) { self.backend = backend }
}

/// Multipliers of a region.
public struct Geo: Sendable, Equatable {
  public var name: String
  public var price = 1.0
  public var fill = 1.0
  /// Time added to the radio's round trip.
  public var roundTripAdd = DistributionSpec.constant(0)
  public init(name: String) { self.name = name }
}

/// An access network.
public struct Radio: Sendable, Equatable {
  public var name: String
  /// Round trip time, drawn once a session.
  public var roundTrip = DistributionSpec.constant(0)
  /// Time added to each round trip.
  public var jitter = DistributionSpec.constant(0)
  /// Bits per second; infinity when unlimited.
  public var downBitsPerSecond = Double.infinity
  public var upBitsPerSecond = Double.infinity
  /// Probability that a round trip is lost.
  public var loss = 0.0
  /// Whether transfers start with 10 segments of 1460 bytes and double each round trip.
  public var slowStart = true
  /// Whether nothing can be reached over it.
  public var isOffline = false
  /// Backends that cannot be reached over it.
  public var blocks: [Int] = []
  public var blockedAs = Blocked.refused

  /// How a request to a blocked backend ends.
  public enum Blocked: String, Sendable, Hashable, CaseIterable {
    /// After a round trip, as an error.
    case refused
    /// Never.
    case silent
  }
  public init(name: String) { self.name = name }
}

/// A device with its windows.
public struct Device: Sendable, Hashable {
  public var name: String
  public var windows: [WindowSize]
  /// Set for a foldable; `windows` then holds the outer display.
  public var fold: Fold?
  public var slowdown = Slowdown()
  public struct Fold: Sendable, Hashable {
    public var outer: WindowSize
    public var inner: WindowSize
  }
  public init(name: String, windows: [WindowSize], fold: Fold? = nil) {
    self.name = name
    self.windows = windows
    self.fold = fold
  }
}

/// Factors on the times that a device takes for what it does itself.
public struct Slowdown: Sendable, Hashable, BitwiseCopyable {
  public var firstFrame = 1.0
  public var sdkStart = 1.0
  public var initialisation = 1.0
  public var prepare = 1.0
  public var mainThread = 1.0
  public init() {}

  /// What takes the time.
  enum Part { case firstFrame, sdkStart, initialisation, prepare, mainThread }

  subscript(part: Part) -> Double {
    switch part {
    case .firstFrame: firstFrame
    case .sdkStart: sdkStart
    case .initialisation: initialisation
    case .prepare: prepare
    case .mainThread: mainThread
    }
  }
}

/// A window's size in points.
public struct WindowSize: Sendable, Hashable {
  public var width: Double
  public var height: Double
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Where requests are answered.
public struct Backend: Sendable, Equatable {
  public var name: String
  /// Whether it is a station shared by all sessions, rather than an answer time without a queue.
  public var owned = false
  public var servers = 1
  public var service = DistributionSpec.constant(0)
  /// The most requests that may wait; nil has no limit, 0 is a loss system.
  public var queueLimit: Int?
  public var rateLimitPerSecond: Double?
  public var outages: [BackendOutage] = []
  public var throttle: Throttle?
  /// Whether the work for a request ends when its client gives up.
  public var cancelOnDisconnect = false
  public init(name: String) { self.name = name }
}

/// A window of virtual time in which a backend is down, swallows requests, or is slow.
public struct BackendOutage: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case down, blackhole
    case slow(factor: Double)
  }
  public var from: SimDuration
  public var to: SimDuration
  public var kind: Kind
  public init(from: SimDuration, to: SimDuration, kind: Kind) {
    self.from = from
    self.to = to
    self.kind = kind
  }
}

/// A per-session limit of an external backend on failed requests.
public struct Throttle: Sendable, Hashable {
  public var failures: Int
  public var per: SimDuration
  public var lasts: SimDuration
  /// Whether requests that bring an ad count as well.
  public var countsAll: Bool

  public init(failures: Int, per: SimDuration, lasts: SimDuration, countsAll: Bool = false) {
    self.failures = failures
    self.per = per
    self.lasts = lasts
    self.countsAll = countsAll
  }
}

/// The share of sessions that follow one journey on one device, radio and geo.
public struct SessionClass: Sendable, Hashable {
  public var weight: Double
  public var journey: Int
  public var device: Int
  public var radio: Int
  public var geo: Int
  public init(weight: Double, journey: Int, device: Int, radio: Int, geo: Int) {
    self.weight = weight
    self.journey = journey
    self.device = device
    self.radio = radio
    self.geo = geo
  }
}

/// How often users click an ad and how long they are away.
public struct ClickBehaviour: Sendable, Equatable {
  /// When the app hears of the dismissal of an ad whose user has left it.
  public enum Report: String, Sendable, Hashable, CaseIterable { case atEnd, atLeave }

  public var probability: Double
  public var away: DistributionSpec
  /// Probability that the system ends the process while its user is away.
  public var terminated = 0.0
  public var reports = Report.atEnd

  public init(probability: Double, away: DistributionSpec) {
    self.probability = probability
    self.away = away
  }
}

/// How often users leave the app between the call of show and its full-screen ad.
public struct EarlyLeave: Sendable, Equatable {
  /// What has become of the show when its user is back.
  public enum OnReturn: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// The ad comes up for what was left of the time to it.
    case shown
    /// It has failed, and the app hears of that.
    case failed
    /// It has failed, and the app never hears of that.
    case lost
  }

  public var probability: Double
  public var away: DistributionSpec
  /// Probability that the system ends the process while its user is away.
  public var terminated = 0.0
  public var onReturn = OnReturn.shown

  public init(probability: Double, away: DistributionSpec) {
    self.probability = probability
    self.away = away
  }
}

/// How often users leave the app during a full-screen ad, by their own wish.
public struct AdLeave: Sendable, Equatable {
  /// What has become of the ad when its user is back.
  public enum OnReturn: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// It is on screen for the rest of its time.
    case kept
    /// It is gone, and the app hears of that.
    case closed
    /// It is gone, and the app never hears of that.
    case lost
  }

  public var probability: Double
  public var away: DistributionSpec
  /// Probability that the system ends the process while its user is away.
  public var terminated = 0.0
  public var onReturn = OnReturn.kept
  public var reports = ClickBehaviour.Report.atEnd

  public init(probability: Double, away: DistributionSpec) {
    self.probability = probability
    self.away = away
  }
}
