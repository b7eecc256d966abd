import AKSPerf

/// One simulation on behalf of a command: checks first, then progress, signals, result, summary.
struct SimulationSession {
  /// What depends on the machine and the moment.
  struct Cost {
    var elapsed: Duration
    var jobs: Int

    var seconds: Double { Figures.seconds(elapsed) }
  }

  typealias Listener = @Sendable (Simulation.Progress) -> Void
  typealias Question = @Sendable () -> Bool

  let options: SimulationOptions
  let scenario: Scenario
  let output: OutputFile

  /// Checks the output and reads the scenario, so that no time is lost on what cannot end well.
  init(_ options: SimulationOptions) throws {
    self.options = options
    output = try OutputFile.prepare(options.output)
    if let path = options.path, path != "-", output.isSameFile(as: path) {
      throw Failure(
        "The output would replace the scenario '\(path)'; give another name to --output",
        code: ExitCode.usage)
    }
    var scenario = try ScenarioLoading.readForRun(
      options.path, overrides: options.overrides, isQuiet: options.isQuiet)
    if let seed = options.seed { scenario.seed = seed }
    if let replications = options.replications { scenario.replications = replications }
    self.scenario = scenario
  }

  /// Whether text goes out in colour.
  var usesColour: Bool { options.colour.isOn(for: output.target) }

  /// Runs `body` with a progress line, watching for signals.
  func simulate<Result>(
    _ body: (Simulation, @escaping Listener, @escaping Question) throws -> Result
  ) throws -> (result: Result, cost: Cost) {
    let isShown = !options.isQuiet && Console.isCapableTerminal(Posix.standardError)
    let line = ProgressLine(isShown: isShown)
    let start = ContinuousClock.now
    do {
      let result = try Signals.shared.cancellable {
        try body(
          Simulation(scenario), { line.update($0) }, { Signals.shared.isCancelled })
      }
      line.clear()
      return (result, Cost(elapsed: ContinuousClock.now - start, jobs: options.jobs))
    } catch let interruption as Interruption {
      line.clear()
      let (done, total) = line.latest
      let detail = total > 0 ? "after \(done) of \(total) replications" : "before the first end"
      throw Interruption(signal: interruption.signal, detail: detail)
    } catch let error as SimulationError {
      line.clear()
      var code = ExitCode.failure
      if case .invalidScenario = error { code = ExitCode.badScenario }
      throw Failure(error.description, code: code)
    }
  }

  /// Prints the one-line summary of what the simulation took, where it is wanted.
  func summarize(_ cost: Cost, events: UInt64) {
    let isShown =
      options.isVerbose || (!options.isQuiet && Posix.isTerminal(Posix.standardError))
    if !isShown { return }
    let seconds = max(cost.seconds, 1e-9)
    let memory = Double(Posix.peakResidentBytes) / 1_048_576
    let parts = [
      "\(events) events in \(Figures.fixed(cost.seconds, digits: 2)) s",
      "\(Figures.short(Double(events) / seconds)) events/s",
      "peak memory \(Figures.fixed(memory, digits: 0)) MiB",
      "jobs \(cost.jobs)",
    ]
    Console.writeError(parts.joined(separator: " · ") + "\n")
  }

  /// The facts of the machine for the result, where `--provenance` asks for them.
  func provenance(_ cost: Cost, events: UInt64) -> Provenance? {
    if !options.wantsProvenance { return nil }
    return Provenance(
      seconds: cost.seconds, eventsPerSecond: Double(events) / max(cost.seconds, 1e-9),
      peakMemoryBytes: Posix.peakResidentBytes, jobs: cost.jobs)
  }

  /// The same facts as the last line of a text.
  func provenanceLine(_ cost: Cost, events: UInt64) -> String {
    guard let facts = provenance(cost, events: events) else { return "" }
    return "provenance: \(Figures.fixed(facts.seconds, digits: 3)) s, "
      + "\(Figures.short(facts.eventsPerSecond)) events/s, "
      + "\(facts.peakMemoryBytes) bytes at peak, jobs \(facts.jobs)\n"
  }
}
