import AKSPerf

/// The two streams of the process: results on standard output, everything else on standard error.
enum Console {
  /// Writes a result; a reader that went away ends the command quietly.
  static func writeOutput(_ text: String) throws {
    do throws(SystemError) {
      try Signals.shared.writing("standard output") { took throws(SystemError) in
        try Posix.write(text.utf8, to: Posix.standardOutput, took: took)
      }
    } catch {
      if error.isBrokenPipe { throw ClosedPipe() }
      throw Failure("Cannot write standard output: \(error)", code: ExitCode.writeFailed)
    }
  }

  /// Writes a message; where standard error is closed there is nobody to tell.
  ///
  /// What a terminal would obey is escaped: names of files come from anywhere.
  static func writeError(_ text: String) {
    let harmless = TerminalText.escaped(text, keepsLines: true)
    try? Posix.write(harmless.utf8, to: Posix.standardError)
  }

  /// Puts `text` into the place of the line that the cursor of the terminal is in.
  static func replaceLine(with text: String) {
    try? Posix.write("\r\u{1B}[K\(text)".utf8, to: Posix.standardError)
  }

  /// Whether a stream is a terminal that understands control sequences.
  static func isCapableTerminal(_ descriptor: Int32) -> Bool {
    Posix.isTerminal(descriptor) && Posix.environment("TERM") != "dumb"
  }

  /// Whether the environment forbids colour (`NO_COLOR`, set to anything).
  static var forbidsColour: Bool { !(Posix.environment("NO_COLOR") ?? "").isEmpty }
}

/// The values of `--color`.
enum ColourChoice: String, CaseIterable {
  case auto, always, never

  /// Whether to colour what goes to `target`.
  func isOn(for target: OutputFile.Target) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      target == .standardOutput && Console.isCapableTerminal(Posix.standardOutput)
        && !Console.forbidsColour
    }
  }
}
