/// An incident that no report of the table tells of, to see that scenarios can tell of any.
struct FreshIncident: Sendable, CustomStringConvertible {
  var description: String
  /// What differs from the common world.
  var changes: [(path: String, value: String)]
  /// Figures with what holds of them.
  var symptom: [(metric: String, check: String)]
  /// What takes the symptom away.
  var cure: [(path: String, value: String)]

  /// A game with one ad network, one placeholder and a level of half a minute.
  static let world = """
    {
      name: "fresh", seed: 5, duration: "4m", drain: "10m", replications: 2,
      arrivals: { process: "poisson", rate: "2/s" },
      launch: { firstFrame: "300ms", sdkStart: "300ms" },
      radios: { lte: { rtt: "60ms", down: "12Mbps", up: "12Mbps" } },
      backends: { exchange: { service: "400ms" }, cdn: { service: "20ms" } },
      networks: { ADMOB: { backend: "exchange", cdn: "cdn", creative: "300kB" } },
      placeholders: {
        level_end: { format: "interstitial", primary: "ADMOB", cache: { refill: "onDismiss" } },
      },
      journeys: {
        main: [
          { load: "level_end" },
          { repeat: 3, steps: [{ wait: "30s" }, { show: "level_end", ifNotReady: "skip" }] },
          "end",
        ],
      },
      adDuration: "5s",
    }
    """

  static let all: [FreshIncident] = [
    FreshIncident(
      description: "the consent form is never answered",
      changes: [
        ("users", "{ firstLaunch: 1 }"),
        ("launch.consent", "{ request: \"300ms\", dwell: \"30d\" }"),
      ],
      symptom: [("shows", "count<1"), ("time_to_content", "p(50)>1h")],
      cure: [("launch.consent.dwell", "5s")]),
    FreshIncident(
      description: "the initialisation of an adapter hangs, and all loads wait for it",
      changes: [
        ("networks.OTHER", "{ backend: \"exchange\", init: \"30d\" }"),
        ("placeholders.level_end.fallback", "[\"OTHER\"]"),
      ],
      symptom: [("coverage", "rate<0.01")],
      cure: [("launch.initTimeout", "10s")]),
    FreshIncident(
      description: "an ad unit is switched off at its network",
      changes: [("networks.ADMOB.fill", "0")],
      symptom: [("fill_rate", "rate<0.01"), ("load_failures{reason=noFill}", "count>500")],
      cure: [
        ("networks.OTHER", "{ backend: \"exchange\" }"),
        ("placeholders.level_end.fallback", "[\"OTHER\"]"),
      ]),
    FreshIncident(
      description: "retries without a pause run into the rate limit of a server",
      changes: [
        (
          "backends.exchange",
          "{ owned: true, service: \"100ms\", servers: 50, rateLimit: \"4/s\" }"
        ),
        ("networks.ADMOB.fill", "0.3"), ("fillPersistence", "none"),
        ("placeholders.level_end.retry", "{ fixed: \"500ms\" }"),
      ],
      symptom: [("loss{backend=exchange}", "rate>0.5"), ("retry_storm", "count>100")],
      cure: [("placeholders.level_end.retry", "{ exponential: { base: \"8s\" } }")]),
    FreshIncident(
      description: "the network answers and the server of its creatives is down",
      changes: [("backends.cdn.outages", "[{ from: \"0s\", to: \"1h\", kind: \"down\" }]")],
      symptom: [("coverage", "rate<0.01"), ("load_failures{reason=outage}", "count>500")],
      cure: [("networks.ADMOB.cdn", "none")]),
  ]
}
