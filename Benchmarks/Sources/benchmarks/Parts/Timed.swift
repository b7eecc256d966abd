/// Work repeated until it can be timed.
enum Timed {
  /// Nanoseconds that one of `count` repetitions takes.
  @inline(__always)
  static func nanoseconds(_ count: Int, _ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
  }
}
