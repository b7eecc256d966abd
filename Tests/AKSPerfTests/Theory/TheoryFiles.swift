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
    copy.files = []
    // The forms of one family share their networks, and not each asks all of them.
    copy.advice = []
    return copy
  }

  /// What the comment of a form's file says of its figures.
  static func expected(_ form: ClosedForm) -> [String] {
    form.make(1).expectations.map { item in
      "//   \(item.quantity.text) = \(String(format: "%.6g", item.theory))"
    }
  }

  /// Writes the figures of a form into the comment of its file anew.
  static func writeExpected(_ form: ClosedForm) throws {
    var lines = try String(contentsOfFile: path(form), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let title = lines.firstIndex(of: "// Expected:"),
      let end = lines.dropFirst(title).firstIndex(of: "{")
    else { return }
    lines.replaceSubrange(title + 1..<end, with: expected(form))
    try lines.joined(separator: "\n").write(toFile: path(form), atomically: true, encoding: .utf8)
  }

  static func document(_ rows: [(form: ClosedForm, rows: [String])]) -> String {
    var lines = introduction.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    lines += [
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

  private static let introduction = """
    # Theory against simulation

    Each scenario of `scenarios/theory` has a closed form. It ran as it ships: its own duration,
    40 replications, its own seed. The interval is the 99.9 % t-interval over replications, and the
    half-width is relative to theory; it is at most 1 % for every figure. Times are in seconds.

    Tests hold each file to this table. They run the same scenarios with all parameters moved by
    20 % either way, too, for half the time and to half-widths of at most 2 %; with
    `PERFBENCH_SLOW=1` for twice the time and to at most 1 %. Of some four hundred intervals of
    99.9 % one may well miss by chance: a miss is judged by a second run, of new draws and four
    times as long, whose interval has to contain theory.

    ## Repeat it

    A run prints 95 % intervals. With 40 replications the 99.9 % half-width is 1.759 times that of
    `ci95`, since t(39) is 3.558 at 99.9 % and 2.023 at 95 %:

    ```
    perfbench run scenarios/theory/mm1.json5 --format json --output mm1.json
    jq '.metrics[] | select(.name == "backend_wait" and .labels == {})
      | [.mean, (.ci95.mean[1] - .ci95.mean[0]) / 2 * 1.759]' mm1.json
    jq '.gauges[] | select(.name == "queue_length")
      | [.mean, (.ci95[1] - .ci95[0]) / 2 * 1.759]' mm1.json
    ```

    Other parameters, with the formulas below:

    ```
    perfbench run scenarios/theory/mm1.json5 --set arrivals.rate=5/s --format json
    ```

    At a higher load a queue remembers longer, so the same half-width takes more sessions, by a
    longer `duration`: 1.4 times as many at a load of 0.55 as at 0.4, and five times at 0.8.

    The table is written anew, from the files and the formulas of `Tests/AKSPerfTests/Theory`, by
    `PERFBENCH_UPDATE=1 swift test -c release --filter Theory`.

    ## What it gives

    """

  static func row(_ item: Expectation, _ evidence: Evidence) -> String {
    func text(_ value: Double) -> String { String(format: "%.5g", value) }
    let low = evidence.value - evidence.halfWidth
    let high = evidence.value + evidence.halfWidth
    let width = evidence.halfWidth / abs(item.theory) * 100
    return "| \(item.quantity.text) | \(text(item.theory)) | \(text(evidence.value)) "
      + "| \(text(low)) … \(text(high)) | \(String(format: "%.2f", width)) % |"
  }
}
