/// Scenarios that the library carries.
public enum EmbeddedScenarios {
  /// The text of `scenarios/default.json5`, byte for byte.
  public static let `default` = #"""
    // A level game: an app-open ad at launch, an interstitial between levels, a rewarded ad on
    // demand. It is the scenario that `perfbench run` simulates when it is given no file.
    //
    // A comment names the public source of a value, or calls it a guess. "none" switches a
    // behaviour off; 0 removes a delay. Every key is explained in docs/scenario-guide.md.
    {
      $schema: "../schema/scenario.schema.json",
      name: "level-game",
      description: "A level game: app open at launch, interstitial between levels, rewarded ad.",
      seed: 42,
      duration: "40m",
      drain: "1h",
      warmup: "10m", // a session lasts about 6 minutes, so the app is as full as it gets by then
      replications: 20,

      // A sample of the audience. Only the config service is shared, so a higher rate changes
      // nothing but its load. The rate is a guess.
      arrivals: { process: "poisson", rate: "1/s" },

      users: {
        firstLaunch: 0.06, // guess: launches that are a user's first
        removeAds: 0.02, // guess
        configAge: { exponential: { mean: "20h" } }, // guess: launched a little more than daily
      },

      launch: {
        // 400 ms is Apple's target for the first frame; the tail is a guess.
        firstFrame: { lognormal: { median: "400ms", p95: "1.2s" } },
        sdkStart: { lognormal: { median: "300ms", p95: "1s" } }, // guess
        initGate: "all", // a load waits for every adapter
        initTimeout: "10s", // guess; Bidon gives adapters 15 s, Chartboost Mediation 1 s
        consent: {
          request: { lognormal: { median: "300ms", p95: "1s" } }, // guess
          formShare: 0.4, // guess: share of users in a region that asks for consent
          given: 0.93, // guess
          dwell: { lognormal: { median: "4s", p95: "12s" } }, // guess; reports speak of 1 to 10 s
        },
        trackingPrompt: { lognormal: { median: "3s", p95: "8s" } }, // guess
      },

      // Prices by country spread about 7 to 1 (Appodeal, rewarded, iOS, 2020-2021: US 14.16 USD,
      // the 20th country 1.96 USD). Fill and distance are guesses.
      geos: {
        US: { price: 1 },
        DE: { price: 0.5, fill: 0.95 },
        BR: { price: 0.2, fill: 0.9, rttAdd: "40ms" },
      },

      radios: {
        // Guess: home broadband. A large content network sees about 60 % of users below 50 Mb/s.
        wifi: { rtt: { lognormal: { median: "25ms", p95: "80ms" } }, down: "40Mbps", up: "10Mbps" },
        // Rates of sitespeed-throttle's "lte", 12 Mb/s. Its 35 ms are better than the mean of most
        // countries (Opensignal 2019: none of 87 below 30 ms, 13 below 40 ms); its "4g" has 85 ms.
        // The median between them and the spread are guesses.
        lte: { rtt: { lognormal: { median: "60ms", p95: "150ms" } }, down: "12Mbps", up: "12Mbps" },
        // sitespeed-throttle's "3g": 1.6 Mb/s, 150 ms round trip. WebPageTest calls this one
        // "3GFast"; its "3G" has 300 ms, and 200 ms stands in augmented-traffic-control's.
        "3g": { rtt: "150ms", down: "1.6Mbps", up: "768kbps" },
      },

      backends: {
        // The portal's config service: the one backend that all sessions share and that queues.
        "aks-config": {
          owned: true,
          servers: 4, // guess
          service: { exponential: { mean: "20ms" } }, // guess
          queueLimit: 1000, // guess
        },
        // Answer times of ad servers: 200 to 500 ms by bidder (Prebid, New York, fast link). The
        // tail is a guess.
        "google-ads": { service: { lognormal: { median: "400ms", p95: "1.2s" } } },
        "max-mediator": { service: { lognormal: { median: "500ms", p95: "1.5s" } } },
        "levelplay-mediator": { service: { lognormal: { median: "500ms", p95: "1.5s" } } },
        "creative-cdn": { service: { lognormal: { median: "15ms", p95: "60ms" } } }, // guess
      },

      // 3600 s is the default of setTimeToFetchRemoteConfigInSeconds in the AKS guide.
      config: { backend: "aks-config", refresh: "3600s", size: "12kB" }, // size: guess

      demandCorrelation: 0.5, // guess
      fillPersistence: "10m", // guess
      priceDecay: 0.9, // guess: a user's first show of the day is worth most

      // Fill rates by network are not published anywhere found: all are guesses. Median prices are
      // guesses below the first-impression figures of Soomla (US, 2019: rewarded 22.18 USD,
      // interstitial 11.62 USD). Creatives: the IAB allows a phone interstitial 900 kB; video
      // guides recommend 2 to 10 MB. The mix of both is a guess.
      networks: {
        ADMOB: {
          backend: "google-ads",
          cdn: "creative-cdn",
          init: { lognormal: { median: "600ms", p95: "3s" } }, // guess
          prepare: "100ms", // guess; Prebid Mobile was seen to take 450 ms
          requestSize: "3kB", // guess
          responseSize: "20kB", // guess
          fill: { interstitial: 0.8, rewarded: 0.85, appOpen: 0.7 },
          price: {
            interstitial: { lognormal: { median: 6, p95: 20 } },
            rewarded: { lognormal: { median: 9, p95: 30 } },
            appOpen: { lognormal: { median: 5, p95: 15 } },
          },
          creative: {
            interstitial: { lognormal: { median: "700kB", p95: "5MB" } },
            rewarded: { lognormal: { median: "4MB", p95: "10MB" } },
            appOpen: { lognormal: { median: "400kB", p95: "900kB" } },
          },
          expiry: { default: "1h", appOpen: "4h" }, // Google: preloaded ads 1 h, app open 4 h
          timeout: "10s", // Bidon's default for its AdMob unit
          lateAnswer: "cache",
          showOverhead: "100ms", // guess
        },
        // A mediator of its own: it asks again by itself after a no-fill, every 6 to 20 s, for 60 s
        // (AppLovin-MAX-SDK-Android #294, MAX-Unity-Plugin #515). The timeout cuts that short;
        // without it a no-fill is reported after 60 to 71 s:
        //   perfbench run --set networks.MAX.timeout=none \
        //     --set placeholders.level_end.deadline=none
        MAX: {
          backend: "max-mediator",
          cdn: "creative-cdn",
          init: { lognormal: { median: "700ms", p95: "3s" } }, // guess
          prepare: "100ms", // guess
          requestSize: "3kB", // guess
          responseSize: "20kB", // guess
          fill: { interstitial: 0.7, rewarded: 0.75, appOpen: 0.5 },
          price: {
            interstitial: { lognormal: { median: 7, p95: 24 } },
            rewarded: { lognormal: { median: 10, p95: 32 } },
            appOpen: { lognormal: { median: 5, p95: 15 } },
          },
          creative: {
            interstitial: { lognormal: { median: "700kB", p95: "5MB" } },
            rewarded: { lognormal: { median: "4MB", p95: "10MB" } },
            appOpen: { lognormal: { median: "400kB", p95: "900kB" } },
          },
          timeout: "15s", // adapter_load_timeout_ms in a log of MAX-Unity-Plugin #73
          showOverhead: "350ms", // measured by a user: AppLovin-MAX-Swift-Package #10
          inner: { noFillRetries: { every: { uniform: ["6s", "20s"] }, total: "60s" } },
        },
        IRON_SOURCE: {
          backend: "levelplay-mediator",
          cdn: "creative-cdn",
          init: { lognormal: { median: "800ms", p95: "3s" } }, // guess
          prepare: "100ms", // guess
          requestSize: "3kB", // guess
          responseSize: "20kB", // guess
          fill: { interstitial: 0.6, rewarded: 0.7, appOpen: 0 }, // no app-open format: guess
          price: {
            interstitial: { lognormal: { median: 5, p95: 18 } },
            rewarded: { lognormal: { median: 9, p95: 30 } },
          },
          creative: {
            interstitial: { lognormal: { median: "700kB", p95: "5MB" } },
            rewarded: { lognormal: { median: "4MB", p95: "10MB" } },
          },
          timeout: "10s", // guess
          showOverhead: "150ms", // guess
        },
      },

      placeholders: {
        launch: {
          format: "appOpen",
          primary: "ADMOB",
          fallback: ["MAX"],
          deadline: "15s", // guess
          cache: { depth: 1 },
        },
        level_end: {
          format: "interstitial",
          // Dear ads first, then anything; the floors are guesses.
          waterfall: [
            { network: "ADMOB", floor: 2 },
            { network: "MAX", floor: 1 },
            { network: "IRON_SOURCE" },
            { network: "ADMOB" },
          ],
          deadline: "30s", // MoPub and Chartboost Mediation gave a full-screen adapter 30 s
          retry: { exponential: { base: "1s", cap: "64s" } }, // AppLovin MAX sample code
          cache: { depth: 1, refill: "onDismiss" },
          minGap: "30s", // guess
          // A user without a remote config uses what the app was shipped with.
          defaultConfig: { waterfall: [{ network: "ADMOB" }, { network: "IRON_SOURCE" }] },
        },
        extra_life: {
          format: "rewarded",
          primary: "MAX",
          fallback: ["ADMOB", "IRON_SOURCE"],
          deadline: "30s", // as above
          retry: { exponential: { base: "1s", cap: "64s" } }, // as above
          cache: { depth: 1, refill: "onDismiss" },
        },
      },

      // The mean session of all apps lasts 4.5 to 5.4 minutes (Localytics 2016 and 2018); other
      // sources say 18 minutes. Levels and their length are guesses.
      journeys: {
        game: [
          { appOpen: "launch", flow: "automatic", splash: "5s" }, // Google's sample splash: 5 s
          { load: "level_end" },
          { load: "extra_life" },
          {
            repeat: { geometric: { mean: 6 } },
            steps: [
              { wait: { lognormal: { median: "45s", p95: "120s" } } },
              { show: "level_end", ifNotReady: "wait", budget: "1s" },
              {
                choose: [
                  {
                    weight: 0.15,
                    steps: [{ show: "extra_life", ifNotReady: "load", budget: "8s" }],
                  },
                  { weight: 0.85, steps: [] },
                ],
              },
            ],
          },
          { wait: { exponential: { mean: "20s" } } }, // guess: the level that is not finished
          "end",
        ],
      },

      // Guess: the mix of access networks and countries.
      sessions: [
        { weight: 35, radio: "wifi", geo: "US" },
        { weight: 20, radio: "lte", geo: "US" },
        { weight: 20, radio: "wifi", geo: "DE" },
        { weight: 10, radio: "lte", geo: "BR" },
        { weight: 10, radio: "wifi", geo: "BR" },
        { weight: 5, radio: "3g", geo: "BR" },
      ],

      // Time on screen: guesses. Rewarded ads are viewed to the end in 90 % and more, interstitials
      // in 40 to 60 % (vendor claims).
      adDuration: { interstitial: "8s", rewarded: "30s", appOpen: "4s" },
      completion: { interstitial: 0.5, rewarded: 0.92, appOpen: 0.6 },
      patience: { exponential: { mean: "10s" } }, // guess: how long a user waits before giving up

      split: ["format,radio", "format,first_launch", "format,source"],

      slo: {
        "time_to_show{format=interstitial}": ["p(95)<500ms"],
        "coverage{placeholder=level_end}": ["rate>0.85"],
        "coverage{placeholder=extra_life}": ["rate>0.9"],
        "cache_hit{placeholder=level_end}": ["rate>0.85"],
        "load_latency{format=interstitial,radio=lte}": ["p(50)<4s"],
        app_open_in_budget: [{ check: "rate>0.5", level: "warn" }],
        "backend_wait{backend=aks-config}": ["p(95)<10ms"],
      },
    }

    """#

  /// What a user's own scenario starts from: the default one without its link to the schema.
  public static let starter = `default`.split(separator: "\n", omittingEmptySubsequences: false)
    .filter { !$0.contains("$schema:") }.joined(separator: "\n")
}

extension Scenario {
  /// Reads the scenario that the library carries.
  ///
  /// - Parameter overrides: Keys set on top of it, in order.
  /// - Throws: What is wrong with the overrides.
  public static func embeddedDefault(
    overrides: [ScenarioOverride] = []
  ) throws(ScenarioError) -> Scenario {
    try ScenarioReader.read(
      text: EmbeddedScenarios.default, named: "default.json5", overrides: overrides)
  }
}
