import Scheduler

/// Sums of the phases of shows, by format and by how long the show took.
///
/// Shows whose times differ by less than a 64th of their octave share a row, so memory is bounded
/// and rows of replications merge by addition. Within a row phases sum exactly to the total.
struct PhaseCollector: Sendable {
  struct Row: Sendable, Hashable {
    var shows: Int64 = 0
    /// Nanoseconds.
    var total: Int64 = 0
    /// Nanoseconds by phase.
    var phases = [Int64](repeating: 0, count: ShowPhase.allCases.count)

    mutating func add(_ other: Row) {
      shows += other.shows
      total += other.total
      for phase in phases.indices { phases[phase] += other.phases[phase] }
    }
  }

  /// By format, then by row; grown on first use.
  private(set) var rows: [[Row]] = Array(repeating: [], count: AdFormat.allCases.count)

  /// Adds one show.
  mutating func add(format: AdFormat, total: SimDuration, account: PhaseAccount) {
    let position = Self.position(of: total)
    let format = Int(format.rawValue)
    while rows[format].count <= position { rows[format].append(Row()) }
    rows[format][position].shows += 1
    rows[format][position].total += total.nanoseconds
    for phase in ShowPhase.allCases {
      rows[format][position].phases[Int(phase.rawValue)] += account[phase].nanoseconds
    }
  }

  /// Adds the rows of another replication.
  mutating func merge(_ other: PhaseCollector) {
    for format in other.rows.indices {
      while rows[format].count < other.rows[format].count { rows[format].append(Row()) }
      for (k, row) in other.rows[format].enumerated() { rows[format][k].add(row) }
    }
  }

  /// The row of a time: its octave of microseconds and which 64th of it.
  private static func position(of time: SimDuration) -> Int {
    let value = UInt64(max(0, time.microseconds))
    if value < 64 { return Int(value) }
    let octave = 63 - value.leadingZeroBitCount
    return (octave - 5) * 64 + Int(value >> UInt64(octave - 6)) - 64
  }
}
