import Scheduler

/// The report for a person at a terminal: verdicts first, at most 100 columns.
///
/// A word stands beside every colour.
public struct TextReport {
  let report: Report
  private let style: TextStyle

  public init(_ report: Report, style: TextStyle = TextStyle()) {
    self.report = report
    self.style = style
  }

  /// The whole text.
  public func render() -> String {
    let sections = [
      verdicts, heading, timeToShow, outcomes, placeholders, networks, appOpen, backends, load,
      hazards, notes,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  // MARK: Verdicts and heading

  /// Worst first; within one verdict in the order of the scenario.
  private var verdicts: [String] {
    let order: [SLOResult.Verdict] = [.fail, .undecided, .pass]
    return order.flatMap { verdict in
      report.objectives.filter { $0.verdict == verdict }.map(line)
    }
  }

  private func line(_ result: SLOResult) -> String {
    let isWarning = result.level == .warn && result.verdict == .fail
    let word = isWarning ? "WARN" : result.verdict.rawValue.uppercased()
    let codes: [SLOResult.Verdict: String] = [.pass: "32", .fail: "31", .undecided: "33"]
    let code = isWarning ? "33" : codes[result.verdict] ?? "0"
    let shown = style.usesColour ? "\u{1B}[\(code)m\(word)\u{1B}[0m" : word
    let space = String(repeating: " ", count: max(0, 9 - word.count))
    var text = "\(result.check.metricText) \(result.check.checkText)"
    text += ": " + figure(result.estimate.value, of: result.check)
    if let interval = result.estimate.interval {
      let low = figure(interval.low, of: result.check)
      text += " [\(low), \(figure(interval.high, of: result.check))]"
    }
    text += ", n \(NumberText.grouped(result.count))"
    if let reason = result.reason { text += " (\(reason))" }
    let lines = Catalogue.wrapped(text, indent: 10, width: TextTable.width)
    return shown + space + " " + lines.joined(separator: "\n").dropFirst(10)
  }

  private func figure(_ value: Double?, of check: SLOCheck) -> String {
    guard let value else { return "-" }
    if check.subject.isLatency && check.statistic != .count { return NumberText.time(value) }
    return NumberText.fixed(value, check.statistic == .count ? 0 : 3)
  }

  private var heading: [String] {
    let n = report.replications
    let name = TerminalText.escaped(report.header.scenario)
    let window = report.plan.window
    let counted = report.count(.sessionsStarted)?.value ?? 0
    return [
      String("scenario \(name), seed \(report.header.seed)".prefix(100)),
      "\(NumberText.grouped(report.sessionsStarted)) sessions in \(n) "
        + (n == 1 ? "replication" : "replications")
        + ", \(NumberText.grouped(report.events)) events, fingerprint "
        + report.header.fingerprint,
      "measured: what starts between \(Self.clock(window.start)) and \(Self.clock(window.end)) of "
        + "virtual time, \(NumberText.grouped(counted)) sessions",
    ] + report.header.overrideLines
  }

  private static func clock(_ time: SimTime) -> String {
    NumberText.time(Double(time.nanoseconds) / 1_000)
  }

  // MARK: Time to show

  private var timeToShow: [String] {
    var table = TextTable([
      "time to show", "coverage", "n", "p50", "p75", "p90", "p95", "+/-", "p99", "shape",
    ])
    let bounds = shapeBounds
    for row in report.metrics where row.metric == .timeToShow {
      let labels = row.labels.without(.of)
      guard labels.isTotal || labels.labels == [.format] else { continue }
      if row.labels[.of] != nil && !labels.isTotal { continue }
      let name = row.labels[.of] == nil ? labels[.format] ?? "all shown" : "all eligible"
      let coverage = report.ratio(.coverage, labels)?.estimate.value
      var cells = [name, NumberText.percent(coverage), NumberText.grouped(row.count)]
      for percentile in [Percentile.p50, .p75, .p90, .p95] {
        cells.append(cell(row, percentile))
      }
      cells.append(row.percentile(.p95)?.interval.map { NumberText.time($0.halfWidth) } ?? "-")
      cells.append(cell(row, .p99))
      cells.append(row.labels[.of] == nil ? shape(of: labels, bounds) : "")
      table.add(cells)
    }
    return table.lines + [shapeNote].compactMap { $0 }
  }

  /// What the axis of the shapes is.
  private var shapeNote: String? {
    guard let bounds = shapeBounds else { return nil }
    let ends = [bounds.first, bounds.last].map {
      NumberText.time(Double(HistogramScale.midpoint(of: $0)))
    }
    return "  shape: share of shows by time to show, \(ends[0]) to \(ends[1]), logarithmic"
  }

  /// A percentile; `~` marks a thin one.
  func cell(_ row: Report.MetricRow?, _ percentile: Percentile) -> String {
    guard let row, let estimate = row.percentile(percentile), let rank = estimate.rank else {
      return "-"
    }
    let text = rank.microseconds.map { NumberText.time(Double($0)) } ?? "never"
    return estimate.isThin && !row.isAllZero ? "~" + text : text
  }

  private func pooled(_ labels: LabelSet) -> Histogram {
    var sum = Histogram()
    for result in report.results {
      for entry in result.tally.metrics
      where entry.metric == .timeToShow && entry.labels == labels {
        sum.merge(entry.histogram)
      }
    }
    return sum
  }

  /// The first and last bucket of times to show, if they differ; buckets are nearly logarithmic.
  private var shapeBounds: (first: UInt32, last: UInt32)? {
    let all = pooled(.total)
    guard let first = all.buckets.first, let last = all.buckets.last, first < last else {
      return nil
    }
    return (first, last)
  }

  /// Ten bars of the share of values, from the fastest to the slowest show of all formats.
  private func shape(of labels: LabelSet, _ bounds: (first: UInt32, last: UInt32)?) -> String {
    guard let bounds else { return "" }
    let bins = 10
    let histogram = pooled(labels)
    var sums = [UInt64](repeating: 0, count: bins)
    let span = UInt64(bounds.last - bounds.first) + 1
    for (bucket, n) in zip(histogram.buckets, histogram.counts) {
      sums[Int(UInt64(bucket - bounds.first) * UInt64(bins) / span)] += n
    }
    let largest = sums.max() ?? 0
    let bars: [Character] = Array(style.isASCII ? "_.:-=+*#" : "▁▂▃▄▅▆▇█")
    return String(
      sums.map { n in
        n == 0 || largest == 0
          ? " " : bars[min(bars.count - 1, Int(n.multipliedReportingOverflow(by: 8).0 / largest))]
      })
  }

  // MARK: Notes

  private var notes: [String] {
    var lines = report.warnings.map { "warning: \($0)" }
    if report.metrics.contains(where: {
      $0.count > 0 && !$0.isAllZero && $0.percentiles.contains(where: \.isThin)
    }) {
      lines.append("~ thin: too few values above it, or too unevenly spread, to be trusted.")
    }
    if report.basis == EstimateParts.Basis.singleRun.rawValue {
      lines.append("single-run: intervals come from ten equal parts of one run; no verdict.")
    } else if report.basis == EstimateParts.Basis.none.rawValue {
      lines.append("One run of arrivals that change: no intervals. Use more replications.")
    }
    if report.plan.isClosed {
      lines.append(
        "A closed population waits for its own slow answers: "
          + "latencies have coordinated omission."
      )
    }
    return lines.flatMap { Catalogue.wrapped($0, indent: 0, width: TextTable.width) }
  }
}

extension Report.MetricRow {
  /// Whether every sample is 0: then so is every percentile, however few there are.
  fileprivate var isAllZero: Bool { maximum == 0 && never == 0 }
}

extension Report.Header {
  /// What was set on top of the scenario's file, for people.
  var overrideLines: [String] {
    overrides.flatMap { item in
      Catalogue.wrapped(
        "set \(TerminalText.escaped(item.path)) = \(TerminalText.escaped(item.value))", indent: 2,
        width: TextTable.width
      ).map { String($0.prefix(TextTable.width)) }
    }
  }
}
