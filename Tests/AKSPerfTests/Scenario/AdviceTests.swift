import Testing

@testable import AKSPerf

/// What a reader of a scenario is told of keys that do nothing.
@Suite struct AdviceTests {
  private func advice(_ changes: [(String, String?)]) throws -> [String] {
    let used: [(String, String?)] = [
      (
        "placeholders",
        """
        { level_end: {
            format: "interstitial", waterfall: [{ network: "ADMOB" }, { network: "MAX" }] } }
        """
      ), ("journeys", "{ main: [{ load: \"level_end\" }, { show: \"level_end\" }] }"),
    ]
    return try Minimal.read(used + changes).advice.map(\.message)
  }

  @Test func anUnknownInnerNetworkIsNoRing() {
    let text = Minimal.text([
      (
        "networks",
        """
        { ADMOB: { backend: "exchange", inner: { waterfall: [{ network: "NONE" }] } },
            MAX: { backend: "exchange" } }
        """
      )
    ])
    let report = Minimal.report(text)
    #expect(report.contains("unknown network 'NONE'") && !report.contains("ring"))
  }

  @Test func aScenarioThatUsesEverythingGetsNone() throws {
    #expect(try advice([]) == [])
  }

  @Test(arguments: [
    (
      "networks",
      "{ ADMOB: { backend: \"exchange\" }, MAX: { backend: \"exchange\" },"
        + " X: { backend: \"exchange\" } }",
      "the network 'X' has no effect: no waterfall asks it"
    ),
    (
      "backends", "{ exchange: { service: \"80ms\" }, other: { service: \"1s\" } }",
      "the backend 'other' has no effect: no network, config, consent request or auction uses it"
    ),
    (
      "journeys",
      "{ main: [{ load: \"level_end\" }, { show: \"level_end\" }], second: [{ wait: \"1s\" }] }",
      "the journey 'second' has no effect: no session follows it"
    ),
    (
      "radios", "{ wifi: { rtt: \"20ms\" }, lte: { rtt: \"50ms\" } }",
      "the radio 'lte' has no effect: no session uses it"
    ),
    (
      "geos", "{ US: { price: 1 }, DE: { price: 0.5 } }",
      "the geo 'DE' has no effect: no session is there"
    ),
    (
      "journeys", "{ main: [{ wait: \"1s\" }] }",
      "the placeholder 'level_end' has no effect: no step names it"
    ),
    (
      "journeys", "{ main: [{ show: \"level_end\" }] }",
      "the placeholder 'level_end' is shown but never loaded; add a 'load' step before, or "
        + "ifNotReady: \"load\""
    ),
    (
      "arrivals",
      "{ process: \"burst\", base: \"1/s\", at: \"2h\", sessions: 100, over: \"10s\" }",
      "the burst begins after the 'duration'"
    ),
    (
      "backends",
      "{ exchange: { service: \"80ms\","
        + " outages: [{ from: \"2h\", to: \"3h\", kind: \"down\" }] } }",
      "an outage of the backend 'exchange' begins after the 'duration'"
    ),
    (
      "config", "{ backend: \"exchange\" }",
      "no launch fetches the config: none is a user's first, and none has one older than "
        + "'refresh'; set users.configAge"
    ),
  ])
  func whatHasNoEffectIsNamed(key: String, value: String, expected: String) throws {
    #expect(try advice([("duration", "\"1h\""), (key, value)]) == [expected])
  }

