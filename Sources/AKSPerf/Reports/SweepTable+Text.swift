extension SweepTable {
  /// The figures of a text that names none.
  private static let usual = ["time_to_show", "coverage", "cache_hit"]

  private var shown: [String] { names.isEmpty ? Self.usual : names }

  /// The whole text: what was swept, then a line for each point.
  func text(_ points: [Rows]) -> String {
    let replications = header.axes.contains { $0.path == "replications" }
    let count = header.replications
    var lines = [
      "sweep of scenario \(TerminalText.escaped(header.scenario)), seed \(header.seed)"
    ]
    if !replications {
      lines.append("\(count) \(count == 1 ? "replication" : "replications") at each point")
    }
    for axis in header.axes {
      let values = axis.values.map { TerminalText.escaped($0) }.joined(separator: ", ")
      lines += Catalogue.wrapped(
        "\(TerminalText.escaped(axis.path)): \(values)", indent: 2, width: TextTable.width)
    }
    var table = TextTable(columns)
    for point in points { table.add(point.parts) }
    lines += [""] + table.lines
    let heads = columns.reduce(0) { $0 + $1.split(separator: " ").count }
    if table.lines[0].split(separator: " ").count < heads {
      lines.append("More figures than fit: name fewer with --metrics, or use --format csv.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var columns: [String] {
    header.axes.map { shortName(of: $0) } + ["objectives"] + shown.flatMap { heads(of: $0) }
  }

  /// The last step of a path, with the one before where another axis ends alike.
  private func shortName(of axis: SweepAxis) -> String {
    func tail(_ path: String, _ count: Int) -> String {
      TerminalText.escaped(path.split(separator: ".").suffix(count).joined(separator: "."))
    }
    let alike = header.axes.count { tail($0.path, 1) == tail(axis.path, 1) }
    return tail(axis.path, alike > 1 ? 2 : 1)
  }

  private func heads(of name: String) -> [String] {
    Metric(name: name) == nil ? [name, "+/-"] : [name + " p50", "p95", "+/-"]
  }

  /// The cells of a point: its values, the verdict on its objectives, and its figures.
  func textCells(_ settings: [ScenarioOverride], _ report: Report) -> [String] {
    var cells = settings.map { TerminalText.escaped($0.value) } + [verdict(report)]
    for name in shown {
      if let metric = Metric(name: name) {
        let row = report.metric(metric)
        let half = row?.percentile(.p95)?.interval?.halfWidth
        cells += [
          TextReport(report).cell(row, .p50), TextReport(report).cell(row, .p95),
          half.map { NumberText.time($0) } ?? "-",
        ]
      } else {
        let (value, interval) = figure(name, report)
        cells += [value, interval?.halfWidth].map { $0.map(NumberText.figure) ?? "-" }
      }
    }
    return cells
  }

  /// The worst verdict on the objectives, and on how many of them it is.
  private func verdict(_ report: Report) -> String {
    let order: [SLOResult.Verdict] = [.fail, .undecided, .pass]
    for verdict in order {
      let count = report.objectives.count { $0.verdict == verdict }
      if count > 0 { return "\(verdict.rawValue) \(count) of \(report.objectives.count)" }
    }
    return "-"
  }

  private func figure(_ name: String, _ report: Report) -> (Double?, Interval?) {
    if let ratio = Ratio(name: name) {
      let estimate = report.ratio(ratio)?.estimate
      return (estimate?.value, estimate?.interval)
    }
    if let count = Count(name: name) {
      let row = report.count(count)
      return (row.map { Double($0.value) } ?? 0, row?.interval)
    }
    if let gauge = Gauge(name: name) {
      let mean = report.gauge(gauge)?.mean
      return (mean?.value, mean?.interval)
    }
    return (nil, nil)
  }
}
