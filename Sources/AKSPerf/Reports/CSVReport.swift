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
  private static let figures = [
    "count", "never", "numerator", "denominator", "value", "low", "high", "sd", "min",
    "p50", "p75", "p90", "p95", "p99", "p999", "max", "p95_low", "p95_high", "peak",
    "check", "verdict", "reason", "seed", "fingerprint",
  ]

  private let report: Report
  public init(_ report: Report) { self.report = report }

  /// The whole file.
  public func render() -> String {
    let columns =
      ["scope", "replication", "kind", "name", "unit"] + Self.labels.map(\.rawValue)
      + Self.figures
    var lines = [columns.joined(separator: ",")]
    append(report, scope: nil, &lines)
    for result in report.results {
      let single = Report(report.header, plan: report.plan.withoutChecks, results: [result])
      append(single, scope: result.index, &lines)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func append(_ report: Report, scope: Int?, _ lines: inout [String]) {
    let run = ["seed": String(report.header.seed), "fingerprint": report.header.fingerprint]
    func add(
      _ kind: String, _ name: String, _ unit: String, _ labels: LabelSet,
      _ own: [String: String]
    ) {
      let start = [
        scope == nil ? "pooled" : "replication", scope.map { String($0) } ?? "", kind, name, unit,
      ]
      let figures = own.merging(run) { $1 }
      let cells =
        start + Self.labels.map { labels[$0] ?? "" } + Self.figures.map { figures[$0] ?? "" }
      lines.append(cells.map(Self.quoted).joined(separator: ","))
    }
    func add(_ entry: CatalogueEntry, _ labels: LabelSet, _ figures: [String: String]) {
      add(entry.kind.rawValue, entry.name, entry.unit, labels, figures)
    }
    for row in report.objectives {
      let check = row.check
      add("slo", check.subject.name, check.unit, check.labels, Self.figures(of: row))
    }
    for row in report.metrics { add(row.metric.entry, row.labels, Self.figures(of: row)) }
    for row in report.counts {
      add(
        row.count.entry, row.labels,
        ["value": String(row.value), "low": Self.text(row.interval?.low)]
          .merging(["high": Self.text(row.interval?.high)]) { $1 })
    }
    for row in report.ratios {
      add(
        row.ratio.entry, row.labels,
        [
          "numerator": String(row.numerator), "denominator": String(row.denominator),
          "value": Self.text(row.estimate.value),
          "low": Self.text(row.estimate.interval?.low),
          "high": Self.text(row.estimate.interval?.high),
        ])
    }
    for row in report.gauges {
      add(
        row.gauge.entry, row.labels,
        [
          "value": Self.text(row.mean.value), "low": Self.text(row.mean.interval?.low),
          "high": Self.text(row.mean.interval?.high), "peak": Self.text(row.peak),
        ])
    }
  }

  private static func figures(of row: SLOResult) -> [String: String] {
    [
      "count": String(row.count), "value": text(row.estimate.value),
      "low": text(row.estimate.interval?.low), "high": text(row.estimate.interval?.high),
      "check": row.check.checkText, "verdict": row.verdict.rawValue, "reason": row.reason ?? "",
    ]
  }

  private static func figures(of row: Report.MetricRow) -> [String: String] {
    var figures = [
      "count": String(row.count), "never": String(row.never), "value": text(row.mean.value),
      "low": text(row.mean.interval?.low), "high": text(row.mean.interval?.high),
      "sd": text(row.standardDeviation), "min": text(row.minimum), "max": text(row.maximum),
    ]
    for estimate in row.percentiles {
      figures[estimate.percentile.name] = text(estimate.rank?.microseconds)
    }
    let p95 = row.percentile(.p95)?.interval
    figures["p95_low"] = text(p95?.low)
    figures["p95_high"] = text(p95?.high)
    return figures
  }

  private static func text(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    return JSONWriter.number(value)
  }
  private static func text(_ value: UInt64?) -> String { value.map { String($0) } ?? "" }

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

extension MeasurementPlan {
  var withoutChecks: MeasurementPlan {
    var plan = self
    plan.checks = []
    return plan
  }
}
