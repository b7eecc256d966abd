import Scheduler

/// Circuit breakers: one for each user and network that has one. They outlive sessions.
extension World {
  /// Whether the breaker of an attempt's network refuses it; one that it lets through may be its
  /// trial.
  mutating func breakerRefuses(_ index: UInt32) -> Bool {
    let breaker = Int(tables.networks[Int(attempts[index].network)].breaker)
    guard breaker >= 0 else { return false }
    switch sessions[attempts[index].session, breaker: breaker].attemptStarts(at: now) {
    case .pass: return false
    case .trial:
      attempts[index].flags.insert(.trial)
      return false
    case .refuse: return true
    }
  }

  /// Tells the breaker of a network how an attempt on it has ended.
  mutating func settleBreaker(_ attempt: AttemptRecord, _ outcome: Outcome, _ reason: Reason) {
    let breaker = Int(tables.networks[Int(attempt.network)].breaker)
    guard breaker >= 0 else { return }
    let end: BreakerMachine.End
    switch outcome {
    // What ended without asking the network, or by the device, says nothing of it.
    case _ where !attempt.hasAskedNetwork || !reason.isOfNetwork: end = .cancelled
    case .filled, .noFill: end = .answered
    case .timeout, .error: end = .failed
    default: end = .cancelled
    }
    sessions[attempt.session, breaker: breaker].attemptEnded(
      end, isTrial: attempt.flags.contains(.trial), at: now, tables.breakers[breaker])
  }

  /// Keeps the breakers of an ending session for its user's next launches.
  mutating func carryBreakers(of session: UInt32) {
    let user = UInt32(sessions[session].user)
    for breaker in 0..<tables.layout.breakers {
      population[user, breaker: breaker] = sessions[session, breaker: breaker]
    }
  }

  /// Gives a session the breakers of its user's earlier launches.
  mutating func bringBreakers(to session: UInt32) {
    let user = UInt32(sessions[session].user)
    for breaker in 0..<tables.layout.breakers {
      sessions[session, breaker: breaker] = population[user, breaker: breaker]
    }
  }
}
