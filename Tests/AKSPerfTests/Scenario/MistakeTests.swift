import Foundation
import Testing

@testable import AKSPerf

/// The exact words, places and carets of mistakes, in `Fixtures/mistakes.txt`.
@Suite struct MistakeTests {
  private static let scenarios: [(title: String, changes: [(String, String?)])] = [
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
          "{ ADMOB: { backend: \"exchange\", connection: { dns: \"-1rtt\", tcp: \"2rt\", tls: 3 } } }"
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
          { level_end: { format: "interstitial", primary: "MAX", waterfall: [{ network: "ADMOB" }] } }
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
    ("a strategy without its keys", [placeholder("strategy: \"parallel\"")]),
    ("a misspelt strategy", [placeholder("strategy: \"sequental\"")]),
    ("two strategies", [placeholder("strategy: { parallel: {}, hybrid: {} }")]),
    ("a strategy that is not simulated", [placeholder("strategy: \"adaptive\"")]),
    ("a parallel batch of 0", [placeholder("strategy: { parallel: { batch: 0 } }")]),
    ("a retry without delay", [placeholder("retry: { fixed: 0 }")]),
    ("a retry list without times", [placeholder("retry: { list: [] }")]),
    ("an unknown retry", [placeholder("retry: { exponentiel: { base: \"1s\" } }")]),
    ("a cap of 0", [placeholder("cap: { shows: 0, per: \"1h\" }")]),
    ("a cap of no time", [placeholder("cap: { shows: 1, per: 0 }")]),
    ("a depth of 0", [placeholder("cache: { depth: 0 }")]),
    ("a depth above the limit", [placeholder("cache: { depth: 65 }")]),
    ("an unknown refill", [placeholder("cache: { refill: [\"onDismiss\", \"onExpire\"] }")]),
    ("slots by network", [placeholder("cache: { keyedBy: \"network\" }")]),
    ("an unknown step", [("journeys", "{ main: [{ shwo: \"level_end\" }] }")]),
    ("a step that is a word", [("journeys", "{ main: [\"show\", \"ende\", 5, {}] }")]),
    (
      "a step that does two things",
      [
        (
          "journeys", "{ main: [{ load: \"level_end\", show: \"level_end\" }] }"
        )
      ]
    ),
    ("a step of an unknown placeholder", [("journeys", "{ main: [{ show: \"levelend\" }] }")]),
    (
      "an appOpen step of an interstitial", [("journeys", "{ main: [{ appOpen: \"level_end\" }] }")]
    ),
    (
      "a manual flow with a splash",
      [
        (
          "journeys", "{ main: [{ appOpen: \"launch\", flow: \"manual\", splash: \"3s\" }] }"
        )
      ]
    ),
    (
      "a budget without waiting",
      [
        (
          "journeys", "{ main: [{ load: \"level_end\", budget: \"5s\" }] }"
        )
      ]
    ),
    (
      "loops that are too deep",
      [
        (
          "journeys",
          """
          { main: [{ repeat: 2, steps: [{ repeat: 2, steps: [{ repeat: 2, steps: [
                { repeat: 2, steps: [] }] }] }] }] }
          """
        )
      ]
    ),
    ("a fraction of a repetition", [("journeys", "{ main: [{ repeat: 2.5, steps: [] }] }")]),
    (
      "weights that are 0 or negative",
      [
        (
          "journeys",
          "{ main: [{ choose: [{ weight: 0, steps: [] }, { weight: -1, steps: [] }] }] }"
        )
      ]
    ),
    (
      "steps after the end",
      [
        (
          "journeys", "{ main: [\"end\", { wait: \"5s\" }, { wait: \"6s\" }] }"
        )
      ]
    ),
    (
      "a session class of nothing known",
      [
        (
          "sessions",
          "[{ weight: 0, journey: \"mian\", device: \"ipad\", radio: \"wifi\", geo: \"US\" }]"
        )
      ]
    ),
    ("no session class", [("sessions", "[]")]),
    (
      "steps that are not simulated",
      [
        (
          "journeys",
          """
          { main: ["fold", { background: "5m" }, { radio: "ideal" }, { resize: { width: 5, height: 5 } }] }
          """
        )
      ]
    ),
    ("clicks and test mode", [("click", "{ p: 0.1 }"), ("app", "{ mode: \"test\" }")]),
    (
      "what networks do that is not simulated",
      [
        (
          "networks",
          """
          { ADMOB: { backend: "exchange", mainThread: "5ms", faults: { lostReward: 0.1 },
                breaker: { failures: 3, for: "1m" } } }
          """
        )
      ]
    ),
    (
      "an unknown metric and an unknown label",
      [
        (
          "slo",
          """
          { "time_to_shwo": "p(95)<1s", "coverage{placholder=level_end}": "rate>0.5",
              "coverage{placeholder=levelend}": ["rate>0.5", "rte>0.5"],
              app_open_time: { check: "p(95)<3", level: "warning" } }
          """
        )
      ]
    ),
    ("an objective of speed alone", [("slo", "{ time_to_show: \"p(95)<1s\" }")]),
    ("unknown label combinations", [("split", "[\"format,sorce\", \"of\", \"format,format\"]")]),
    (
      "a sweep of a path that leads nowhere",
      [
        (
          "sweep", "{ \"arrivals.rate.x\": [1], \"networks.MAXX.fill\": [0.5] }"
        )
      ]
    ),
    (
      "a sweep of bad values",
      [
        (
          "sweep",
          """
          { "arrivals.rate": ["50/s", "60"], duration: { from: "1h", to: "2x", steps: 4 },
              "networks.MAX.fill": [] }
          """
        )
      ]
    ),
  ]

