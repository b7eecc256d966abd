import AKSPerf

/// One shard on behalf of `run` or `sweep`: simulated and written unless its part is there.
struct ShardRun {
  let shard: Shard
  let options: SimulationOptions
  /// What the shard is of.
  let study: ShardPart.Study
  /// The scenario as it stands.
  let scenario: Scenario

  /// Where the part goes: the file of `--output`, or a file of its own in the folder it names.
  private func path() throws -> String {
    let output = options.output ?? ""
    guard (try? Posix.status(of: output))?.kind == .directory else { return output }
    let digits = String(shard.count).count
    let number = String(shard.number)
    let name = String(repeating: "0", count: digits - number.count) + number
    let folder = output.hasSuffix("/") ? output : output + "/"
    return "\(folder)shard-\(name)-of-\(shard.count).part"
  }

  /// Runs `body` unless the part is there.
  func perform(
    _ body: (
      Simulation, @escaping SimulationSession.Listener, @escaping SimulationSession.Question
    ) throws -> ShardPart
  ) throws -> Int32 {
    let path = try path()
    if try isDone(path) {
      if !options.isQuiet {
        Console.writeError("shard \(shard) is done: '\(path)' holds it; nothing was simulated\n")
      }
      return ExitCode.ok
    }
    let output = try OutputFile.prepare(path)
    try ScenarioLoading.check(output, doesNotReplace: scenario)
    return try SimulationSession(options, scenario, output).perform(
      body, events: { $0.events }, render: { part, _, _ in part.text })
  }

  /// Whether the file holds this very part; a file with anything else is not replaced.
  private func isDone(_ path: String) throws -> Bool {
    do {
      guard try Posix.status(of: path) != nil else { return false }
    } catch {
      return false  // `OutputFile` says why it cannot be written.
    }
    let advice = "remove it, or give another name to --output"
    let part: ShardPart
    do throws(ShardMistake) {
      part = try ShardPart(contentsOf: path)
    } catch {
      throw Failure(
        "'\(path)' would be replaced and \(error.message); \(advice)", code: ExitCode.cannotCreate)
    }
    if let difference = part.study.difference(from: study) {
      throw Failure("'\(path)' is a part of \(difference); \(advice)", code: ExitCode.cannotCreate)
    }
    if part.shard != shard {
      throw Failure(
        "'\(path)' is shard \(part.shard), not \(shard); \(advice)", code: ExitCode.cannotCreate)
    }
    return true
  }

  /// Refuses options that say how a result is shown, which a part does not.
  static func check(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments.has(.shard) else { return }
    let others: [OptionDeclaration] = [.format, .tableMetrics, .provenance]
    if let other = others.first(where: { arguments.has($0) }) {
      throw arguments.failure("'--\(other.long)' is an option of 'merge', not of one shard")
    }
    let output = arguments.value(of: .output) ?? "-"
    if output == "-" {
      throw arguments.failure(
        "'--shard' needs '--output <file>', or a folder, for the part to stay in")
    }
  }
}
