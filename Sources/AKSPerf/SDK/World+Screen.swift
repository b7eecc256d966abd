import Scheduler

/// What an ad needs of the screen, and what happens once the screen is the app's again.
extension World {
  /// Why the screen does not take an ad that is about to be presented, if so; the show call fails.
  ///
  /// To be asked in this order: life cycle, controller, settling time of a network, size of the
  /// window.
  func presentGate(_ presentation: UInt32) -> Reason? {
    if tables.features.contains(.absences) {
      let flags = sessions[lifeOf: presentations[presentation].session].flags
      if flags.contains(.adUp) { return .busy }
      if flags.contains(.away) { return .background }
    }
    if tables.features.contains(.app), let reason = appGate(presentation) { return reason }
    if tables.features.contains(.scenes), let reason = windowGate(presentation) { return reason }
    return nil
  }

  /// An ad has left the screen: perhaps the app wants one for its return, else the journey goes on.
  ///
  /// - Parameter format: That of the ad; nil when it never was on screen.
  mutating func screenFreed(_ session: UInt32, by format: AdFormat?) {
    if tables.features.contains(.scenes) { viewsAppear(session) }
    // The end of an app-open ad asks for no other one, or there would be no end.
    if tables.features.contains(.returns), let format, format != .appOpen {
      let up = now - sessions[lifeOf: session].adSince
      openOnReturn(session, from: .ad, away: up, at: .active)
      if sessions[session].presentation != noRecord {
        // One of the app's own accord holds up the step that is due now.
        if isInOwnShow(session) { sessions[appOf: session].flags.insert(.stepDue) }
        return
      }
    }
    resume(session)
  }
}
