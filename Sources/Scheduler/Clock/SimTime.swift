/// An instant of virtual time: a whole number of nanoseconds since the start of the run.
///
/// Unit: nanoseconds, from 0 to 2⁶³ − 1 (292 years). Arithmetic traps on overflow. There is no
/// floating-point time anywhere in the engine, so equal instants are equal on every machine.
@frozen
public struct SimTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since the start of the run.
  public let nanoseconds: Int64

  /// Makes the instant `nanoseconds` after the start of the run; traps when negative.
  @inlinable
  public init(nanoseconds: Int64) {
    precondition(nanoseconds >= 0, "an instant before the start of the run")
    self.nanoseconds = nanoseconds
  }

  /// The start of the run.
  @inlinable public static var zero: SimTime { SimTime(nanoseconds: 0) }

  /// The last instant there is; nothing is scheduled at it, so it stands for "never".
  @inlinable public static var never: SimTime { SimTime(nanoseconds: .max) }

  @inlinable
  public static func < (a: SimTime, b: SimTime) -> Bool { a.nanoseconds < b.nanoseconds }

  @inlinable
  public static func + (a: SimTime, b: SimDuration) -> SimTime {
    SimTime(nanoseconds: a.nanoseconds + b.nanoseconds)
  }

  @inlinable
  public static func - (a: SimTime, b: SimTime) -> SimDuration {
    SimDuration(nanoseconds: a.nanoseconds - b.nanoseconds)
  }

  @inlinable public static func += (a: inout SimTime, b: SimDuration) { a = a + b }
}
