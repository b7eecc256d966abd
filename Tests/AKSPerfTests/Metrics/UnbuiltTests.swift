import Scheduler
import Testing

@testable import AKSPerf

/// Nothing may pass because it cannot happen: a run refuses objectives on what is not built.
@Suite("What is not built")
struct UnbuiltTests {
  typealias W = TinyWorld

  @Test(
    "A name of what is not built is found at its place",
    arguments: [
      (" sessions_terminated", "count<1", "sessions_terminated", 1),
      ("back_to_back", "rate<0.5", "back_to_back", 0),
      ("cache_growth", "count<1", "cache_growth", 0),
      ("main_thread_block", "p(95)<1s", "main_thread_block", 0),
      ("backgrounds{device=x}", "count>1", "backgrounds", 0),
      ("load_failures{reason=suspended}", "count<1", "reason=suspended", 21),
      ("load_failures{ reason = offline }", "count<1", "reason=offline", 24),
      ("outcomes{outcome=failed,reason=background}", "count<1", "reason=background", 31),
      ("callbacks{callback=onBannerClicked}", "count<1", "callback=onBannerClicked", 19),
      ("time_to_show{suspended=true}", "p(95)<1s", "suspended=true", 23),
    ])
  func places(metric: String, check: String, use: String, offset: Int) {
    let names = Sample.check(metric, check).unbuiltNames
    #expect(names.map(\.use) == [use])
    #expect(names.map(\.offset) == [offset])
  }

  @Test("What is built has no such name")
  func built() {
    for (metric, check) in [
      ("loss{backend=b}", "rate<0.1"), ("load_failures{reason=deadline}", "count<1"),
      ("callbacks{callback=onLoaded}", "count>1"), ("shows{format=appOpen}", "count>1"),
      ("time_to_show{source=cache,found=hit}", "p(95)<1s"), ("ads_cached", "max<5"),
      ("outcomes{reason=adTooLarge}", "count<1"), ("found{found=unfit}", "count<1"),
      ("shows{format=banner}", "count>1"), ("wrong_window_load{network=x}", "count<1"),
      ("callbacks{callback=onBannerSizeChanged}", "count>1"),
    ] {
      #expect(Sample.check(metric, check).unbuiltNames == [])
    }
  }

  @Test("A scenario made in code is refused too")
  func refused() {
    let objective = ServiceLevelObjective(
      check: Sample.check("back_to_back", "rate<0.1"), level: .warn)
    #expect(
      throws: SimulationError.invalidScenario(
        "this version does not measure 'back_to_back', which the objective 'back_to_back rate<0.1' "
          + "names"
      )
    ) {
      try W.run([W.load()]) { $0.slo = [objective] }
    }
    #expect(
      throws: SimulationError.invalidScenario(
        "this version does not measure 'suspended' of a split")
    ) {
      try W.run([W.load()]) { $0.splits = [[.placeholder], [.radio, .suspended]] }
    }
  }

  @Test("The catalogue marks them")
  func catalogue() {
    #expect(Catalogue.text.contains("  sessions_terminated [1] (not built yet)\n"))
    #expect(Catalogue.text.contains("  duplicate_load [1]\n"))
    #expect(Catalogue.text.contains("  retry_storm [1]\n"))
    let unbuilt = Catalogue.entries.filter { !$0.isBuilt && $0.kind != .hazard }.map(\.name)
    #expect(
      unbuilt == [
        "main_thread_block", "app_open_on_return", "back_to_back", "sessions_terminated",
        "backgrounds", "suspensions", "bytes_leaked", "bytes_on_disk", "app_open_returns",
        "app_open_returns_shown", "shows_back_to_back",
      ])
    #expect(Catalogue.json.contains("\"built\": false"))
  }

  @Test("Nothing that is said not to be built ever happens", arguments: 0..<12)
  func truth(seed: Int) throws {
    let report = try Simulation(RandomScenario.make(seed: UInt64(seed))).run(jobs: 2)
    for row in report.counts where row.value > 0 {
      #expect(row.count.isBuilt, "\(row.count.name)")
      for value in row.labels.values where value.label != .suspended {
        #expect(value.isBuilt, "\(row.count.name)\(row.labels)")
      }
      #expect(row.labels[.suspended] != "true")
    }
    for row in report.hazards { #expect(row.rule.isBuilt) }
    #expect(report.metrics.allSatisfy { $0.metric.isBuilt })
    #expect(report.ratios.allSatisfy { $0.ratio.isBuilt })
    #expect(report.counts.allSatisfy { $0.count.isBuilt })
  }
}
