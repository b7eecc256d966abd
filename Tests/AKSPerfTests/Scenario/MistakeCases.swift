import Testing

@testable import AKSPerf

/// Scenarios with mistakes: changes of the smallest scenario.
enum MistakeCases {
  static let world: [(title: String, changes: [(String, String?)])] = [
    ("an unknown key of the root", [("durations", "\"1h\"")]),
    (
      "an unknown key of a network",
      [("networks", "{ ADMOB: { backend: \"exchange\", timeoutMS: 5 } }")]
    ),
    (
      "several mistakes at once",
      [
        ("networks", "{ ADMOB: { backend: \"exchnge\", timeot: \"5s\", fill: 1.2 } }"),
        ("duration", "5"), ("replications", "0"),
      ]
    ),
    (
      "all required keys left out",
      Minimal.keys.map { ($0.0, nil) }
    ),
    ("a name without text", [("name", "\"\"")]),
    ("a name with a control character", [("name", "\"a\\u0007b\"")]),
    ("a name that is too long", [("name", "\"" + String(repeating: "x", count: 201) + "\"")]),
    ("null", [("duration", "null")]),
    ("a time without a unit", [("duration", "90")]),
    ("a time with an unknown unit", [("duration", "\"90sec\"")]),
    ("a time with a space", [("duration", "\"90 s\"")]),
    ("a time with a comma", [("duration", "\"1,5s\"")]),
    ("a negative time", [("duration", "\"-5s\"")]),
    ("a time that is too long", [("duration", "\"367d\"")]),
    ("a time below a nanosecond", [("drain", "\"0.1ns\"")]),
    ("none where it cannot stand", [("duration", "\"none\"")]),
    ("a duration of 0", [("duration", "0")]),
    ("a rate without a unit", [("arrivals", "{ process: \"poisson\", rate: 120 }")]),
    ("a rate of 0", [("arrivals", "{ process: \"poisson\", rate: \"0/s\" }")]),
    ("an unknown process", [("arrivals", "{ process: \"poison\", rate: \"1/s\" }")]),
    ("a key of another process", [("arrivals", "{ process: \"closed\", rate: \"1/s\" }")]),
    ("no process", [("arrivals", "{ rate: \"1/s\" }")]),
    (
      "stages without rates",
      [("arrivals", "{ process: \"stages\", stages: [{ for: \"5m\", from: \"0/s\", to: 0 }] }")]
    ),
    (
      "a stage with at and to",
      [("arrivals", "{ process: \"stages\", stages: [{ for: \"5m\", at: \"1/s\", to: \"2/s\" }] }")]
    ),
    (
      "a time of day past midnight",
      [
        (
          "arrivals", "{ process: \"diurnal\", perDay: 10, peakAt: \"25h\", peakToTrough: 0.5 }"
        )
      ]
    ),
    ("a trace of a text", [("arrivals", "{ process: \"trace\", file: \"t.csv\" }")]),
    ("a warm-up longer than the run", [("warmup", "\"2h\"")]),
    ("a warm-up to be found", [("warmup", "\"auto\"")]),
    ("a seed below 0", [("seed", "-1")]),
    ("a seed with a fraction", [("seed", "1.5")]),
    ("a share above 1", [("users", "{ firstLaunch: 6 }")]),
    ("a share below 0", [("users", "{ firstLaunch: -0.5 }")]),
    ("a bad bit rate", [("radios", "{ lte: { down: \"12mbps\", up: 0 } }")]),
    ("a certain loss", [("radios", "{ lte: { loss: 1 } }")]),
    (
      "a device with two kinds of windows",
      [
        (
          "devices",
          """
          { duo: { windows: [{ width: 5, height: 5 }],
                     fold: { outer: { width: 390, height: 844 }, inner: { width: 780 } } } }
          """
        )
      ]
    ),
    ("a device without windows", [("devices", "{ ipad: { windows: [] } }")]),
    (
      "an outage that ends before it starts, and two that overlap",
      [
        (
          "backends",
          """
          { exchange: { outages: [{ from: "5m", to: "5m" }, { from: "9m", to: "12m" },
                { from: "11m", to: "13m", kind: "slow" }, { from: "20m", to: "21m", factor: 2 }] } }
          """
        )
      ]
    ),
    ("servers of an external backend", [("backends", "{ exchange: { servers: 3 } }")]),
    (
      "a throttle of an owned backend",
      [
        (
          "backends",
          "{ exchange: { owned: true, throttle: { failures: 9, per: \"1m\", for: \"5s\" } } }"
        )
      ]
    ),
    ("a config of an unknown backend", [("config", "{ backend: \"exchang\" }")]),
    (
      "round trips that are none",
      [
        (
          "networks",
          "{ MAX: { backend: \"exchange\", connection: { dns: \"-1rtt\", tcp: \"2rt\", tls: 3 } } }"
        )
      ]
    ),
    (
      "a fill by an unknown format",
      [
        (
          "networks", "{ ADMOB: { backend: \"exchange\", fill: { interstital: 0.5, default: 2 } } }"
        )
      ]
    ),
    ("a timeout of 0", [("networks", "{ ADMOB: { backend: \"exchange\", timeout: 0 } }")]),
    (
      "a ring of inner waterfalls",
      [
        (
          "networks",
          """
          { ADMOB: { backend: "exchange", inner: { waterfall: [{ network: "MAX" }] } },
              MAX: { backend: "exchange", inner: { waterfall: [{ network: "HELIUM" }] } },
              HELIUM: { backend: "exchange", inner: { waterfall: [{ network: "MAX" }] } } }
          """
        )
      ]
    ),
    (
      "a network that is its own inner network",
      [
        (
          "networks",
          "{ ADMOB: { backend: \"exchange\", inner: { waterfall: [{ network: \"ADMOB\" }] } } }"
        )
      ]
    ),
    (
      "names with one hash",
      [
        (
          "networks",
          "{ ADMOB: { backend: \"exchange\" }, \(hashTwins.0): { backend: \"exchange\" }, "
            + "\(hashTwins.1): { backend: \"exchange\" } }"
        )
      ]
    ),
    ("no networks at all", [("networks", "{}")]),
    (
      "an empty waterfall",
      [
        (
          "placeholders", "{ level_end: { format: \"interstitial\", waterfall: [] } }"
        )
      ]
    ),
    ("no waterfall", [("placeholders", "{ level_end: { format: \"interstitial\" } }")]),
    (
      "a waterfall and a primary network",
      [
        (
          "placeholders",
          """
          { level_end: { format: "rewarded", primary: "MAX", waterfall: [{ network: "ADMOB" }] } }
          """
        )
      ]
    ),
    (
      "a fallback alone",
      [
        (
          "placeholders", "{ level_end: { format: \"interstitial\", fallback: [\"MAX\"] } }"
        )
      ]
    ),
    (
      "a waterfall with the placeholder itself",
      [
        (
          "placeholders",
          "{ level_end: { format: \"interstitial\", waterfall: [{ network: \"level_end\" }] } }"
        )
      ]
    ),
    (
      "an unknown network",
      [
        (
          "placeholders", "{ level_end: { format: \"interstitial\", primary: \"ADMBO\" } }"
        )
      ]
    ),
    (
      "an unknown format",
      [
        (
          "placeholders", "{ level_end: { format: \"interstitals\", primary: \"MAX\" } }"
        )
      ]
    ),
  ]

  /// Two names with one hash.
  private static let hashTwins: (String, String) = {
    var seen: [UInt32: String] = [:]
    for number in 0..<400_000 {
      let name = "N\(number)"
      if let other = seen.updateValue(name, forKey: nameHash(name)) { return (other, name) }
    }
    return ("none", "found")
  }()
}
