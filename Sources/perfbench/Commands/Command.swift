/// One command: what it takes, and what it does with it.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }
  /// Reads the typed values out of the words; throws on a value that is not one.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// Does the work and returns the exit code.
  func run() throws -> Int32
}

/// The commands, in the order help lists them.
enum Commands {
  static let all: [any Command.Type] = [
    RunCommand.self, ExplainCommand.self, GateCommand.self, BaselineCommand.self,
    SweepCommand.self, CapacityCommand.self, MergeCommand.self, TraceCommand.self,
    ExpectCommand.self, ValidateCommand.self, InitCommand.self, SchemaCommand.self,
  ]

  static let root = CommandDeclaration(
    name: "perfbench",
    abstract: "Simulate the performance of mobile-ad mediation, deterministically.",
    discussion: """
      Without a subcommand perfbench runs a scenario: 'perfbench my.json5' is \
      'perfbench run my.json5', and without a file it runs the scenario it carries.
      """,
    options: [.completionScript, .manPage],
    subcommands: all.map { $0.declaration },
    defaultSubcommand: RunCommand.declaration.name)

  /// The command of a name.
  static func named(_ name: String) -> (any Command.Type)? {
    all.first { $0.declaration.name == name }
  }
}

extension OptionDeclaration {
  static let completionScript = OptionDeclaration(
    long: "generate-completion-script", value: "shell",
    help: "Print a completion script for a shell.",
    completion: .words(["bash", "zsh", "fish"]))
  static let manPage = OptionDeclaration(
    long: "generate-man-page", help: "Print the manual page.")
}
