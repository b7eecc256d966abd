/// The help of a command, in the layout Swift's own tools use.
struct HelpText {
  private let command: CommandDeclaration
  private let path: String
  private let width = 80
  private let margin = 26

  /// Prepares the help of `command`, reached by the words of `path`.
  init(_ command: CommandDeclaration, path: String) {
    self.command = command
    self.path = path
  }

  /// The usage line without its heading.
  var usage: String {
    let options = command.options.map(\.usage)
    let subcommand = command.subcommands.isEmpty ? [] : ["<subcommand>"]
    let listed = options.count > 12 ? ["[<options>]"] : options
    return ([path] + listed + command.arguments.map(\.usage) + subcommand).joined(separator: " ")
  }

  /// The whole help text.
  var text: String {
    var parts = [wrapped("OVERVIEW: \(command.abstract)")]
    for paragraph in command.discussion.split(separator: "\n\n") {
      parts.append(paragraph.hasPrefix("  ") ? String(paragraph) : wrapped(String(paragraph)))
    }
    parts.append(wrapped("USAGE: \(usage)", indent: 7))
    if !command.arguments.isEmpty {
      let rows = command.arguments.map { row("<\($0.name)>", $0.help) }
      parts.append(section("ARGUMENTS", rows))
    }
    parts.append(section("OPTIONS", command.allOptions.map { row($0.synopsis, $0.fullHelp) }))
    if !command.subcommands.isEmpty {
      let rows = command.subcommands.map { subcommand in
        let isDefault = subcommand.name == command.defaultSubcommand
        return row(subcommand.name + (isDefault ? " (default)" : ""), subcommand.abstract)
      }
      parts.append(section("SUBCOMMANDS", rows))
      parts.append("  See '\(path) help <subcommand>' for detailed help.")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func section(_ title: String, _ rows: [String]) -> String {
    ([title + ":"] + rows).joined(separator: "\n")
  }

  private func row(_ label: String, _ help: String) -> String {
    let lines = Self.wrap(help, width: width - margin)
    let blank = String(repeating: " ", count: margin)
    let head = "  " + label
    var out: [String] = []
    if head.count + 1 >= margin {
      out.append(head)
      out += lines.map { blank + $0 }
    } else {
      let first = lines.first ?? ""
      out.append(head + String(repeating: " ", count: margin - head.count) + first)
      out += lines.dropFirst().map { blank + $0 }
    }
    return out.joined(separator: "\n")
  }

  private func wrapped(_ text: String, indent: Int = 0) -> String {
    let lines = Self.wrap(text, width: width - indent)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Breaks `text` at spaces into lines of at most `width` columns; brackets stay whole.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var word = ""
    var depth = 0
    for character in text + " " {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      guard character.isWhitespace, depth <= 0 else {
        word.append(character)
        continue
      }
      if word.isEmpty { continue }
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
      word = ""
    }
    return lines + [line]
  }
}
