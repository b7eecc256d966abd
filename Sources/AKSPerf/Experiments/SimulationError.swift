import Scheduler

/// Why a simulation could not run or had to stop.
public enum SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The scenario asks for something that cannot be simulated.
  case invalidScenario(String)
  /// The run was cancelled; nothing was kept.
  case cancelled
  /// A rule that must always hold was broken: a defect of this program, not of the scenario.
  case invariantBroken(rule: String, session: UInt64, time: SimTime, replication: Int)
  /// The scenario's journeys do endless work in no time.
  case endlessInstant(time: SimTime, replication: Int)

  public var description: String {
    switch self {
    case .invalidScenario(let reason): reason
    case .cancelled: "cancelled"
    case .invariantBroken(let rule, let session, let time, let replication):
      "internal error: rule '\(rule)' was broken in session \(session) "
        + "at \(time.nanoseconds) ns of replication \(replication); please report it"
    case .endlessInstant(let time, let replication):
      "endless work at one instant, \(time.nanoseconds) ns of replication \(replication): "
        + "more than \(Limits.stepsAtOneInstant) steps of one session or "
        + "\(Limits.eventsAtOneInstant) events without virtual time going on; "
        + "give a loop of the journey, a retry or a pause a time above 0"
    }
  }
}
