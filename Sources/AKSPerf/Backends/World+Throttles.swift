import Scheduler

/// Throttles of external backends, one for each session.
extension World {
  /// A request reaches an external backend; true when its throttle refuses it.
  ///
  /// What arrives at a backend without a throttle is not counted by backend.
  mutating func arriveAtThrottle(_ index: UInt32) -> Bool {
    let record = exchanges[index]
    let backend = Int(record.backend)
    let throttle = Int(tables.backends[backend].throttle)
    guard throttle >= 0 else { return false }
    countAtThrottle(.backendArrived, backend)
    guard record.session != noRecord, record.owner == .request else { return false }
    guard sessions[record.session, throttle: throttle].refuses(at: now) else {
      if tables.throttles[throttle].countsAll {
        sessions[record.session, throttle: throttle]
          .requestFailed(at: now, tables.throttles[throttle])
      }
      return false
    }
    countAtThrottle(.backendThrottled, backend)
    return true
  }

  /// Counts what becomes of a request that a backend with a throttle does not refuse.
  mutating func countEnd(atThrottle index: UInt32) {
    let record = exchanges[index]
    let backend = Int(record.backend)
    guard tables.backends[backend].throttle >= 0, record.failure != .throttled else { return }
    if record.stage == .silent {
      countAtThrottle(.backendLost, backend)
    } else {
      countAtThrottle(record.failure == nil ? .backendServed : .backendRejected, backend)
    }
  }

  private mutating func countAtThrottle(_ count: Count, _ backend: Int) {
    guard countsNow else { return }
    recorder.addBackend(count, backend: backend, startedAt: now)
  }

  /// An attempt's request was answered with a failure, or without an ad.
  mutating func countFailure(_ index: UInt32, _ reason: Reason?) {
    let attempt = attempts[index]
    let backend = tables.networks[Int(attempt.network)].backend
    let throttle = Int(tables.backends[backend].throttle)
    // A refusal is no further failure, or there would be no end of it.
    guard throttle >= 0, reason != .throttled, !tables.throttles[throttle].countsAll else { return }
    // What its radio blocks has never reached it.
    guard reason != .networkError else { return }
    sessions[attempt.session, throttle: throttle]
      .requestFailed(at: now, tables.throttles[throttle])
  }
}
