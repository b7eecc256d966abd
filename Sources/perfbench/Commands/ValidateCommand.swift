import AKSPerf

/// `perfbench validate`: reads scenarios and reports every mistake in them.
struct ValidateCommand: Command {
  static let declaration = CommandDeclaration(
    name: "validate",
    abstract: "Check scenarios and report all mistakes, with line and column.",
    discussion: """
      Prints 'NAME: ok' for each scenario without a mistake. Features that are valid but that this \
      version cannot simulate are noted. Exits 65 if any scenario has a mistake, 66 if one is \
      missing.
      """,
    arguments: [
      ArgumentDeclaration(
        name: "scenario", help: "The scenario files; '-' reads standard input.",
        isRepeatable: true, completion: .files)
    ],
    options: [.set])

  let paths: [String]
  let overrides: [ScenarioOverride]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.positionals
    if paths.contains("") { throw arguments.failure("The name of a scenario is empty") }
    if paths.count(where: { $0 == "-" }) > 1 {
      throw arguments.failure("Standard input ('-') can be read only once")
    }
    overrides = try ScenarioOverride.parse(arguments)
  }

  func run() throws -> Int32 {
    var codes: [Int32] = []
    for path in paths {
      let scenario: Scenario
      do throws(ScenarioError) {
        scenario = try ScenarioLoading.read(path, overrides: overrides)
      } catch {
        Console.writeError(ScenarioLoading.line(error.description))
        codes.append(error.exitCode)
        continue
      }
      ScenarioLoading.printEach(scenario.warnings + scenario.advice)
      // Mistakes only to whoever runs the scenario.
      ScenarioLoading.printEach(
        scenario.unbuilt.map { diagnostic in
          var note = diagnostic
          note.severity = .note
          return note
        })
      let note = scenario.unbuilt.isEmpty ? "" : " (but this version cannot simulate it)"
      try Console.writeOutput("\(TerminalText.escaped(path)): ok\(note)\n")
    }
    // A mistake in a scenario is worse news than a missing one.
    return codes.contains(ExitCode.badScenario)
      ? ExitCode.badScenario : codes.max() ?? ExitCode.ok
  }
}
