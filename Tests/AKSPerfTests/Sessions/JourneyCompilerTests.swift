import Scheduler
import Testing

@testable import AKSPerf

@Suite("Compiled journeys")
struct JourneyCompilerTests {
  private static func scenario(_ steps: [JourneyStep]) -> Scenario {
    TestWorld.scenario(
      arrivals: .trace([.zero]), backend: TestWorld.external(.constant(0)), steps: steps)
  }

  private func steps(_ steps: [JourneyStep]) throws -> [StepRow] {
    let compiled = try CompiledScenario(Self.scenario(steps))
    // Rows lie in memory that the compiled scenario owns.
    return withExtendedLifetime(compiled) {
      (0..<compiled.tables.steps.count).map { compiled.tables.steps[$0] }
    }
  }

  @Test("a loop jumps back behind its beginning and, when empty, beyond its end")
  func loop() throws {
    let rows = try steps([
      .repeated(count: .constant(2), steps: [.wait(.constant(1)), .wait(.constant(2))]), .end,
    ])
    #expect(rows.map(\.code) == [.loopBegin, .wait, .wait, .loopEnd, .end, .end])
    #expect(rows[0].target == 4 && rows[3].target == 1)
    #expect(rows[1].loopDepth == 1 && rows[3].loopDepth == 0)
  }

  @Test("every branch of a choice jumps behind the choice")
  func choice() throws {
    let scenario = Self.scenario([
      .choose([
        .init(weight: 1, steps: [.wait(.constant(1))]), .init(weight: 3, steps: []),
      ])
    ])
    let compiled = try CompiledScenario(scenario)
    defer { withExtendedLifetime(compiled) {} }
    let tables = compiled.tables
    let rows = (0..<tables.steps.count).map { tables.steps[$0] }
    #expect(rows.map(\.code) == [.choose, .wait, .jump, .jump, .end])
    #expect(rows[2].target == 4 && rows[3].target == 4)
    #expect(tables.branches[0].cumulative == 0.25 && tables.branches[1].cumulative == 1)
    #expect(tables.branches[0].target == 1 && tables.branches[1].target == 3)
  }

  @Test("placeholders share one slot for all their steps")
  func slots() throws {
    let rows = try steps([
      .load(placeholder: 0, awaited: true, budget: nil),
      .show(placeholder: 0, ifNotReady: .wait, budget: .constant(5)),
      .loadAndShow(placeholder: 0, budget: nil),
    ])
    #expect(rows.map(\.slot) == [0, 0, 0, 0])
    #expect(rows[0].awaited && rows[1].ifNotReady == .wait && rows[2].ifNotReady == .load)
    #expect(rows[1].budget.exists && !rows[2].budget.exists)
  }

  private func error(_ steps: [JourneyStep]) -> String? {
    do {
      _ = try CompiledScenario(Self.scenario(steps))
      return nil
    } catch {
      return error.description
    }
  }

  @Test("what cannot be compiled is an error that says why")
  func errors() {
    func nested(_ depth: Int) -> JourneyStep {
      depth == 0 ? .wait(.constant(1)) : .repeated(count: .constant(2), steps: [nested(depth - 1)])
    }
    #expect(error([nested(Limits.loopNesting)]) == nil)
    #expect(error([nested(Limits.loopNesting + 1)])?.contains("deep") == true)
    #expect(error([.choose([])])?.contains("choice") == true)
    #expect(error([.choose([.init(weight: 0, steps: [])])])?.contains("choice") == true)
    let many = Array(repeating: JourneyStep.end, count: Limits.journeySteps)
    #expect(error(many)?.contains("more than") == true)
    let branches = Array(
      repeating: JourneyStep.Branch(weight: 1, steps: []), count: 70_000)
    #expect(error([.choose(branches)])?.contains("choice") == true)
  }
}
