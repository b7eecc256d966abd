import AKSPerf

/// `perfbench merge`: puts the parts of a run or a sweep together.
struct MergeCommand: Command {
  /// The forms of both, a run and a sweep.
  enum Form: String, CaseIterable { case text, json, csv, ndjson }

  static let declaration = CommandDeclaration(
    name: "merge",
    abstract: "Put the parts of a run or sweep in shards together to its result.",
    discussion: """
      The result is that of the same run or sweep in one piece, to the byte. Parts come in any \
      order. While some are missing, merge names them, prints no result and exits 3. A run has \
      the forms text, json and csv, a sweep text, csv and ndjson.

      Exit codes: 0 done, 3 shards are missing, 64 wrong usage, 65 a file is no part or of \
      another run, 66 a file is missing, 73 or 74 output cannot be written.
      """,
    arguments: [
      ArgumentDeclaration(
        name: "part", help: "The files that 'run --shard' or 'sweep --shard' wrote.",
        isRepeatable: true, completion: .files)
    ],
    options: [.mergeFormat, .tableMetrics, .output, .quiet, .colour])

  let paths: [String]
  let form: Form
  let names: [String]
  let output: String?
  let colour: ColourChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.positionals
    form = try arguments.choice(.mergeFormat, of: Form.self) ?? .text
    names = try SweepCommand.names(arguments)
    output = arguments.value(of: .output)
    colour = try arguments.choice(.colour, of: ColourChoice.self) ?? .auto
    if output == "" { throw arguments.failure("The name of the output file is empty") }
    if paths.contains("") { throw arguments.failure("The name of a part is empty") }
  }

  func run() throws -> Int32 {
    let output = try OutputFile.prepare(output)
    if let path = paths.first(where: { output.isSameFile(as: $0) }) {
      throw Failure(
        "The output would replace the part '\(path)'; give another name to --output",
        code: ExitCode.usage)
    }
    let merge = try merge()
    if !merge.missing.isEmpty {
      throw Failure(Self.message(of: merge), code: ExitCode.incomplete)
    }
    try output.write(try render(merge, output.target))
    return ExitCode.ok
  }

  private func merge() throws -> ShardMerge {
    var parts: [ShardMerge.Named] = []
    for path in paths {
      do throws(ShardMistake) {
        parts.append(ShardMerge.Named(path, try ShardPart(contentsOf: path)))
      } catch {
        throw Failure(
          "'\(path)' \(error.message)",
          code: error.isMissing ? ExitCode.missingInput : ExitCode.badScenario)
      }
    }
    do throws(ShardMistake) {
      return try ShardMerge(parts)
    } catch {
      throw Failure(error.message, code: ExitCode.badScenario)
    }
  }

  private func render(_ merge: ShardMerge, _ target: OutputFile.Target) throws -> String {
    if merge.study.isSweep {
      guard let form = SweepTable.Form(rawValue: form.rawValue) else { throw wrong("sweep") }
      return merge.render(SweepTable(merge.study.header, form: form, names: names))
    }
    if !names.isEmpty {
      throw Failure("'--metrics' is for sweeps; these are parts of a run", code: ExitCode.usage)
    }
    switch form {
    case .text:
      let style = TextStyle(usesColour: colour.isOn(for: target))
      return TextReport(merge.report(), style: style).render()
    case .json: return JSONReport(merge.report()).render()
    case .csv: return CSVReport(merge.report()).render()
    case .ndjson: throw wrong("run")
    }
  }

  private func wrong(_ kind: String) -> Failure {
    Failure(
      "these are parts of a \(kind), which has no form '\(form.rawValue)'", code: ExitCode.usage)
  }

  /// Which shards are missing, and how to get them.
  private static func message(of merge: ShardMerge) -> String {
    let (missing, count) = (merge.missing, merge.count)
    let command = merge.study.isSweep ? "sweep" : "run"
    return """
      \(missing.count) of \(count) shards \(missing.count == 1 ? "is" : "are") missing: \
      \(ranges(missing)). Nothing was written; run '\(command) --shard \(missing[0])/\(count)' \
      \(missing.count == 1 ? "" : "and so on ")as the others were and merge again
      """
  }

  /// `2, 5-9`, ascending.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [(first: Int, last: Int)] = []
    for number in numbers {
      if let last = ranges.last?.last, last + 1 == number {
        ranges[ranges.count - 1].last = number
      } else {
        ranges.append((number, number))
      }
    }
    return ranges.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
      .joined(separator: ", ")
  }
}

extension OptionDeclaration {
  static let mergeFormat = OptionDeclaration(
    long: "format", value: "format", help: "The form of the result.", defaultText: "text",
    completion: .words(MergeCommand.Form.allCases.map(\.rawValue)))
}
