/// The report as CSV (RFC 4180, LF line ends).
///
/// There is a row for each (name, labels, replication) and for each objective. `scope` is
/// `replication`, or `pooled` for all together (then `replication` is empty). `kind` is metric,
/// count, ratio, gauge or slo. One column stands for each label, empty where a row has none.
/// `value` is the mean of a metric or gauge, the ratio, or the count; `low` and `high` are its 95 %
/// interval. Percentiles, `min`, `max`, `mean` and `sd` are microseconds; `p95_low` and `p95_high`
/// the interval of p95. `check`, `verdict` and `reason` are those of an objective. `seed` and
/// `fingerprint` are of the whole run, so that files of several runs can be put together. A figure
/// that is unknown is empty. Integers but `seed` stay below 2⁵³.
public struct CSVReport {
  private static let labels =
    Label.allCases.filter { ![.callback, .rule].contains($0) } + [
      .callback
    ]
  static let columns =
    ["scope", "replication", "kind", "name", "unit"] + labels.map(\.rawValue) + TidyRow.figures

  private let report: Report
  public init(_ report: Report) { self.report = report }

  /// The whole file.
  public func render() -> String {
    let lines = TidyRow.rows(of: report).map { Self.line(Self.cells(of: $0)) }
    return ([Self.columns.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  /// What stands in `columns`.
  static func cells(of row: TidyRow) -> [String] {
    let start = [
      row.replication == nil ? "pooled" : "replication", row.replication.map { String($0) } ?? "",
      row.kind, row.name, row.unit,
    ]
    let figures = TidyRow.figures.map { column in
      switch row[column] {
      case .integer(let value): String(value)
      case .number(let value): JSONWriter.number(value)
      case .text(let text): text
      case nil: ""
      }
    }
    return start + labels.map { row.labels[$0] ?? "" } + figures
  }

  /// A line of the file, without its end.
  static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",")
  }

  static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { $0 == 34 || $0 == 44 || $0 == 10 || $0 == 13 }) else {
      return cell
    }
    var result = "\""
    for character in cell.unicodeScalars {
      if character == "\"" { result += "\"" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}
