import AKSPerf

/// `perfbench init`: writes a commented scenario to start from.
struct InitCommand: Command {
  static let declaration = CommandDeclaration(
    name: "init",
    abstract: "Write a commented starter scenario.",
    discussion: "An existing file is kept unless --force is given.",
    arguments: [
      ArgumentDeclaration(
        name: "file", help: "The file to write; '-' prints. Without it scenario.json5.",
        isOptional: true, completion: .files)
    ],
    options: [.force])

  let path: String
  let isForced: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.positionals.first ?? "scenario.json5"
    if path == "" { throw arguments.failure("The name of the file is empty") }
    isForced = arguments.has(.force)
  }

  func run() throws -> Int32 {
    let output = try OutputFile.prepare(path, overwrites: isForced)
    try output.write(EmbeddedScenarios.starter)
    if case .file = output.target {
      Console.writeError("Wrote \(path). Simulate it with: perfbench run \(path)\n")
    }
    return ExitCode.ok
  }
}

extension OptionDeclaration {
  static let force = OptionDeclaration(
    long: "force", short: "f", help: "Replace the file if it exists.")
}
