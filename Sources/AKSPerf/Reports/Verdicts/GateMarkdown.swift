/// The result of a gate as a table of Markdown, worst first, below a bound of bytes.
///
/// GitHub takes up to 1 MiB of summary for one step.
public struct GateMarkdown {
  private let result: GateResult

  public init(_ result: GateResult) { self.result = result }

  /// The whole text; rows that do not fit into `bytes` are counted in its last line.
  public func render(within bytes: Int = 1_000_000) -> String {
    var text = "### perfbench: \(result.verdict.rawValue)\n\n\(Self.escaped(result.summary))\n\n"
    text += "| verdict | check | value | 95 % interval | n | limit | baseline | change | note |\n"
    text += "|---|---|--:|---|--:|--:|--:|---|---|\n"
    let notes = "\n" + result.notes.map { "* \(Self.escaped($0))\n" }.joined()
    var room = bytes - text.utf8.count - notes.utf8.count - 64
    for (index, check) in result.checks.enumerated() {
      let row = Self.row(check)
      room -= row.utf8.count
      if room < 0 { return text + notes + "\nand \(result.checks.count - index) more checks\n" }
      text += row
    }
    return text + notes
  }

  private static func row(_ check: GateCheck) -> String {
    let figures = GateFigures(check)
    let mark =
      switch check.severity {
      case .failed: "❌"
      case .undecided, .warned: "⚠️"
      case .improved: "🚀"
      case .passed: "✅"
      }
    let isPaired = check.kind == .regression
    let cells = [
      "\(mark) \(figures.word.lowercased())", escaped(check.name), figures.value,
      figures.interval, figures.count, figures.limit, isPaired ? figures.baseline : "",
      isPaired ? figures.change : "", escaped(note(check, figures)),
    ]
    return "| " + cells.joined(separator: " | ") + " |\n"
  }

  private static func note(_ check: GateCheck, _ figures: GateFigures) -> String {
    var parts = [check.reason].compactMap { $0 }
    if check.standardError != nil {
      parts.append(
        "standard error \(figures.figure(check.standardError)), detects "
          + figures.figure(check.smallestDetectable))
    }
    return parts.joined(separator: "; ")
  }

  /// Text that neither ends a cell nor is taken for HTML or a mark.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in TerminalText.escaped(text) {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "|", "\\", "`", "*", "_", "[", "]", "#": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }
}
