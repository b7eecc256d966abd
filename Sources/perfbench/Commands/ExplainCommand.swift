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
    let jobs = options.jobs
    return try SimulationSession(options).perform(
      { try $0.explain(jobs: jobs, progress: $1, isCancelled: $2) }, events: { $0.events },
      render: { explanation, format, rendering in
        switch format {
        case .text: explanation.text(style: rendering.style)
        case .json: explanation.json(provenance: rendering.provenance)
        case .csv: explanation.csv()
        }
      })
  }
}
