/// The result of a gate as JUnit XML: a test case a check.
///
/// What failed is a failure, what is undecided an error; a warning passes with its text.
public struct GateJUnit {
  private let result: GateResult

  public init(_ result: GateResult) { self.result = result }

  /// The whole file.
  public func render() -> String {
    let failures = result.checks.count { $0.severity == .failed }
    let errors = result.checks.count { $0.severity == .undecided }
    let counts =
      "tests=\"\(result.checks.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"0\" time=\"0\""
    let name = Self.escaped(result.header.scenario)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"perfbench\" \(counts)>\n"
    text += "  <testsuite name=\"\(name)\" \(counts)>\n"
    for check in result.checks { text += Self.testCase(check, name) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private static func testCase(_ check: GateCheck, _ suite: String) -> String {
    let figures = GateFigures(check)
    let sentence = escaped(figures.sentence)
    let open =
      "    <testcase classname=\"\(suite).\(check.kind.rawValue)\" "
      + "name=\"\(escaped(check.name))\" time=\"0\">"
    let body =
      switch check.severity {
      case .failed:
        "<failure type=\"\(check.verdict.rawValue)\" message=\"\(sentence)\"/>"
      case .undecided: "<error type=\"undecided\" message=\"\(sentence)\"/>"
      case .warned, .improved, .passed:
        "<system-out>\(figures.word): \(sentence)</system-out>"
      }
    return open + body + "</testcase>\n"
  }

  /// Text for attributes and elements; what XML cannot hold is escaped as a terminal would need.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