  /// A change of the placeholder.
  private static func placeholder(_ keys: String) -> (String, String) {
    ("placeholders", "{ level_end: { format: \"interstitial\", primary: \"ADMOB\", \(keys) } }")
  }

  /// Two names with one hash.
  private static let hashTwins: (String, String) = {
    var seen: [UInt32: String] = [:]
    for number in 0..<400_000 {
      let name = "N\(number)"
      if let other = seen.updateValue(name, forKey: nameHash(name)) { return (other, name) }
    }
    return ("none", "found")
  }()

  @Test func mistakesAreToldWithPlaceAndRemedy() throws {
    var text = ""
    for (title, changes) in Self.scenarios {
      text += "== \(title)\n\(Minimal.report(Minimal.text(changes)))\n\n"
    }
    try Fixtures.expect(text, equals: URL(fileURLWithPath: Fixtures.path("mistakes.txt")))
  }

  private static let values: [(title: String, value: String)] = [
    ("no distribution", "{}"),
    ("an unknown distribution", "{ lognromal: { median: \"1s\", p95: \"2s\" } }"),
    ("two distributions", "{ exponential: { mean: \"1s\" }, uniform: [0, \"1s\"] }"),
    ("an array", "[\"1s\", \"2s\"]"),
    ("parameters that do not go together", "{ lognormal: { median: \"1s\", sd: \"2s\" } }"),
    ("an unknown parameter", "{ lognormal: { median: \"1s\", p90: \"2s\" } }"),
    ("a p95 below the median", "{ lognormal: { median: \"2s\", p95: \"1s\" } }"),
    ("a mean of 0", "{ exponential: { mean: 0 } }"),
    ("a parameter without a unit", "{ exponential: { mean: 300 } }"),
    ("a shape beyond what can be", "{ pareto: { minimum: \"1s\", shape: 0.01 } }"),
    ("a uniform of one value", "{ uniform: [\"1s\"] }"),
    ("a uniform from high to low", "{ uniform: [\"3s\", \"1s\"] }"),
    ("discrete without pairs", "{ discrete: [\"1s\", [\"2s\"], [\"3s\", -1]] }"),
    ("discrete with weights of 0", "{ discrete: [[\"1s\", 0], [\"2s\", 0]] }"),
    ("ranks without a unit", "{ zipf: { exponent: 1, count: 10 } }"),
    ("truncated without bounds", "{ truncated: { of: \"1s\" } }"),
    (
      "truncated the wrong way",
      "{ truncated: { of: { exponential: { mean: \"1s\" } }, from: \"2s\", to: \"1s\" } }"
    ),
    ("truncated to nothing", "{ truncated: { of: { uniform: [\"1s\", \"2s\"] }, from: \"5s\" } }"),
    ("a mixture of nothing", "{ mixture: [] }"),
    (
      "a mixture of a mistake",
      "{ mixture: [{ weight: 1, of: { exponential: { mean: \"1x\" } } }] }"
    ),
    ("empirical of values and a file", "{ empirical: { values: [\"1s\"], file: \"x.csv\" } }"),
    (
      "empirical of a file for a text",
      "{ empirical: { file: \"x.csv\", column: \"a\", unit: \"ms\" } }"
    ),
    ("empirical without values", "{ empirical: { values: [] } }"),
    ("a huge number", "1e999"),
    ("a large number", "\"99999999999999999999s\""),
  ]

  @Test func mistakesInDrawnValuesAreTold() throws {
    var text = ""
    for (title, value) in Self.values {
      text += "== \(title)\n\(Minimal.report(Minimal.text([("patience", value)])))\n\n"
    }
    try Fixtures.expect(text, equals: URL(fileURLWithPath: Fixtures.path("drawn-mistakes.txt")))
  }
}
