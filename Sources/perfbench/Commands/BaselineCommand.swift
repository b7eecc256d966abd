import AKSPerf

extension OptionDeclaration {
  static let figure = OptionDeclaration(
    long: "figure", value: "figure",
    help: "Keep this figure, such as 'load_latency{network=MAX} p(95)'. Repeatable.",
    isRepeatable: true, defaultText: "those of objectives and the usual ones")
}

/// `perfbench baseline`: keeps what a run was like, for `gate` to compare with.
struct BaselineCommand: Command {
  static let declaration = CommandDeclaration(
    name: "baseline",
    abstract: "Write what a run was like, for later runs to be compared with.",
    discussion: """
      A baseline is a small JSON file that belongs into the repository: one line a figure, in a \
      fixed order, with what each replication said. It goes with the scenario's name, seed and \
      number of replications; the rest of the scenario may change.

      A figure is a percentile or avg of a latency, a ratio, or a gauge. A time to show brings \
      its coverage along. Without --figure it keeps those of the objectives, and of all traffic: \
      time to show, load latency, time to content, coverage, cache hits, fill and show rate, \
      app-open ads in budget, revenue and bytes a session, waits at owned backends.
      """,
    arguments: [.scenario],
    options: [.figure, .set, .seed, .replications, .jobs, .output, .quiet, .verbose])

  let options: SimulationOptions
  let figures: [GateFigure]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try SimulationOptions(arguments, hasOwnFormat: true)
    var figures: [GateFigure] = []
    for text in arguments.values(of: .figure) {
      do throws(SLOSyntaxError) {
        figures.append(try GateFigure(text))
      } catch {
        throw arguments.failure(
          "The value '\(text)' is invalid for '--figure <figure>': \(error.message)")
      }
    }
    self.figures = figures
  }

  func run() throws -> Int32 {
    var session = try SimulationSession(options)
    let wanted = GateFigure.withCoverage(figures)
    try refuseUnknown(in: wanted, session.scenario)
    session.scenario = GateFigure.measuring(session.scenario, wanted)
    let least = Baseline.leastReplications
    if session.scenario.replications < least, !options.isQuiet {
      Console.writeError(
        "warning: \(session.scenario.replications) replications are too few: a gate decides "
          + "nothing with under \(least)\n")
    }
    return try session.perform(
      { try $0.run(jobs: options.jobs, progress: $1, isCancelled: $2) }, events: { $0.events },
      render: { report, _, _ in
        Baseline(report, figures: figures.isEmpty ? nil : wanted).render()
      })
  }

  /// Refuses a figure of a placeholder, network or the like that the scenario does not have.
  private func refuseUnknown(in figures: [GateFigure], _ scenario: Scenario) throws {
    for figure in figures {
      if let value = figure.unknownLabel(in: scenario) {
        throw Failure(
          "the scenario has no \(value.label.rawValue) '\(TerminalText.escaped(value.value))', "
            + "which --figure names", code: ExitCode.usage)
      }
    }
  }
}
