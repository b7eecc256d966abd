import Scheduler

@testable import AKSPerf

extension World {
  /// A world of a scenario that has not started, measured by its own plan or by another.
  static func bare(_ scenario: Scenario, plan other: MeasurementPlan? = nil) throws -> World {
    let plan = other ?? Simulation(scenario).plan
    return World(
      try CompiledScenario(scenario), plan: plan, recorder: try Recorder(plan: plan),
      stations: try StationBank(scenario.backends), replication: 0, explaining: false,
      bounds: RunBounds())
  }
}
