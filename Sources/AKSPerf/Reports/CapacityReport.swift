/// A capacity as text, JSON and CSV.
public struct CapacityReport {
  private let answer: CapacityAnswer
  private let style: TextStyle

  public init(_ answer: CapacityAnswer, style: TextStyle = TextStyle()) {
    self.answer = answer
    self.style = style
  }

  private func text(_ value: Double?) -> String { value.map(answer.key.text) ?? "-" }

  // MARK: Text

  /// For a person at a terminal: the answer, what limits it, the curve, what it is sensitive to.
  public func text() -> String {
    let sections = [heading, limits, curve, sensitivity, points]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private var heading: [String] {
    let sought = answer.seeksLowest ? "lowest" : "highest"
    var lines = [
      "\(TerminalText.escaped(answer.scenario)), seed \(answer.seed): \(sought) "
        + "\(TerminalText.escaped(answer.key.path)) that meets the objectives",
      conclusion,
    ]
    if let headroom = answer.headroom {
      let share = NumberText.percent(abs(headroom))
      lines.append(
        "the scenario has \(text(answer.key.number)): "
          + (headroom < 0 ? "\(share) too much" : "headroom \(share)"))
    }
    if let knee = answer.knee {
      lines.append("knee of the curve, most load for its latency: \(text(knee))")
    }
    return lines
  }

  private var conclusion: String {
    let each = "\(answer.replications) replications each"
    switch answer.ending {
    case .found:
      guard answer.fail != nil else {
        return "FOUND     \(text(answer.pass)) passes, and there is no less (95%, \(each))"
      }
      return "FOUND     \(text(answer.pass)) passes, \(text(answer.fail)) fails (95%, \(each))"
    case .wide:
      return "UNDECIDED between \(text(answer.pass)), which passes, and \(text(answer.fail)), "
        + "which fails (95%, \(each), the most allowed)"
    case .notMonotone:
      return "UNDECIDED \(text(answer.pass)) passes although \(text(answer.fail)) fails, with less "
        + "load: not monotone (\(each))"
    case .noPass:
      return "UNDECIDED no value that was tested passes (\(each))"
    case .impossible: return "UNDECIDED the value makes no scenario"
    case .noFail:
      let way = answer.seeksLowest ? "down to" : "up to"
      return "UNDECIDED no value that was tested fails, \(way) \(text(answer.pass)) (\(each))"
    }
  }

  private var limits: [String] {
    let lines = answer.limits.flatMap { Catalogue.wrapped($0, indent: 2, width: TextTable.width) }
    return lines.isEmpty ? [] : ["beyond it are missed:"] + lines
  }

  private var curve: [String] { table("saturation curve", answer.curve) }
  private var points: [String] { table("values tested", answer.points) }

  private func table(_ title: String, _ points: [CapacityPoint]) -> [String] {
    guard let first = points.first else { return [] }
    var table = TextTable(
      [title, "verdict"] + first.objectives.map { Self.figureName($0.check) }
        + ["busiest backend", "replications"])
    for point in points {
      table.add(
        [text(point.value), point.verdict.rawValue] + point.objectives.map(Self.figure)
          + [
            point.busiest.map { "\($0.backend) \(NumberText.percent($0.utilisation))" } ?? "-",
            String(point.replications),
          ])
    }
    return table.lines
  }

  private var sensitivity: [String] {
    guard !answer.sensitivity.isEmpty else { return [] }
    var table = TextTable(["sensitive to", "set to", "passes", "fails", "change"])
    for row in answer.sensitivity {
      let change = row.change.map { ($0 < 0 ? "-" : "+") + NumberText.percent(abs($0)) }
      table.add([
        row.key.path, row.key.text(of: row.number), text(row.pass), text(row.fail),
        change ?? "-",
      ])
    }
    return table.lines
  }

  /// An objective without its limit: `time_to_show p(95)`.
  private static func figureName(_ check: SLOCheck) -> String {
    "\(check.metricText) \(check.checkText.prefix { !"<>".contains($0) })"
  }

  private static func figure(_ result: SLOResult) -> String {
    guard let value = result.estimate.value else { return "-" }
    return result.check.isOfTime ? NumberText.time(value) : NumberText.figure(value)
  }

  // MARK: JSON

  /// One object; numbers of the key are in its unit.
  public func json() -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("schema", "perfbench.capacity/1")
      writer.key("scenario")
      writer.inlineObject {
        $0.field("name", answer.scenario)
        $0.field("digest", answer.digest)
      }
      writer.field("seed", answer.seed)
      writer.field("key", answer.key.path)
      writer.field("unit", answer.key.unit)
      writer.field("sought", answer.seeksLowest ? "lowest" : "highest")
      writer.field("ending", answer.ending.rawValue)
      writer.field("pass", answer.pass)
      writer.field("fail", answer.fail)
      writer.field("replications", answer.replications)
      writer.field("given", answer.key.number)
      writer.field("headroom", answer.headroom)
      writer.field("knee", answer.knee)
      writer.key("limits")
      writer.inlineArray(answer.limits) { $0.string($1) }
      write(answer.points, "points", &writer)
      write(answer.curve, "curve", &writer)
      writer.key("sensitivity")
      writer.array { writer in
        for row in answer.sensitivity { Self.write(row, &writer) }
      }
    }
    return writer.text + "\n"
  }

  private func write(_ points: [CapacityPoint], _ name: String, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.array { writer in
      for point in points {
        writer.object { writer in
          writer.field("value", point.value)
          writer.field("verdict", point.verdict.rawValue)
          writer.field("replications", point.replications)
          writer.key("busiest")
          writer.inlineObject {
            $0.field("utilisation", point.busiest?.utilisation)
            if let backend = point.busiest?.backend { $0.field("backend", backend) }
          }
          writer.key("objectives")
          writer.array { writer in
            for result in point.objectives { Self.write(result, &writer) }
          }
        }
      }
    }
  }

  private static func write(_ result: SLOResult, _ writer: inout JSONWriter) {
    writer.inlineObject { writer in
      writer.field("metric", result.check.metricText)
      writer.field("check", result.check.checkText)
      writer.field("value", result.estimate.value)
      writer.field("low", result.estimate.interval?.low)
      writer.field("high", result.estimate.interval?.high)
      writer.field("count", result.count)
      writer.field("verdict", result.verdict.rawValue)
      if let reason = result.reason { writer.field("reason", reason) }
    }
  }

  private static func write(_ row: CapacityAnswer.Sensitivity, _ writer: inout JSONWriter) {
    writer.inlineObject { writer in
      writer.field("key", row.key.path)
      writer.field("set", row.key.text(of: row.number))
      writer.field("ending", row.ending.rawValue)
      writer.field("pass", row.pass)
      writer.field("fail", row.fail)
      writer.field("change", row.change)
    }
  }

  // MARK: CSV

  /// A header, then one line for each value and objective; `part` is `search` or `curve`.
  public func csv() -> String {
    var lines = [
      "part,key,value,unit,verdict,replications,metric,check,figure,low,high,count,"
        + "objective_verdict"
    ]
    for (part, points) in [("search", answer.points), ("curve", answer.curve)] {
      for point in points {
        for result in point.objectives {
          let cells = [
            part, answer.key.path, JSONWriter.number(point.value), answer.key.unit,
            point.verdict.rawValue, String(point.replications), result.check.metricText,
            result.check.checkText, Self.cell(result.estimate.value),
            Self.cell(result.estimate.interval?.low), Self.cell(result.estimate.interval?.high),
            String(result.count), result.verdict.rawValue,
          ]
          lines.append(cells.map(CSVReport.quoted).joined(separator: ","))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ value: Double?) -> String {
    value.map { $0.isFinite ? JSONWriter.number($0) : "" } ?? ""
  }
}
