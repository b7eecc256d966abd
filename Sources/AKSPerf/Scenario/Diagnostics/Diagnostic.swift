/// One finding about a scenario: what is wrong, where, and what would be right.
///
/// `description` is compiler style: `file:line:column: error: message`, the source line, a caret.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, note
  }

  public var severity: Severity
  public var message: String
  /// The file as the user named it, or `--set` for a key set on the command line.
  public var file: String
  /// The line, from 1; 0 when the finding is about the file as a whole.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int
  /// The source line, clipped around the finding when it is long.
  public var excerpt: String
  /// Scalars of `excerpt` before the finding.
  public var caretOffset: Int
  /// Scalars the finding covers, at least 1.
  public var caretLength: Int
  /// What could stand there instead.
  public var suggestion: String?

  public init(
    severity: Severity, message: String, file: String, line: Int = 0, column: Int = 0,
    excerpt: String = "", caretOffset: Int = 0, caretLength: Int = 1, suggestion: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.line = line
    self.column = column
    self.excerpt = excerpt
    self.caretOffset = caretOffset
    self.caretLength = caretLength
    self.suggestion = suggestion
  }

  /// The finding as a compiler prints it, without a line end.
  public var description: String {
    let file = TerminalText.escaped(file)
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    var text = "\(place): \(severity.rawValue): \(message)"
    if let suggestion { text += "; did you mean \(quoted(suggestion))?" }
    if line == 0 || excerpt.isEmpty { return text }
    // Tabs stay tabs, so that the caret stands below its character whatever their width.
    let padding = String(excerpt.unicodeScalars.prefix(caretOffset).map { $0 == "\t" ? "\t" : " " })
    let tildes = String(repeating: "~", count: max(0, caretLength - 1))
    return text + "\n  \(excerpt)\n  \(padding)^\(tildes)"
  }
}

/// Why a scenario cannot be used: every mistake in it, in order of position.
public struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The mistakes, sorted by file and position.
  public var diagnostics: [Diagnostic]
  /// 65 for a bad scenario, 66 for a missing or unreadable file, 64 for a bad `--set` path.
  public var exitCode: Int32
  /// Mistakes found beyond `diagnostics`.
  public var omitted: Int

  public init(diagnostics: [Diagnostic], exitCode: Int32, omitted: Int = 0) {
    self.diagnostics = diagnostics
    self.exitCode = exitCode
    self.omitted = omitted
  }

  /// All mistakes, at most `Limits.diagnostics` of them printed, and how many there are.
  public var description: String {
    var lines = diagnostics.prefix(Limits.diagnostics).map(\.description)
    let hidden = diagnostics.count - lines.count + omitted
    if hidden > 0 { lines.append("… and \(hidden) more") }
    let errors = diagnostics.count { $0.severity == .error } + omitted
    if errors > 1 { lines.append("\(errors) mistakes") }
    return lines.joined(separator: "\n")
  }
}
