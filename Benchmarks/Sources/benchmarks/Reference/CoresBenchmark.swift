import AKSPerf

/// Replications of the reference model on two threads against one; the results must be the same.
enum CoresBenchmark {
  static func rows(_ plan: Plan) throws -> [Row] {
    let load = ReferenceLoad(
      sessions: plan.isSmall ? 200 : 1_000, minutes: plan.isSmall ? 3 : 30)
    var scenario = try load.scenario()
    scenario.replications = 8
    let simulation = Simulation(scenario)
    let contender = { (jobs: Int, name: String) in
      Contest.Contender(name: name) {
        let start = ContinuousClock.now
        let report = try simulation.run(jobs: jobs)
        let elapsed = ContinuousClock.now - start
        return .init(
          figure: Double(report.events) / (elapsed / .seconds(1)),
          finding: report.header.fingerprint)
      }
    }
    return try Contest(
      subject: "8 replications", size: "\(load.sessions) sessions", unit: "events/s", kind: .rate,
      contenders: [contender(2, "perfbench, 2 jobs"), contender(1, "perfbench, 1 job")]
    ).rows(runs: plan.runs)
  }
}
