import AKSPerf

/// The manual page of the program, in the `man` macros, made from the declarations.
struct ManPage {
  private let root: CommandDeclaration

  init(_ root: CommandDeclaration) { self.root = root }

  /// The whole page.
  var text: String {
    let name = root.name
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(AKSPerfVersion.current)\" \"User Commands\"",
      ".SH NAME", "\(name) \\- \(Self.escaped(root.abstract))",
      ".SH SYNOPSIS", ".B \(name)", "[\\fIsubcommand\\fR] [\\fIoptions\\fR] [\\fIarguments\\fR]",
      ".SH DESCRIPTION", Self.escaped(root.discussion),
      ".SH OPTIONS",
    ]
    lines += items(root)
    lines.append(".SH SUBCOMMANDS")
    for command in root.subcommands {
      lines.append(".SS \(name) \(command.name)")
      lines.append(Self.escaped(command.abstract))
      for paragraph in command.discussion.split(separator: "\n\n") {
        lines += [".PP", Self.escaped(String(paragraph))]
      }
      lines += items(command)
    }
    lines += [
      ".SH EXIT STATUS",
      "0 done; 1 the simulation failed; 3 shards are missing; 64 wrong usage; 65 bad scenario;",
      "66 input missing;",
      "73 the output cannot be created; 74 the output cannot be written;",
      "129, 130 or 143 interrupted.",
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR",
      "Set to anything, no colour is used unless \\fB\\-\\-color always\\fR asks for it.",
      ".TP", ".B TERM", "The value \\fIdumb\\fR turns off progress and colour.",
    ]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private func items(_ command: CommandDeclaration) -> [String] {
    var lines: [String] = []
    for argument in command.arguments {
      lines += [".TP", "\\fI\(argument.name)\\fR", Self.escaped(argument.help)]
    }
    for option in command.allOptions {
      lines += [".TP", "\\fB\(Self.escaped(option.synopsis))\\fR", Self.escaped(option.fullHelp)]
    }
    return lines
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      default: out.append(character)
      }
    }
    return out.hasPrefix(".") || out.hasPrefix("'") ? "\\&" + out : out
  }
}
