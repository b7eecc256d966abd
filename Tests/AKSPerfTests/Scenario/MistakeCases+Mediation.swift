@testable import AKSPerf

extension MistakeCases {
  static let mediation: [(title: String, changes: [(String, String?)])] = [
    ("a strategy without its keys", [placeholder("strategy: \"parallel\"")]),
    ("a misspelt strategy", [placeholder("strategy: \"sequental\"")]),
    ("two strategies", [placeholder("strategy: { parallel: {}, hybrid: {} }")]),
    ("a parallel batch of 0", [placeholder("strategy: { parallel: { batch: 0 } }")]),
    ("a retry without delay", [placeholder("retry: { fixed: 0 }")]),
    ("a retry list without times", [placeholder("retry: { list: [] }")]),
    (
      "a retry list beyond the limit",
      [
        placeholder(
          "retry: { list: [\(Array(repeating: "1", count: 251).joined(separator: ", "))] }")
      ]
    ),
    ("an unknown retry", [placeholder("retry: { exponentiel: { base: \"1s\" } }")]),
    (
      "an ad that expires as it loads",
      [("networks", "{ ADMOB: { backend: \"exchange\", expiry: { default: \"0s\" } } }")]
    ),
    (
      "creatives and bids beyond all there are",
      [
        (
          "networks",
          """
          { ADMOB: { backend: "exchange", bidsAt: 1.5, creatives: { count: 0, kept: 3 } },
              MAX: { backend: "exchange", creatives: { count: 5, cached: 1001 } } }
          """
        )
      ]
    ),
    ("a config fetched again at once", [("config", "{ backend: \"exchange\", retry: 0 }")]),
    ("a radio that blocks an unknown backend", [("radios", "{ dns: { blocks: [\"exchagne\"] } }")]),
    ("users who end the app at once", [("users", "{ killsAfter: 0 }")]),
    ("a cap of 0", [placeholder("cap: { shows: 0, per: \"1h\" }")]),
    ("a cap of no time", [placeholder("cap: { shows: 1, per: 0 }")]),
    ("a depth of 0", [placeholder("cache: { depth: 0 }")]),
    ("a depth above the limit", [placeholder("cache: { depth: 65 }")]),
    ("an unknown refill", [placeholder("cache: { refill: [\"onDismiss\", \"onExpire\"] }")]),
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
      "steps of devices and of absences",
      [
        (
          "journeys",
          """
          { main: ["fold", { background: "5m" }, { radio: "ideal" },
            { resize: { width: 5, height: 5 } }] }
          """
        )
      ]
    ),
    ("clicks and test mode", [("click", "{ p: 0.1 }"), ("app", "{ mode: \"test\" }")]),
    (
      "adapters that block and lose rewards",
      [
        (
          "networks",
          """
          { ADMOB: { backend: "exchange", mainThread: "5ms", faults: { lostReward: 0.1 } } }
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
    (
      "objectives on what is not built",
      [
        (
          "slo",
          """
          { "callbacks{callback=onBannerClicked}": ["count<1", "count<2"],
              "load_failures{reason=wrongWindow}": "count<1" }
          """
        )
      ]
    ),
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
}
