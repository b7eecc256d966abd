import Testing

@testable import perfbench

@Suite struct HelpTests {
  @Test func helpHasTheLayoutOfSwiftsOwnTools() throws {
    let help = try Invocation(["--help"])
    #expect(help.code == 0)
    #expect(help.messages.isEmpty)
    #expect(help.output.hasPrefix("OVERVIEW: "))
    for heading in ["\nUSAGE: perfbench ", "\nOPTIONS:\n", "\nSUBCOMMANDS:\n  run (default) "] {
      #expect(help.output.contains(heading), "\(heading)")
    }
    #expect(try Invocation(["help"]).output == help.output)
    #expect(try Invocation(["-h"]).output == help.output)
  }

  @Test(arguments: [
    "run", "explain", "gate", "baseline", "sweep", "capacity", "merge", "trace", "expect",
    "validate", "init", "schema",
  ])
  func everyCommandHasHelp(_ name: String) throws {
    let help = try Invocation([name, "--help"])
    #expect(help.code == 0)
    #expect(help.output.contains("USAGE: perfbench \(name) "))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try Invocation(["help", name]).output == help.output)
    // Help goes before every other mistake on the line.
    #expect(try Invocation([name, "--nonsense", "-h"]).output == help.output)
  }

  @Test func versionIsPrinted() throws {
    let version = try Invocation(["--version"])
    #expect(version.code == 0)
    #expect(version.output.hasPrefix("perfbench "))
    #expect(try Invocation(["run", "--version"]).output == version.output)
  }

  @Test(arguments: [
    (["valdate"], "Did you mean 'validate'?"), (["help", "rnu"], "Did you mean 'run'?"),
    (["run", "--sede", "3"], "Did you mean '--seed'?"), (["--sede", "3"], "'--seed'"),
    (["validate"], "Missing expected argument"), (["frobnicate"], "neither a subcommand"),
    (["schema", "metrix"], "did you mean 'metrics'?"), (["init", "a", "b"], "Unexpected argument"),
    (["schema", "--metrics", "report"], "exclude each other"),
    (["schema", "report", "--format", "text"], "Only the list of metrics"),
    (["validate", "-", "-"], "only once"), (["--generate-completion-script", "tcsh"], "one of"),
    (["--provenance", "--format", "csv"], "--provenance"),
  ])
  func wrongUsageExits64WithUsageOnStandardError(_ words: [String], _ part: String) throws {
    let result = try Invocation(words)
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
    #expect(result.messages.hasPrefix("Error: "))
    #expect(result.messages.contains(part), "\(result.messages)")
    #expect(result.messages.contains("\nUsage: perfbench"))
  }

  @Test func completionScriptsArePrintedAndBashAcceptsItsOwn() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try Invocation(["--generate-completion-script", shell])
      #expect(script.code == 0)
      for command in Commands.root.subcommands {
        #expect(script.output.contains(command.name))
        for option in command.options { #expect(script.output.contains(option.long)) }
      }
      let check = "command -v \(shell) > /dev/null || exit 0; \(shell) -n <<< \"$script\""
      let line = "script=$(\"$perfbench\" --generate-completion-script \(shell)); \(check)"
      let verdict = try Invocation(shell: line)
      #expect(verdict.code == 0, "\(shell): \(verdict.messages)")
    }
  }

  @Test(arguments: [
    ("perfbench", "va", "validate"), ("perfbench run", "--se", "--set --seed"),
    ("perfbench run --format", "", "text json csv"), ("perfbench schema", "m", "metrics"),
    ("perfbench my.json5", "--repl", "--replications"), ("perfbench help", "exp", "explain expect"),
  ])
  func bashCompletesWords(_ before: String, _ current: String, _ expected: String) throws {
    let count = before.split(separator: " ").count
    let result = try Invocation(
      shell: """
        source /dev/stdin <<< "$("$perfbench" --generate-completion-script bash)"
        COMP_WORDS=(\(before) '\(current)'); COMP_CWORD=\(count); _perfbench
        echo "${COMPREPLY[*]}"
        """)
    #expect(result.output == expected + "\n")
  }

  @Test func theManualPageNamesEverything() throws {
    let page = try Invocation(["--generate-man-page"])
    #expect(page.code == 0)
    #expect(page.output.hasPrefix(".TH PERFBENCH 1 "))
    for command in Commands.root.subcommands {
      #expect(page.output.contains(".SS perfbench \(command.name)\n"))
    }
  }

  @Test func wrappingKeepsBracketsWhole() {
    #expect(HelpText.wrap("a [b c] d", width: 3) == ["a", "[b c]", "d"])
    #expect(HelpText.wrap("", width: 3) == [""])
  }
}
