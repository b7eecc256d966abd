/// The closed list of everything that is measured, with units, labels and definitions.
public enum Catalogue {
  /// Every entry, by kind and then in the order of the enums.
  public static let entries: [CatalogueEntry] =
    Metric.allCases.map(\.entry) + Ratio.allCases.map(\.entry) + Count.allCases.map(\.entry)
    + Gauge.allCases.map(\.entry) + Hazard.allCases.map(\.entry)

  /// Names that an SLO may judge, without repetition.
  static let judgedNames: [String] = {
    var names: [String] = []
    for entry in entries where !names.contains(entry.name) { names.append(entry.name) }
    return names
  }()

  /// The name nearest to an unknown one.
  public static func suggestion(for name: String) -> String? {
    closestName(to: name, among: judgedNames)
  }

  /// The catalogue for people: one block a kind, at most 100 columns.
  public static var text: String {
    var lines: [String] = []
    let kinds: [(CatalogueEntry.Kind, String)] = [
      (.metric, "METRICS (integer microseconds)"), (.ratio, "RATIOS"), (.count, "COUNTS"),
      (.gauge, "GAUGES (time-weighted)"), (.hazard, "HAZARDS"),
    ]
    for (kind, title) in kinds {
      lines.append(lines.isEmpty ? title : "\n" + title)
      for entry in entries where entry.kind == kind {
        lines.append("  \(entry.name) [\(entry.unit)]")
        lines += wrapped(entry.definition, indent: 6, width: 100)
        let labels = entry.labels.map(\.rawValue).joined(separator: ", ")
        lines += wrapped("labels: " + (labels.isEmpty ? "none" : labels), indent: 6, width: 100)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The catalogue as one JSON array of objects.
  public static var json: String {
    var writer = JSONWriter()
    writer.array {
      for entry in entries {
        $0.object {
          $0.field("kind", entry.kind.rawValue)
          $0.field("name", entry.name)
          $0.field("unit", entry.unit)
          $0.key("labels")
          $0.inlineArray(entry.labels) { $0.string($1.rawValue) }
          $0.field("definition", entry.definition)
        }
      }
    }
    return writer.text + "\n"
  }

  static func wrapped(_ text: String, indent: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [margin + line]
  }
}
