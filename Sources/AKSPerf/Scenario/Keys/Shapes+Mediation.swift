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
      Key("waterfall", .list(.object(entry), atLeast: 0), "A waterfall of its own.").unbuilt(
        remedy: "list its networks in the waterfall of the placeholder, or remove it"),
    ])

  static let faults = ObjectShape(
    "faults", "the faults",
    [
      fault("duplicateCallback", "a callback comes twice"),
      fault("lostDismiss", "the dismissal is not reported"),
      fault("lateDismiss", "the dismissal is reported late"),
      fault("earlyDismiss", "the dismissal is reported early"),
      fault("lostReward", "the reward is not reported"),
      fault("lostLoad", "the end of a load is not reported"),
    ])

  private static func fault(_ name: String, _ what: String) -> Key {
    Key(name, .number(0...1), "Probability that \(what).", default: .number(0))
      .unbuilt("values above 0", remedy: "set it to 0 or remove it")
  }

  static let breaker = ObjectShape(
    "breaker", "a circuit breaker",
    [
      .required("failures", .integer(1...1_000_000), "Failures in a row that open it."),
      .required("for", .quantity(.duration), "How long the network is then left out."),
    ])

  static let network = ObjectShape(
    "network", "a network",
    [
      .required("backend", .name, "The backend that answers its requests."),
      Key("cdn", .orNone(.name), "The backend that serves its creatives."),
      Key("init", .drawn(.duration), "Time its adapter takes to initialise."),
      Key("prepare", .drawn(.duration), "Time on the device before a request leaves."),
      Key("mainThread", .drawn(.duration), "Time it blocks the session's main thread.").unbuilt(
        "values other than 0", remedy: "set it to 0 or remove it"),
      Key("connection", .orNone(.object(connection)), "What a new connection costs."),
      Key("requestSize", .drawn(.size), "Bytes of a request."),
      Key("responseSize", .drawn(.size), "Bytes of an answer."),
      Key(
        "fill", .perFormat(.number(0...1)), "Probability that it bids.", default: .number(1)),
      Key("price", .perFormat(.drawn(.price)), "Its bids, USD per thousand shows."),
      Key("creative", .perFormat(.orNone(.drawn(.size))), "Bytes of a creative."),
      Key(
        "ready", .word(["full", "stream"]),
        "Whether an ad is loaded after its whole creative or its first part.",
        default: .text("full")),
      Key(
        "streamStart", .quantity(.size), "The first part of a creative, for ready: \"stream\".",
        default: .text("500kB"), .guess),
      Key(
        "expiry", .perFormat(.orNone(.quantity(.duration))),
        "Age at which an ad can no longer be shown; left out 1h, app open 4h.", default: nil,
        .cited("Google Mobile Ads: preloaded ads one hour, app-open ads four")),
      Key(
        "timeout", .orNone(.quantity(.duration)), "The longest an attempt may take.",
        default: .text("none")),
      Key(
        "lateAnswer", .word(["drop", "cache", "deliver"]),
        "What becomes of an answer after the timeout.", default: .text("drop")),
      Key("showOverhead", .drawn(.duration), "Time from show to the ad on screen."),
      Key(
        "presentTimeout", .orNone(.quantity(.duration)), "The longest a presentation may take.",
        default: .text("5s"), .cited("Chartboost Mediation: show timeout")),
      Key("inner", .orNone(.object(inner)), "What it does when it is a mediator itself."),
      Key("house", .flag, "Whether it is the app's own network.", default: .flag(false)),
      Key("faults", .orNone(.object(faults)), "Mistakes it makes."),
      Key("breaker", .orNone(.object(breaker)), "A rest after failures in a row.").unbuilt(),
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
    ])

  static let parallel = ObjectShape(
    "parallel", "the parallel strategy",
    [
      Key(
        "batch", .integer(1...Limits.waterfallEntries), "Attempts at once.", default: .number(2),
        .guess),
      Key(
        "pick", .word(["price", "first"]), "Whether the dearest or the first fill wins.",
        default: .text("price")),
      Key(
        "batchTimeout", .orNone(.quantity(.duration)), "The longest a batch may take.",
        default: .text("none")),
    ])

  static let bidding = ObjectShape(
    "bidding", "the bidding strategy",
    [
      Key(
        "side", .word(["server", "client"]), "Where the bidders are asked from.",
        default: .text("server"), .guess),
      Key(
        "tmax", .orNone(.quantity(.duration)), "When the auction closes.", default: .text("none")),
      Key(
        "tokenTimeout", .orNone(.quantity(.duration)), "The longest a token may take.",
        default: .text("none")),
    ])

  static let hybrid = ObjectShape(
    "hybrid", "the hybrid strategy",
    [
      Key(
        "tmax", .orNone(.quantity(.duration)), "When the auction closes.", default: .text("none"))
    ])

  static let strategy = ValueKind.choice(
    [
      Key("parallel", .object(parallel), "Batches of attempts at once."),
      Key("bidding", .object(bidding), "One auction."),
      Key("hybrid", .object(hybrid), "An auction, then a waterfall that must beat it."),
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
    Key("strategy", strategy, "Which attempts run when.", default: .text("sequential")).unbuilt(
      "all but \"sequential\"", remedy: "use \"sequential\" or remove it"),
    Key(
      "deadline", .orNone(.quantity(.duration)), "The longest a load may take.",
      default: .text("none")),
    Key("retry", retry, "When a failed load is tried again.", default: .text("none")),
  ]

  static let cache = ObjectShape(
    "cache", "the cache",
    [
      Key(
        "depth", .integer(1...Limits.cacheDepth), "Ads ready or in flight, at most.",
        default: .number(1), .cited("Chartboost Mediation: fullscreen queue size")),
      Key(
        "refill", .orNone(.words(["onDismiss", "onExpiry", "afterFailure"])),
        "What makes the slot load again by itself.", default: .text("none")),
      Key(
        "keyedBy", .word(["placeholder", "network"]), "What has a slot of its own.",
        default: .text("placeholder")
      ).unbuilt("\"network\"", remedy: "use \"placeholder\" or remove it"),
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
      ])

  /// The keys without defaults: what is left out is not changed.
  private static func overlay(_ keys: [Key]) -> [Key] {
    keys.map { key in
      var key = key
      key.fallback = nil
      return key
    }
  }
}
