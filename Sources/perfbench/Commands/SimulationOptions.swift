import AKSPerf
import FoundationEssentials

/// The forms a result is printed in.
enum ResultFormat: String, CaseIterable {
  case text, json, csv
}

extension ArgumentDeclaration {
  static let scenario = ArgumentDeclaration(
    name: "scenario",
    help: "The scenario file; '-' reads standard input. Without it the built-in one.",
    isOptional: true, completion: .files)
}

extension OptionDeclaration {
  static let set = OptionDeclaration(
    long: "set", value: "path=value",
    help: "Change one value of the scenario, such as arrivals.rate=50/s. Repeatable.",
    isRepeatable: true)
  static let seed = OptionDeclaration(
    long: "seed", value: "seed",
    help: "The seed of all random numbers, decimal or 0x hexadecimal.",
    defaultText: "the scenario's")
  static let replications = OptionDeclaration(
    long: "replications", value: "count",
    help: "How many independent replications to simulate.", defaultText: "the scenario's")
  static let jobs = OptionDeclaration(
    long: "jobs", short: "j", value: "count",
    help: "How many replications to simulate at a time; never changes the result.",
    defaultText: "the number of cores")
  static let format = OptionDeclaration(
    long: "format", value: "format", help: "The form of the result.", defaultText: "text",
    completion: .words(ResultFormat.allCases.map(\.rawValue)))
  static let output = OptionDeclaration(
    long: "output", short: "o", value: "file",
    help: "Write the result to a file, whole or not at all; '-' is standard output.",
    completion: .files)
  static let provenance = OptionDeclaration(
    long: "provenance",
    help: "Add what depends on the machine (seconds, events/s, memory, jobs) to the result.")
  static let quiet = OptionDeclaration(
    long: "quiet", short: "q", help: "Print neither progress nor a summary.")
  static let verbose = OptionDeclaration(
    long: "verbose", short: "v",
    help: "Print the summary also where standard error is not a terminal.")
  static let colour = OptionDeclaration(
    long: "color", value: "when", help: "When to colour text.", defaultText: "auto",
    completion: .words(ColourChoice.allCases.map(\.rawValue)))
}

/// What commands that simulate share: which scenario, how to simulate, where the result goes.
struct SimulationOptions {
  /// More threads than this are a slip of the keyboard.
  static let maximumJobs = 1_024

  static let declarations: [OptionDeclaration] = [
    .set, .seed, .replications, .jobs, .format, .output, .provenance, .quiet, .verbose, .colour,
  ]

  /// The scenario's path; nil for the built-in one.
  var path: String?
  var overrides: [ScenarioOverride]
  var seed: UInt64?
  var replications: Int?
  var jobs: Int
  var format: ResultFormat
  var output: String?
  var wantsProvenance: Bool
  var isQuiet: Bool
  var isVerbose: Bool
  var colour: ColourChoice

  /// - Parameter hasOwnFormat: Whether the command reads `--format` itself.
  init(_ arguments: ParsedArguments, hasOwnFormat: Bool = false) throws(UsageError) {
    path = arguments.positionals.first
    if path == "" { throw arguments.failure("The name of the scenario is empty") }
    overrides = try ScenarioOverride.parse(arguments)
    seed = try arguments.seed(.seed)
    replications = try arguments.integer(.replications, in: 1...Limits.replications)
    jobs = try Self.jobs(arguments)
    format =
      hasOwnFormat ? .text : try arguments.choice(.format, of: ResultFormat.self) ?? .text
    output = arguments.value(of: .output)
    if output == "" { throw arguments.failure("The name of the output file is empty") }
    wantsProvenance = arguments.has(.provenance)
    isQuiet = arguments.has(.quiet)
    isVerbose = arguments.has(.verbose)
    colour = try arguments.choice(.colour, of: ColourChoice.self) ?? .auto
    if isQuiet, isVerbose {
      throw arguments.failure("'--quiet' and '--verbose' exclude each other")
    }
    if wantsProvenance, format == .csv {
      throw arguments.failure("'--provenance' needs '--format json' or '--format text'")
    }
  }

  /// The value of `--jobs`; without it, the number of cores.
  static func jobs(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    try arguments.integer(.jobs, in: 1...maximumJobs)
      ?? min(max(ProcessInfo.processInfo.activeProcessorCount, 1), maximumJobs)
  }
}

extension ScenarioOverride {
  /// The values of `--set`, each a path, `=`, and a value.
  static func parse(_ arguments: ParsedArguments) throws(UsageError) -> [ScenarioOverride] {
    var overrides: [ScenarioOverride] = []
    for text in arguments.values(of: .set) {
      guard let override = ScenarioOverride(text) else {
        throw arguments.failure(
          "The value '\(text)' is invalid for '--set <path=value>': it must be a path, '=' and a "
            + "value, such as arrivals.rate=50/s")
      }
      overrides.append(override)
    }
    return overrides
  }
}
