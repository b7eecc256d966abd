/// What a command is called and takes; help, parsing, completions and the man page all read this.
struct CommandDeclaration: Sendable {
  var name: String
  /// One line, shown in lists of commands and as the overview.
  var abstract: String
  /// Paragraphs shown after the overview; empty for none.
  var discussion = ""
  var arguments: [ArgumentDeclaration] = []
  var options: [OptionDeclaration] = []
  var subcommands: [CommandDeclaration] = []
  /// The subcommand meant when none is named.
  var defaultSubcommand: String?

  /// The options of the command followed by those every command takes.
  var allOptions: [OptionDeclaration] { options + [.version, .help] }

  /// Finds the option a user wrote as `--name`.
  func option(long name: some StringProtocol) -> OptionDeclaration? {
    allOptions.first { $0.long == name }
  }

  /// Finds the option a user wrote as `-n`.
  func option(short name: Character) -> OptionDeclaration? {
    allOptions.first { $0.short == name }
  }

  /// Finds a subcommand by its name.
  func subcommand(_ name: String) -> CommandDeclaration? {
    subcommands.first { $0.name == name }
  }
}

/// A value of a command told by its place.
struct ArgumentDeclaration: Sendable {
  var name: String
  var help: String
  var isOptional = false
  var isRepeatable = false
  var completion = Completion.none

  /// The argument in a usage line: `<a>`, `[<a>]`, `<a> ...` or `[<a> ...]`.
  var usage: String {
    let text = isRepeatable ? "<\(name)> ..." : "<\(name)>"
    return isOptional ? "[\(text)]" : text
  }
}

/// An option (`--name VALUE`) or, without `value`, a flag (`--name`).
struct OptionDeclaration: Sendable {
  var long: String
  var short: Character?
  /// The name of the value in help; nil makes a flag.
  var value: String?
  var help: String
  var isRepeatable = false
  /// The value used when the option is absent, as help prints it.
  var defaultText: String?
  var completion = Completion.none

  static let help = OptionDeclaration(
    long: "help", short: "h", help: "Show help information.")
  static let version = OptionDeclaration(long: "version", help: "Show the version.")

  /// The names and the value as help prints them: `-o, --output <file>`.
  var synopsis: String {
    let names = short.map { "-\($0), --\(long)" } ?? "--\(long)"
    return value.map { "\(names) <\($0)>" } ?? names
  }

  /// The option in a usage line: `[--set <path=value> ...]`.
  var usage: String {
    let text = value.map { "--\(long) <\($0)>" } ?? "--\(long)"
    return isRepeatable ? "[\(text) ...]" : "[\(text)]"
  }

  /// The help text with the allowed values and the default behind it.
  var fullHelp: String {
    var notes: [String] = []
    if case .words(let words) = completion {
      notes.append("values: " + words.joined(separator: ", "))
    }
    if let defaultText { notes.append("default: \(defaultText)") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}

/// What a shell offers when the user asks to complete a value.
enum Completion: Sendable, Equatable {
  case none
  case files
  /// A closed list: nothing else is accepted.
  case words([String])
}
