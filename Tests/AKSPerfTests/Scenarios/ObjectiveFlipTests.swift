import AKSPerf
import Testing

/// Every objective of every shipped scenario passes, and fails under a change of one key.
@Suite struct ObjectiveFlipTests {
  @Test(arguments: Shipped.names) func everyObjectiveHasItsFlip(_ name: String) throws {
    let objectives = try Shipped.read(name).slo.map(\.check)
      .map { "\($0.metricText) \($0.checkText)" }
    let flips = ObjectiveFlip.all.filter { $0.scenario == name }.map(\.objective)
    #expect(objectives.sorted() == flips.sorted())
  }

  // Runs of minutes without optimisation: they belong to the release tests.
  #if !DEBUG
    @Test(arguments: Shipped.names) func everyObjectivePasses(_ name: String) throws {
      for result in try Shipped.judged(name).objectives {
        #expect(result.verdict == .pass, "\(Self.text(result))")
      }
    }

    @Test(arguments: ObjectiveFlip.all)
    func theObjectiveFailsWhenOneKeyIsChanged(_ flip: ObjectiveFlip) throws {
      let report = try Shipped.judged(flip.scenario, [(flip.path, flip.value)])
      let result = try #require(
        report.objectives.first { "\($0.check.metricText) \($0.check.checkText)" == flip.objective }
      )
      #expect(result.verdict == .fail, "\(Self.text(result))")
    }
  #endif

  private static func text(_ result: SLOResult) -> String {
    "\(result.check.metricText) \(result.check.checkText): \(result.verdict.rawValue) "
      + "\(result.estimate.value.map { "\($0)" } ?? "-"), n \(result.count), \(result.reason ?? "")"
  }
}
