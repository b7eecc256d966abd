import AKSPerf

/// What one run of the reference model took and did.
struct ReferenceRun: Sendable {
  var seconds: Double
  var peakResidentBytes: Int
  var events: UInt64
  var sessions: UInt64
  var attempts: UInt64
  var loads: UInt64
  var fills: UInt64
  var shows: UInt64
  var peakConcurrent: UInt64
  /// Sessions at once, the mean of the second half.
  var meanConcurrent: Double
  var fingerprint: String

  /// Runs the model on this thread, with the seed of the file if there is none here.
  static func measured(_ load: ReferenceLoad, seed: UInt64? = nil) throws -> ReferenceRun {
    var scenario = try load.scenario()
    if let seed { scenario.seed = seed }
    let simulation = Simulation(scenario)
    let start = ContinuousClock.now
    let report = try simulation.run(jobs: 1)
    let elapsed = ContinuousClock.now - start
    return try ReferenceRun(report, seconds: elapsed / .seconds(1))
  }

  init(_ report: Report, seconds: Double) throws {
    self.seconds = seconds
    peakResidentBytes = try Memory.peakResidentBytes
    events = report.events
    sessions = report.sessionsStarted
    attempts = report.count(.attempts)?.value ?? 0
    loads = report.count(.loads)?.value ?? 0
    fills = report.count(.loadsFilled)?.value ?? 0
    shows = report.count(.shows)?.value ?? 0
    peakConcurrent = report.peakConcurrent
    let series = report.series.first { $0.name == Gauge.concurrentSessions.name }
    let levels = series?.values.compactMap { $0 } ?? []
    let half = levels.suffix(levels.count / 2)
    meanConcurrent = half.isEmpty ? 0 : half.reduce(0, +) / Double(half.count)
    fingerprint = report.header.fingerprint
  }

  /// The run as lines of `name=value`.
  var lines: [String] {
    [
      "seconds=\(seconds)", "peakResidentBytes=\(peakResidentBytes)", "events=\(events)",
      "sessions=\(sessions)", "attempts=\(attempts)", "loads=\(loads)", "fills=\(fills)",
      "shows=\(shows)", "peakConcurrent=\(peakConcurrent)", "meanConcurrent=\(meanConcurrent)",
      "fingerprint=\(fingerprint)",
    ]
  }

  /// Reads what `lines` wrote.
  init(_ pairs: [String: String]) throws {
    func number<Value: LosslessStringConvertible>(_ name: String) throws -> Value {
      guard let text = pairs[name], let value = Value(text) else {
        throw Failure("a run of the reference model without \(name)")
      }
      return value
    }
    seconds = try number("seconds")
    peakResidentBytes = try number("peakResidentBytes")
    events = try number("events")
    sessions = try number("sessions")
    attempts = try number("attempts")
    loads = try number("loads")
    fills = try number("fills")
    shows = try number("shows")
    peakConcurrent = try number("peakConcurrent")
    meanConcurrent = try number("meanConcurrent")
    fingerprint = try number("fingerprint")
  }
}
