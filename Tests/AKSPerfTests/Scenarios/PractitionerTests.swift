import AKSPerf
import Scheduler
import Testing

/// What people who run ad mediation report comes out of the default scenario, unaided.
@Suite struct PractitionerTests {
  private static func report(_ overrides: [(String, String)]) throws -> Report {
    // Enough for the figures below, short enough for an unoptimised build.
    let size =
      Shipped.isThorough
      ? [("replications", "10")]
      : [("replications", "2"), ("duration", "14m"), ("warmup", "4m"), ("arrivals.rate", "1/s")]
    return try Simulation(Shipped.read("default", size + overrides)).run(jobs: 2)
  }

  @Test func anInterstitialLoadsInTwoToThreeSecondsOnMobileRadio() throws {
    // googleads-mobile-android-examples #599: "2-3 s"; it is the wait of one publisher's users.
    let report = try Self.report([])
    let row = report.metric(
      .loadLatency, LabelSet([.format(.interstitial), LabelValue(.radio, "lte")]))
    let median = try #require(row?.p50)
    #expect((2_000_000...3_000_000).contains(median), "the median is \(median) us")
  }

  @Test func onAFirstLaunchAnAppOpenAdIsRarelyReadyInFiveSeconds() throws {
    // googleads-mobile-android-examples #640: consent and SDK start leave too little of the splash.
    let report = try Self.report([
      ("users.firstLaunch", "0.5"), ("slo.\"app_open_ready{first_launch=true}\"", "[\"p(10)>5s\"]"),
    ])
    let first = LabelSet([LabelValue(.firstLaunch, "true")])
    let later = LabelSet([LabelValue(.firstLaunch, "false")])
    let share = try #require(report.ratio(.appOpenInBudget, first)?.estimate.value)
    let usual = try #require(report.ratio(.appOpenInBudget, later)?.estimate.value)
    #expect(share < 0.15)
    #expect(usual > 0.5)
  }

  @Test func aMediatorThatRetriesInsideFailsOnlyAfterAMinute() throws {
    // AppLovin-MAX-SDK-Android #294 and MAX-Unity-Plugin #515: 60 to 71 s.
    let report = try Self.report([
      ("networks.MAX.timeout", "none"), ("placeholders.level_end.deadline", "none"),
      ("split", "[\"network,reason\"]"),
    ])
    let labels = LabelSet([.network("MAX"), .reason(.noFill)])
    let row = try #require(report.metric(.attemptLatency, labels))
    #expect(row.count > 50)
    #expect(try #require(row.minimum) >= 60_000_000)
    #expect(try #require(row.p50) < 65_000_000)
    #expect(try #require(row.p99) < 71_000_000)
  }

  @Test func theTimeoutOfTheMediatorCutsThatShort() throws {
    let report = try Self.report([("split", "[\"network,reason\"]")])
    let noFill = LabelSet([.network("MAX"), .reason(.noFill)])
    let timeout = LabelSet([.network("MAX"), .reason(.timeout)])
    #expect((report.metric(.attemptLatency, noFill)?.count ?? 0) == 0)
    #expect(try #require(report.metric(.attemptLatency, timeout)?.minimum) >= 15_000_000)
  }
}
