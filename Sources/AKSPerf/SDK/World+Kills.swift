import Scheduler

/// Users who end the app because a full-screen ad does not go away.
///
/// How long the ad will be up is not known when it comes: it may stall, and its user may leave and
/// come back. So the timer runs from each ad's start to its end. A user who is away when their
/// patience is over ends the app on their return, if the ad is still there.
extension World {
  /// A full-screen ad has come on screen.
  mutating func setKill(_ session: UInt32, _ key: DrawKey) {
    let patience = time(tables.behaviour.killsAfter, .kill, key)
    sessions[memoryOf: session].kill = schedule(.kill, session, after: patience)
  }

  /// The ad is gone, or will be when its user is back.
  mutating func stopKill(_ session: UInt32) {
    if tables.features.contains(.kills) { queue.disarm(&sessions[memoryOf: session].kill) }
  }

  /// The user's patience is over.
  mutating func patienceOver(_ session: UInt32) {
    sessions[memoryOf: session].kill = .none
    if sessions[lifeOf: session].flags.contains(.adUp) { return }
    terminate(session)
  }

  /// A user is back at an ad that was up for too long before.
  mutating func resumeKill(_ session: UInt32) {
    guard tables.features.contains(.kills), sessions[memoryOf: session].kill == .none else {
      return
    }
    sessions[memoryOf: session].kill = schedule(.kill, session, at: now)
  }
}
