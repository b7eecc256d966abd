import AKSPerf
import Foundation
import Testing

/// The folder of the package.
private let root = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Test func theEmbeddedScenarioIsTheShippedFile() throws {
  let file = try String(
    contentsOf: root.appending(path: "scenarios/default.json5"), encoding: .utf8)
  #expect(EmbeddedScenarios.default == file)
}

@Test(arguments: try shippedScenarios())
func everyShippedScenarioReadsWithoutAWarning(_ path: String) throws {
  let scenario = try Scenario(contentsOf: root.appending(path: path).path)
  #expect(scenario.warnings.isEmpty)
  #expect(scenario.unbuilt.isEmpty)
}

@Test(arguments: try shippedScenarios())
func everyShippedScenarioGivesTheSameBytesTwice(_ path: String) throws {
  var scenario = try Scenario(contentsOf: root.appending(path: path).path)
  scenario.replications = 2
  scenario.duration = .minutes(2)
  scenario.drain = .minutes(1)
  scenario.warmup = .fixed(.zero)
  scenario.arrivals = thinned(scenario.arrivals)
  let first = try Simulation(scenario).run(jobs: 1)
  let second = try Simulation(scenario).run(jobs: 2)
  #expect(first.events > 0)
  #expect(JSONReport(first).render() == JSONReport(second).render())
}

/// The same process with few enough launches for an unoptimised build.
private func thinned(_ arrivals: ArrivalProcess) -> ArrivalProcess {
  switch arrivals {
  case .poisson(let rate): .poisson(ratePerSecond: min(rate, 2))
  case .constant(let rate): .constant(ratePerSecond: min(rate, 2))
  case .closed(let sessions, let pause, let rampUp):
    .closed(sessions: min(sessions, 100), pause: pause, rampUp: rampUp)
  case .burst, .diurnal, .stages: .poisson(ratePerSecond: 2)
  case .trace: arrivals
  }
}

private func shippedScenarios() throws -> [String] {
  let folder = root.appending(path: "scenarios")
  let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
  return all.filter { $0.hasSuffix(".json5") }.sorted().map { "scenarios/\($0)" }
}
