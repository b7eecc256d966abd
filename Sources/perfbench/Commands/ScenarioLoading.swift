import AKSPerf

/// Reads scenarios for the commands and says on standard error what is wrong with them.
enum ScenarioLoading {
  /// The path under which standard input can be read as a file.
  static let standardInput = "/dev/stdin"

  /// Reads a scenario; nil names the built-in one, `-` standard input.
  static func read(
    _ path: String?, overrides: [ScenarioOverride]
  ) throws(ScenarioError) -> Scenario {
    guard let path else { return try Scenario.embeddedDefault(overrides: overrides) }
    return try Scenario(contentsOf: path == "-" ? standardInput : path, overrides: overrides)
  }

  /// Reads a scenario that is to be simulated: one with unsimulated features is refused.
  static func readForRun(
    _ path: String?, overrides: [ScenarioOverride], isQuiet: Bool
  ) throws -> Scenario {
    let scenario: Scenario
    do throws(ScenarioError) {
      scenario = try read(path, overrides: overrides)
    } catch {
      throw Failure(error.description, code: error.exitCode)
    }
    if !isQuiet { printEach(scenario.warnings + scenario.advice) }
    try refuseUnbuilt(of: scenario)
    return scenario
  }

  /// Refuses a scenario with features that this version does not simulate.
  static func refuseUnbuilt(of scenario: Scenario) throws {
    if scenario.unbuilt.isEmpty { return }
    printEach(scenario.unbuilt)
    let count = scenario.unbuilt.count
    throw Failure(
      "this version cannot simulate \(count == 1 ? "one feature" : "\(count) features") of "
        + "the scenario, so its result would be wrong; remove what is named above",
      code: ExitCode.badScenario)
  }

  /// Reads a scenario and makes all points of a sweep of it.
  static func readSweep(_ options: SimulationOptions, axes: [SweepAxis]) throws -> Sweep {
    let change: (inout Scenario) -> Void = { scenario in
      if let seed = options.seed { scenario.seed = seed }
      if let replications = options.replications { scenario.replications = replications }
    }
    do {
      guard let path = options.path else {
        return try Sweep(
          text: EmbeddedScenarios.default, named: "default.json5",
          overrides: options.overrides, axes: axes, change: change)
      }
      return try Sweep(
        contentsOf: path == "-" ? standardInput : path, overrides: options.overrides, axes: axes,
        change: change)
    } catch let error as ScenarioError {
      throw Failure(error.description, code: error.exitCode)
    } catch let error as SweepMistake {
      throw Failure(
        "\(error.message); give --vary PATH=VALUES, such as arrivals.rate=50/s,100/s",
        code: ExitCode.usage)
    }
  }

  /// Refuses an output that is a file which the scenario was read from.
  static func check(_ output: OutputFile, doesNotReplace scenario: Scenario) throws {
    guard let file = scenario.files.first(where: { output.isSameFile(as: $0.path) }) else { return }
    let name = file.path == standardInput ? "standard input" : "'\(file.name)'"
    throw Failure(
      "The output would replace \(name), which the scenario is read from; "
        + "give another name to --output",
      code: ExitCode.usage)
  }

  /// Prints diagnostics to standard error; of very many the first ones and how many there are.
  static func printEach(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics.prefix(Limits.diagnostics) {
      Console.writeError(line(diagnostic.description))
    }
    let hidden = diagnostics.count - Limits.diagnostics
    if hidden > 0 { Console.writeError("… and \(hidden) more of this kind\n") }
  }

  /// The text with exactly one line end.
  static func line(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }
}
