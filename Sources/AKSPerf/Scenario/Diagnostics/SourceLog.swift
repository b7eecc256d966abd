/// A name that an override brings up, with the known one it may have been meant for.
struct NewName: Sendable {
  var name: String
  var nearest: String?
}

/// The texts a scenario is read from and everything found out about them.
///
/// One log serves one reading, on one thread.
final class SourceLog {
  /// What kind of mistake an error is; decides the exit code.
  enum Blame: Int32 {
    case usage = 64
    case scenario = 65
    case missingInput = 66
  }

  private struct Finding {
    var severity: Diagnostic.Severity
    var span: SourceSpan
    var message: String
    var suggestion: String?
    var blame: Blame
    var isUnbuilt = false
    var isAdvice = false
  }

  /// The most findings kept; more are counted.
  private static let kept = 10_000

  private(set) var sources: [SourceText] = []
  private var findings: [Finding] = []
  private var omitted = 0
  private(set) var errorCount = 0
  /// Names that first appear in an override, by their place.
  var newNames: [SourceSpan: NewName] = [:]

  var hasErrors: Bool { errorCount > 0 }
  /// Whether there are more than anyone reads, so that a search for a remedy is not worth its time.
  var hasTooManyErrors: Bool { errorCount > Limits.diagnostics }

  /// Takes a text and returns the index that spans of it carry.
  func add(_ source: SourceText) -> Int {
    sources.append(source)
    return sources.count - 1
  }

  func error(
    _ span: SourceSpan, _ message: String, suggestion: String? = nil, blame: Blame = .scenario
  ) {
    errorCount += 1
    let isPath = span.start >= 0 && span.start < sources[span.source].pathLength
    note(
      Finding(
        severity: .error, span: span, message: message, suggestion: suggestion,
        blame: isPath ? .usage : blame))
  }

  func warning(_ span: SourceSpan, _ message: String) {
    note(Finding(severity: .warning, span: span, message: message, blame: .scenario))
  }

  /// Notes what is allowed but has no effect, so that it can hardly be meant.
  func advice(_ span: SourceSpan, _ message: String) {
    note(
      Finding(
        severity: .warning, span: span, message: message, blame: .scenario, isAdvice: true))
  }

  /// Notes a use of what is read but cannot be simulated; `remedy` says what can.
  ///
  /// An error to whoever runs the scenario, but none of the scenario: it does not count as one.
  func unbuilt(_ span: SourceSpan, _ use: String, _ remedy: String) {
    let message = "'\(use)' is read but not simulated by this version; \(remedy)"
    note(
      Finding(
        severity: .error, span: span, message: message, blame: .scenario, isUnbuilt: true))
  }

  private func note(_ finding: Finding) {
    if findings.count < Self.kept {
      findings.append(finding)
    } else if finding.severity == .error, !finding.isUnbuilt {
      omitted += 1
    }
  }

  /// The error of everything found; nil when nothing is wrong.
  var failure: ScenarioError? {
    guard hasErrors else { return nil }
    let errors = findings.filter { $0.severity == .error && !$0.isUnbuilt }
    let blames = errors.map(\.blame)
    let blame: Blame =
      blames.contains(.scenario)
      ? .scenario : blames.contains(.missingInput) ? .missingInput : .usage
    return ScenarioError(
      diagnostics: rendered(errors), exitCode: blame.rawValue, omitted: omitted)
  }

  /// The place of the first diagnostic of `failure`.
  var failurePlace: SourceSpan? {
    findings.filter { $0.severity == .error && !$0.isUnbuilt }.map(\.span)
      .min { ($0.source, $0.start) < ($1.source, $1.start) }
  }

  var warnings: [Diagnostic] {
    rendered(findings.filter { $0.severity == .warning && !$0.isAdvice })
  }

  var advice: [Diagnostic] { rendered(findings.filter(\.isAdvice)) }

  var unbuilt: [Diagnostic] { rendered(findings.filter(\.isUnbuilt)) }

  /// Findings in order of text and position, those at one place in order of discovery.
  private func rendered(_ list: [Finding]) -> [Diagnostic] {
    let order = list.enumerated().sorted { a, b in
      let (x, y) = (a.element.span, b.element.span)
      return (x.source, x.start, a.offset) < (y.source, y.start, b.offset)
    }
    var cursor = SourceCursor()
    return order.map { item in
      let finding = item.element
      if finding.span.source != cursor.source { cursor = SourceCursor(finding.span.source) }
      return sources[finding.span.source].diagnostic(
        finding.severity, finding.span, finding.message, suggestion: finding.suggestion,
        cursor: &cursor)
    }
  }
}
