import Scheduler

/// Round trips, or times, that a new connection costs before a request can be sent.
public struct ConnectionCost: Sendable, Equatable {
  public enum Step: Sendable, Equatable {
    case roundTrips(Double)
    case time(DistributionSpec)
  }
  public var dns = Step.roundTrips(1)
  public var tcp = Step.roundTrips(1)
  public var tls = Step.roundTrips(1)
  /// Idle time after which a connection is cold.
  public var keepAlive = SimDuration.seconds(60)
  public init() {}
}

/// A source of ads behind an adapter.
public struct AdNetwork: Sendable, Equatable {
  /// When a filled ad counts as loaded.
  public enum Readiness: Sendable, Equatable {
    case full
    /// After its first `bytes`.
    case stream(bytes: Double)
  }
  /// What becomes of an answer after the timeout.
  public enum LateAnswer: String, Sendable, Hashable, CaseIterable { case drop, cache, deliver }
  /// What becomes of an ad that takes too long to appear.
  public enum LatePresentation: String, Sendable, Hashable, CaseIterable { case lost, shown }
  /// How much of an attempt its timeout ends.
  public enum TimeoutCover: String, Sendable, Hashable, CaseIterable { case all, connect, nothing }
  /// Which ads do not give their memory back: all, or those that leave without being shown.
  public enum LeakOf: String, Sendable, Hashable, CaseIterable { case all, unshown }
  /// From when on an ad ages: the end of its load, or the instant of its bid.
  public enum ExpiryFrom: String, Sendable, Hashable, CaseIterable { case load, bid }
  /// Which callbacks of a reward are sent.
  public enum RewardCallbacks: String, Sendable, Hashable, CaseIterable, BitwiseCopyable {
    case both, earned, completed
  }

  public var name: String
  public var backend: Int
  /// Backend that serves creatives; nil downloads without a request of its own.
  public var cdn: Int?
  public var initialisation = DistributionSpec.constant(0)
  /// Whether its adapter can only start where its backend is reached.
  public var initNeedsNetwork = false
  /// How long a start that does not reach it takes to fail.
  public var initFailsAfter = DistributionSpec.constant(0)
  /// Whether its ad requests wait for a radio where there is none.
  public var waitsForRadio = false
  public var prepare = DistributionSpec.constant(0)
  public var mainThread = DistributionSpec.constant(0)
  /// What holds instead at its first use in a process; nil is as at any other.
  public var prepareFirst: DistributionSpec?
  public var mainThreadFirst: DistributionSpec?
  /// Nil needs no connection.
  public var connection: ConnectionCost? = ConnectionCost()
  public var requestSize = DistributionSpec.constant(0)
  public var responseSize = DistributionSpec.constant(0)
  /// Probability that the network bids, 0 to 1.
  public var fill = PerFormat<Double>(repeating: 1)
  /// USD per thousand shows.
  public var price = PerFormat<DistributionSpec>(repeating: .constant(0))
  /// Bytes; constant 0 has no creative.
  public var creative = PerFormat<DistributionSpec>(repeating: .constant(0))
  /// How many creatives it has, and how many of them a process keeps; nil downloads each anew.
  public var creatives: CreativeStock?
  public var ready = Readiness.full
  /// Whether an ad that is not loaded whole stalls on screen where the rest is not there in time.
  public var stalls = false
  /// Age at which an ad can no longer be shown; nil never.
  public var expiry = PerFormat<SimDuration?>(repeating: .seconds(3600))
  /// Age of each ad alone, instead of one for all; nil is that one.
  public var expirySpread = PerFormat<DistributionSpec?>(repeating: nil)
  public var expiryFrom = ExpiryFrom.load
  /// Whether a show of an expired ad is paid.
  public var expiredPays = true
  /// The most ads that it shows a user in a span.
  public var cap: FrequencyCap?
  /// The longest an attempt may take; nil waits for ever.
  public var timeout: SimDuration?
  public var lateAnswer = LateAnswer.drop
  /// Share of `tmax` before which it answers no auction; 0 answers as soon as its backend does.
  public var bidsAt = 0.0
  public var showOverhead = DistributionSpec.constant(0)
  /// The longest a presentation may take to appear; nil waits for ever.
  public var presentTimeout: SimDuration? = .seconds(5)
  public var latePresentation = LatePresentation.lost
  public var inner: InnerMediation?
  public var isHouse = false
  public var faults = NetworkFaults()
  public var breaker: CircuitBreaker?

