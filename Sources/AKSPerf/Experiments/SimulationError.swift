import Scheduler

/// Why a simulation could not run or had to stop.
public enum SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The scenario asks for something that cannot be simulated.
  case invalidScenario(String)
  /// The run was cancelled; nothing was kept.
  case cancelled
  /// A rule that must always hold was broken: a defect of this program, not of the scenario.
  ///
  /// `session` is its user; nil when only sums over all sessions tell.
  case invariantBroken(rule: String, session: UInt64?, time: SimTime, replication: Int)
  /// The scenario's journeys do endless work in no time.
  case endlessInstant(time: SimTime, replication: Int)
  /// More goes on at once than a run can hold.
  case tooMuchAtOnce(RunBound, time: SimTime, replication: Int)
  /// No session of that number, or no such launch of it, in a replication with so many sessions.
  case missingSession(UInt64, launch: UInt32?, of: UInt64, replication: Int)
  /// The scenario has fewer replications.
  case missingReplication(Int, of: Int)
  /// What went wrong at the point of a sweep with these settings.
  indirect case ofPoint(String, SimulationError)

  /// Whether the scenario is to blame, so that running it again is of no use.
  public var isOfScenario: Bool {
    switch self {
    case .invalidScenario: true
    case .ofPoint(_, let error): error.isOfScenario
    default: false
    }
  }

  public var description: String {
    switch self {
    case .ofPoint(let settings, let error): "at \(settings): \(error)"
    case .invalidScenario(let reason): reason
    case .cancelled: "cancelled"
    case .invariantBroken(let rule, let session, let time, let replication):
      "internal error: rule '\(rule)' was broken in "
        + (session.map { "session \($0) " } ?? "the sums over all sessions ")
        + "at \(time.nanoseconds) ns of replication \(replication); please report it"
    case .endlessInstant(let time, let replication):
      "endless work at one instant, \(time.nanoseconds) ns of replication \(replication): "
        + "more than \(Limits.stepsAtOneInstant) steps of one session or "
        + "\(Limits.workAtOneInstant) transitions without virtual time going on; "
        + "give a loop of the journey, a retry, an expiry or a pause a time above 0"
    case .tooMuchAtOnce(let bound, let time, let replication):
      "too much at once, \(time.nanoseconds) ns into replication \(replication): \(bound)"
    case .missingSession(let session, let launch?, _, let replication):
      "session \(session) of replication \(replication) has no launch \(launch)"
    case .missingSession(let session, nil, let count, let replication):
      "there is no session \(session): replication \(replication) has \(count), numbered from 0"
    case .missingReplication(let replication, let count):
      "there is no replication \(replication): the scenario has \(count), numbered from 0"
    }
  }
}

/// A bound of what may go on at once in one replication.
public enum RunBound: Sendable, Hashable, CustomStringConvertible {
  /// Events pending: timers, launches to come, requests on their way.
  case pendingEvents(Int)
  /// Requests that wait or are served at one owned backend.
  case requests(Int, backend: String)

  public var description: String {
    switch self {
    case .pendingEvents(let most):
      "more than \(most) events are pending; let fewer sessions go on at the same time, by a "
        + "lower rate of launches, a smaller population or shorter journeys"
    case .requests(let most, let backend):
      "more than \(most) requests are at backend \(quoted(backend)); give it a queueLimit, a "
        + "rateLimit or more servers, or launch fewer sessions"
    }
  }
}

/// What one replication may hold at once, below the bounds at which the engine's stores trap.
struct RunBounds: Sendable {
  var pendingEvents = Limits.pendingEvents
  /// At one owned backend.
  var requests = Station.requestLimit
  /// Transitions and events at one instant, beside those of its sessions.
  var workAtOneInstant = Limits.workAtOneInstant
  /// Sessions at once from which what the next events need is read in advance.
  var sessionsReadAhead = Limits.sessionsReadAhead
}
