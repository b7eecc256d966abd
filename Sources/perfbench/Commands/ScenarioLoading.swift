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
    if !scenario.unbuilt.isEmpty {
      printEach(scenario.unbuilt)
      let count = scenario.unbuilt.count
      throw Failure(
        "this version cannot simulate \(count == 1 ? "one feature" : "\(count) features") of "
          + "the scenario, so its result would be wrong; remove what is named above",
        code: ExitCode.badScenario)
    }
    return scenario
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
