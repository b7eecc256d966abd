import AKSPerf

/// `perfbench capacity`: how much of something meets the objectives of a scenario.
struct CapacityCommand: Command {
  static let declaration = CommandDeclaration(
    name: "capacity",
    abstract: "Find the highest load, or the fewest servers, that meets the objectives.",
    discussion: """
      Tries values of one key, by default the rate of launches, and judges each by the scenario's \
      objectives ('slo') on 95% intervals. The answer is a bracket: the heaviest load that passes \
      and the lightest that fails, from the same replications, which are doubled until the bracket \
      is narrow. With it come the saturation curve, its knee (most load for its latency), the \
      headroom of the scenario, and with --sensitivity how the answer changes with other keys.

      'perfbench capacity s.json5 --key backends.own.servers --lowest' finds the fewest servers: c \
      only if c passes and c - 1 fails.

      Exit codes: 0 found, 1 the simulation failed, 3 undecided, 64 wrong usage, 65 bad scenario, \
      66 scenario missing, 73 or 74 output cannot be written, 129, 130 or 143 interrupted.
      """,
    arguments: [.scenario],
    options: [
      key, lowest, from, to, width, first, most, noCurve, sensitivity, .set, .seed, .jobs,
      .format, .output, .silent, .colour,
    ])

  private static let key = OptionDeclaration(
    long: "key", value: "path", help: "The key whose value is sought.",
    defaultText: "the rate of launches, or the users of a closed population")
  private static let lowest = OptionDeclaration(
    long: "lowest", help: "Seek the lowest value that passes instead of the highest.")
  private static let from = OptionDeclaration(
    long: "from", value: "value", help: "Test no lower values, such as 5/s.")
  private static let to = OptionDeclaration(
    long: "to", value: "value", help: "Test no higher values.")
  private static let width = OptionDeclaration(
    long: "width", value: "percent", help: "How wide the bracket may be.", defaultText: "2")
  private static let first = OptionDeclaration(
    long: "replications", value: "count",
    help: "Replications of each value at first, 10 at least.", defaultText: "20")
  private static let most = OptionDeclaration(
    long: "max-replications", value: "count",
    help: "Replications up to which they are doubled.", defaultText: "32 times as many as at first")
  private static let noCurve = OptionDeclaration(
    long: "no-curve", help: "Leave out the saturation curve.")
  private static let sensitivity = OptionDeclaration(
    long: "sensitivity", value: "path",
    help: "Tell how the answer changes when this key is a tenth lower or higher; 'all' takes all "
      + "numbers of the scenario's world. Repeatable.",
    isRepeatable: true)

