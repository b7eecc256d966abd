/// A completion script for fish, made from the declarations of the commands.
struct FishCompletion {
  private let root: CommandDeclaration

  init(_ root: CommandDeclaration) { self.root = root }

  /// The whole script.
  var text: String {
    let names = root.subcommands.map(\.name) + ["help"]
    let none = "not __fish_seen_subcommand_from \(names.joined(separator: " "))"
    var lines = ["# Completion of \(root.name) for fish. Put it into ~/.config/fish/completions."]
    for command in root.subcommands {
      lines.append(line(none, "-a \(command.name)", command.abstract))
    }
    lines.append(line(none, "-a help", "Show help of a subcommand."))
    for option in root.allOptions { lines.append(self.option(option, when: none)) }
    for command in root.subcommands {
      let seen = "__fish_seen_subcommand_from \(command.name)"
      for option in command.allOptions { lines.append(self.option(option, when: seen)) }
      for argument in command.arguments {
        if case .words(let words) = argument.completion {
          lines.append(line(seen, "-f -a '\(words.joined(separator: " "))'", argument.help))
        }
      }
    }
    let others = root.subcommands.map(\.name).joined(separator: " ")
    lines.append(line("__fish_seen_subcommand_from help", "-f -a '\(others)'", "Subcommand"))
    return lines.joined(separator: "\n") + "\n"
  }

  private func option(_ option: OptionDeclaration, when condition: String) -> String {
    var parts = ["-l \(option.long)"]
    if let short = option.short { parts.insert("-s \(short)", at: 0) }
    switch option.completion {
    case .none: parts += option.value == nil ? [] : ["-x"]
    case .files: parts.append("-r -F")
    case .words(let words): parts.append("-x -a '\(words.joined(separator: " "))'")
    }
    return line(condition, parts.joined(separator: " "), option.help)
  }

  private func line(_ condition: String, _ what: String, _ description: String) -> String {
    let text = description.split(separator: "'", omittingEmptySubsequences: false)
    let quoted = text.joined(separator: "\\'")
    return "complete -c \(root.name) -n '\(condition)' \(what) -d '\(quoted)'"
  }
}
