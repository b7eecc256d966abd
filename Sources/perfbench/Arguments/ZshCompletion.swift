/// A completion script for zsh, made from the declarations of the commands.
struct ZshCompletion {
  private let root: CommandDeclaration

  init(_ root: CommandDeclaration) { self.root = root }

  /// The whole script.
  var text: String {
    let name = root.name
    let list = root.subcommands.map { "    \(Self.quoted("\($0.name):\($0.abstract)"))" }
    let cases = root.subcommands.map { command in
      "    \(command.name))\n      _arguments -s -S \\\n\(specifications(command)) ;;"
    }
    return """
      #compdef \(name)
      # Completion of \(name) for zsh. Put it as _\(name) into a folder of $fpath.
      _\(name)() {
        local -a commands
        commands=(
      \(list.joined(separator: "\n"))
          'help:Show help of a subcommand.'
        )
        if (( CURRENT == 2 )); then
          if [[ "${words[2]}" == -* ]]; then
            _arguments -s -S \\
      \(specifications(root))
          else
            _describe -t commands 'subcommand' commands
            _files
          fi
          return
        fi
        local command="${words[2]}"
        words=("${words[1]}" "${words[@]:2}")
        (( CURRENT -= 1 ))
        case "$command" in
          help) _describe -t commands 'subcommand' commands ;;
      \(cases.joined(separator: "\n"))
          *) _files ;;
        esac
      }
      if [[ "${funcstack[1]}" = "_\(name)" ]]; then
        _\(name) "$@"
      else
        compdef _\(name) \(name)
      fi

      """
  }

  private func specifications(_ command: CommandDeclaration) -> String {
    var lines: [String] = []
    for option in command.allOptions {
      let names = BashCompletion.names(option)
      let exclusion = option.isRepeatable ? "*" : "(\(names.joined(separator: " ")))"
      for name in names {
        let sign = option.value == nil ? "" : name.hasPrefix("--") ? "=" : "+"
        let value = option.value.map { ":\(Self.plain($0)):\(action(option.completion))" } ?? ""
        lines.append(Self.quoted("\(exclusion)\(name)\(sign)[\(Self.plain(option.help))]\(value)"))
      }
    }
    for argument in command.arguments {
      let position = argument.isRepeatable ? "*" : argument.isOptional ? "1:" : "1"
      lines.append(Self.quoted("\(position):\(argument.name):\(action(argument.completion))"))
    }
    return lines.map { "        \($0)" }.joined(separator: " \\\n")
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// The text without characters that mean something inside a specification.
  private static func plain(_ text: String) -> String {
    String(text.map { "[]:".contains($0) ? " " : $0 })
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
