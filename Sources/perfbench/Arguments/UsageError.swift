/// A mistake in the command line; printed with the usage of its command, exit code 64.
struct UsageError: Error, Equatable {
  var message: String
  /// The words that led to the command: `perfbench run`.
  var path: String
  var usage: String

  /// Makes a mistake in the command line of `command`, reached by the words of `path`.
  init(_ message: String, in command: CommandDeclaration, path: String) {
    self.message = message
    self.path = path
    usage = HelpText(command, path: path).usage
  }

  /// The whole text for standard error.
  var description: String {
    """
    Error: \(message)
    Usage: \(usage)
      See '\(path) --help' for more information.

    """
  }
}
