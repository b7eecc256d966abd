import Scheduler

/// Ad requests of retried loads in one minute of a session; 4 bytes.
struct RetryMinuteRecord: BitwiseCopyable {
  /// Whole minutes since the session's start, up to 45 days.
  private var minute: UInt16 = 0
  private var requests: UInt16 = 0

  /// More requests than this in a minute are a storm.
  static var most: UInt16 { 30 }

  /// Counts a request; true for the one that makes the minute's storm.
  mutating func countRequest(at minute: UInt16) -> Bool {
    if minute != self.minute {
      self.minute = minute
      requests = 0
    }
    if requests <= Self.most { requests += 1 } else { return false }
    return requests > Self.most
  }
}

extension World {
  /// Counts a request of a retried load; one above the limit of its minute is a storm.
  mutating func countRetryRequest(_ index: UInt32) {
    let load = attempts[index].load
    guard load != noRecord, loads[load].flags.contains(.retried) else { return }
    let session = attempts[index].session
    let since = (now - sessions[session].start).nanoseconds
    let minute = UInt16(clamping: since / SimDuration.minutes(1).nanoseconds)
    let isStorm = sessions[retryMinuteOf: session].countRequest(at: minute)
    if isStorm && attempts[index].counted {
      hazard(.retryStorm, session, cell(of: attempts[index]))
    }
  }
}
