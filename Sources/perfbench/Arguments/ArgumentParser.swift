/// Sorts the words of a command line by the declaration of its command.
///
/// Options may stand before, between and behind positional values; `--` ends them. A value follows
/// as the next word or behind `=`; a short option also takes it directly behind its letter.
struct ArgumentParser {
  private var result: ParsedArguments
  private var words: ArraySlice<String>

  /// Parses the words behind the name of `command`.
  static func parse(
    _ words: some Sequence<String>, for command: CommandDeclaration, path: String
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(
      result: ParsedArguments(command: command, path: path), words: ArraySlice(words))
    while let word = parser.words.popFirst() {
      if word == "--" {
        for rest in parser.words { parser.result.add(positional: rest) }
        break
      } else if word.hasPrefix("--") {
        try parser.takeLong(word)
      } else if word.hasPrefix("-"), word != "-" {
        try parser.takeShort(word)
      } else {
        parser.result.add(positional: word)
      }
    }
    try parser.checkPositionals()
    return parser.result
  }

  private mutating func takeLong(_ word: String) throws(UsageError) {
    // Scalars: the first character of a value may combine with the `=` before it.
    let body = word.unicodeScalars.dropFirst(2)
    let scalars = body.prefix { $0 != "=" }
    let name = Substring(scalars)
    let attached =
      scalars.endIndex < body.endIndex ? String(body[scalars.endIndex...].dropFirst()) : nil
    guard let option = result.command.option(long: name) else {
      throw unknown("--\(name)")
    }
    try take(option, attached: attached)
  }

  private mutating func takeShort(_ word: String) throws(UsageError) {
    let scalars = word.unicodeScalars
    let letter = Character(scalars[scalars.index(after: scalars.startIndex)])
    guard let option = result.command.option(short: letter) else { throw unknown(word) }
    var attached: String?
    if scalars.count > 2 {
      let rest = scalars.dropFirst(2)
      attached = String(rest.first == "=" ? rest.dropFirst() : rest)
      if option.value == nil { throw unknown(word) }
    }
    try take(option, attached: attached)
  }

  private mutating func take(
    _ option: OptionDeclaration, attached: String?
  ) throws(UsageError) {
    if result.has(option), !option.isRepeatable {
      throw result.failure("The option '--\(option.long)' was given more than once")
    }
    guard let placeholder = option.value else {
      if let attached {
        throw result.failure(
          "The option '--\(option.long)' does not take any value, but '\(attached)' was given")
      }
      result.add(option: option.long, value: "")
      return
    }
    guard let value = attached ?? nextValue() else {
      throw result.failure("Missing value for '--\(option.long) <\(placeholder)>'")
    }
    if case .words(let allowed) = option.completion, !allowed.contains(value) {
      throw result.invalid(value, for: option, allowed: allowed)
    }
    result.add(option: option.long, value: value)
  }

  /// The next word if it can be a value: not an option, but `-` and negative numbers can.
  private mutating func nextValue() -> String? {
    guard let word = words.first else { return nil }
    let isNumber = word.dropFirst().first?.isNumber ?? false
    if word.hasPrefix("-"), word != "-", !isNumber { return nil }
    return words.popFirst()
  }

  private func unknown(_ option: String) -> UsageError {
    let names = result.command.allOptions.map { "--\($0.long)" }
    let hint = Suggestion.nearest(to: option, in: names).map { ". Did you mean '\($0)'?" } ?? ""
    return result.failure("Unknown option '\(option)'\(hint)")
  }

  private func checkPositionals() throws(UsageError) {
    let declared = result.command.arguments
    let given = result.positionals
    if given.count < declared.count, !declared[given.count].isOptional {
      throw result.failure("Missing expected argument '\(declared[given.count].usage)'")
    }
    if given.count > declared.count, declared.last?.isRepeatable != true {
      let excess = given[declared.count...].map { "'\($0)'" }
      let noun = excess.count == 1 ? "Unexpected argument" : "\(excess.count) unexpected arguments:"
      throw result.failure("\(noun) \(excess.joined(separator: ", "))")
    }
    for (argument, value) in zip(declared, given) {
      guard case .words(let allowed) = argument.completion, !allowed.contains(value) else {
        continue
      }
      let nearest = Suggestion.nearest(to: value, in: allowed)
      let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
      let reason = "it must be one of \(allowed.joined(separator: ", "))\(hint)"
      throw result.failure("The value '\(value)' is invalid for '<\(argument.name)>': \(reason)")
    }
  }
}
