/// The result of a gate for a person at a terminal: worst first, at most 100 columns.
public struct GateText {
  private let result: GateResult
  private let style: TextStyle

  public init(_ result: GateResult, style: TextStyle = TextStyle()) {
    self.result = result
    self.style = style
  }

  /// The whole text.
  public func render() -> String {
    let notes = result.notes.flatMap { Catalogue.wrapped($0, indent: 0, width: TextTable.width) }
    let head = coloured(result.verdict.rawValue.uppercased()) + ", " + result.summary
    return ([head, ""] + result.checks.map(line) + [""] + notes).joined(separator: "\n") + "\n"
  }

  private func line(_ check: GateCheck) -> String {
    let figures = GateFigures(check)
    let word = figures.word
    let space = String(repeating: " ", count: max(0, 9 - word.count))
    let lines = Catalogue.wrapped(
      "\(check.name): \(figures.sentence)", indent: 10, width: TextTable.width)
    return coloured(word) + space + " " + lines.joined(separator: "\n").dropFirst(10)
  }

  private func coloured(_ word: String) -> String {
    guard style.usesColour else { return word }
    let code =
      switch word {
      case "FAIL", "FAILED", "REGRESSED": "31"
      case "UNDECIDED", "WARN": "33"
      case "IMPROVED": "36"
      default: "32"
      }
    return "\u{1B}[\(code)m\(word)\u{1B}[0m"
  }
}
