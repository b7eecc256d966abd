@testable import AKSPerf

extension MistakeCases {
  static let all = world + mediation + behaviour

  static let behaviour: [(title: String, changes: [(String, String?)])] = [
    (
      "an app of nothing known",
      [
        (
          "app",
          """
          { presentFrom: "bottom", canPresent: 1, pays: "never", watchdog: 0, memoryLimit: 0,
              features: ["theme", "theme", 5], reinitAfter: "1 h", transition: "none" }
          """
        )
      ]
    ),
    (
      "timers that do nothing, or too much",
      [
        (
          "app",
          """
          { timers: [{ every: "1m" }, { every: 0, load: "level_end" },
              { every: "1m", load: "level_end", stacks: true },
              { every: "1m", load: "level_end", show: "level_end" }] }
          """
        )
      ]
    ),
    ("features that are no list", [("app", "{ features: \"theme\" }")]),
    ("a share of owners above 1", [("users", "{ ownsFeature: 2 }")]),
    ("a radio that is offline in words", [("radios", "{ none: { offline: \"yes\" } }")]),
    (
      "too many windows",
      [
        (
          "devices",
          "{ wall: { windows: ["
            + Array(repeating: "{ width: 1, height: 1 }", count: 17).joined(separator: ", ")
            + "] } }"
        )
      ]
    ),
    (
      "a network of nothing known",
      [
        network(
          """
          expiryEvent: "no", timeoutCovers: "some", settle: { uniform: [0, "1s"] },
          rewardCallbacks: "one", rewardAfterDismiss: 1.5, sizes: "all", leak: 5,
          rebuildAfter: 0, readyAfter: "-1s", expiryFrom: "end"
          """)
      ]
    ),
    ("a size without a height", [network("sizes: [{ width: 320 }]")]),
    ("a breaker without a rest", [network("breaker: { failures: 0 }")]),
    (
      "rules that do not fit together",
      [
        network(
          """
          faults: { phantomShow: 2, rules: [
                { on: "dismiss", do: "delay" }, { on: "load", do: "lose", delay: "1s" },
                { on: "load", do: "fail", times: 2 }, { on: "load", do: "phantom" },
                { on: "reward", do: "amplify" }, { on: "onLoaded", do: "hang" },
                { on: "request", do: "duplicate" }, { on: "load" }, { do: "lose" },
                { on: "load", do: "lose", p: 2, when: { from: "5m", to: "5m", window: "big" } } ] }
          """)
      ]
    ),
    (
      "rules that can never act, or always do",
      [
        network(
          """
          faults: { rules: [
                { on: "show", do: "fail", when: { formats: ["banner"] } },
                { on: "dismiss", do: "lose", when: { formats: "native" } },
                { on: "show", do: "lose", when: { formats: "native", awayAtLeast: 0 } },
                { on: "load", do: "lose", when: { loadedMeanwhile: true } },
                { on: "show", do: "fail", when: { loadedMeanwhile: true } },
                { on: "dismiss", do: "early", when: { loadedMeanwhile: true } },
                { on: "onBannerShown", do: "lose", when: { loadedMeanwhile: true } } ] }
          """)
      ]
    ),
    (
      "keys of other formats",
      [
        (
          "placeholders",
          """
          { level_end: { format: "interstitial", primary: "MAX", size: "BANNER", scrollView: true },
              top: { format: "banner", primary: "MAX", refresh: 0, scrollIn: "1s" },
              row: { format: "native", primary: "MAX", reloads: "none", scrollIn: "1s" } }
          """
        )
      ]
    ),
    (
      "refreshes after a failure that cannot be",
      [
        (
          "placeholders",
          """
          { level_end: { format: "interstitial", primary: "MAX", refreshAfterFailure: "stops" },
              top: { format: "banner", primary: "MAX", refreshAfterFailure: "never" },
              low: { format: "banner", primary: "MAX", refreshAfterFailure: 0 },
              side: { format: "banner", primary: "MAX", refresh: "none",
                      refreshAfterFailure: "stops", refreshKeeps: false,
                      refreshLoops: "stack", onReturn: "load" } }
          """
        )
      ]
    ),
    (
      "app code of nothing known",
      [
        placeholder(
          """
          onResize: "resize", onBusy: "wait", busyFlag: "set", showOnLoad: true,
              staleTimer: "2s", enabled: "no", cache: { ttl: 0, reuse: 1 }
          """)
      ]
    ),
    (
      "auctions that do not fit together",
      [
        placeholder(
          """
          strategy: { bidding: { side: "client", backend: "exchange", tmax: 0 } },
              defaultConfig: { strategy: { hybrid: { backend: "exchang", side: "both" } } }
          """)
      ]
    ),
    (
      "an order learned from nothing",
      [
        placeholder(
          "strategy: { adaptive: { scope: \"all\", memory: 0, explore: 0, timeCost: -1 } }")
      ]
    ),
    ("a strategy of one's own without a name", [placeholder("strategy: { own: {} }")]),
    ("a strategy of one's own as a word", [placeholder("strategy: \"own\"")]),
    (
      "a bid that is no flag",
      [
        (
          "placeholders",
          """
          { level_end: { format: "interstitial", waterfall: [{ network: "MAX", bid: "yes" }] } }
          """
        )
      ]
    ),
    (
      "windows that no device has",
      [
        (
          "journeys",
          """
          { main: [{ window: 1 }, { resize: { width: 5, height: 5 }, window: 2 },
                { show: "level_end", scene: 3 }, { window: 16 }, { window: "main" }] }
          """
        ), ("devices", "{ phone: {}, fold: {} }"),
      ]
    ),
    (
      "steps of placeholders of other formats",
      [
        (
          "journeys",
          """
          { main: [{ banner: "level_end" }, { native: "launch" }, { hide: "level_end" },
                { featurePromotion: "launch" }, { hide: "top" },
                { show: "level_end", orShow: 5 }, { show: "level_end", orShow: "lunch" },
                { show: "level_end", orShow: "level_end" }] }
          """
        )
      ]
    ),
    (
      "steps with keys of nothing known",
      [
        (
          "journeys",
          """
          { main: [{ load: "level_end", at: "viewWillLoad", guard: true, scene: "mine" },
                { load: "level_end", guard: true }, { show: "level_end", scene: true },
                { appOpen: "launch", ignores: ["ads"], trigger: "foreground", minAway: "none" },
                { background: "1s", terminated: 2, kind: "away" }, { sheet: "1s", kind: "alert" },
                { fold: "yes" }] }
          """
        )
      ]
    ),
    (
      "returns that open what is no full-screen ad of the scenario",
      [
        (
          "journeys",
          """
          { main: [{ appOpen: "launch", onReturn: true, show: "level_ends", chain: "yes" },
                { appOpen: "launch", onReturn: true, show: "top" }] }
          """
        )
      ]
    ),
    (
      "consent of nothing known",
      [
        (
          "launch",
          """
          { consent: { asks: "always", timeout: 5, heard: "later",
                         refused: { fill: 2, prices: 1 } },
              tracking: { allowed: -1, denied: "noAds" } }
          """
        )
      ]
    ),
    (
      "a consent request of a backend and of a time",
      [("launch", "{ consent: { request: \"1s\", backend: \"exchange\" } }")]
    ),
    ("a refusal in a word that is none", [("launch", "{ consent: { refused: \"none\" } }")]),
    (
      "activities of nothing known",
      [
        ("app", "{ recreates: \"always\" }"),
        (
          "placeholders",
          "{ level_end: { format: \"interstitial\", primary: \"MAX\", "
            + "cache: { heldBy: \"view\" } } }"
        ),
      ]
    ),
    (
      "leaves of nothing known",
      [("leaveDuringAd", "{ p: 2, away: 5, terminated: -1, onReturn: \"gone\", kind: \"home\" }")]
    ),
    (
      "an expectation without parts",
      [("expect", "{ reports: [], symptom: { coverage: [] }, cause: 5, variants: { remedy: {} } }")]
    ),
    (
      "an expectation of nothing known",
      [
        (
          "expect",
          """
          { reports: ["a/b #1"], cause: "c", symptom: { coverag: "rate<0.2" },
              variants: {
                remedy: { set: { "seed": 2 }, says: "s", holds: { coverage: "rate<2*bas" } },
                causeless: { sets: {}, set: { "seed": 3 }, holds: { coverage: 5 } } } }
          """
        )
      ]
    ),
    (
      "an expectation of paths that lead nowhere",
      [
        (
          "expect",
          """
          { reports: ["a/b #1"], cause: "c", symptom: { coverage: "rate<0.2" },
              variants: {
                remedy: { set: { "networks.ADMOBB.fill": 1 }, says: "s",
                          holds: { coverage: "rate>0.9" } },
                causeless: { set: { "networks.ADMOB.fill": 7 },
                             holds: { "coverage{placeholder=level}": "rate>0.9" } },
                other: { set: { seed: 2 }, holds: { "coverage{placeholder=level}": "rate>0.9" } } },
              still: ["networks.MAXX.fill"] }
          """
        )
      ]
    ),
  ]

  private static func network(_ keys: String) -> (String, String) {
    (
      "networks",
      "{ ADMOB: { backend: \"exchange\", \(keys) }, MAX: { backend: \"exchange\" } }"
    )
  }

  /// A change of the placeholder.
  static func placeholder(_ keys: String) -> (String, String) {
    ("placeholders", "{ level_end: { format: \"interstitial\", primary: \"ADMOB\", \(keys) } }")
  }
}
