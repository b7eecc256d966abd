import Scheduler

extension Explanation {
  /// The split as a table for people, in milliseconds with shares.
  public func text(style: TextStyle) -> String {
    var lines = [
      "\(TerminalText.escaped(report.header.scenario)): where time-to-show goes",
      "seed \(report.header.seed), fingerprint \(report.header.fingerprint)",
    ]
    lines += report.header.overrideLines + [""]
    for format in AdFormat.allCases {
      let own = rows.filter { $0.format == format }
      guard !own.isEmpty else { continue }
      lines += table(format, own) + [""]
    }
    if rows.isEmpty { lines += ["No full-screen ad was shown inside the window that counts.", ""] }
    lines += legend
    lines += Catalogue.wrapped(
      "A column averages the shows near a percentile (within 1.1 %), so it may differ from the "
        + "percentile that `run` prints by as much; the phases of each show sum exactly to it.",
      indent: 0, width: TextTable.width)
    return lines.joined(separator: "\n") + "\n"
  }

  /// What the phases of the tables are.
  private var legend: [String] {
    let used = ShowPhase.allCases.filter { phase in rows.contains { $0[phase] != .zero } }
    guard !used.isEmpty else { return [] }
    return used.map { phase in
      let gap = String(repeating: " ", count: max(1, 12 - phase.name.count))
      return phase.name + gap + phase.definition
    } + [""]
  }

  private func table(_ format: AdFormat, _ own: [Row]) -> [String] {
    let used = ShowPhase.allCases.filter { phase in own.contains { $0[phase] != .zero } }
    var cells = [[format.name] + own.map { $0.percentile.map { "p\($0)" } ?? "mean" }]
    cells.append(["time to show"] + own.map { Self.milliseconds($0.total) })
    for phase in used {
      cells.append(
        ["  \(phase.name)"]
          + own.map { "\(Self.milliseconds($0[phase]))  \(Self.share($0[phase], of: $0.total))" })
    }
    cells.append(["shows averaged"] + own.map { String($0.shows) })
    let widths = (0...own.count).map { column in
      cells.map { $0[column].count }.max() ?? 0
    }
    return cells.map { row in
      row.enumerated().map { column, cell in
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + gap : gap + cell
      }.joined(separator: "   ")
    }
  }

  /// Milliseconds with one digit.
  private static func milliseconds(_ time: SimDuration) -> String {
    let tenths = (time.microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// A share in whole per cent, four characters wide.
  private static func share(_ part: SimDuration, of whole: SimDuration) -> String {
    guard whole > .zero else { return "   –" }
    let percent = String((part.nanoseconds * 100 + whole.nanoseconds / 2) / whole.nanoseconds)
    return String(repeating: " ", count: max(0, 3 - percent.count)) + percent + "%"
  }

  /// The split as JSON: one row a format and percentile, integer microseconds.
  public func json(provenance: Provenance? = nil) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("schema", "perfbench.explanation/1")
      writer.key("scenario")
      writer.inlineObject {
        $0.field("name", report.header.scenario)
        $0.field("digest", report.header.digest)
      }
      writer.field("seed", report.header.seed)
      writer.field("fingerprint", report.header.fingerprint)
      writer.field("events", events)
      writer.key("rows")
      writer.array { writer in
        for row in rows { Self.write(row, &writer) }
      }
      if let provenance { provenance.write(to: &writer) }
    }
    return writer.text + "\n"
  }

  private static func write(_ row: Row, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("format", row.format.name)
      writer.field("percentile", row.percentile)
      writer.field("shows", row.shows)
      writer.field("total_us", row.total.microseconds)
      writer.key("phases_us")
      writer.inlineObject { writer in
        for phase in ShowPhase.allCases { writer.field(phase.name, row[phase].microseconds) }
      }
    }
  }

  /// The split as CSV: a header, then one line a format, percentile and phase.
  public func csv() -> String {
    var lines = ["format,percentile,shows,phase,us"]
    for row in rows {
      let percentile = row.percentile.map(String.init) ?? "mean"
      let start = "\(row.format.name),\(percentile),\(row.shows)"
      for phase in ShowPhase.allCases {
        lines.append("\(start),\(phase.name),\(row[phase].microseconds)")
      }
      lines.append("\(start),total,\(row.total.microseconds)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
