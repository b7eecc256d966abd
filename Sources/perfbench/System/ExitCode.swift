/// The codes perfbench ends with; scripts rely on them.
enum ExitCode {
  static let ok: Int32 = 0
  /// The simulation itself failed.
  static let failure: Int32 = 1
  /// A gate failed: an objective is missed or a figure has regressed.
  static let gateFailed: Int32 = 2
  /// The data cannot say, which is no pass.
  static let undecided: Int32 = 3
  /// Some shards are missing.
  static let incomplete: Int32 = 3
  /// A figure has improved, where that is to be told.
  static let improved: Int32 = 4
  /// The baseline is missing, unreadable or of another scenario.
  static let badBaseline: Int32 = 5
  static let usage: Int32 = 64
  static let badScenario: Int32 = 65
  static let missingInput: Int32 = 66
  /// The output cannot be created; nothing was simulated.
  static let cannotCreate: Int32 = 73
  /// Writing the output failed part way; nothing partial is left.
  static let writeFailed: Int32 = 74
  /// Ended by a signal: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM.
  static func interrupted(by signal: Int32) -> Int32 { 128 + signal }
}

/// A failure with its message for standard error and its exit code.
struct Failure: Error {
  var message: String
  var code: Int32

  init(_ message: String, code: Int32) {
    self.message = message
    self.code = code
  }
}

/// The reader of standard output went away, as `head` does: a quiet end, not a failure.
struct ClosedPipe: Error {}

/// A signal asked for the end; nothing was written.
struct Interruption: Error {
  var signal: Int32
  /// What was under way, for the message.
  var detail: String
}
