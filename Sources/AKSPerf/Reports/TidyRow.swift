/// One row of a tidy table: a figure of a report, pooled or of one replication, with its labels.
struct TidyRow: Sendable {
  /// What stands in a column of figures.
  enum Cell: Sendable {
    case integer(UInt64)
    case number(Double)
    case text(String)
  }

  /// The columns of figures, in the order of every output.
  static let figures = [
    "count", "never", "numerator", "denominator", "value", "low", "high", "sd", "min",
    "p50", "p75", "p90", "p95", "p99", "p999", "max", "p95_low", "p95_high", "peak",
    "check", "verdict", "reason", "seed", "fingerprint",
  ]

  /// The replication; nil for all together.
  var replication: Int?
  var kind: String
  var name: String
  var unit: String
  var labels: LabelSet
  /// By column; what is unknown is left out.
  private var cells: [String: Cell] = [:]

  subscript(column: String) -> Cell? { cells[column] }

  private init(_ kind: String, _ name: String, _ unit: String, _ labels: LabelSet) {
    self.kind = kind
    self.name = name
    self.unit = unit
    self.labels = labels
  }

  private init(_ entry: CatalogueEntry, _ labels: LabelSet) {
    self.init(entry.kind.rawValue, entry.name, entry.unit, labels)
  }

  private mutating func set(_ column: String, _ value: UInt64?) {
    if let value { cells[column] = .integer(value) }
  }
  private mutating func set(_ column: String, _ value: Double?) {
    if let value, value.isFinite { cells[column] = .number(value) }
  }
  private mutating func set(_ column: String, _ value: String?) {
    if let value { cells[column] = .text(value) }
  }
  private mutating func set(_ interval: Interval?) {
    set("low", interval?.low)
    set("high", interval?.high)
  }
  private mutating func set(_ estimate: Estimate) {
    set("value", estimate.value)
    set(estimate.interval)
  }
}

extension TidyRow {
  /// The rows of a report: those of all replications together, then those of each.
  static func rows(of report: Report) -> [TidyRow] {
    var rows = own(of: report, replication: nil)
    for result in report.results {
      let single = Report(report.header, plan: report.plan.withoutChecks, results: [result])
      rows += own(of: single, replication: result.index)
    }
    return rows
  }

  private static func own(of report: Report, replication: Int?) -> [TidyRow] {
    var rows = report.objectives.map { TidyRow($0) }
    rows += report.metrics.map { TidyRow($0) }
    rows += report.counts.map { row in
      var item = TidyRow(row.count.entry, row.labels)
      item.set("value", row.value)
      item.set(row.interval)
      return item
    }
    rows += report.ratios.map { row in
      var item = TidyRow(row.ratio.entry, row.labels)
      item.set("numerator", row.numerator)
      item.set("denominator", row.denominator)
      item.set(row.estimate)
      return item
    }
    rows += report.gauges.map { row in
      var item = TidyRow(row.gauge.entry, row.labels)
      item.set(row.mean)
      item.set("peak", row.peak)
      return item
    }
    for index in rows.indices {
      rows[index].replication = replication
      rows[index].set("seed", report.header.seed)
      rows[index].set("fingerprint", report.header.fingerprint)
    }
    return rows
  }

  private init(_ row: SLOResult) {
    self.init("slo", row.check.subject.name, row.check.unit, row.check.labels)
    set("count", row.count)
    set(row.estimate)
    set("check", row.check.checkText)
    set("verdict", row.verdict.rawValue)
    set("reason", row.reason)
  }

  private init(_ row: Report.MetricRow) {
    self.init(row.metric.entry, row.labels)
    set("count", row.count)
    set("never", row.never)
    set(row.mean)
    set("sd", row.standardDeviation)
    set("min", row.minimum)
    set("max", row.maximum)
    for estimate in row.percentiles {
      set(estimate.percentile.name, estimate.rank?.microseconds)
    }
    let p95 = row.percentile(.p95)?.interval
    set("p95_low", p95?.low)
    set("p95_high", p95?.high)
  }
}

extension MeasurementPlan {
  var withoutChecks: MeasurementPlan {
    var plan = self
    plan.checks = []
    return plan
  }
}
