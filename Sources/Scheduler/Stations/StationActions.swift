/// The number of one visit of a request to a station; stale once the visit is over.
///
/// It tells a finish that still holds from one whose request was lost or withdrawn. Two visits have
/// the same ticket only 2²⁴ visits apart, so cancel the event of a lost request where possible.
@frozen
public struct StationTicket: Hashable, Sendable {
  /// Above 0 and below 2⁴⁸, so that 16 bits of an event's payload are left to the caller.
  public let rawValue: UInt64

  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The ticket of no visit; always stale.
  @inlinable public static var none: StationTicket { StationTicket(rawValue: 0) }
}

/// A request whose service starts now: schedule `complete` with `ticket` at `finish`.
public struct StationStart: Hashable, Sendable {
  public let request: UInt32
  public let ticket: StationTicket
  public let finish: SimTime
  /// Time spent in the queue.
  public let waited: SimDuration
}

/// What became of a request that arrived.
public enum StationArrival: Hashable, Sendable {
  case started(StationStart)
  /// Waits; its start comes from a later call. The ticket serves to withdraw it.
  case queued(StationTicket)
  /// Answered at once with a refusal.
  case rejected(StationRejection)
  /// Gone: no answer will ever come.
  case swallowed
}

/// Why a request was refused.
public enum StationRejection: Hashable, Sendable {
  case queueFull
  case rateLimited
  case down
}

/// What became of a finish that came due.
public enum StationCompletion: Hashable, Sendable {
  /// The visit was lost or withdrawn before: nothing to do.
  case stale
  /// Answer `request`, and schedule the finish of the one that takes its place, if any.
  case served(request: UInt32, next: StationStart?)
}

/// What became of a request that its client gave up.
public enum StationWithdrawal: Hashable, Sendable {
  /// The visit was over before: nothing to do.
  case stale
  /// It left the queue or its server; schedule the finish of the one that takes its place, if any.
  case left(request: UInt32, next: StationStart?)
}

/// What happened at a boundary of an outage that stops a station.
public enum OutageChange: Hashable, Sendable {
  /// The station stopped; the requests that were in service are in `Station.lost`.
  case began(Outage.Kind)
  /// The station works again; the requests that start are in `Station.resumed`.
  case ended
}
