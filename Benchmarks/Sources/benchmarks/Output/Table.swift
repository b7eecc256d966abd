import Foundation

/// The rows as text in columns.
struct Table {
  let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  var text: String {
    var lines = [["what", "size", "who", "figure", "unit", "ratio", "remark"]]
    var subject = ""
    var size = ""
    for row in rows {
      let isNew = row.subject != subject
      let isOther = isNew || row.size != size
      subject = row.subject
      size = row.size
      lines.append([
        isNew ? row.subject : "", isOther ? row.size : "", row.contender,
        row.figure.map(Self.short) ?? "-", row.unit,
        row.ratio.map { "\(Self.short($0))x" } ?? "", row.remark,
      ])
    }
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { Self.line($0, widths) + "\n" }.joined()
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      let isNumber = column == 3 || column == 5
      line += (isNumber ? padding + cell : cell + padding) + "  "
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Three significant digits, with a letter for thousands and millions.
  static func short(_ value: Double) -> String {
    for (limit, letter) in [(1e9, " G"), (1e6, " M"), (1e4, " k")] where abs(value) >= limit {
      return digits(value / (limit == 1e4 ? 1e3 : limit)) + letter
    }
    return digits(value)
  }

  private static func digits(_ value: Double) -> String {
    let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    return String(format: "%.\(places)f", value)
  }
}
