/// A rule of the house that a file can break, with a sample that breaks it and one that does not.
struct Rule: Sendable, CustomStringConvertible {
  let description: String
  /// Whether the rule is about a file, by its path.
  let applies: @Sendable (String) -> Bool
  /// What breaks the rule, in compiler style.
  let violations: @Sendable (SourceFile) -> [String]
  let bad: SourceFile
  let good: SourceFile

  init(
    _ description: String, at samplePath: String = "Sources/AKSPerf/Metrics/Sample.swift",
    bad: String, good: String,
    applies: @escaping @Sendable (String) -> Bool = { _ in true },
    violations: @escaping @Sendable (SourceFile) -> [String]
  ) {
    self.description = description
    self.applies = applies
    self.violations = violations
    self.bad = SourceFile(path: samplePath, text: bad)
    self.good = SourceFile(path: samplePath, text: good)
  }

  /// What breaks the rule among several files.
  func violations(in files: [SourceFile]) -> [String] {
    files.filter { applies($0.path) }.flatMap(violations)
  }

  static let all = style + layers + determinism + comments

  /// Whether a path lies in the engine or the model, below the executable.
  @Sendable static func isBelowTheProgram(_ path: String) -> Bool {
    path.hasPrefix("Sources/Scheduler/") || path.hasPrefix("Sources/AKSPerf/")
  }
}