  /// Whether it tells the app that an ad has expired.
  public var expiryEvent = true
  /// Whether it refuses to show an expired ad.
  public var checksExpiry = true
  public var timeoutCovers = TimeoutCover.all
  /// Time after an ad or a sheet is gone in which a show fails.
  public var settle = SimDuration.zero
  /// Time after the end of a load in which a show of its ad fails, which stays loaded.
  public var readyAfter = SimDuration.zero
  public var rewardCallbacks = RewardCallbacks.both
  /// Probability that the reward is reported after the dismissal.
  public var rewardAfterDismiss = 0.0
  /// Share of the time of an ad after which its user has earned the reward; 1 is its end.
  public var rewardAt = 1.0
  /// Whether an ad that it brings makes its older ones of the session impossible to show.
  public var oneLive = false
  /// The sizes of full-screen ads it has; nil has any.
  public var sizes: [WindowSize]?
  /// The size that its banners have, whatever is asked for; nil is the size asked for.
  public var bannerSize: BannerSize?
  /// Bytes of memory not given back, for each load.
  public var leak = DistributionSpec.constant(0)
  public var leakOf = LeakOf.all
  /// Bytes kept on disk, for each ad loaded.
  public var disk = DistributionSpec.constant(0)
  /// Loads after which the app builds its SDK object anew, which frees what leaked; nil never.
  public var rebuildAfter: Int?

  public init(name: String, backend: Int) {
    self.name = name
    self.backend = backend
    expiry[.appOpen] = .seconds(14_400)
  }
}

/// What a network that is itself a mediator does inside one attempt.
public struct InnerMediation: Sendable, Equatable {
  public var noFillRetries: NoFillRetries?
  public var waterfall: [WaterfallEntry] = []
  public init() {}
}

/// A no-fill answer is asked again after `every`; the last try starts at `total` and is final.
public struct NoFillRetries: Sendable, Equatable {
  public var every: DistributionSpec
  public var total: SimDuration
  public init(every: DistributionSpec, total: SimDuration) {
    self.every = every
    self.total = total
  }
}

/// The string passed to every ad call, with what it resolves to.
public struct Placeholder: Sendable, Equatable {
  public var name: String
  public var format: AdFormat
  /// Mediation under the activated remote config.
  public var remote: MediationConfig
  /// Mediation until a remote config has been activated; nil is the same as `remote`.
  public var shipped: MediationConfig?
  public var cache = CachePolicy()
  public var cap: FrequencyCap?
  /// The shortest time between two shows of the placeholder.
  public var minGap = SimDuration.zero
  public var view = ViewTraits()
  public var appCode = AppCode()

  public init(name: String, format: AdFormat, remote: MediationConfig) {
    self.name = name
    self.format = format
    self.remote = remote
  }
}

/// The part of a placeholder that a config can change.
public struct MediationConfig: Sendable, Equatable {
  public var waterfall: [WaterfallEntry]
  public var strategy = MediationStrategy.sequential
  /// The longest a load may take; nil waits for the waterfall to end.
  public var deadline: SimDuration?
  public var retry = RetryPolicy.none
  /// Whether the app asks for its ads at all.
  public var enabled = true
  public init(waterfall: [WaterfallEntry]) { self.waterfall = waterfall }
}

/// One line of a waterfall.
public struct WaterfallEntry: Sendable, Hashable {
  /// An attempt's timeout: the network's own, none, or one of its own.
  public enum Timeout: Sendable, Hashable {
    case ofNetwork, none
    case after(SimDuration)
  }
  public var network: Int
  /// The least price accepted, USD per thousand shows; nil accepts any.
  public var floor: Double?
  public var timeout = Timeout.ofNetwork
  public var adUnit: String?
  /// Whether it bids in the auction; nil leaves it to the strategy: all do, and in a hybrid one
  /// those without a floor.
  public var bids: Bool?
  public init(network: Int, floor: Double? = nil) {
    self.network = network
    self.floor = floor
  }
}

