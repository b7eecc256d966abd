/// How often something happens: the count, the mean and the busiest whole second of a window.
///
/// Seconds are counted from the start of the window, so the last one may be short. O(1) a call.
public struct RateMeter: Hashable, Sendable {
  /// Happenings inside the window.
  public private(set) var count = 0

  private var highest = 0
  private var inSecond = 0
  private var secondEnd: UInt64
  private var from: SimTime
  private var to: SimTime

  private static var second: UInt64 { 1_000_000_000 }

  /// Measures [`from`, `to`).
  public init(from: SimTime = .zero, to: SimTime = .never) {
    precondition(from <= to, "a window that ends before it begins")
    self.from = from
    self.to = to
    secondEnd = UInt64(from.nanoseconds) + Self.second
  }

  /// Counts one at `now`; times are given in order.
  public mutating func record(at now: SimTime) {
    guard from <= now && now < to else { return }
    let instant = UInt64(now.nanoseconds)
    if instant >= secondEnd {
      highest = max(highest, inSecond)
      inSecond = 0
      let whole = (instant - UInt64(from.nanoseconds)) / Self.second + 1
      secondEnd = UInt64(from.nanoseconds) + whole * Self.second
    }
    count &+= 1
    inSecond &+= 1
  }

  /// The most counted in one whole second of the window.
  public var peakPerSecond: Int { max(highest, inSecond) }

  /// Per second from the start of the window up to `now` or its end; 0 before. For reports.
  public func meanPerSecond(at now: SimTime) -> Double {
    let end = min(now, to)
    return from < end ? Double(count) / (end - from).inSeconds : 0
  }
}
