import Scheduler

/// A throttle's rule: after so many failed requests, or requests, within `per` a session is
/// refused.
struct ThrottleRow: BitwiseCopyable {
  var failures: UInt32
  var per: SimDuration
  var lasts: SimDuration
  /// Whether requests that bring an ad count as well.
  var countsAll = false
}

/// What an external backend remembers of one session's failed requests; 24 bytes.
///
/// The window starts with its first failure. When it is full the session is refused for a time,
/// in which nothing counts; then the next failure starts a new window.
struct ThrottleMachine: BitwiseCopyable {
  private var windowStart = SimTime.zero
  private var refusedUntil = SimTime.zero
  private var failures: UInt32 = 0

  /// Whether a request that arrives at `now` is refused.
  func refuses(at now: SimTime) -> Bool { now < refusedUntil }

  /// A request of the session has failed.
  mutating func requestFailed(at now: SimTime, _ row: ThrottleRow) {
    guard !refuses(at: now) else { return }
    if failures == 0 || now - windowStart >= row.per {
      windowStart = now
      failures = 0
    }
    failures += 1
    if failures >= row.failures {
      refusedUntil = now + row.lasts
      failures = 0
    }
  }
}
