/// A whole-numbered level that changes in time: its exact integral, mean and peak over a window.
///
/// Levels run from 0 to 2⁶³ − 1; the integral is in level · nanoseconds, 128 bits, never rounded.
/// The window [from, to) cuts what lies outside, so warm-up and drain need no event of their own.
/// Every call O(1). Traps on a negative level and on time going back.
public struct TimeWeighted: Hashable, Sendable {
  /// The level now.
  public private(set) var level: Int

  private var total: UInt128 = 0
  private var highest = 0
  private var last: SimTime
  private var from: SimTime
  private var to: SimTime

  /// Starts at `level` at the instant `now`, measuring from there without end.
  public init(level: Int = 0, at now: SimTime = .zero) {
    precondition(level >= 0, "a negative level")
    self.level = level
    last = now
    from = now
    to = .never
  }

  /// Forgets what was measured and measures [`from`, `to`) instead; not before the last change.
  public mutating func beginMeasuring(at from: SimTime, until to: SimTime = .never) {
    precondition(last <= from, "a window that begins before the last change")
    precondition(from <= to, "a window that ends before it begins")
    total = 0
    highest = 0
    self.from = from
    self.to = to
  }

  /// Changes the level to `newLevel` at `now`.
  ///
  /// A level held for no time counts for the peak, not for the integral.
  public mutating func set(_ newLevel: Int, at now: SimTime) {
    if now < last || newLevel < 0 { fail(newLevel, at: now) }
    let start = max(last, from)
    let end = min(now, to)
    if start < end {
      total &+= area(from: start, to: end)
      highest = max(highest, level)
    }
    if from <= now && now < to { highest = max(highest, newLevel) }
    level = newLevel
    last = now
  }

  /// Changes the level by `delta` at `now`.
  @inlinable
  public mutating func change(by delta: Int, at now: SimTime) { set(level + delta, at: now) }

  /// Level · nanoseconds inside the window up to `now`, which is not before the last change.
  public func integral(at now: SimTime) -> UInt128 {
    precondition(now >= last, "an integral up to an instant before the last change")
    let start = max(last, from)
    let end = min(now, to)
    return start < end ? total + area(from: start, to: end) : total
  }

  /// The highest level inside the window up to `now`; 0 before the window.
  public func peak(at now: SimTime) -> Int {
    from <= now && last < to ? max(highest, level) : highest
  }

  /// The mean level inside the window up to `now`; 0 before any time passed in it. For reports.
  public func mean(at now: SimTime) -> Double {
    let end = min(now, to)
    return from < end ? Double(integral(at: now)) / Double((end - from).nanoseconds) : 0
  }

  private func area(from start: SimTime, to end: SimTime) -> UInt128 {
    let product = UInt64(level).multipliedFullWidth(by: UInt64((end - start).nanoseconds))
    return UInt128(product.high) << 64 | UInt128(product.low)
  }

  @inline(never)
  private func fail(_ newLevel: Int, at now: SimTime) -> Never {
    fatalError(
      "level \(level) at \(last.nanoseconds) ns set to \(newLevel) at \(now.nanoseconds) ns")
  }
}
