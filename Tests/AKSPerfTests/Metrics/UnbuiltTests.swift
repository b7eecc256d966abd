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
      (" bytes_leaked", "count<1", "bytes_leaked", 1),
      ("cache_growth", "count<1", "cache_growth", 0),
      ("bytes_on_disk{placeholder=x}", "count>1", "bytes_on_disk", 0),
      ("load_failures{reason=serverError}", "count<1", "reason=serverError", 21),
      ("load_failures{ reason = lost }", "count<1", "reason=lost", 24),
      ("outcomes{outcome=failed,reason=noController}", "count<1", "reason=noController", 31),
      ("callbacks{callback=onBannerClicked}", "count<1", "callback=onBannerClicked", 19),
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
      ("time_to_content{suspended=true}", "p(95)<1s"), ("back_to_back", "rate<0.1"),
    ] {
      #expect(Sample.check(metric, check).unbuiltNames == [])
    }
  }

  @Test("A scenario made in code is refused too")
  func refused() {
    let objective = ServiceLevelObjective(
      check: Sample.check("bytes_leaked", "count<1"), level: .warn)
    #expect(
      throws: SimulationError.invalidScenario(
        "this version does not measure 'bytes_leaked', which the objective 'bytes_leaked count<1' "
          + "names")
    ) {
      try W.run([W.load()]) { $0.slo = [objective] }
    }
  }

  @Test("The catalogue marks them")
  func catalogue() {
    #expect(Catalogue.text.contains("  bytes_leaked [B] (not built yet)\n"))
    #expect(Catalogue.text.contains("  duplicate_load [1]\n"))
    #expect(Catalogue.text.contains("  retry_storm [1]\n"))
    let unbuilt = Catalogue.entries.filter { !$0.isBuilt && $0.kind != .hazard }.map(\.name)
    #expect(unbuilt == ["bytes_leaked", "bytes_on_disk"])
    #expect(Catalogue.json.contains("\"built\": false"))
  }

  @Test("Nothing that is said not to be built ever happens", arguments: 0..<12)
  func truth(seed: Int) throws {
    let report = try Simulation(RandomScenario.make(seed: UInt64(seed))).run(jobs: 2)
    for row in report.counts where row.value > 0 {
      #expect(row.count.isBuilt, "\(row.count.name)")
      for value in row.labels.values {
        #expect(value.isBuilt, "\(row.count.name)\(row.labels)")
      }
    }
    for row in report.hazards { #expect(row.rule.isBuilt) }
    #expect(report.metrics.allSatisfy { $0.metric.isBuilt })
    #expect(report.ratios.allSatisfy { $0.ratio.isBuilt })
    #expect(report.counts.allSatisfy { $0.count.isBuilt })
  }
}
