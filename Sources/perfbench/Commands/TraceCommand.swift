import AKSPerf

/// `perfbench trace`: tells what one session did, event by event.
struct TraceCommand: Command {
  /// The forms a trace is printed in.
  enum Format: String, CaseIterable {
    case text
  }

  static let declaration = CommandDeclaration(
    name: "trace",
    abstract: "Show everything one session did, event by event.",
    discussion: """
      One line an event: time since launch, virtual time, what happened, where, and why. Callbacks \
      of the app are marked with an arrow, hazards with an exclamation mark. The session is named \
      by its number as in reports: its arrival, or its user in a closed population. Without \
      --session it is the first one.

      Exits 64 when there is no such session, 65 if the scenario is bad.
      """,
    arguments: [.scenario],
    options: [.session, .replication, .launch, .set, .seed, .traceFormat, .output, .silent])

  let path: String?
  let overrides: [ScenarioOverride]
  let seed: UInt64?
  let session: UInt64
  let replication: Int
  let launch: UInt32?
  let output: String?
  let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.positionals.first
    if path == "" { throw arguments.failure("The name of the scenario is empty") }
    overrides = try ScenarioOverride.parse(arguments)
    seed = try arguments.seed(.seed)
    session = UInt64(try arguments.integer(.session, in: 0...Int.max) ?? 0)
    replication = try arguments.integer(.replication, in: 0...Limits.replications - 1) ?? 0
    launch = try arguments.integer(.launch, in: 0...Int(UInt32.max)).map { UInt32($0) }
    _ = try arguments.choice(.traceFormat, of: Format.self)
    output = arguments.value(of: .output)
    if output == "" { throw arguments.failure("The name of the output file is empty") }
    isQuiet = arguments.has(.silent)
  }

  func run() throws -> Int32 {
    let output = try OutputFile.prepare(output)
    var scenario = try ScenarioLoading.readForRun(path, overrides: overrides, isQuiet: isQuiet)
    try ScenarioLoading.check(output, doesNotReplace: scenario)
    if let seed { scenario.seed = seed }
    let trace: SessionTrace
    do {
      trace = try Signals.shared.cancellable {
        try Simulation(scenario).trace(
          session: session, replication: replication, launch: launch,
          isCancelled: { Signals.shared.isCancelled })
      }
    } catch let interruption as Interruption {
      throw Interruption(signal: interruption.signal, detail: "before the session's end")
    } catch let error as SimulationError {
      throw Failure(error.description, code: Self.exitCode(of: error))
    }
    try output.write(trace.text)
    return ExitCode.ok
  }

  private static func exitCode(of error: SimulationError) -> Int32 {
    switch error {
    case .missingSession, .missingReplication: ExitCode.usage
    case .invalidScenario: ExitCode.badScenario
    default: ExitCode.failure
    }
  }
}

extension OptionDeclaration {
  static let session = OptionDeclaration(
    long: "session", value: "number", help: "The session, by its number in reports, from 0.",
    defaultText: "0")
  static let replication = OptionDeclaration(
    long: "replication", value: "number", help: "The replication it belongs to, from 0.",
    defaultText: "0")
  static let launch = OptionDeclaration(
    long: "launch", value: "number",
    help: "One launch of the user, from 0; for closed populations.", defaultText: "all")
  static let traceFormat = OptionDeclaration(
    long: "format", value: "format", help: "The form of the trace.", defaultText: "text",
    completion: .words(TraceCommand.Format.allCases.map(\.rawValue)))
  static let silent = OptionDeclaration(
    long: "quiet", short: "q", help: "Print no notes on the scenario.")
}
