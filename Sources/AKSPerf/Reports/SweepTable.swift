/// A sweep as a table: tidy CSV or NDJSON, or a text for people.
///
/// CSV and NDJSON have a row for each point, replication and figure, as `CSVReport` has for a run;
/// before its columns come `point` and the swept keys, which NDJSON has in `set`. The text has a
/// line for each point.
public struct SweepTable: Sendable {
  public enum Form: String, CaseIterable, Sendable { case text, csv, ndjson }

  /// What the table keeps of one point.
  public struct Rows: Sendable {
    /// Events of the point's replications.
    public var events: UInt64
    /// Lines of the file, or cells of the text.
    var parts: [String]
  }

  let header: Sweep.Header
  let form: Form
  /// Names of the catalogue; empty for all, in a text for the usual ones.
  let names: [String]

  public init(_ header: Sweep.Header, form: Form, names: [String] = []) {
    self.header = header
    self.form = form
    self.names = names
  }

  /// The part of the table that a point has.
  public func rows(of point: Int, _ report: Report) -> Rows {
    let settings = header.settings(of: point)
    let parts: [String]
    switch form {
    case .text: parts = textCells(settings, report)
    case .csv:
      let start = [String(point)] + settings.map(\.value)
      parts = rows(report).map { CSVReport.line(start + CSVReport.cells(of: $0)) }
    case .ndjson: parts = rows(report).map { Self.object(point, settings, $0) }
    }
    return Rows(events: report.events, parts: parts)
  }

  /// The whole table.
  public func render(_ points: [Rows]) -> String {
    switch form {
    case .text: return text(points)
    case .ndjson: return Self.file(points, header: nil)
    case .csv:
      let columns = ["point"] + header.axes.map(\.path) + CSVReport.columns
      return Self.file(points, header: CSVReport.line(columns))
    }
  }

  private static func file(_ points: [Rows], header: String?) -> String {
    var text = header.map { $0 + "\n" } ?? ""
    for point in points {
      for line in point.parts { text += line + "\n" }
    }
    return text
  }

  private func rows(_ report: Report) -> [TidyRow] {
    let all = TidyRow.rows(of: report)
    return names.isEmpty ? all : all.filter { names.contains($0.name) }
  }

  private static func object(
    _ point: Int, _ settings: [ScenarioOverride], _ row: TidyRow
  ) -> String {
    var writer = JSONWriter()
    writer.inlineObject {
      $0.field("point", point)
      $0.key("set")
      $0.inlineObject { for item in settings { $0.field(item.path, item.value) } }
      $0.field("scope", row.replication == nil ? "pooled" : "replication")
      $0.field("replication", row.replication)
      $0.field("kind", row.kind)
      $0.field("name", row.name)
      $0.field("unit", row.unit)
      $0.key("labels")
      $0.inlineObject {
        for value in row.labels.values { $0.field(value.label.rawValue, value.value) }
      }
      for column in TidyRow.figures {
        switch row[column] {
        case .integer(let value): $0.field(column, value)
        case .number(let value): $0.field(column, value)
        case .text(let text): $0.field(column, text)
        case nil: break
        }
      }
    }
    return writer.text
  }
}
