import AKSPerf

/// `perfbench run`: simulates a scenario and prints its report.
struct RunCommand: Command {
  static let declaration = CommandDeclaration(
    name: "run",
    abstract: "Simulate a scenario and print what it measured.",
    discussion: """
      The same scenario and seed give the same result on every machine, whatever the number of \
      jobs. Verdicts on the scenario's objectives are printed and do not change the exit code.

      With --shard it simulates a part of the replications and writes a file that 'perfbench \
      merge' puts together with the others; a part that is there already is not simulated again.

      Exit codes: 0 done, 1 the simulation failed, 64 wrong usage, 65 bad scenario, 66 scenario \
      missing, 73 or 74 output cannot be written, 129, 130 or 143 interrupted.
      """,
    arguments: [.scenario], options: SimulationOptions.declarations + [.shard])

  let options: SimulationOptions
  let shard: Shard?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try SimulationOptions(arguments)
    shard = try ShardOption.shard(arguments)
    try ShardRun.check(arguments)
  }

  func run() throws -> Int32 {
    let jobs = options.jobs
    if let shard {
      let scenario = try SimulationSession.scenario(options)
      let study = Simulation(scenario).study
      return try ShardRun(shard: shard, options: options, study: study, scenario: scenario)
        .perform { try $0.run(shard, jobs: jobs, progress: $1, isCancelled: $2) }
    }
    return try SimulationSession(options).perform(
      { try $0.run(jobs: jobs, progress: $1, isCancelled: $2) }, events: { $0.events },
      render: { report, format, rendering in
        switch format {
        case .text: TextReport(report, style: rendering.style).render()
        case .json: JSONReport(report, provenance: rendering.provenance).render()
        case .csv: CSVReport(report).render()
        }
      })
  }
}
