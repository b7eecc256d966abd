import AKSPerf
import Testing

// An unoptimised build needs minutes for these runs: they belong to the release tests.
#if !DEBUG
  /// What a practitioner knows of mediation must come out of the default scenario by itself.
  struct DefaultScenarioTests {
    private static func report(_ overrides: [ScenarioOverride] = []) throws -> Report {
      try Simulation(try Scenario.embeddedDefault(overrides: overrides)).run(jobs: 2)
    }

    private static let unchanged = Result { try report() }

    @Test func anInterstitialLoadsInTwoToThreeSecondsAtTheMedian() throws {
      let row = try #require(
        try Self.unchanged.get().metric(.loadLatency, [.format(.interstitial)]))
      let median = try #require(row.p50)
      #expect(median > 2_000_000 && median < 3_000_000)
    }

    @Test func aMediatorWithInnerRetriesFailsOnlyAfterAMinuteWhenNothingCutsItShort() throws {
      let report = try Self.report([
        ScenarioOverride(path: "networks.MAX.timeout", value: "none"),
        ScenarioOverride(path: "placeholders.level_end.deadline", value: "none"),
        ScenarioOverride(path: "placeholders.extra_life.deadline", value: "none"),
        ScenarioOverride(path: "split", value: "[\"network,outcome\"]"),
      ])
      let labels: LabelSet = [.network("MAX"), .outcome(.noFill)]
      let row = try #require(report.metric(.attemptLatency, labels))
      let fastest = try #require(row.minimum)
      #expect(fastest > 60_000_000)
      #expect(try #require(row.p95) < 71_000_000)
    }

    @Test func onAFirstLaunchAnAppOpenAdIsRarelyReadyWithinFiveSeconds() throws {
      let row = try #require(try Self.unchanged.get().metric(.appOpenReady, [.firstLaunch(true)]))
      #expect(row.count > 20)
      let quarter = try #require(row.percentile(.p50)?.value)
      #expect(quarter > 5_000_000)
    }

    /// The objectives of the default scenario, and one key each under which it fails.
    static let flips: [(metric: String, path: String, value: String)] = [
      ("time_to_show", "networks.ADMOB.showOverhead", "4s"),
      ("coverage", "networks.ADMOB.fill", "0.1"),
      ("cache_hit", "placeholders.level_end.cache.refill", "none"),
      ("app_open_time", "launch.firstFrame", "3s"),
    ]

    @Test(arguments: flips)
    func anObjectiveFailsUnderAChangeOfOneKey(
      _ flip: (metric: String, path: String, value: String)
    ) throws {
      let good = try Self.unchanged.get()
      let bad = try Self.report([ScenarioOverride(path: flip.path, value: flip.value)])
      let number = try #require(
        good.objectives.firstIndex { $0.check.subject.name == flip.metric })
      #expect(good.objectives[number].verdict == .pass)
      #expect(bad.objectives[number].verdict == .fail)
    }
  }
#endif