  @Test func aFallbackIsUsedAndIsNamedWhenNothingLoadsIt() throws {
    func advice(_ steps: String) throws -> [String] {
      try self.advice([
        (
          "placeholders",
          """
          { one: { format: "interstitial", primary: "ADMOB" },
            two: { format: "rewarded", primary: "MAX" } }
          """
        ), ("journeys", "{ main: [\(steps)] }"),
      ])
    }
    let show = "{ load: \"one\" }, { show: \"one\", orShow: \"two\" }"
    #expect(try advice("{ load: \"two\" }, " + show) == [])
    #expect(
      try advice(show) == [
        "the placeholder 'two' is shown but never loaded; add a 'load' step before, or "
          + "ifNotReady: \"load\""
      ])
  }

  @Test func eachPlaceholderThatIsNeverLoadedIsNamedOnce() throws {
    func shown(cache: String) throws -> [String] {
      try advice([
        (
          "placeholders",
          """
          { one: { format: "interstitial", primary: "ADMOB", cache: { \(cache) } },
            two: { format: "rewarded", primary: "MAX", cache: { \(cache) } } }
          """
        ), ("journeys", "{ main: [{ show: \"two\" }, { show: \"one\" }, { show: \"two\" }] }"),
      ])
    }
    let remedy = "add a 'load' step before, or ifNotReady: \"load\""
    #expect(
      try shown(cache: "") == [
        "the placeholder 'one' is shown but never loaded; \(remedy)",
        "the placeholder 'two' is shown but never loaded; \(remedy)",
      ])
    #expect(try shown(cache: "keyedBy: \"network\"") == [])
  }

  @Test func keysOfFullScreenAdsHaveNoEffectOnViews() throws {
    func messages(_ format: String, step: String) throws -> [String] {
      try advice([
        (
          "placeholders",
          "{ top: { format: \"\(format)\", primary: \"MAX\", cache: { reuse: true }, "
            + "onResize: \"check\" }, level: { format: \"interstitial\", primary: \"ADMOB\", "
            + "cache: { reuse: true }, onResize: \"check\" } }"
        ), ("journeys", "{ main: [{ \(step): \"top\" }, { load: \"level\" }] }"),
      ])
    }
    for format in ["banner", "native"] {
      let reuse = "'cache.reuse' of the placeholder 'top' has no effect: a banner ad is put up once"
      let resize =
        "'onResize' of the placeholder 'top' has no effect: no window is too small for a "
        + "\(format) ad"
      #expect(
        try messages(format, step: format)
          == (format == "banner" ? [reuse] : []) + [resize])
    }
  }

  @Test func stepsAndAuctionsUseWhatTheyName() throws {
    let changes: [(String, String?)] = [
      ("backends", "{ exchange: {}, house: {} }"), ("radios", "{ wifi: {}, lte: {} }"),
      (
        "placeholders",
        """
        { level_end: { format: "interstitial", primary: "ADMOB", fallback: ["MAX"],
                       strategy: { bidding: { backend: "house" } } },
          top: { format: "banner", primary: "MAX" }, row: { format: "native", primary: "MAX" } }
        """
      ),
      (
        "journeys",
        """
        { main: [{ show: "level_end", ifNotReady: "call" }, { banner: "top" },
                 { native: "row" }, { radio: "lte" }] }
        """
      ),
    ]
    #expect(try Minimal.read(changes).advice.map(\.message) == [])
    #expect(
      try Minimal.read(changes.dropLast() + [("journeys", "{ main: [{ hide: 'top' }] }")]).advice
        .map(\.message) == [
          "the placeholder 'level_end' has no effect: no step names it",
          "the placeholder 'row' has no effect: no step names it",
          "the radio 'lte' has no effect: no session uses it",
        ])
  }

  @Test func aFaultRuleThatCanNeverActIsNamed() throws {
    func advice(_ rule: String) throws -> [String] {
      try self.advice([
        (
          "networks",
          "{ ADMOB: { backend: \"exchange\", faults: { rules: [\(rule)] } },"
            + " MAX: { backend: \"exchange\" } }"
        )
      ])
    }
    let never = "never acts: no placeholder that asks it is"
    #expect(
      try advice("{ on: \"onNativeLoaded\", do: \"lose\" }")
        == ["the fault rule on 'onNativeLoaded' of 'ADMOB' \(never) native"])
    #expect(
      try advice("{ on: \"reward\", do: \"lose\" }")
        == ["the fault rule on 'reward' of 'ADMOB' \(never) rewarded"])
    #expect(
      try advice("{ on: \"load\", do: \"lose\", when: { formats: [\"banner\"] } }")
        == ["the fault rule on 'load' of 'ADMOB' \(never) banner"])
    #expect(try advice("{ on: \"onLoaded\", do: \"lose\" }") == [])
    #expect(try advice("{ on: \"dismiss\", do: \"lose\", when: { leftWithin: \"1s\" } }") == [])
    #expect(
      try advice("{ on: \"dismiss\", do: \"early\", when: { leftWithin: \"1s\" } }") == [
        "the fault rule on 'dismiss' of 'ADMOB' is early, so that its 'leftWithin' is judged as "
          + "the ad comes up, not at the leaves that follow; see 'reports' of leaveDuringAd and "
          + "click"
      ])
  }

  @Test func theTimeoutOfABidderIsNamedWhereAServerAsksIt() throws {
    func advice(side: String) throws -> [String] {
      try self.advice([
        (
          "placeholders",
          """
          { level_end: { format: "interstitial", strategy: { bidding: { side: "\(side)" } },
              waterfall: [{ network: "ADMOB", timeout: "2s" }, { network: "MAX" }] } }
          """
        )
      ])
    }
    #expect(
      try advice(side: "server") == [
        "the timeout of 'ADMOB' in 'level_end' does not bound its bid, only its creative: the "
          + "server of the auction waits for 'tmax'"
      ])
    #expect(try advice(side: "client") == [])
  }
}
