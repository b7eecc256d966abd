/// Whether a network is asked at all.
extension World {
  /// Ends an attempt that starts, if its network is not to be asked; tells whether it did.
  ///
  /// What placeholders share comes first: an ad that is there needs no request, so no breaker
  /// can keep it away.
  mutating func endsAtOnce(_ attempt: UInt32) -> Bool {
    if tables.features.contains(.sharedSlots) && sharedSlotEnds(attempt) { return true }
    if tables.features.contains(.sizes) && !hasSize(forLoadOf: attempt) {
      endAttempt(attempt, outcome: .error, reason: .invalidRequest)
      return true
    }
    if tables.features.contains(.adapterStarts)
      && hasFailed(attempts[attempt].session, Int(attempts[attempt].network))
    {
      endAttempt(attempt, outcome: .error, reason: .notStarted)
      return true
    }
    guard tables.features.contains(.breakers) && breakerRefuses(attempt) else { return false }
    endAttempt(attempt, outcome: .error, reason: .circuitOpen)
    return true
  }
}
