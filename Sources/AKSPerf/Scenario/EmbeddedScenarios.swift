/// Scenarios that the library carries with it.
public enum EmbeddedScenarios {
  /// The text of `scenarios/default.json5`: the level game that `perfbench` runs without a file.
  public static let `default` = #"""
    // The default scenario: a level game in the evening. `perfbench` with no file runs this.
    //
    // Published figures name their source; everything else is a guess and says so. Change any key with
    // --set, for example: perfbench run --set networks.MAX.timeout=8s
    {
      name: "level-game",
      description: "App open at launch, interstitial between levels, rewarded on demand.",
      seed: 42,
      duration: "20m",
      warmup: "5m",
      drain: "1h",
      replications: 20,

      arrivals: { process: "poisson", rate: "1/s" },   // guess: about 350 sessions at a time

      users: {
        firstLaunch: 0.06,   // guess
        removeAds: 0.02,     // guess
        configAge: { exponential: { mean: "20h" } },   // guess; 13.7 launches a month: Localytics 2018
      },
      launch: {
        firstFrame: "400ms",   // Apple's target for an app's launch
        sdkStart: "500ms",     // guess
        initGate: "all",
        initTimeout: "10s",    // guess; mediation SDKs use 1 s to 20 s
        consent: {
          request: "300ms",    // guess
          formShare: 0.4,      // guess: share of users where a form is due
          given: 0.93,         // guess
          dwell: { lognormal: { median: "4s", p95: "12s" } },   // guess; 1 s to 10 s are reported
        },
        trackingPrompt: "3s",  // guess; first launch only
      },

      radios: {
        // Bandwidths and round trips are published test profiles; how round trips spread is a guess.
        wifi: { rtt: { lognormal: { median: "28ms", p95: "90ms" } }, down: "50Mbps", up: "20Mbps" },
        lte: { rtt: { lognormal: { median: "70ms", p95: "180ms" } }, down: "12Mbps", up: "12Mbps" },
        "3g": {
          rtt: { lognormal: { median: "150ms", p95: "400ms" } }, down: "1.6Mbps", up: "768kbps",
          loss: 0.005,
        },
      },

      config: { backend: "aks-config", refresh: "3600s", size: "12kB" },   // 3600 s: AKS guide

      backends: {
        "aks-config": {
          owned: true, servers: 4, service: { exponential: { mean: "4ms" } }, queueLimit: 5000,   // guesses
        },
        // Answer times are guesses that bring loads to the 2 s to 3 s that publishers report.
        "admob-exchange": { service: { lognormal: { median: "550ms", p95: "1.6s" } } },
        "max-exchange": { service: { lognormal: { median: "700ms", p95: "2.2s" } } },
        "ironsource-exchange": { service: { lognormal: { median: "450ms", p95: "1.5s" } } },
        cdn: { service: { lognormal: { median: "25ms", p95: "90ms" } } },
      },

      demandCorrelation: 0.5,   // guess
      fillPersistence: "10m",   // guess
      priceDecay: 0.9,          // guess

      networks: {
        ADMOB: {
          backend: "admob-exchange", cdn: "cdn",
          init: { lognormal: { median: "600ms", p95: "3s" } },   // guess
          prepare: "60ms",   // guess; 450 ms was measured in one SDK (prebid-mobile-ios #1338)
          requestSize: "2kB", responseSize: "8kB",   // guesses
          fill: { interstitial: 0.85, rewarded: 0.8, appOpen: 0.75, default: 0.9 },   // guesses
          price: { lognormal: { median: 8.0, p95: 25.0 } },   // US first impression 11.62: Soomla 2019
          creative: {
            interstitial: { lognormal: { median: "1.5MB", p95: "5MB" } },   // 2-10 MB is advised
            rewarded: { lognormal: { median: "4MB", p95: "10MB" } },        // 10 MB is advised: Unity
            appOpen: "300kB", default: "80kB",
          },
          expiry: { default: "1h", appOpen: "4h" },   // Google's preloading guide; app-open sample
          timeout: "10s",        // Bidon's default for AdMob units
          showOverhead: "50ms",  // guess
        },
        MAX: {
          backend: "max-exchange", cdn: "cdn",
          init: { lognormal: { median: "800ms", p95: "3.5s" } },   // guess
          prepare: "60ms", requestSize: "3kB", responseSize: "10kB",   // guesses
          fill: { interstitial: 0.6, rewarded: 0.7, appOpen: 0.5, default: 0.6 },   // guesses
          price: { lognormal: { median: 7.0, p95: 24.0 } },   // guess
          creative: {
            interstitial: { lognormal: { median: "1.5MB", p95: "5MB" } },
            rewarded: { lognormal: { median: "4MB", p95: "10MB" } },
            appOpen: "300kB", default: "80kB",
          },
          timeout: "15s",          // seen in a log: MAX-Unity-Plugin #73
          showOverhead: "350ms",   // measured on iOS: MAX-Swift-Package #10
          // Retries inside the SDK: every 6 s to 20 s for about 60 s (MAX-SDK-Android #294).
          inner: { noFillRetries: { every: { uniform: ["6s", "20s"] }, total: "60s" } },
        },
        IRON_SOURCE: {
          backend: "ironsource-exchange", cdn: "cdn",
          init: { lognormal: { median: "500ms", p95: "2s" } },   // guess
          prepare: "60ms", requestSize: "2kB", responseSize: "8kB",   // guesses
          fill: { interstitial: 0.5, rewarded: 0.75, default: 0.5 },   // guesses
          price: { lognormal: { median: 5.0, p95: 18.0 } },   // guess
          creative: {
            interstitial: { lognormal: { median: "2MB", p95: "6MB" } },
            rewarded: { lognormal: { median: "5MB", p95: "10MB" } }, default: "300kB",
          },
          timeout: "10s",         // guess
          showOverhead: "100ms",  // guess
        },
      },

      placeholders: {
        launch: {
          format: "appOpen", primary: "ADMOB", fallback: ["MAX"], deadline: "20s", cache: { depth: 1 },
        },
        level_end: {
          format: "interstitial",
          waterfall: [
            { network: "ADMOB", floor: 5 }, { network: "IRON_SOURCE" }, { network: "ADMOB" },
            { network: "MAX" },
          ],
          deadline: "30s",   // Bidon's limit of a whole auction
          retry: { exponential: { base: "1s", cap: "64s" } },   // MAX sample: 2^min(6,n) s
          cache: { depth: 1, refill: "onDismiss" },
          cap: { shows: 12, per: "1h" },   // guess
          minGap: "30s",                   // guess; spacing of interstitials
          defaultConfig: { waterfall: [{ network: "ADMOB" }, { network: "IRON_SOURCE" }] },
        },
        extra_life: {
          format: "rewarded", primary: "MAX", fallback: ["ADMOB", "IRON_SOURCE"], deadline: "30s",
          retry: { exponential: { base: "1s", cap: "64s" } },
          cache: { depth: 1, refill: "onDismiss" },
        },
      },

      journeys: {
        level_game: [
          { appOpen: "launch", flow: "automatic", splash: "5s" },   // 5 s: Google's sample
          { load: "level_end" }, { load: "extra_life" },
          { repeat: { geometric: { mean: 6 } }, steps: [   // guess; sessions of about 5 minutes
            { wait: { lognormal: { median: "40s", p95: "110s" } } },   // guess: one level
            { show: "level_end", ifNotReady: "wait", budget: "2s" },
            { choose: [
              { weight: 0.2, steps: [{ show: "extra_life", ifNotReady: "load", budget: "8s" }] },
              { weight: 0.8, steps: [] },
            ] },
          ] },
          { wait: { lognormal: { median: "15s", p95: "60s" } } },   // guess: a last look around
          "end",
        ],
      },

      sessions: [   // guesses
        { weight: 5, journey: "level_game", radio: "wifi" },
        { weight: 4, journey: "level_game", radio: "lte" },
        { weight: 1, journey: "level_game", radio: "3g" },
      ],

      adDuration: { interstitial: "8s", rewarded: "30s", appOpen: "4s" },   // guesses
      completion: { rewarded: 0.92 },   // vendors claim 90 % and more
      patience: { exponential: { mean: "10s" } },   // guess

      split: ["format,source", "format,radio"],

      slo: {
        "time_to_show{format=interstitial}": ["p(95)<3s"],
        "coverage{placeholder=level_end}": ["rate>0.75"],
        "cache_hit{placeholder=level_end}": ["rate>0.7"],
        "app_open_time": ["p(90)<6s"],
      },
    }

    """#
}

extension Scenario {
  /// The level game that `perfbench` runs without a file.
  ///
  /// - Throws: `ScenarioError` when an override does not fit; without one it never does.
  public static func embeddedDefault(
    overrides: [ScenarioOverride] = []
  ) throws(ScenarioError) -> Scenario {
    try ScenarioReader.read(
      text: EmbeddedScenarios.default, named: "default.json5", overrides: overrides)
  }
}
