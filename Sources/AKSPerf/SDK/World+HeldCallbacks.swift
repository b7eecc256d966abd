import Scheduler

/// Callbacks that wait for the end of the ad on screen, and callbacks lost when the user leaves.
///
/// A player that is paused under an ad hears what is reported meanwhile when that has gone. An app
/// that is left with a callback under way may never hear of it.
extension World {
  /// Whether a full-screen ad is on screen.
  func hasAdUp(_ session: UInt32) -> Bool {
    let index = sessions[session].presentation
    return index != noRecord && presentations[index].machine.state == .showing
      && !isPhantom(index)
  }

  /// The ad on screen has gone: the app first hears, in its order, what was held until then of
  /// shows and views.
  ///
  /// Ends of loads come in events of their own, for the app may act on them.
  mutating func hearHeld(_ session: UInt32) {
    while let index = firstHeld(session) {
      lateCallbacks[index].isHeld = false
      if lateCallbacks[index].kind == .other {
        lateCallbackCame(index)
      } else {
        lateCallbacks[index].dueAt = now
        lateCallbacks[index].timer = schedule(.fault, index, after: .zero)
      }
    }
  }

  /// The oldest callback of a session that is held; its list begins with the newest.
  private func firstHeld(_ session: UInt32) -> UInt32? {
    var found: UInt32?
    var index = sessions[appOf: session].late
    while index != noRecord {
      if lateCallbacks[index].isHeld { found = index }
      index = lateCallbacks[index].next
    }
    return found
  }

  /// Whether the user has left the app so short a time ago.
  func hasLeft(_ session: UInt32, within span: SimDuration) -> Bool {
    guard tables.features.contains(.absences) else { return false }
    let leftAt = sessions[lifeOf: session].leftAt
    return leftAt != .never && now - leftAt <= span
  }

  /// The user leaves the app: callbacks under way may be lost.
  mutating func loseCallbacks(_ session: UInt32) {
    var index = sessions[appOf: session].late
    while index != noRecord {
      let late = lateCallbacks[index]
      if late.lostUpTo >= now && late.lostUpTo > .zero {
        hazard(.callbackLost, by: UInt64(late.counted), session, late.cell)
        neverCame(index)
      }
      index = late.next
    }
  }
}
