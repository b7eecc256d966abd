import Scheduler

/// The keys of the parts of a scenario that describe the world around mediation.
enum Shapes {
  static let app = ObjectShape(
    "app", "the app",
    [
      Key(
        "multiScene", .flag,
        "Whether the app supports several scenes and puts one on each request.",
        default: .flag(true)),
      Key(
        "mode", .word(of: AppTraits.Mode.self), "Whether requests are for real ads or test ads.",
        default: .text("production")),
      Key(
        "presentFrom", .word(of: AppTraits.PresentFrom.self),
        "The controller ads are presented from: the topmost one, the root of the key window, or "
          + "the root of the first active scene. Under a sheet a root presents nothing.",
        default: .text("top")),
      Key(
        "canPresent", .flag, "Whether it asks an ad whether it fits before it shows it.",
        default: .flag(true)),
      Key(
        "pays", .word(of: AppTraits.Pays.self),
        "What it pays a reward for: once a view whatever is reported, the reward earned, the full "
          + "view, each of both, or the dismissal.", default: .text("once")),
      Key(
        "watchdog", .orNone(.quantity(.duration)),
        "Time after which an ad that was not reported dismissed counts as gone.",
        default: .text("none")),
      Key(
        "rewardBackend", .object(rewardBackend),
        "The app's own server, whose answer pays a reward; left out, the app pays at once."),
      Key(
        "timers", .list(.object(timer), atLeast: 0),
        "What it does from time to time from the launch on, whatever the journey does."),
      Key(
        "features", .list(.name, atLeast: 0),
        "What feature promotion offers; left out, one feature without a name."),
      Key(
        "memoryLimit", .orNone(.quantity(.size)),
        "Bytes leaked by networks at which the system ends the process.", default: .text("none")),
      Key(
        "reinitAfter", .orNone(.quantity(.duration)),
        "Time in the background after which it initialises the adapters anew.",
        default: .text("none")),
      Key(
        "checksRadio", .flag, "Whether loads without a radio are refused; else they are tried.",
        default: .flag(true)),
      Key(
        "transition", .quantity(.duration), "Time of the animation of a resize or a fold.",
        default: .text("300ms"), .guess),
      Key(
        "recreates", .flag,
        "Whether each change of the key window's size recreates the activity: views are put up "
          + "anew, and what cache.heldBy gives to it is lost.", default: .flag(false)),
    ])

  static let rewardBackend = ObjectShape(
    "rewardBackend", "a server of rewards",
    [
      Key("answer", .drawn(.duration), "Time from the callback that pays to its answer."),
      Key("lost", .number(0...1), "Probability that no answer comes."),
      Key(
        "timeout", .orNone(.quantity(.duration)),
        "How long the app waits for it; with \"none\", up to the end of the session.",
        default: .text("none")),
    ])

  static let timer = ObjectShape(
    "timer", "a timer", isMerged: false,
    [
      .required("every", .quantity(.duration), "Its period; it fires first one period in."),
      Key("load", .name, "The placeholder that it loads."),
      Key("show", .name, "The placeholder that it shows, if an ad is ready."),
      Key(
        "stacks", .flag,
        "Whether a show while another ad is up comes once that has gone, not only fails.",
        default: .flag(false)),
    ])

  static let users = ObjectShape(
    "users", "the users",
    [
      Key(
        "firstLaunch", .number(0...1),
        "Share of launches that are a user's first; in a closed population, share of new users."),
      Key("removeAds", .number(0...1), "Share of users who have bought the removal of ads."),
      Key("configAge", .drawn(.duration), "Age of the activated remote config at launch."),
      Key(
        "ownsFeature", .number(0...1), "Probability that a user owns a feature, for each alone."),
      Key(
        "killsAfter", .orNone(.drawn(.duration)),
        "Time after which a user ends an app whose full-screen ad is still up, and launches it "
          + "again.",
        default: .text("none")),
    ])

  static let consent = ObjectShape(
    "consent", "the consent flow",
    [
      Key("request", .drawn(.duration), "Time of the consent information request."),
      Key(
        "backend", .orNone(.name),
        "The backend that answers the request, over the radio; instead of `request`."),
      Key("connection", .orNone(.object(connection)), "What a new connection to it costs."),
      Key(
        "formShare", .number(0...1), "Share of first launches that must show the form.",
        default: .number(1)),
      Key(
        "given", .number(0...1), "Share of users who consent when asked.", default: .number(1)),
      Key("dwell", .drawn(.duration), "Time the form is up."),
      Key(
        "asks", .word(of: ConsentFlow.Asks.self),
        "At which launches the request is made; the form is for users who have not been asked.",
        default: .text("firstLaunch")),
      Key(
        "timeout", .orNone(.quantity(.duration)),
        "Time after which the launch goes on without the answer, and without a form.",
        default: .text("none")),
      Key(
        "heard", .word(of: ConsentFlow.Heard.self),
        "From which launch on what the user says holds: this one, whose SDK waits for it, or the "
          + "next one, while this one's SDK starts beside the flow.", default: .text("now")),
      Key(
        "refused", .orWord(.object(demandFactors), "noAds"),
        "What a user who refuses gets: no ads, or limited ones that fill and pay less.",
        default: .text("noAds")),
    ])

