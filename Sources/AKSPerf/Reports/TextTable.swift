/// A table of aligned columns: the first to the left, the others to the right.
///
/// Columns past `width` are dropped from the right; names are cut to `nameWidth`.
struct TextTable {
  static let width = 100
  static let nameWidth = 24

  private var rows: [[String]] = []

  init(_ header: [String]) { rows.append(header) }

  mutating func add(_ row: [String]) { rows.append(row) }

  var isEmpty: Bool { rows.count < 2 }

  /// Lines indented by two.
  var lines: [String] {
    let columns = rows[0].count
    let widths = (0..<columns).map { column in
      rows.reduce(0) { max($0, Self.cut(column, $1[column]).count) }
    }
    var total = 2 + widths[0]
    var kept = 1
    while kept < columns, total + 2 + widths[kept] <= Self.width {
      total += 2 + widths[kept]
      kept += 1
    }
    return rows.map { row in
      var line = "  "
      for column in 0..<kept {
        let cell = Self.cut(column, row[column])
        let space = String(repeating: " ", count: widths[column] - cell.count)
        if column > 0 { line += "  " }
        line += column == 0 ? cell + space : space + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func cut(_ column: Int, _ cell: String) -> String {
    guard column == 0, cell.count > nameWidth else { return cell }
    return cell.prefix(nameWidth - 2) + ".."
  }
}
