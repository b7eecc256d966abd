/// A completion script for bash, made from the declarations of the commands.
struct BashCompletion {
  private let root: CommandDeclaration

  init(_ root: CommandDeclaration) { self.root = root }

  /// The whole script.
  var text: String {
    let name = root.name
    let commands = (root.subcommands.map(\.name) + ["help"]).joined(separator: " ")
    let cases = root.subcommands.map { branch($0, pattern: $0.name) }
    let standalone = root.subcommand(root.defaultSubcommand ?? "")
    let fallback = standalone.map { branch($0, pattern: "*", extra: root.options) } ?? ""
    return """
      # Completion of \(name) for bash. Put it where bash-completion looks, or source it.
      _\(name)() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="" command="" i
        (( COMP_CWORD > 0 )) && prev="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if (( COMP_CWORD > 1 )); then command="${COMP_WORDS[1]}"; fi
        if (( COMP_CWORD == 1 )) && [[ "$cur" != -* ]]; then
          COMPREPLY=( $(compgen -W '\(commands)' -- "$cur") $(compgen -f -- "$cur") )
          return 0
        fi
        case "$command" in
          help)
            COMPREPLY=( $(compgen -W '\(commands)' -- "$cur") )
            return 0
            ;;
      \((cases + [fallback]).joined(separator: "\n"))
        esac
        return 0
      }
      complete -o filenames -o bashdefault -F _\(name) \(name)

      """
  }

  private func branch(
    _ command: CommandDeclaration, pattern: String, extra: [OptionDeclaration] = []
  ) -> String {
    let options = command.allOptions + extra
    let names = options.flatMap(Self.names).joined(separator: " ")
    var values: [String] = []
    for option in options where option.value != nil {
      let labels = Self.names(option).joined(separator: "|")
      values.append("        \(labels)) \(reply(option.completion)); return 0 ;;")
    }
    let arguments = command.arguments.last.map { reply($0.completion) } ?? ":"
    return """
          \(pattern))
            case "$prev" in
      \(values.joined(separator: "\n"))
              --) ;;
            esac
            if [[ "$cur" == -* ]]; then
              COMPREPLY=( $(compgen -W '\(names)' -- "$cur") )
            else
              \(arguments)
            fi
            return 0
            ;;
      """
  }

  private func reply(_ completion: Completion) -> String {
    switch completion {
    case .none: ":"
    case .files: "COMPREPLY=( $(compgen -f -- \"$cur\") )"
    case .words(let words):
      "COMPREPLY=( $(compgen -W '\(words.joined(separator: " "))' -- \"$cur\") )"
    }
  }

  /// The spellings of an option, the short one first.
  static func names(_ option: OptionDeclaration) -> [String] {
    (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
  }
}
