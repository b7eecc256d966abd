import Testing

@testable import AKSPerf

@Test func theExampleIsReadWhole() throws {
  do {
    let scenario = try Scenario(contentsOf: Fixtures.example)
    #expect(scenario.networks.count == 6)
    for d in scenario.warnings + scenario.unbuilt { print(d) }
  } catch {
    Issue.record("\(error)")
  }
}
