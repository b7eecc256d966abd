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
  var scenario: Scenario
  let output: OutputFile

  /// Checks the output and reads the scenario, so that no time is lost on what cannot end well.
  init(_ options: SimulationOptions) throws {
    self.options = options
    let output = try OutputFile.prepare(options.output)
    self.output = output
    scenario = try Self.scenario(options)
    try ScenarioLoading.check(output, doesNotReplace: scenario)
  }

  /// The scenario with what the options set.
  static func scenario(_ options: SimulationOptions) throws -> Scenario {
    var scenario = try ScenarioLoading.readForRun(
      options.path, overrides: options.overrides, isQuiet: options.isQuiet)
    if let seed = options.seed { scenario.seed = seed }
    if let replications = options.replications { scenario.replications = replications }
    return scenario
  }

  /// A session of a scenario that has been read and checked, and of an output that can be written.
  init(_ options: SimulationOptions, _ scenario: Scenario, _ output: OutputFile) {
    self.options = options
    self.scenario = scenario
    self.output = output
  }

  /// Runs `body`, writes its result in the form asked for, and sums up what it took.
  func perform<Result>(
    _ body: (Simulation, @escaping Listener, @escaping Question) throws -> Result,
    events: (Result) -> UInt64, render: (Result, ResultFormat, Rendering) -> String
  ) throws -> Int32 {
    let (result, cost) = try simulate(body)
    let events = events(result)
    let rendering = Rendering(
      style: TextStyle(usesColour: options.colour.isOn(for: output.target)),
      provenance: provenance(cost, events: events))
    var text = render(result, options.format, rendering)
    if options.format == .text { text += rendering.lastLine }
    try output.write(text)
    summarize(cost, events: events)
    if case .file = output.target, !options.isQuiet, Posix.isTerminal(Posix.standardError) {
      Console.writeError("wrote \(TerminalText.escaped(options.output ?? ""))\n")
    }
    return ExitCode.ok
  }

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
      throw Failure(
        error.description, code: error.isOfScenario ? ExitCode.badScenario : ExitCode.failure)
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
  private func provenance(_ cost: Cost, events: UInt64) -> Provenance? {
    if !options.wantsProvenance { return nil }
    return Provenance(
      seconds: cost.seconds, eventsPerSecond: Double(events) / max(cost.seconds, 1e-9),
      peakMemoryBytes: Posix.peakResidentBytes, jobs: cost.jobs)
  }
}

/// What a result needs beside itself to become text.
struct Rendering {
  var style: TextStyle
  /// The facts of the machine, where they are wanted.
  var provenance: Provenance?

  /// The same facts as the last line of a text.
  fileprivate var lastLine: String {
    guard let facts = provenance else { return "" }
    return "provenance: \(Figures.fixed(facts.seconds, digits: 3)) s, "
      + "\(Figures.short(facts.eventsPerSecond)) events/s, "
      + "\(facts.peakMemoryBytes) bytes at peak, jobs \(facts.jobs)\n"
  }
}
