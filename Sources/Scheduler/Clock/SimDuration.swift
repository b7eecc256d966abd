/// A span of virtual time: a whole number of nanoseconds.
///
/// Unit: nanoseconds, ±2⁶³. Arithmetic traps on overflow.
@frozen
public struct SimDuration: Hashable, Comparable, Sendable {
  /// The span in nanoseconds.
  public let nanoseconds: Int64

  /// Makes a span of `nanoseconds`.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// No time at all.
  @inlinable public static var zero: SimDuration { SimDuration(nanoseconds: 0) }

  /// A span of `n` microseconds.
  @inlinable public static func microseconds(_ n: Int64) -> SimDuration {
    SimDuration(nanoseconds: n * 1_000)
  }
  @inlinable public static func milliseconds(_ n: Int64) -> SimDuration {
    SimDuration(nanoseconds: n * 1_000_000)
  }
  @inlinable public static func seconds(_ n: Int64) -> SimDuration {
    SimDuration(nanoseconds: n * 1_000_000_000)
  }
  @inlinable public static func minutes(_ n: Int64) -> SimDuration { .seconds(n * 60) }
  @inlinable public static func hours(_ n: Int64) -> SimDuration { .seconds(n * 3_600) }

  /// Whole microseconds, rounded toward zero.
  @inlinable public var microseconds: Int64 { nanoseconds / 1_000 }

  /// The span in seconds, for people to read; never used in a calculation that reaches a result.
  @inlinable public var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// The nearest whole nanosecond to `value`, clamped to [0, `limit`]; NaN becomes 0.
  ///
  /// - Parameter limit: The longest span returned; ten years by default.
  @inlinable
  public static func rounding(
    nanoseconds value: Double, limit: SimDuration = .hours(87_600)
  ) -> SimDuration {
    guard value > 0 else { return .zero }
    guard value < Double(limit.nanoseconds) else { return limit }
    // Truncation after adding a half: the platform's rounding function belongs to its libm.
    return SimDuration(nanoseconds: Int64(value + 0.5))
  }

  @inlinable
  public static func < (a: SimDuration, b: SimDuration) -> Bool { a.nanoseconds < b.nanoseconds }
  @inlinable
  public static func + (a: SimDuration, b: SimDuration) -> SimDuration {
    SimDuration(nanoseconds: a.nanoseconds + b.nanoseconds)
  }
  @inlinable
  public static func - (a: SimDuration, b: SimDuration) -> SimDuration {
    SimDuration(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
  @inlinable
  public static func * (a: SimDuration, n: Int64) -> SimDuration {
    SimDuration(nanoseconds: a.nanoseconds * n)
  }
  @inlinable public static func += (a: inout SimDuration, b: SimDuration) { a = a + b }
}
