/// A token bucket with one second of burst: what a rate limit lets through, exactly.
///
/// Rates from 10⁻⁹ to 10⁹ a second, held as whole billionths; a token is 10¹⁸ units, so each
/// nanosecond adds a whole number of them and nothing is ever rounded. The bucket starts full and
/// holds one second of tokens, but at least one. O(1) a call.
struct TokenBucket: Hashable, Sendable {
  private static var token: UInt128 { 1_000_000_000_000_000_000 }

  /// Units a nanosecond adds, which is the rate in billionths a second.
  private let unitsPerNanosecond: UInt128
  private let capacity: UInt128
  private var units: UInt128
  private var last = SimTime.zero

  static func isValid(ratePerSecond rate: Double) -> Bool { StationPlan.rates.contains(rate) }

  /// Makes a full bucket; traps when the rate is out of range.
  init(ratePerSecond rate: Double) {
    precondition(Self.isValid(ratePerSecond: rate), "a rate out of range")
    // Truncation after adding a half: the platform's rounding function belongs to its libm.
    unitsPerNanosecond = UInt128(UInt64(rate * 1e9 + 0.5))
    capacity = max(unitsPerNanosecond * 1_000_000_000, Self.token)
    units = capacity
  }

  /// Takes one token at `now`; false when less than one is there. Times are given in order.
  mutating func take(at now: SimTime) -> Bool {
    let elapsed = UInt128(UInt64((now - last).nanoseconds))
    last = now
    units = min(units + elapsed * unitsPerNanosecond, capacity)
    guard units >= Self.token else { return false }
    units -= Self.token
    return true
  }
}
