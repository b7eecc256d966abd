import Foundation

/// The public reports that the incident scenarios are to stand for.
struct IncidentTable {
  struct Row {
    var theme: String
    /// Repository and number of the public thread.
    var thread: String
    var symptom: String
    var scenario: String
  }

  var rows: [Row]

  init() throws {
    let file = Shipped.root.appendingPathComponent("Tests/AKSPerfTests/Fixtures/incidents.csv")
    let text = try String(contentsOf: file, encoding: .utf8)
    rows = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let cells = Self.cells(line)
      precondition(cells.count == 4, "a row of four cells: \(line)")
      return Row(theme: cells[0], thread: cells[1], symptom: cells[2], scenario: cells[3])
    }
  }

  /// The cells of a line of CSV, in which no cell holds a line end.
  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
