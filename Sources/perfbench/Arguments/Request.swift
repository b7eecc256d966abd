import AKSPerf

/// What a command line asks for.
enum Request {
  case print(String)
  case run(any Command)

  /// Reads the words of a command line.
  ///
  /// The first word names the command. Anything else there belongs to `run`, if it is an option or
  /// looks like a file; a bare word that is no command is a mistake, not a file.
  init(_ words: [String]) throws {
    let root = Commands.root
    guard let first = words.first else {
      self = .run(try Self.command(RunCommand.self, []))
      return
    }
    if first == "help" {
      self = .print(try Self.help(words.dropFirst()))
    } else if let command = Commands.named(first) {
      self = try Self.request(command, words.dropFirst())
    } else if ["--help", "-h", "--version"].contains(first) {
      self = .print(Self.answer(words, for: root, path: root.name) ?? "")
    } else if Self.isOfRoot(first) {
      self = .print(try Self.generate(words))
    } else if first.hasPrefix("-") || first.contains("/") || first.contains(".") || first.isEmpty
      || (try? Posix.status(of: first)) != nil
    {
      self = try Self.request(RunCommand.self, words[...])
    } else {
      let names = root.subcommands.map(\.name) + ["help"]
      let hint = Suggestion.nearest(to: first, in: names).map { ". Did you mean '\($0)'?" } ?? ""
      throw UsageError(
        "'\(first)' is neither a subcommand nor a file\(hint)", in: root, path: root.name)
    }
  }

  private static func request(
    _ type: any Command.Type, _ words: ArraySlice<String>
  ) throws -> Request {
    let path = "\(Commands.root.name) \(type.declaration.name)"
    if let answer = answer(words, for: type.declaration, path: path) { return .print(answer) }
    return .run(try command(type, words))
  }

  private static func command(
    _ type: any Command.Type, _ words: ArraySlice<String>
  ) throws(UsageError) -> any Command {
    let path = "\(Commands.root.name) \(type.declaration.name)"
    return try type.init(ArgumentParser.parse(words, for: type.declaration, path: path))
  }

  /// The answer to `--help` or `--version` anywhere before `--`, which go before all else.
  private static func answer(
    _ words: some Sequence<String>, for command: CommandDeclaration, path: String
  ) -> String? {
    for word in words {
      switch word {
      case "--": return nil
      case "--help", "-h": return HelpText(command, path: path).text
      case "--version": return "\(Commands.root.name) \(AKSPerfVersion.current)\n"
      default: continue
      }
    }
    return nil
  }

  private static func help(_ words: ArraySlice<String>) throws(UsageError) -> String {
    let root = Commands.root
    let names = words.filter { !$0.hasPrefix("-") }
    guard let name = names.first, name != "help" else {
      return HelpText(root, path: root.name).text
    }
    guard let command = root.subcommand(name) else {
      let all = root.subcommands.map(\.name)
      let hint = Suggestion.nearest(to: name, in: all).map { ". Did you mean '\($0)'?" } ?? ""
      throw UsageError("Unknown subcommand '\(name)'\(hint)", in: root, path: root.name)
    }
    return HelpText(command, path: "\(root.name) \(name)").text
  }

  private static func isOfRoot(_ word: String) -> Bool {
    Commands.root.options.contains { word == "--\($0.long)" || word.hasPrefix("--\($0.long)=") }
  }

  private static func generate(_ words: [String]) throws(UsageError) -> String {
    let root = Commands.root
    let arguments = try ArgumentParser.parse(words, for: root, path: root.name)
    if arguments.has(.manPage) { return ManPage(root).text }
    switch arguments.value(of: .completionScript) {
    case "bash": return BashCompletion(root).text
    case "zsh": return ZshCompletion(root).text
    default: return FishCompletion(root).text
    }
  }
}
