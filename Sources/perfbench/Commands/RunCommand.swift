import AKSPerf

/// `perfbench run`: simulates a scenario and prints its report.
struct RunCommand: Command {
  static let declaration = CommandDeclaration(
    name: "run",
    abstract: "Simulate a scenario and print what it measured.",
    discussion: """
      The same scenario and seed give the same result on every machine, whatever the number of \
      jobs. Verdicts on the scenario's objectives are printed and do not change the exit code.

      Exit codes: 0 done, 1 the simulation failed, 64 wrong usage, 65 bad scenario, 66 scenario \
      missing, 73 or 74 output cannot be written, 130 or 143 interrupted.
      """,
    arguments: [.scenario], options: SimulationOptions.declarations)

  let options: SimulationOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try SimulationOptions(arguments)
  }

  func run() throws -> Int32 {
    let session = try SimulationSession(options)
    let (report, cost) = try session.simulate { simulation, progress, isCancelled in
      try simulation.run(jobs: options.jobs, progress: progress, isCancelled: isCancelled)
    }
    let text: String =
      switch options.format {
      case .text:
        TextReport(report, style: TextStyle(usesColour: session.usesColour)).render()
          + session.provenanceLine(cost, events: report.events)
      case .json:
        JSONReport(report, provenance: session.provenance(cost, events: report.events)).render()
      case .csv:
        CSVReport(report).render()
      }
    try session.output.write(text)
    session.summarize(cost, events: report.events)
    return ExitCode.ok
  }
}
