import Scheduler

/// A circuit breaker's rule: after so many failures in a row the network rests.
struct BreakerRow: BitwiseCopyable {
  var failures: UInt32
  var lasts: SimDuration
}

/// What one user's circuit breaker of one network remembers; 16 bytes.
///
/// Closed, it counts failures in a row; at the limit it opens and refuses attempts. Once the rest
/// is over one attempt is let through as a trial, and its end closes or opens it again.
struct BreakerMachine: BitwiseCopyable {
  enum State: UInt8 {
    case closed
    /// Attempts are refused until the rest is over.
    case open
    /// The trial is under way.
    case trying
  }

  /// What becomes of an attempt that is about to start.
  enum Answer {
    case pass, trial, refuse
  }

  /// What an attempt says of its network.
  enum End {
    /// A fill or a no-fill.
    case answered
    /// A timeout or an error.
    case failed
    /// Nothing: the client did not wait for it.
    case cancelled
  }

  private(set) var state = State.closed
  private var failures: UInt32 = 0
  private var openUntil = SimTime.zero

  /// An attempt is about to start.
  mutating func attemptStarts(at now: SimTime) -> Answer {
    switch state {
    case .closed: return .pass
    case .open where now >= openUntil:
      state = .trying
      return .trial
    case .open, .trying: return .refuse
    }
  }

  /// An attempt that was let through has ended.
  ///
  /// While the breaker is not closed only its trial decides: those that started before it opened
  /// say nothing new.
  mutating func attemptEnded(_ end: End, isTrial: Bool, at now: SimTime, _ row: BreakerRow) {
    guard isTrial || state == .closed else { return }
    switch end {
    case .answered:
      state = .closed
      failures = 0
    case .failed:
      failures += 1
      if isTrial || failures >= row.failures {
        state = .open
        openUntil = now + row.lasts
        failures = 0
      }
    case .cancelled:
      // The rest is over, so the next attempt is the trial.
      if isTrial { state = .open }
    }
  }
}
