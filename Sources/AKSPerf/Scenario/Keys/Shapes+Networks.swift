extension Shapes {
  static let creatives = ObjectShape(
    "creatives", "a stock of creatives",
    [
      .required("count", .integer(1...1_000_000_000), "Creatives, of which each fill has one."),
      .required(
        "cached", .integer(1...Limits.cachedCreatives),
        "The last different ones that a process does not download again."),
    ])

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
      Key(
        "initNeeds", .word(["nothing", "network"]),
        "Whether its adapter can only start where its backend is reached.",
        default: .text("nothing")),
      Key(
        "initFailsAfter", .drawn(.duration),
        "How long a start takes that does not reach its backend, for initNeeds: \"network\"."),
      Key(
        "waitsForRadio", .flag,
        "Whether an ad request without a radio waits for one; else it fails at once.",
        default: .flag(false)),
      Key("prepare", .drawn(.duration), "Time on the device before a request leaves."),
      Key("prepareFirst", .drawn(.duration), "What `prepare` is at its first use in a process."),
      Key("mainThread", .drawn(.duration), "Time it blocks the session's main thread."),
      Key(
        "mainThreadFirst", .drawn(.duration),
        "What `mainThread` is at its first use in a process."),
      Key("connection", .orNone(.object(connection)), "What a new connection costs."),
      Key("requestSize", .drawn(.size), "Bytes of a request."),
      Key("responseSize", .drawn(.size), "Bytes of an answer."),
      Key(
        "fill", .perFormat(.number(0...1)), "Probability that it bids.", default: .number(1)),
      Key("price", .perFormat(.drawn(.price)), "Its bids, USD per thousand shows."),
      Key("creative", .perFormat(.orNone(.drawn(.size))), "Bytes of a creative."),
      Key(
        "creatives", .orNone(.object(creatives)),
        "How many creatives it has, of which a process need not download each anew."),
      Key(
        "ready", .word(["full", "stream"]),
        "Whether an ad is loaded after its whole creative or its first part.",
        default: .text("full")),
      Key(
        "streamStart", .quantity(.size), "The first part of a creative, for ready: \"stream\".",
        default: .text("500kB"), .guess),
      Key(
        "stalls", .flag,
        "Whether an ad on screen stalls for what of it has not come, for ready: \"stream\".",
        default: .flag(false)),
      Key(
        "expiry", .perFormat(.orNone(.drawn(.duration))),
        "Age at which an ad can no longer be shown; left out 1h, app open 4h.", default: nil,
        .cited("Google Mobile Ads: preloaded ads one hour, app-open ads four")),
      Key(
        "expiryFrom", .word(of: AdNetwork.ExpiryFrom.self),
        "From when on an ad ages: from the end of its load, or from its bid or answer.",
        default: .text("load")),
      Key("expiredPays", .flag, "Whether a show of an expired ad is paid.", default: .flag(true)),
      Key("cap", .orNone(.object(cap)), "The most ads it shows a user; beyond it has no fill."),
      Key(
        "timeout", .orNone(.quantity(.duration)), "The longest an attempt may take.",
        default: .text("none")),
      Key(
        "lateAnswer", .word(of: AdNetwork.LateAnswer.self),
        "What becomes of an answer after the timeout.", default: .text("drop")),
      Key(
        "bidsAt", .number(0...1),
        "Share of an auction's `tmax` before which it does not answer, whatever its backend does.",
        default: .number(0)),
      Key("showOverhead", .drawn(.duration), "Time from show to the ad on screen."),
      Key(
        "presentTimeout", .orNone(.quantity(.duration)), "The longest a presentation may take.",
        default: .text("5s"), .cited("Chartboost Mediation: show timeout")),
      Key(
        "latePresentation", .word(of: AdNetwork.LatePresentation.self),
        "What becomes of an ad beyond `presentTimeout`: lost, or shown though reported failed.",
        default: .text("lost")),
      Key("inner", .orNone(.object(inner)), "What it does when it is a mediator itself."),
      Key("house", .flag, "Whether it is the app's own network.", default: .flag(false)),
      Key("faults", .orNone(.object(faults)), "Mistakes it makes."),
      Key("breaker", .orNone(.object(breaker)), "A rest after failures in a row."),
    ] + networkMistakes)

  /// What an adapter does that no adapter should, or that apps must allow for.
  private static let networkMistakes = [
    Key(
      "expiryEvent", .flag, "Whether it tells the app that an ad has expired.",
      default: .flag(true)),
    Key(
      "checksExpiry", .flag, "Whether it refuses to show an expired ad.", default: .flag(true)),
    Key(
      "timeoutCovers", .word(of: AdNetwork.TimeoutCover.self),
      "How much of an attempt its timeout ends: all, only the connecting, or nothing.",
      default: .text("all")),
    Key(
      "settle", .quantity(.duration),
      "Time after an ad or a sheet is gone in which a show fails."),
    Key(
      "readyAfter", .quantity(.duration),
      "Time after the end of its load in which the show of a full-screen ad fails."),
    Key(
      "rewardCallbacks", .word(of: AdNetwork.RewardCallbacks.self),
      "Which callbacks of a reward it sends.", default: .text("both")),
    Key(
      "rewardAfterDismiss", .number(0...1),
      "Probability that the reward is reported after the dismissal."),
    Key(
      "rewardAt", .number(0...1),
      "Share of the time of a rewarded ad after which it earns its reward, also if it is closed "
        + "then; 1 is its end.", default: .number(1)),
    Key(
      "oneLive", .flag,
      "Whether only the newest of its ads can be shown: shows of full-screen ads that it brought "
        + "before in the session fail.", default: .flag(false)),
    Key(
      "sizes", .orWord(.list(.object(window), atLeast: 1), "any"),
      "The sizes of full-screen ads it has.", default: .text("any")),
    Key(
      "bannerSize", .word(BannerSize.allCases.filter { $0.points != nil }.map(\.rawValue)),
      "The size its banners have, whatever is asked for; left out, the size asked for."),
    Key("leak", .drawn(.size), "Memory it does not give back, for each load."),
    Key(
      "leakOf", .word(of: AdNetwork.LeakOf.self),
      "Which ads leak: all, when they are loaded, or those never shown, when they leave.",
      default: .text("all")),
    Key("disk", .drawn(.size), "Bytes it keeps on disk, for each ad loaded."),
    Key(
      "rebuildAfter", .orNone(.integer(1...1_000_000_000)),
      "Loads after which the app builds its SDK object anew, which frees what leaked.",
      default: .text("none")),
  ]

  static let faults = ObjectShape(
    "faults", "the faults",
    [
      fault("duplicateCallback", "a callback comes twice"),
      fault("lostDismiss", "the dismissal is not reported"),
      fault("lateDismiss", "the dismissal is reported late"),
      fault("earlyDismiss", "the dismissal is reported early"),
      fault("lostReward", "the reward is not reported"),
      fault("lostLoad", "the app is not told of the end of a load, which its mediator has heard"),
      fault("duplicateReward", "the reward is reported twice"),
      fault("phantomShow", "a show is reported and nothing is on screen"),
      fault("failedAfterLoaded", "a load is reported loaded and then failed"),
      fault("closedByClick", "the page that a click opens closes the ad under it"),
      Key("rules", .list(.object(faultRule), atLeast: 0), "Faults in any other form."),
    ])

  private static func fault(_ name: String, _ what: String) -> Key {
    Key(name, .number(0...1), "Probability that \(what).", default: .number(0))
  }

  static let faultRule = ObjectShape(
    "faultRule", "a fault rule", isMerged: false,
    [
      .required(
        "on", .word(FaultRule.Trigger.plain + Callback.allCases.map(\.name)),
        "What it acts on: a request, the end of a load, a show, a reward, a dismissal, or one "
          + "callback."),
      .required("do", .word(of: FaultRule.Effect.self), "What it does to it."),
      Key("p", .number(0...1), "Probability that it acts.", default: .number(1)),
      Key(
        "delay", .orWord(.drawn(.duration), FaultRule.untilDismissal),
        "How much later or earlier, or how long; of \"fail\" on a load, how long after loaded the "
          + "failure is reported; \"untilDismiss\" holds a callback as long as a full-screen ad is "
          + "on screen."),
      Key(
        "times", .integer(1...1_000), "How many more \"duplicate\" and \"amplify\" make.",
        default: .number(1)),
      Key(
        "clearedByLoad", .flag, "Whether a load ends what `when` remembers of the ad before it.",
        default: .flag(true)),
      Key("when", .object(faultCondition), "When alone it acts; left out, always."),
    ])

  static let faultCondition = ObjectShape(
    "faultCondition", "a condition of a fault", isMerged: false,
    [
      Key(
        "awayAtLeast", .quantity(.duration), "After an absence as long as this in the session."),
      Key(
        "within", .quantity(.duration),
        "So soon after the last full-screen ad or sheet, before the rule's own, was gone."),
      Key(
        "leftWithin", .quantity(.duration),
        "So soon after the user left the app; what \"lose\" acts on is also lost if the user "
          + "leaves so soon after it, before the app hears of it."),
      Key("earlyClose", .flag, "After an ad closed before its end; false, after one viewed."),
      Key(
        "showsAtLeast", .integer(1...1_000_000),
        "After so many shows in the session, those of banners and native ads too."),
      Key("from", .quantity(.duration), "From this time of the run on."),
      Key("to", .quantity(.duration), "Until this time of the run."),
      Key("formats", .words(AdFormat.allCases.map(\.name)), "With ads of these formats."),
      Key("device", .name, "On this device."),
      Key("window", .word(["resized"]), "In a window whose size has changed since the load."),
      Key(
        "loadedMeanwhile", .flag,
        "If load has been called for the placeholder since show was, as a listener that there is "
          + "one of a placeholder goes over to the new load.", default: .flag(false)),
    ])
}