  private let scenario: String?
  private let overrides: [ScenarioOverride]
  private let path: String?
  private let seeksLowest: Bool
  private let bounds: (from: String?, to: String?)
  private let widthPercent: Double
  private let replications: Int
  private let mostReplications: Int
  private let makesCurve: Bool
  private let sensitivePaths: [String]
  private let seed: UInt64?
  private let jobs: Int
  private let format: ResultFormat
  private let output: String?
  private let isQuiet: Bool
  private let colour: ColourChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    scenario = arguments.positionals.first
    if scenario == "" { throw arguments.failure("The name of the scenario is empty") }
    overrides = try ScenarioOverride.parse(arguments)
    path = arguments.value(of: Self.key)
    seeksLowest = arguments.has(Self.lowest)
    bounds = (arguments.value(of: Self.from), arguments.value(of: Self.to))
    let percent = arguments.value(of: Self.width)
    widthPercent = percent.flatMap(Double.init) ?? 2
    if let percent, !(Double(percent).map { $0 >= 0.1 && $0 <= 100 } ?? false) {
      throw arguments.failure(
        "The value '\(percent)' is invalid for '--width <percent>': it must be a number from 0.1 "
          + "to 100")
    }
    replications = try arguments.integer(Self.first, in: 10...Limits.replications) ?? 20
    mostReplications =
      try arguments.integer(Self.most, in: replications...Limits.replications)
      ?? min(replications * 32, Limits.replications)
    makesCurve = !arguments.has(Self.noCurve)
    sensitivePaths = arguments.values(of: Self.sensitivity)
    seed = try arguments.seed(.seed)
    jobs = try SimulationOptions.jobs(arguments)
    format = try arguments.choice(.format, of: ResultFormat.self) ?? .text
    output = arguments.value(of: .output)
    if output == "" { throw arguments.failure("The name of the output file is empty") }
    isQuiet = arguments.has(.silent)
    colour = try arguments.choice(.colour, of: ColourChoice.self) ?? .auto
  }

  func run() throws -> Int32 {
    let output = try OutputFile.prepare(output)
    let answer = try Self.guarded {
      let search = try search()
      try ScenarioLoading.check(output, doesNotReplace: search.scenario)
      try ScenarioLoading.refuseUnbuilt(of: search.scenario)
      if !isQuiet { ScenarioLoading.printEach(search.scenario.warnings + search.scenario.advice) }
      return try Signals.shared.cancellable {
        try search.run(
          jobs: jobs, progress: { tell($0) }, isCancelled: { Signals.shared.isCancelled })
      }
    }
    let style = TextStyle(usesColour: colour.isOn(for: output.target))
    let report = CapacityReport(answer, style: style)
    let text =
      switch format {
      case .text: report.text()
      case .json: report.json()
      case .csv: report.csv()
      }
    try output.write(text)
    return answer.ending == .found ? ExitCode.ok : ExitCode.undecided
  }

  private func search() throws -> CapacitySearch {
    var search =
      if let scenario {
        try CapacitySearch(
          contentsOf: scenario == "-" ? ScenarioLoading.standardInput : scenario, key: path,
          overrides: overrides)
      } else {
        try CapacitySearch(
          text: EmbeddedScenarios.default, named: "default.json5", key: path, overrides: overrides)
      }
    search.seeksLowest = seeksLowest
    search.seed = seed
    search.replications = replications
    search.mostReplications = mostReplications
    search.width = widthPercent / 100
    search.makesCurve = makesCurve
    search.bounds = try bounds(of: search.key)
    for path in sensitivePaths {
      search.sensitiveTo += path == "all" ? search.keys : [try search.key(path)]
    }
    return search
  }

  private func bounds(of key: NumericKey) throws -> ClosedRange<Double>? {
    if bounds.from == nil && bounds.to == nil { return nil }
    func number(_ text: String?, _ name: String, _ fallback: Double) throws -> Double {
      guard let text else { return fallback }
      guard let value = key.number(of: text) else {
        throw Failure(
          "--\(name) \(text): it must be a number above 0 in the unit of the key, such as "
            + key.text(of: key.number), code: ExitCode.usage)
      }
      return value
    }
    let low = try number(bounds.from, "from", key.isWhole ? 1 : key.number / 1024)
    let high = try number(bounds.to, "to", max(low, key.number) * 64)
    if low > high {
      throw Failure("--from must not be above --to", code: ExitCode.usage)
    }
    return low...high
  }

  private func tell(_ progress: CapacitySearch.Progress) {
    guard !isQuiet, Console.isCapableTerminal(Posix.standardError) else { return }
    let value = progress.key.text(of: progress.value)
    Console.writeError(
      "testing \(TerminalText.escaped(progress.key.path)) = \(value) with "
        + "\(progress.replications) replications\n")
  }

  private static func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let interruption as Interruption {
      throw Interruption(signal: interruption.signal, detail: "in the search")
    } catch let error as ScenarioError {
      throw Failure(error.description, code: error.exitCode)
    } catch let error as ScenarioKeyError {
      throw Failure(
        error.description, code: error.blamesScenario ? ExitCode.badScenario : ExitCode.usage)
    } catch let error as SimulationError {
      if case .invalidScenario = error {
        throw Failure(error.description, code: ExitCode.badScenario)
      }
      throw Failure(error.description, code: ExitCode.failure)
    }
  }
}
