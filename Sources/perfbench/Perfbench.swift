/// The program: finds the command, runs it, and turns what happened into text and an exit code.
@main
struct Perfbench {
  static func main() {
    Posix.reserveStandardDescriptors()
    let sources = Signals.shared.listen()
    let code = withExtendedLifetime(sources) { run(Array(CommandLine.arguments.dropFirst())) }
    Posix.exitNormally(code)
  }

  /// Does what the words of a command line ask for.
  static func run(_ words: [String]) -> Int32 {
    do {
      switch try Request(words) {
      case .print(let text):
        try Console.writeOutput(text)
        return ExitCode.ok
      case .run(let command):
        return try command.run()
      }
    } catch let error as UsageError {
      Console.writeError(error.description)
      return ExitCode.usage
    } catch let error as Failure {
      Console.writeError(ScenarioLoading.line(labelled(error)))
      return error.code
    } catch let error as Interruption {
      Console.writeError(
        """
        Interrupted \(error.detail): nothing was written. The same command starts over; fewer \
        --replications or a shorter duration end sooner.

        """)
      return ExitCode.interrupted(by: error.signal)
    } catch is ClosedPipe {
      return ExitCode.ok
    } catch {
      Console.writeError("Error: \(error)\n")
      return ExitCode.failure
    }
  }

  /// The message of a failure; those of scenarios bring their own place and label.
  private static func labelled(_ failure: Failure) -> String {
    failure.message.contains("error:") ? failure.message : "Error: \(failure.message)"
  }
}