  static let demandFactors = ObjectShape(
    "demandFactors", "factors of demand",
    [
      Key("fill", .number(0...1), "Factor on fill probabilities.", default: .number(1)),
      Key("price", .number(0...1), "Factor on prices.", default: .number(1)),
    ])

  static let tracking = ObjectShape(
    "tracking", "tracking",
    [
      Key("allowed", .number(0...1), "Share of users who allow it.", default: .number(1)),
      Key("denied", .object(demandFactors), "What is left of the demand for the others."),
    ])

  static let launch = ObjectShape(
    "launch", "the launch",
    [
      Key("firstFrame", .drawn(.duration), "Process start to first frame."),
      Key("sdkStart", .drawn(.duration), "Time the SDK takes to start."),
      Key(
        "mainThread", .drawn(.duration),
        "Time the start of the SDK blocks the main thread, from its beginning."),
      Key(
        "initGate", .word(["all", "own", "none"]),
        "Whether a load waits for all adapters, for its own, or for none.", default: .text("all")),
      Key(
        "initTimeout", .orNone(.quantity(.duration)), "The longest an adapter may initialise.",
        default: .text("none")),
      Key(
        "initRetry", .orWord(.orNone(.quantity(.duration)), "online"),
        "When adapters start that found no network: never, once a radio reaches them, or each so "
          + "often.", default: .text("none")),
      Key(
        "contentWaits", .word(of: LaunchPath.ContentWaits.self),
        "What content waits for: the prompts alone, or the start of the SDK as well, and with "
          + "initGate \"all\" of all adapters.", default: .text("prompts")),
      Key(
        "suspendAfter", .quantity(.duration),
        "Grace time in the background before the process is suspended.", default: .text("5s"),
        .guess),
      Key(
        "consent", .orNone(.object(consent)),
        "The consent request and form; left out, everyone has consented."),
      Key(
        "trackingPrompt", .orNone(.drawn(.duration)),
        "Time the tracking prompt is up on a first launch."),
      Key(
        "tracking", .orNone(.object(tracking)),
        "How many users allow tracking, and what the demand for the others is."),
    ])

  static let geo = ObjectShape(
    "geo", "a geo",
    [
      Key("price", .number(0...1e6), "Factor on prices.", default: .number(1)),
      Key("fill", .number(0...1e6), "Factor on fill probabilities.", default: .number(1)),
      Key("rttAdd", .drawn(.duration), "Time added to the radio's round trip."),
    ])

  static let radio = ObjectShape(
    "radio", "a radio",
    [
      Key("rtt", .drawn(.duration), "Round trip time, drawn once a session."),
      Key("jitter", .drawn(.duration), "Time added to each round trip."),
      Key(
        "down", .orWord(.quantity(.bitRate), "unlimited"), "Rate towards the device.",
        default: .text("unlimited")),
      Key(
        "up", .orWord(.quantity(.bitRate), "unlimited"), "Rate from the device.",
        default: .text("unlimited")),
      Key("loss", .number(0...0.99), "Probability that a round trip is lost."),
      Key(
        "slowStart", .flag, "Whether transfers start with 10 segments and double each round trip.",
        default: .flag(true), .cited("RFC 6928, RFC 5681")),
      Key("offline", .flag, "Whether nothing can be reached over it.", default: .flag(false)),
      Key("blocks", .list(.name, atLeast: 0), "Backends that cannot be reached over it."),
      Key(
        "blockedAs", .word(of: Radio.Blocked.self),
        "Whether a request to one of those fails after a round trip or is never answered.",
        default: .text("refused"), .guess),
    ])

  static let window = ObjectShape(
    "window", "a window", isMerged: false,
    [
      .required("width", .number(1...1e5), "Points."),
      .required("height", .number(1...1e5), "Points."),
    ])

  static let fold = ObjectShape(
    "fold", "a fold",
    [
      .required("outer", .object(window), "The outer display."),
      .required("inner", .object(window), "The inner display."),
    ])

