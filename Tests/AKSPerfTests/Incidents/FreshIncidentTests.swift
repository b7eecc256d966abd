import Testing

@testable import AKSPerf

/// Incidents that are in no file: what can go wrong elsewhere can be written down too.
@Suite struct FreshIncidentTests {
  private func findings(
    _ incident: FreshIncident, _ more: [(path: String, value: String)] = []
  ) throws -> [ExpectJudge.Finding] {
    let scenario = try ScenarioReader.read(
      text: FreshIncident.world, named: "fresh",
      overrides: (incident.changes + more).map {
        ScenarioOverride(path: $0.path, value: $0.value)
      })
    #expect(scenario.unbuilt == [])
    let checks = try incident.symptom.map {
      try BoundCheck.parse(metric: $0.metric, check: $0.check)
    }
    let report = try Simulation(ExpectJudge.measuring(scenario, checks)).run(jobs: 2)
    return ExpectJudge.judge(checks, of: report)
  }

  @Test(arguments: FreshIncident.all) func itShowsAndIsCured(_ incident: FreshIncident) throws {
    #expect(try findings(incident).broken == [])
    #expect(try findings(incident, incident.cure).allSatisfy { !$0.holds })
  }
}
