import AKSPerf

/// `perfbench expect`: puts the expectations of scenarios to the test.
struct ExpectCommand: Command {
  static let declaration = CommandDeclaration(
    name: "expect",
    abstract: "Run a scenario and its variants, and check what it expects of them.",
    discussion: """
      For scenarios with a block 'expect', such as those of scenarios/incidents: the symptom must \
      show as the file stands, be gone without its cause, and each variant must do as it says. \
      Figures are compared as they are, without intervals: the seed is the file's.

      Where there are several checks, all must hold; without its cause one check of the symptom at \
      least must be gone. A check with nothing to measure, such as a percentile without a value, \
      neither holds nor is gone.

      Exits 1 when anything is otherwise, 65 if a scenario is bad or expects nothing.
      """,
    arguments: [
      ArgumentDeclaration(
        name: "scenario", help: "The scenario files.", isRepeatable: true, completion: .files)
    ],
    options: [.set, .jobs, .output, .silent])

  let paths: [String]
  let overrides: [ScenarioOverride]
  let jobs: Int
  let output: String?
  let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.positionals
    if paths.contains("") { throw arguments.failure("The name of a scenario is empty") }
    if paths.contains("-") {
      throw arguments.failure("Standard input ('-') cannot be read once for each variant")
    }
    overrides = try ScenarioOverride.parse(arguments)
    jobs = try SimulationOptions.jobs(arguments)
    output = arguments.value(of: .output)
    if output == "" { throw arguments.failure("The name of the output file is empty") }
    isQuiet = arguments.has(.silent)
  }

  func run() throws -> Int32 {
    let output = try OutputFile.prepare(output)
    var text = ""
    var holds = true
    for path in paths {
      let trial = try read(path)
      try ScenarioLoading.check(output, doesNotReplace: trial.scenario)
      let parts = try simulate(trial, path)
      holds = holds && parts.allSatisfy(\.holds)
      text += Self.text(path, trial, parts)
    }
    try output.write(text)
    return holds ? ExitCode.ok : ExitCode.failure
  }

  private func read(_ path: String) throws -> ExpectationTrial {
    // What a run would refuse is refused here too, and notes are printed once.
    _ = try ScenarioLoading.readForRun(path, overrides: overrides, isQuiet: isQuiet)
    guard let trial = try ExpectationTrial(contentsOf: path, overrides: overrides) else {
      throw Failure(
        "\(TerminalText.escaped(path)) has no 'expect' block: add one with its symptom, cause and "
          + "remedy", code: ExitCode.badScenario)
    }
    return trial
  }

  private func simulate(
    _ trial: ExpectationTrial, _ path: String
  ) throws -> [ExpectationTrial.Part] {
    do {
      return try Signals.shared.cancellable {
        try trial.run(jobs: jobs, isCancelled: { Signals.shared.isCancelled })
      }
    } catch let interruption as Interruption {
      throw Interruption(
        signal: interruption.signal, detail: "in the variants of \(TerminalText.escaped(path))")
    } catch let error as ScenarioError {
      throw Failure(error.description, code: error.exitCode)
    } catch let error as SimulationError {
      if case .invalidScenario = error {
        throw Failure(error.description, code: ExitCode.badScenario)
      }
      throw Failure(error.description, code: ExitCode.failure)
    }
  }

  private static func text(
    _ path: String, _ trial: ExpectationTrial, _ parts: [ExpectationTrial.Part]
  ) -> String {
    let name = TerminalText.escaped(path)
    var lines = ["\(name): \(parts.allSatisfy(\.holds) ? "holds" : "DOES NOT HOLD")"]
    if !trial.scenario.description.isEmpty { lines.append("  " + trial.scenario.description) }
    for part in parts {
      lines.append("  " + heading(of: part))
      for finding in part.findings {
        let check = finding.check.check
        // Of several checks that need not all be gone, none is amiss when one is.
        let isAmiss = !part.holds && !part.isMet(finding)
        lines.append(
          "    \(isAmiss ? "!" : " ") \(check.metricText) \(check.checkText): "
            + verdict(on: finding, of: part))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func verdict(
    on finding: ExpectJudge.Finding, of part: ExpectationTrial.Part
  ) -> String {
    guard let text = finding.valueText else { return "nothing to measure" }
    if part.kind == .symptomWithoutCause {
      return text + (part.isMet(finding) ? ", gone" : ", still there")
    }
    return text + (finding.holds ? ", holds" : ", DOES NOT HOLD")
  }

  private static func heading(of part: ExpectationTrial.Part) -> String {
    switch part.kind {
    case .symptom: "as it stands"
    case .variant(let name): part.says.isEmpty ? name : "\(name): \(part.says)"
    case .symptomWithoutCause: "the symptom without its cause"
    }
  }
}