/// Which attempts of a waterfall run when.
public enum MediationStrategy: Sendable, Hashable {
  /// Whether the dearest or the first fill wins.
  public enum Pick: String, Sendable, Hashable, CaseIterable { case price, first }
  case sequential
  case parallel(batch: Int, pick: Pick, batchTimeout: SimDuration?)
  case bidding(Auction)
  /// An auction whose best bid the rest of the waterfall must beat.
  case hybrid(Auction)
  case adaptive(AdaptiveOrder)
  /// A strategy of the program that runs the scenario, by the name it is registered by.
  case own(name: String)

  /// The name used in scenario files and reports.
  public var name: String {
    switch self {
    case .sequential: "sequential"
    case .parallel: "parallel"
    case .bidding: "bidding"
    case .hybrid: "hybrid"
    case .adaptive: "adaptive"
    case .own(let name): "own:\(name)"
    }
  }
}

/// How the bidders of a waterfall are asked.
public struct Auction: Sendable, Hashable {
  /// Where the bidders are asked from: one backend for all of them, or the device.
  public enum Side: String, Sendable, Hashable, CaseIterable { case server, client }
  public var side = Side.server
  /// When it closes, from its start; nil waits for every bidder.
  public var tmax: SimDuration?
  /// The longest a bidder's token may take; nil waits for ever.
  public var tokenTimeout: SimDuration?
  /// Index of the backend that holds it; nil is that of the first bidder, without a service time of
  /// its own.
  public var backend: Int?
  public init() {}
}

/// How the order of a waterfall is learned.
public struct AdaptiveOrder: Sendable, Hashable {
  /// Whether each user learns alone or all together.
  public enum Scope: String, Sendable, Hashable, CaseIterable { case user, fleet }
  public var scope = Scope.user
  /// Attempts that an estimate remembers.
  public var memory = 50
  /// Each so many loads one entry is asked first in turn; nil never.
  public var explore: Int? = 10
  /// What a second of waiting costs, USD per thousand shows.
  public var timeCost = 1.0
  public init() {}
}

/// When a failed load is tried again.
public enum RetryPolicy: Sendable, Equatable {
  case none
  case fixed(DistributionSpec)
  /// The n-th delay of the list after the n-th failure in a row; then no more, nor beyond
  /// `Limits.retries`.
  case list([SimDuration])
  /// min(`cap`, `base` · 2ⁿ) after the n-th failure in a row, n from 1.
  case exponential(base: SimDuration, cap: SimDuration)
}

/// How many ads a slot holds and when it is refilled.
public struct CachePolicy: Sendable, Hashable {
  /// What makes the slot load again without a step of the journey.
  public struct Refill: OptionSet, Sendable, Hashable, BitwiseCopyable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let onDismiss = Refill(rawValue: 1)
    public static let onExpiry = Refill(rawValue: 2)
    /// After a show that failed.
    public static let afterFailure = Refill(rawValue: 4)
    /// As an ad comes on screen, while it is there.
    public static let onShow = Refill(rawValue: 8)
  }
  /// What has a slot of its own.
  public enum Key: String, Sendable, Hashable, CaseIterable { case placeholder, network }
  /// What of the app keeps the ads.
  public enum Holder: String, Sendable, Hashable, CaseIterable { case app, activity }
  /// The most ads ready or in flight, 1 to `Limits.cacheDepth`.
  public var depth = 1
  public var refill: Refill = []
  public var keyedBy = Key.placeholder
  /// Age at which the app itself throws an ad away; nil never.
  public var ttl: SimDuration?
  /// Whether the app shows the same ad object again.
  public var reuse = false
  public var heldBy = Holder.app
  public init() {}
}

/// The creatives of a network, of which each fill has one, and those that a process keeps.
public struct CreativeStock: Sendable, Hashable {
  public var count: Int
  /// The last different ones that a process does not download again.
  public var cached: Int

  public init(count: Int, cached: Int) {
    self.count = count
    self.cached = cached
  }
}

/// At most `shows` shows in any span of `per`.
public struct FrequencyCap: Sendable, Hashable {
  public var shows: Int
  public var per: SimDuration

  public init(shows: Int, per: SimDuration) {
    self.shows = shows
    self.per = per
  }
}
