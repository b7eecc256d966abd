/// The reference mediation model at several numbers of sessions, each run a process of its own.
enum ReferenceBenchmark {
  /// Ten million events and more each. A launch takes some 70 events and a minute of life 33, so
  /// that the minutes after the first outweigh it.
  static func loads(_ plan: Plan) -> [ReferenceLoad] {
    if plan.isSmall {
      return [
        ReferenceLoad(sessions: 1_000, minutes: 4), ReferenceLoad(sessions: 4_000, minutes: 4),
      ]
    }
    return [
      ReferenceLoad(sessions: 1_000, minutes: 360), ReferenceLoad(sessions: 10_000, minutes: 45),
      ReferenceLoad(sessions: 100_000, minutes: 8), ReferenceLoad(sessions: 1_000_000, minutes: 5),
    ]
  }

  static func rows(_ plan: Plan) throws -> [Row] {
    let loads = loads(plan)
    let one = try run(ReferenceLoad(sessions: 1, minutes: 5))
    // The largest takes minutes: three runs of each say enough.
    let runs = min(plan.runs, 3)
    var results = loads.map { _ in [ReferenceRun]() }
    for _ in 0..<runs {
      for (index, load) in loads.enumerated() { results[index].append(try run(load)) }
    }
    return zip(loads, results).flatMap { rows($0, $1, one: one) }
  }

  private static func run(_ load: ReferenceLoad) throws -> ReferenceRun {
    try ReferenceRun(Child.run("reference", ["\(load.sessions)", "\(load.minutes)"]))
  }

  static func rows(_ load: ReferenceLoad, _ runs: [ReferenceRun], one: ReferenceRun) -> [Row] {
    let first = runs[0]
    let seconds = Contest.median(runs.map(\.seconds))
    let peak = Contest.median(runs.map { Double($0.peakResidentBytes) })
    let bytes = (peak - Double(one.peakResidentBytes)) / Double(load.sessions)
    func row(_ figure: Double, _ unit: String, _ remark: String) -> Row {
      Row(
        subject: "mediation model", size: "\(load.sessions) sessions", contender: "perfbench",
        figure: figure, unit: unit, remark: remark)
    }
    var rows = [
      row(
        seconds * 1e9 / Double(first.events), "ns/event",
        "\(first.events) events, fingerprint \(first.fingerprint)"),
      row(Double(first.events) / seconds, "events/s", ""),
      row(Double(first.attempts) / seconds, "attempts/s", "\(first.attempts) attempts"),
      row(Double(first.sessions) / seconds, "sessions/s", "\(first.sessions) sessions"),
      row(
        bytes, "bytes/session",
        "\(Int(peak)) bytes at peak, \(one.peakResidentBytes) of them for one session"),
    ]
    rows[0].failures = failures(load, runs)
    return rows
  }

  /// What must hold whatever the machine: the same run each time, and as many sessions as wanted.
  static func failures(_ load: ReferenceLoad, _ runs: [ReferenceRun]) -> [String] {
    var failures: [String] = []
    let subject = "mediation model, \(load.sessions) sessions"
    if let other = runs.first(where: { $0.fingerprint != runs[0].fingerprint }) {
      failures.append("\(subject): fingerprints \(runs[0].fingerprint) and \(other.fingerprint)")
    }
    let wanted = Double(load.sessions)
    // A Poisson number varies by its root, and the mean of a short run hardly less.
    let allowed = 0.04 * wanted + 4 * wanted.squareRoot()
    for run in runs where abs(run.meanConcurrent - wanted) > allowed {
      failures.append("\(subject): \(run.meanConcurrent) at once in the mean")
    }
    return failures
  }
}