  static let device = ObjectShape(
    "device", "a device",
    [
      Key("windows", .list(.object(window), atLeast: 1), "The app's windows."),
      Key("fold", .object(fold), "The displays of a foldable, instead of windows."),
      Key("slowdown", .object(slowdown), "How much longer what it does itself takes."),
    ])

  static let slowdown = ObjectShape(
    "slowdown", "a slowdown",
    [
      Key("all", .number(0...1e6), "Factor on each time below.", default: .number(1)),
      Key("firstFrame", .number(0...1e6), "Factor on `firstFrame`; left out, that of `all`."),
      Key("sdkStart", .number(0...1e6), "Factor on `sdkStart`; left out, that of `all`."),
      Key("init", .number(0...1e6), "Factor on `init` of networks; left out, that of `all`."),
      Key("prepare", .number(0...1e6), "Factor on `prepare` of networks; left out, that of `all`."),
      Key(
        "mainThread", .number(0...1e6),
        "Factor on `mainThread` of networks and of the launch; left out, that of `all`."),
    ])

  static let connection = ObjectShape(
    "connection", "a connection",
    [
      Key("dns", .roundTrips, "Cost of the name look-up.", default: .text("1rtt")),
      Key("tcp", .roundTrips, "Cost of the TCP handshake.", default: .text("1rtt")),
      Key(
        "tls", .roundTrips, "Cost of the TLS handshake.", default: .text("1rtt"),
        .cited("RFC 8446: one round trip in TLS 1.3")),
      Key(
        "keepAlive", .orNone(.quantity(.duration)),
        "Idle time after which a connection is closed; \"none\" closes it after each request.",
        default: .text("60s"),
        .cited("prebid-server config/config.go: http_client_idle_conn_timeout")),
    ])

  static let config = ObjectShape(
    "config", "the remote config",
    [
      .required("backend", .name, "The backend that answers."),
      Key(
        "refresh", .quantity(.duration), "Age at which it is fetched anew.",
        default: .text("3600s"),
        .cited("AKS guide: default of setTimeToFetchRemoteConfigInSeconds")),
      Key("size", .drawn(.size), "Bytes of the answer."),
      Key("connection", .orNone(.object(connection)), "What a new connection costs."),
      Key(
        "await", .flag, "Whether loads of a user without a config wait for the end of its fetch.",
        default: .flag(false)),
      Key(
        "timeout", .orNone(.quantity(.duration)), "The longest a fetch may take.",
        default: .text("none")),
      Key(
        "retry", .orNone(.drawn(.duration)), "Time from a failed fetch to the next one.",
        default: .text("none")),
    ])

  static let outage = ObjectShape(
    "outage", "an outage", isMerged: false,
    [
      .required("from", .quantity(.duration), "When it starts."),
      .required("to", .quantity(.duration), "When it ends."),
      Key(
        "kind", .word(["down", "blackhole", "slow"]),
        "Whether requests are refused, swallowed or slowed.", default: .text("down")),
      Key("factor", .number(1e-3...1e6), "Factor on service times while slow."),
    ])

  static let throttle = ObjectShape(
    "throttle", "a throttle",
    [
      .required("failures", .integer(1...1_000_000), "Requests that set it off."),
      Key(
        "counts", .word(["failures", "requests"]),
        "Which requests count: those that fail, or all.", default: .text("failures")),
      .required("per", .quantity(.duration), "The span in which they are counted."),
      .required("for", .quantity(.duration), "How long requests are then refused."),
    ])

  static let backend = ObjectShape(
    "backend", "a backend",
    [
      Key(
        "owned", .flag, "Whether it is a station with a queue that all sessions share.",
        default: .flag(false)),
      Key("service", .drawn(.duration), "Time to answer a request, its queue apart."),
      Key(
        "servers", .integer(1...Limits.servers), "Requests served at once; owned only.",
        default: .number(1)),
      Key(
        "queueLimit", .orNone(.integer(0...1_000_000_000)),
        "Requests that may wait, 0 for none; owned only.", default: .text("none")),
      Key(
        "rateLimit", .orNone(.quantity(.rate)),
        "Requests accepted, with a burst of one second; owned only.", default: .text("none")),
      Key(
        "cancelOnDisconnect", .flag,
        "Whether work ends when its client gives up; owned only.", default: .flag(false)),
      Key("outages", .list(.object(outage), atLeast: 0), "Windows of trouble, not overlapping."),
      Key(
        "throttle", .orNone(.object(throttle)),
        "Refusal of sessions with too many failed requests; external only."),
    ])
}
