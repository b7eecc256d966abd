import AKSPerf

/// How many sessions of the reference model run at once, and for how long.
///
/// They are launched within the first minute, and from then on at the rate that keeps their number
/// by Little's law, so that a run is spent on sessions that live and not on their launch.
struct ReferenceLoad: Equatable {
  /// Mean length of a session, measured; a test holds it against the runs.
  static let meanSessionSeconds = 405.0
  /// Of the sessions launched in the first minute few have ended when it is over; a little less
  /// than all, so that the number of sessions does not overshoot.
  static let firstMinuteShare = 0.97

  var sessions: Int
  /// Virtual time in all.
  var minutes: Int

  /// Launches a second within the first minute.
  var firstMinuteRate: Double { Double(sessions) * Self.firstMinuteShare / 60 }

  /// Launches a second from then on.
  var rate: Double { Double(sessions) / Self.meanSessionSeconds }

  /// Servers of the config service: a third busy within the first minute.
  var servers: Int { max(1, sessions / 2_000) }

  /// The changes that make the scenario of the file one of this load.
  ///
  /// One session is a single launch: what a process takes before sessions count.
  var overrides: [ScenarioOverride] {
    var changes = [
      ("duration", "\(minutes)m"),
      ("backends.aks-config.servers", "\(servers)"),
    ]
    if sessions == 1 {
      // The only launch in five minutes is the first, after four.
      changes.append(("arrivals", "{ process: \"constant\", rate: \"0.25/m\" }"))
    } else {
      changes.append(("arrivals.stages[0].at", "\(firstMinuteRate)/s"))
      changes.append(("arrivals.stages[1].at", "\(rate)/s"))
    }
    return changes.map { ScenarioOverride(path: $0.0, value: $0.1) }
  }

  func scenario() throws -> Scenario {
    try Scenario(contentsOf: Paths.scenario, overrides: overrides)
  }
}
