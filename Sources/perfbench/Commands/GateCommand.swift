import AKSPerf

/// The forms the result of a gate is printed in.
enum GateFormat: String, CaseIterable {
  case text, json, markdown, junit, tap, github, bencher

  /// The result in this form.
  func render(_ result: GateResult, style: TextStyle, file: String?) -> String {
    switch self {
    case .text: GateText(result, style: style).render()
    case .json: GateJSON(result).render()
    case .markdown: GateMarkdown(result).render()
    case .junit: GateJUnit(result).render()
    case .tap: GateTAP(result).render()
    case .github: GateGitHub(result, file: file).render()
    case .bencher: GateBencher(result).render()
    }
  }
}

extension OptionDeclaration {
  static let baseline = OptionDeclaration(
    long: "baseline", short: "b", value: "file",
    help: "Compare with a baseline that 'perfbench baseline' wrote.", completion: .files)
  static let gateFormat = OptionDeclaration(
    long: "format", value: "format", help: "The form of the result.", defaultText: "text",
    completion: .words(GateFormat.allCases.map(\.rawValue)))
  static let also = OptionDeclaration(
    long: "also", value: "format=file",
    help: "Write the result in one more form, such as junit=gate.xml. Repeatable.",
    isRepeatable: true)
  static let failOnImprovement = OptionDeclaration(
    long: "fail-on-improvement",
    help: "Exit 4 when a figure has improved, so that its baseline is written anew.")
  static let exitCodeOnFail = OptionDeclaration(
    long: "exit-code-on-fail", value: "code", help: "The exit code of a gate that failed.",
    defaultText: "2")
}

/// `perfbench gate`: turns objectives, and the comparison with a baseline, into an exit code.
struct GateCommand: Command {
  static let declaration = CommandDeclaration(
    name: "gate",
    abstract: "Judge a scenario by its objectives and against a baseline.",
    discussion: """
      With --baseline each figure of the baseline is compared, replication by replication, on the \
      same random numbers: regressed when it is worse by more than 5 % (or 1 ms, or half a \
      point), at .05 over all figures together. Objectives of level 'warn' are told and do not \
      count.

      The checks come worst first. Where GITHUB_STEP_SUMMARY names a file, a table is appended to \
      it too.

      Exit codes: 0 passed, 2 failed or regressed, 3 undecided, 4 improved (only with \
      --fail-on-improvement), 5 baseline missing or of another scenario or seed; 1, 64 to 74 and \
      129 to 143 as those of run.
      """,
    arguments: [.scenario],
    options: [
      .baseline, .set, .seed, .replications, .jobs, .gateFormat, .output, .also,
      .failOnImprovement, .exitCodeOnFail, .quiet, .verbose, .colour,
    ])

  let options: SimulationOptions
  let format: GateFormat
  let copies: [(format: GateFormat, path: String)]
  let baselinePath: String?
  let failsOnImprovement: Bool
  let codeOnFail: Int32

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try SimulationOptions(arguments, hasOwnFormat: true)
    format = try arguments.choice(.gateFormat, of: GateFormat.self) ?? .text
    var copies: [(format: GateFormat, path: String)] = []
    for text in arguments.values(of: .also) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let format = GateFormat(rawValue: String(parts[0])),
        !parts[1].isEmpty
      else {
        throw arguments.failure(
          "The value '\(text)' is invalid for '--also <format=file>': it must be one of "
            + GateFormat.allCases.map(\.rawValue).joined(separator: ", ") + ", '=' and a file")
      }
      copies.append((format, String(parts[1])))
    }
    let files = copies.map(\.path) + [options.output ?? "-"]
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw arguments.failure("Two results would go to '\(file)'")
    }
    self.copies = copies
    baselinePath = arguments.value(of: .baseline)
    failsOnImprovement = arguments.has(.failOnImprovement)
    codeOnFail = Int32(
      try arguments.integer(.exitCodeOnFail, in: 0...255) ?? Int(ExitCode.gateFailed))
  }

  func run() throws -> Int32 {
    var session = try SimulationSession(options)
    let copies = try copies.map { (format: $0.format, output: try OutputFile.prepare($0.path)) }
    for copy in copies {
      try ScenarioLoading.check(copy.output, doesNotReplace: session.scenario)
    }
    let baseline = try readBaseline(session, [session.output] + copies.map(\.output))
    if baseline == nil, session.scenario.slo.isEmpty {
      throw Failure(
        "there is nothing to judge: the scenario has no objectives ('slo') and no --baseline is "
          + "given", code: ExitCode.badScenario)
    }
    session.scenario = GateFigure.measuring(
      session.scenario, baseline?.figures.map(\.figure) ?? [])
    let (report, cost) = try session.simulate { simulation, progress, isCancelled in
      try simulation.run(jobs: options.jobs, progress: progress, isCancelled: isCancelled)
    }
    let result = try Self.withBaseline { () throws(BaselineError) in
      try Gate.judge(report, against: baseline)
    }
    let file = session.scenario.files.first?.name
    for copy in copies {
      try copy.output.write(copy.format.render(result, style: TextStyle(), file: file))
    }
    let style = TextStyle(usesColour: options.colour.isOn(for: session.output.target))
    try session.output.write(format.render(result, style: style, file: file))
    StepSummary.append(GateMarkdown(result).render())
    session.summarize(cost, events: report.events)
    return code(of: result)
  }

  private func readBaseline(
    _ session: SimulationSession, _ outputs: [OutputFile]
  ) throws -> Baseline? {
    guard let baselinePath else { return nil }
    if outputs.contains(where: { $0.isSameFile(as: baselinePath) }) {
      throw Failure("An output would replace the baseline; give another name", code: ExitCode.usage)
    }
    return try Self.withBaseline { () throws(BaselineError) in
      let baseline = try Baseline(contentsOf: baselinePath)
      try baseline.check(isOf: session.scenario)
      return baseline
    }
  }

  private static func withBaseline<Result>(
    _ body: () throws(BaselineError) -> Result
  ) throws -> Result {
    do throws(BaselineError) {
      return try body()
    } catch {
      throw Failure(error.description, code: ExitCode.badBaseline)
    }
  }

  private func code(of result: GateResult) -> Int32 {
    switch result.verdict {
    case .failed: codeOnFail
    case .undecided: ExitCode.undecided
    case .improved: failsOnImprovement ? ExitCode.improved : ExitCode.ok
    case .passed: ExitCode.ok
    }
  }
}
