import Scheduler

/// Where the time to show goes: what shows near each percentile spent on which phase.
///
/// The phases of every show sum exactly to its time; a row averages the shows within a 64th of an
/// octave of the percentile, and its phases sum exactly to its time too.
public struct Explanation: Sendable {
  /// The shows of one format near one percentile.
  public struct Row: Sendable, Hashable {
    public var format: AdFormat
    /// 50, 95 or 99; nil for the mean of all shows.
    public var percentile: Int?
    /// Shows that were averaged.
    public var shows: Int64
    /// Their mean time, in whole microseconds.
    public var total: SimDuration
    /// Mean time by phase, in whole microseconds; the sum is `total`.
    public var phases: [SimDuration]

    public subscript(phase: ShowPhase) -> SimDuration { phases[Int(phase.rawValue)] }
  }

  /// The same run's report.
  public let report: Report
  /// By format, then mean, p50, p95, p99; formats without a show are left out.
  public let rows: [Row]

  init(report: Report, phases: PhaseCollector) {
    self.report = report
    var rows: [Row] = []
    for format in AdFormat.allCases {
      let all = phases.rows[Int(format.rawValue)]
      let shows = all.reduce(0) { $0 + $1.shows }
      guard shows > 0 else { continue }
      var sum = PhaseCollector.Row()
      for row in all { sum.add(row) }
      rows.append(Self.average(sum, format, percentile: nil))
      for percentile in [50, 95, 99] {
        let rank = (shows * Int64(percentile) + 99) / 100
        var before: Int64 = 0
        let row = all.first {
          before += $0.shows
          return before >= rank
        }
        if let row { rows.append(Self.average(row, format, percentile: percentile)) }
      }
    }
    self.rows = rows
  }

  /// Events of all replications.
  public var events: UInt64 { report.events }

  /// Divides a row by its shows, in whole microseconds that still sum to the total.
  private static func average(
    _ row: PhaseCollector.Row, _ format: AdFormat, percentile: Int?
  ) -> Row {
    let unit = row.shows * 1_000
    let total = (row.total + unit / 2) / unit
    var parts = row.phases.map { $0 / unit }
    // What rounding down left over goes to the phases that lost most (largest remainder).
    let order = row.phases.indices.sorted {
      (row.phases[$0] % unit, $1) > (row.phases[$1] % unit, $0)
    }
    var missing = total - parts.reduce(0, +)
    for k in order where missing > 0 {
      parts[k] += 1
      missing -= 1
    }
    return Row(
      format: format, percentile: percentile, shows: row.shows, total: .microseconds(total),
      phases: parts.map { .microseconds($0) })
  }
}
