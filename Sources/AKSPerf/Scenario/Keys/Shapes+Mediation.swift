extension Shapes {
  static let noFillRetries = ObjectShape(
    "noFillRetries", "no-fill retries",
    [
      .required("every", .drawn(.duration), "Time between tries."),
      .required("total", .quantity(.duration), "When the last try starts."),
    ])

  static let inner = ObjectShape(
    "inner", "an inner mediation",
    [
      Key(
        "noFillRetries", .orNone(.object(noFillRetries)),
        "Tries again after a no-fill before it answers."),
      Key("waterfall", .list(.object(entry), atLeast: 0), "A waterfall of its own."),
    ])

  static let entry = ObjectShape(
    "waterfallEntry", "a waterfall entry", isMerged: false,
    [
      .required("network", .name, "The network asked."),
      Key("floor", .orNone(.number(0...Limits.price)), "The least price, USD per thousand shows."),
      Key(
        "timeout", .orNone(.quantity(.duration)),
        "The longest this attempt may take; left out, the network's own."),
      Key("adUnit", .name, "The ad-unit id, a label only."),
      Key(
        "bid", .flag,
        "Whether it bids in the auction; left out, all do, and with hybrid those without a floor."),
    ])

  static let parallel = ObjectShape(
    "parallel", "the parallel strategy",
    [
      Key(
        "batch", .integer(1...Limits.waterfallEntries), "Attempts at once.", default: .number(2),
        .guess),
      Key(
        "pick", .word(of: MediationStrategy.Pick.self),
        "Whether the dearest or the first fill wins.",
        default: .text("price")),
      Key(
        "batchTimeout", .orNone(.quantity(.duration)), "The longest a batch may take.",
        default: .text("none")),
    ])

  private static let auction = [
    Key(
      "side", .word(of: Auction.Side.self), "Where the bidders are asked from.",
      default: .text("server"), .guess),
    Key(
      "tmax", .orNone(.quantity(.duration)), "When the auction closes.", default: .text("none")),
    Key(
      "tokenTimeout", .orNone(.quantity(.duration)), "The longest a token may take.",
      default: .text("none")),
    Key(
      "backend", .name,
      "The backend that holds the auction, for side: \"server\"; left out, that of the first "
        + "bidder, without a service time of its own.", default: nil, .guess),
  ]

  static let bidding = ObjectShape("bidding", "the bidding strategy", auction)
  static let hybrid = ObjectShape("hybrid", "the hybrid strategy", auction)

  static let adaptive = ObjectShape(
    "adaptive", "the adaptive strategy",
    [
      Key(
        "scope", .word(of: AdaptiveOrder.Scope.self),
        "Whether each user learns alone or all together.",
        default: .text("user")),
      Key(
        "memory", .integer(1...1_000_000), "Attempts that an estimate remembers.",
        default: .number(50), .guess),
      Key(
        "explore", .orNone(.integer(1...1_000_000)),
        "Each so many loads one entry is asked first in turn.", default: .number(10), .guess),
      Key(
        "timeCost", .number(0...Limits.price),
        "What a second of waiting costs, USD per thousand shows.", default: .number(1), .guess),
    ])

  static let own = ObjectShape(
    "own", "a strategy of one's own", isMerged: false,
    [.required("name", .name, "The name it is registered by.")])

  static let strategy = ValueKind.choice(
    [
      Key("parallel", .object(parallel), "Batches of attempts at once."),
      Key("bidding", .object(bidding), "One auction."),
      Key("hybrid", .object(hybrid), "An auction, then a waterfall that must beat it."),
      Key("adaptive", .object(adaptive), "An order learned from fill, price and time."),
      Key("own", .object(own), "A type of the program that runs the scenario."),
    ], words: ["sequential", "adaptive"])

  static let backoff = ObjectShape(
    "backoff", "an exponential retry",
    [
      .required("base", .quantity(.duration), "The n-th delay is base · 2ⁿ, n from 1."),
      Key(
        "cap", .orNone(.quantity(.duration)), "The longest delay.", default: .text("64s"),
        .cited("AppLovin MAX sample code: 2^min(6, n) seconds")),
    ])

  static let retry = ValueKind.choice(
    [
      Key("fixed", .drawn(.duration), "The same delay after each failure."),
      Key(
        "list", .list(.quantity(.duration), atLeast: 1), "One delay after each failure, then none."
      ),
      Key("exponential", .object(backoff), "Doubling delays."),
    ], words: ["none"])

  /// The part of a placeholder that a config can change.
  private static let resolution: [Key] = [
    Key("primary", .name, "The first network asked; short for a waterfall."),
    Key("fallback", .list(.name, atLeast: 0), "The networks asked after the primary one."),
    Key("waterfall", .list(.object(entry), atLeast: 1), "The attempts, in order."),
    Key("strategy", strategy, "Which attempts run when.", default: .text("sequential")),
    Key(
      "deadline", .orNone(.quantity(.duration)), "The longest a load may take.",
      default: .text("none")),
    Key("retry", retry, "When a failed load is tried again.", default: .text("none")),
    Key(
      "enabled", .flag, "Whether the app asks for its ads at all: a remote switch.",
      default: .flag(true)),
  ]

  static let cache = ObjectShape(
    "cache", "the cache",
    [
      Key(
        "depth", .integer(1...Limits.cacheDepth), "Ads ready or in flight, at most.",
        default: .number(1), .cited("Chartboost Mediation: fullscreen queue size")),
      Key(
        "refill", .orNone(.words(["onShow", "onDismiss", "onExpiry", "afterFailure"])),
        "What makes the slot load again by itself.", default: .text("none")),
      Key(
        "keyedBy", .word(of: CachePolicy.Key.self), "What has a slot of its own.",
        default: .text("placeholder")),
      Key(
        "ttl", .orNone(.quantity(.duration)),
        "Age at which the app itself throws an ad away.", default: .text("none")),
      Key(
        "reuse", .flag,
        "Whether the app shows the same ad object again: a full-screen one, which fails, or a "
          + "native one in another view.", default: .flag(false)),
      Key(
        "heldBy", .word(of: CachePolicy.Holder.self),
        "What keeps the ads: the app, or the activity, which app.recreates loses.",
        default: .text("app")),
    ])

  static let cap = ObjectShape(
    "cap", "a frequency cap",
    [
      .required("shows", .integer(1...Limits.capShows), "Shows, at most."),
      .required("per", .quantity(.duration), "The span, ending now, in which they count."),
    ])

  static let defaultConfig = ObjectShape("defaultConfig", "a default config", overlay(resolution))

  static let placeholder = ObjectShape(
    "placeholder", "a placeholder",
    [.required("format", .word(AdFormat.allCases.map(\.name)), "The format of its ads.")]
      + resolution + [
        Key("cache", .object(cache), "How many ads it holds and when it loads again."),
        Key("cap", .orNone(.object(cap)), "The most shows in a span."),
        Key("minGap", .orNone(.quantity(.duration)), "The shortest time between two shows."),
        Key(
          "defaultConfig", .object(defaultConfig),
          "What holds until a remote config has been activated; the rest as above."),
      ] + viewTraits + appCode)

  /// How banners and native ads are put up.
  private static let viewTraits = [
    Key(
      "size", .word(of: BannerSize.self), "The size of a banner.",
      default: .text("BANNER")),
    Key(
      "refresh", .orNone(.quantity(.duration)), "Time after which a banner loads its next ad.",
      default: .text("60s"), .cited("mopub-ios-sdk MPConstants.h")),
    Key(
      "refreshAfterFailure", .orWord(.orWord(.quantity(.duration), "stops"), "continues"),
      "When a banner whose load has failed asks again: after `refresh`, after another time (which "
        + "goes with `refresh: none` too), or not before it is put up anew.",
      default: .text("continues")),
    Key(
      "refreshKeeps", .flag,
      "Whether the ad of a banner stays on screen during a refresh; else the banner is blank until "
        + "the next ad comes.", default: .flag(true)),
    Key(
      "refreshLoops", .word(of: ViewTraits.RefreshLoops.self),
      "Whether a banner's timer ends as it is put up again or its time set anew, or runs on "
        + "beside the next one.", default: .text("one")),
    Key(
      "pausesHidden", .flag, "Whether a banner asks for no next ad while its place is covered.",
      default: .flag(false)),
    Key(
      "onReturn", .word(of: ViewTraits.OnReturn.self),
      "What becomes of the time to a banner's next ad when the user leaves the app: it runs on, or "
        + "at the return it goes on, begins anew, or is over.", default: .text("runs")),
    Key(
      "repeatsLoaded", .flag, "Whether a refresh of a banner is reported loaded again.",
      default: .flag(false)),
    Key(
      "repeatsFailed", .flag, "Whether a refresh of a banner that fails is reported.",
      default: .flag(false)),
    Key(
      "reloads", .word(of: ViewTraits.Reloads.self),
      "When an anchored banner loads anew: at each transition, at a change of its size, or never.",
      default: .text("transition")),
    Key(
      "ghost", .number(0...1),
      "Probability that a banner or native ad that is hidden while its first load is under way "
        + "appears with its ad, and that nothing then hides it."),
    Key(
      "scrollView", .flag, "Whether a native ad is in a scroll view, to be shown when it is seen.",
      default: .flag(false)),
    Key("scrollIn", .drawn(.duration), "Time until a native ad in a scroll view is seen."),
  ]

  /// What the app's own code makes of its ads.
  private static let appCode = [
    Key(
      "onResize", .word(of: AppCode.OnResize.self),
      "What it does when its window has changed: nothing, ask whether the ad fits, or load anew.",
      default: .text("none")),
    Key(
      "onBusy", .word(of: AppCode.OnBusy.self),
      "What a load while one is in flight for a full slot does, that of a step of a view too: join "
        + "it, fail, nothing at all, or load beside it.",
      default: .text("join")),
    Key(
      "onFull", .word(of: AppCode.OnFull.self),
      "What a load for a slot that is full of ready ads does, with none in flight: it is answered "
        + "loaded, fails, does nothing at all, or loads an ad that replaces the oldest one.",
      default: .text("loaded")),
    Key(
      "busyFlag", .word(of: AppCode.BusyFlag.self),
      "A flag that blocks loads while one is in flight: none, one reset at each end, or one that "
        + "a failure leaves set.", default: .text("none")),
    Key(
      "showOnLoad", .word(of: AppCode.ShowOnLoad.self),
      "Whether it shows from the loaded callback: never, for its first, or for each.",
      default: .text("none")),
    Key(
      "splashEndsAd", .flag, "Whether an app-open ad goes when the splash it came behind is over.",
      default: .flag(false)),
    Key(
      "reacts", .word(of: AppCode.Reacts.self),
      "Whether a failed load is tried again once, or once for each report of its failure.",
      default: .text("once")),
    Key(
      "staleTimer", .flag, "Whether the timer of an earlier load may end a later one.",
      default: .flag(false)),
  ]

  /// The keys without defaults: what is left out is not changed.
  private static func overlay(_ keys: [Key]) -> [Key] {
    keys.map { key in
      var key = key
      key.fallback = nil
      return key
    }
  }
}
