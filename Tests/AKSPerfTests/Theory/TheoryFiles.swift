import AKSPerf
import Foundation

/// The scenario files of the closed forms, and the table of what they give.
enum TheoryFiles {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appendingPathComponent("scenarios/theory")
  static let table = root.appendingPathComponent("docs/validation.md")

  static var isUpdating: Bool { ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" }

  static func path(_ form: ClosedForm) -> String {
    folder.appendingPathComponent(form.name + ".json5").path
  }

  static func scenario(_ form: ClosedForm) throws -> Scenario {
    try Scenario(contentsOf: path(form))
  }

  /// The scenario without what only a file has.
  static func plain(_ scenario: Scenario) -> Scenario {
    var copy = scenario
    copy.description = ""
    copy.digest = ""
    return copy
  }

  static func document(_ rows: [(form: ClosedForm, rows: [String])]) -> String {
    var lines = [
      "# Theory against simulation",
      "",
      "Each scenario of `scenarios/theory` has a closed form. It ran whole, 20 replications from",
      "its own seed; the interval is the 99.9 % t-interval over replications, as in tests, which",
      "run the same scenarios with all parameters moved by 20 % too. Times are in seconds.",
      "Written by `PERFBENCH_UPDATE=1 swift test -c release --filter Theory`; tests compare it.",
      "",
      "| scenario | figure | theory | simulation | 99.9 % interval | half-width |",
      "|---|---|---|---|---|---|",
    ]
    for entry in rows {
      for (index, row) in entry.rows.enumerated() {
        let name = "[\(entry.form.name)](../scenarios/theory/\(entry.form.name).json5)"
        lines.append("| \(index == 0 ? name : "") \(row)")
      }
    }
    lines += ["", "## Closed forms", ""]
    for entry in rows { lines.append("* `\(entry.form.name)`: \(entry.form.formula)") }
    return lines.joined(separator: "\n") + "\n"
  }

  static func row(_ item: Expectation, _ evidence: Evidence) -> String {
    func text(_ value: Double) -> String { String(format: "%.5g", value) }
    let low = evidence.value - evidence.halfWidth
    let high = evidence.value + evidence.halfWidth
    let width = evidence.halfWidth / abs(item.theory) * 100
    return "| \(item.quantity.text) | \(text(item.theory)) | \(text(evidence.value)) "
      + "| \(text(low)) … \(text(high)) | \(String(format: "%.2f", width)) % |"
  }
}
