import AKSPerf

/// `perfbench schema`: prints the JSON Schemas and the catalogue of metrics.
struct SchemaCommand: Command {
  enum Subject: String, CaseIterable {
    case scenario, report, metrics
  }

  static let declaration = CommandDeclaration(
    name: "schema",
    abstract: "Print the JSON Schema of scenarios or reports, or the list of metrics.",
    arguments: [
      ArgumentDeclaration(
        name: "subject",
        help: "What to print: scenario, report or metrics. Without it scenario.",
        isOptional: true, completion: .words(Subject.allCases.map(\.rawValue)))
    ],
    options: [.metrics, .schemaFormat, .output])

  let subject: Subject
  let isJSON: Bool
  let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let named = arguments.positionals.first.flatMap(Subject.init(rawValue:))
    if arguments.has(.metrics), let named, named != .metrics {
      throw arguments.failure("'--metrics' and '\(named.rawValue)' exclude each other")
    }
    subject = arguments.has(.metrics) ? .metrics : named ?? .scenario
    let format = arguments.value(of: .schemaFormat)
    if subject != .metrics, format == "text" {
      throw arguments.failure("Only the list of metrics has a text form")
    }
    isJSON = format == "json"
    output = arguments.value(of: .output)
    if output == "" { throw arguments.failure("The name of the output file is empty") }
  }

  func run() throws -> Int32 {
    let output = try OutputFile.prepare(output)
    let text =
      switch subject {
      case .scenario: ScenarioSchema.json
      case .report: ReportSchema.json
      case .metrics: isJSON ? Catalogue.json : Catalogue.text
      }
    try output.write(ScenarioLoading.line(text))
    return ExitCode.ok
  }
}

extension OptionDeclaration {
  static let metrics = OptionDeclaration(
    long: "metrics", help: "The same as the subject 'metrics'.")
  static let schemaFormat = OptionDeclaration(
    long: "format", value: "format", help: "The form of the list of metrics.",
    defaultText: "text", completion: .words(["text", "json"]))
}
