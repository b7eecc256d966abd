import Scheduler

/// What an ad needs of the screen, and what happens once the screen is the app's again.
extension World {
  /// Why the screen does not take an ad that is about to be presented, if so; the show call fails.
  ///
  /// To be asked in this order: life cycle, controller, what a network waits for, size of the
  /// window.
  func presentGate(_ presentation: UInt32) -> Reason? {
    if !tables.features.isDisjoint(with: [.absences, .returns]) {
      let flags = sessions[lifeOf: presentations[presentation].session].flags
      if flags.contains(.adUp) { return .busy }
      if flags.contains(.away) { return awayReason }
    }
    if let reason = controllerGate(presentations[presentation].session) { return reason }
    if tables.features.contains(.app), let reason = appGate(presentation) { return reason }
    if tables.features.contains(.scenes), let reason = windowGate(presentation) { return reason }
    return nil
  }

  /// An ad has left the screen: perhaps the app wants one for its return, else the journey goes on.
  ///
  /// - Parameters:
  ///   - format: That of the ad; nil when it never was on screen.
  ///   - kind: What asked for it.
  mutating func screenFreed(
    _ session: UInt32, by format: AdFormat?, _ kind: PresentationRecord.Kind,
    refilling slot: Int? = nil
  ) {
    // What comes of the free screen may be a show of the app's own accord, behind this one.
    let goesOn = !(tables.features.contains(.app) && endsOwnShow(session))
    if let slot { topUp(session, slot) }
    if tables.features.contains(.scenes) && format != nil { viewsAppear(session) }
    if tables.features.contains(.returns), let format {
      returnFromAd(session, of: format, opensOnReturn: kind == .appOpenReturn)
    }
    if tables.features.contains(.app) && tables.timers.count > 0 && sessions.isLive(session) {
      showStacked(session)
    }
    journeyGoesOn(session, if: goesOn)
  }

  /// An opportunity has ended, and with it the step that it was.
  ///
  /// - Parameter slot: The slot that is refilled before the journey goes on.
  mutating func goOn(_ session: UInt32, refilling slot: Int?) {
    let goesOn = !(tables.features.contains(.app) && endsOwnShow(session))
    if let slot { topUp(session, slot) }
    journeyGoesOn(session, if: goesOn)
  }

  mutating func journeyGoesOn(_ session: UInt32, if goesOn: Bool) {
    guard sessions.isLive(session) else { return }
    if sessions[session].presentation != noRecord {
      // One of the app's own accord holds up the step that is due now.
      if goesOn && isInOwnShow(session) { sessions[appOf: session].flags.insert(.stepDue) }
    } else if goesOn {
      resume(session)
    }
  }
}

extension Reason {
  /// Whether it is a network that refuses the show of an ad for it, rather than app and SDK, which
  /// then call no network.
  var isNetworksRefusal: Bool {
    self == .settling || self == .notReady || self == .adTooLarge
  }
}
