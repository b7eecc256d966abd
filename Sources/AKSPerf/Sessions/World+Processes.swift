import Scheduler

/// Events of a process that come to nothing when it has ended.
extension World {
  /// Gives a process that starts its number.
  mutating func numberProcess(_ session: UInt32) {
    processSerial = (processSerial + 1) & 0xFF_FFFF
    sessions[memoryOf: session].serial = processSerial
  }

  /// Schedules an event of a session's process that is never cancelled.
  mutating func post(_ kind: EventKind, ofProcess session: UInt32, at time: SimTime) {
    queue.post(at: time, payload: payload(kind, ofProcess: session))
  }

  /// Schedules such an event that can be cancelled all the same.
  mutating func schedule(
    _ kind: EventKind, ofProcess session: UInt32, at time: SimTime
  ) -> EventHandle {
    queue.schedule(at: time, payload: payload(kind, ofProcess: session))
  }

  private func payload(_ kind: EventKind, ofProcess session: UInt32) -> UInt64 {
    let payload = UInt64(kind.rawValue) << 56 | UInt64(session)
    if tables.features.isDisjoint(with: .endings) { return payload }
    return payload | UInt64(sessions[memoryOf: session].serial) << 32
  }

  /// Whether an event is one of a process that was ended before it.
  func isOfEndedProcess(_ kind: EventKind, _ payload: UInt64) -> Bool {
    switch kind {
    case .step, .suspend, .foreground:
      let session = UInt32(truncatingIfNeeded: payload)
      let serial = UInt32(payload >> 32 & 0xFF_FFFF)
      return !sessions.isLive(session) || sessions[memoryOf: session].serial != serial
    default: return false
    }
  }
}
