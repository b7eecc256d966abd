/// The report as JSON, schema `perfbench.report/1` (see `ReportSchema`).
///
/// Flat, so that `jq`, DuckDB and pandas read it without code: one object a row, in a stable order.
/// Latencies are whole microseconds; what is unknown is null. Nothing of the machine is in it
/// unless `provenance` is given.
public struct JSONReport {
  public static let schema = "perfbench.report/1"

  private let report: Report
  private let provenance: Provenance?

  /// - Parameter provenance: What depends on the machine, when asked for.
  public init(_ report: Report, provenance: Provenance? = nil) {
    self.report = report
    self.provenance = provenance
  }

  /// The whole file.
  public func render() -> String {
    var writer = JSONWriter()
    writer.object {
      header(&$0)
      rows("metrics", report.metrics, &$0, metric)
      rows("counts", report.counts, &$0) { row, writer in
        name(row.count.name, row.labels, &writer)
        writer.field("unit", row.count.unit)
        writer.field("value", row.value)
        interval("ci95", row.interval, &writer)
      }
      rows("ratios", report.ratios, &$0) { row, writer in
        name(row.ratio.name, row.labels, &writer)
        writer.field("unit", row.ratio.unit)
        writer.field("numerator", row.numerator)
        writer.field("denominator", row.denominator)
        writer.field("value", row.estimate.value)
        interval("ci95", row.estimate.interval, &writer)
      }
      rows("slo", report.objectives, &$0, objective)
      rows("gauges", report.gauges, &$0) { row, writer in
        name(row.gauge.name, row.labels, &writer)
        writer.field("unit", row.gauge.unit)
        writer.field("mean", row.mean.value)
        writer.field("peak", row.peak)
        interval("ci95", row.mean.interval, &writer)
      }
      rows("series", report.series, &$0) { row, writer in
        name(row.name, row.labels, &writer)
        writer.field("step_us", row.step.microseconds)
        writer.key("values")
        writer.inlineArray(row.values) { $0.number($1) }
      }
      rows("hazards", report.hazards, &$0, hazard)
      $0.key("warnings")
      $0.inlineArray(report.warnings) { $0.string($1) }
      $0.field("model_version", AKSPerfVersion.current)
      if let provenance {
        provenance.write(to: &$0)
      }
    }
    return writer.text + "\n"
  }

  private func header(_ writer: inout JSONWriter) {
    writer.field("schema", Self.schema)
    writer.key("scenario")
    writer.inlineObject {
      $0.field("name", report.header.scenario)
      $0.field("digest", report.header.digest)
    }
    writer.key("set")
    writer.inlineArray(report.header.overrides) { $0.string("\($1.path)=\($1.value)") }
    writer.field("seed", report.header.seed)
    writer.field("replications", report.replications)
    writer.field("intervals", report.basis)
    writer.field("fingerprint", report.header.fingerprint)
    writer.field("events", report.events)
    writer.field("virtual_duration_us", report.virtualDuration.microseconds)
    writer.key("window_us")
    writer.inlineArray([report.plan.window.start, report.plan.window.end]) {
      $0.integer($1.nanoseconds / 1_000)
    }
    writer.key("sessions")
    writer.inlineObject {
      $0.field("started", report.sessionsStarted)
      $0.field("ended", report.sessionsEnded)
      $0.field("peak_concurrent", report.peakConcurrent)
    }
  }

  private func rows<Row>(
    _ key: String, _ rows: [Row], _ writer: inout JSONWriter,
    _ body: (Row, inout JSONWriter) -> Void
  ) {
    writer.key(key)
    writer.array { writer in
      for row in rows { writer.inlineObject { body(row, &$0) } }
    }
  }

  private func name(_ name: String, _ labels: LabelSet, _ writer: inout JSONWriter) {
    writer.field("name", name)
    self.labels(labels, &writer)
  }

  private func labels(_ labels: LabelSet, _ writer: inout JSONWriter) {
    writer.key("labels")
    writer.inlineObject {
      for value in labels.values { $0.field(value.label.rawValue, value.value) }
    }
  }

  private func interval(_ key: String, _ interval: Interval?, _ writer: inout JSONWriter) {
    writer.key(key)
    guard let interval, interval.low.isFinite, interval.high.isFinite else {
      return writer.number(nil)
    }
    writer.inlineArray([interval.low, interval.high]) { $0.number($1) }
  }

  private func metric(_ row: Report.MetricRow, _ writer: inout JSONWriter) {
    name(row.metric.name, row.labels, &writer)
    writer.field("unit", "us")
    writer.field("count", row.count)
    writer.field("never", row.never)
    writer.field("mean", row.mean.value)
    writer.field("sd", row.standardDeviation)
    writer.field("min", row.minimum)
    for estimate in row.percentiles {
      writer.field(estimate.percentile.name, estimate.rank?.microseconds)
    }
    writer.field("max", row.maximum)
    writer.key("ci95")
    writer.inlineObject {
      interval("mean", row.mean.interval, &$0)
      for estimate in row.percentiles {
        interval(estimate.percentile.name, estimate.interval, &$0)
      }
    }
    writer.key("thin")
    writer.inlineArray(row.percentiles.filter(\.isThin)) { $0.string($1.percentile.name) }
  }

  private func objective(_ row: SLOResult, _ writer: inout JSONWriter) {
    writer.field("metric", row.check.subject.name)
    labels(row.check.labels, &writer)
    writer.field("check", row.check.checkText)
    writer.field("level", row.level == .warn ? "warn" : "error")
    writer.field("value", row.estimate.value)
    interval("ci95", row.estimate.interval, &writer)
    writer.field("count", row.count)
    writer.field("limit", row.check.limit)
    writer.field("share", row.share?.value)
    interval("share_ci95", row.share?.interval, &writer)
    writer.field("verdict", row.verdict.rawValue)
    writer.key("reason")
    if let reason = row.reason { writer.string(reason) } else { writer.number(nil) }
  }

  private func hazard(_ row: Report.HazardRow, _ writer: inout JSONWriter) {
    writer.field("rule", row.rule.name)
    labels(row.labels, &writer)
    writer.field("count", row.count)
    writer.key("first")
    writer.inlineObject {
      $0.field("replication", row.firstReplication)
      $0.field("session", row.firstSession)
      $0.field("time_us", row.firstTime.nanoseconds / 1_000)
    }
  }
}

extension Provenance {
  /// Adds what depends on the machine as the last key of a report.
  func write(to writer: inout JSONWriter) {
    writer.key("provenance")
    writer.inlineObject {
      $0.field("seconds", seconds)
      $0.field("events_per_second", eventsPerSecond)
      $0.field("peak_memory_bytes", peakMemoryBytes)
      $0.field("jobs", jobs)
    }
  }
}
