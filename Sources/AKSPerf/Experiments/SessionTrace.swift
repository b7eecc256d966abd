import Scheduler

/// Everything one session did in one replication, event by event.
///
/// The events are those of the run: the same session of the same scenario and seed does the same
/// whether it is traced or not.
public struct SessionTrace: Sendable, Hashable {
  /// One thing that happened, in words.
  public struct Event: Sendable, Hashable {
    /// What sort of line it is: the app hears a callback, a hazard is counted.
    public enum Kind: Sendable, Hashable { case event, callback, hazard }

    public var time: SimTime
    public var sinceLaunch: SimDuration
    public var launch: UInt32
    public var kind: Kind
    /// What happened: the name of a callback or of a hazard, or words such as `request sent`.
    public var what: String
    public var placeholder: String?
    public var network: String?
    /// Why it happened, with what figures, and what came of it; may be empty.
    public var why: String
  }

  public var scenario: String
  public var seed: UInt64
  public var replication: Int
  /// The number by which reports name the session: its arrival, or its user.
  public var session: UInt64
  /// In order of time.
  public var events: [Event]
  /// Whether `Limits.traceLines` left events out.
  public var isCut: Bool
  /// Whether the session ended; false when the run did before it.
  public var hasEnded: Bool
}

extension Simulation {
  /// Runs one session, with what else it depends on, and tells what it did.
  ///
  /// Without an owned backend sessions know nothing of one another, and only this one is run.
  ///
  /// - Parameters:
  ///   - session: The number of the session as in reports, from 0.
  ///   - replication: The replication, from 0.
  ///   - launch: One launch of a user of a closed population, from 0; nil traces them all.
  ///   - isCancelled: Asked every few thousand events.
  /// - Throws: `SimulationError` when the scenario cannot be simulated, when there is no such
  ///   session, and otherwise as `run`.
  public func trace(
    session: UInt64, replication: Int = 0, launch: UInt32? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> SessionTrace {
    guard replication >= 0, replication < scenario.replications else {
      throw .missingReplication(replication, of: scenario.replications)
    }
    let compiled = try compiled()
    var world = try world(compiled, plan, replication: replication, explaining: false)
    world.tracedUser = session
    world.trace.launch = launch
    world.trace.isAlone = !world.sharesBackends
    let (log, sessions) = try world.runTraced(isCancelled: { isCancelled?() ?? false })
    if log.lines.isEmpty {
      throw .missingSession(
        session, launch: session < sessions ? launch : nil, of: sessions, replication: replication)
    }
    return SessionTrace(
      scenario: scenario.name, seed: scenario.seed, replication: replication, session: session,
      events: TraceWording(compiled).events(of: log), isCut: log.isFull, hasEnded: !log.isLive)
  }
}
