import AKSPerf

/// `perfbench explain`: splits time to show into its phases.
struct ExplainCommand: Command {
  static let declaration = CommandDeclaration(
    name: "explain",
    abstract: "Show where the time to show an ad goes, phase by phase.",
    discussion: """
      The median, p95 and p99 of time to show, split into launch, init, connection, server, \
      no-fill steps, timeouts, download and show. The phases of a show add up to it exactly.
      """,
    arguments: [.scenario], options: SimulationOptions.declarations)

  let options: SimulationOptions

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try SimulationOptions(arguments)
  }

  func run() throws -> Int32 {
    let session = try SimulationSession(options)
    let (explanation, cost) = try session.simulate { simulation, progress, isCancelled in
      try simulation.explain(jobs: options.jobs, progress: progress, isCancelled: isCancelled)
    }
    let facts = session.provenance(cost, events: explanation.events)
    let text: String =
      switch options.format {
      case .text:
        explanation.text(style: TextStyle(usesColour: session.usesColour))
          + session.provenanceLine(cost, events: explanation.events)
      case .json: explanation.json(provenance: facts)
      case .csv: explanation.csv()
      }
    try session.output.write(text)
    session.summarize(cost, events: explanation.events)
    return ExitCode.ok
  }
}
