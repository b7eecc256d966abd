/// What an ad needs of the screen, and what happens once the screen is the app's again.
extension World {
  /// Why the screen does not take an ad that is about to be presented, if so; the show call fails.
  ///
  /// To be asked in this order: life cycle, controller, settling time of a network, size of the
  /// window.
  func presentGate(_ presentation: UInt32) -> Reason? {
    if tables.features.contains(.app), let reason = appGate(presentation) { return reason }
    if tables.features.contains(.scenes), let reason = windowGate(presentation) { return reason }
    return nil
  }

  /// What covered the content has left the screen, an ad or a sheet: the journey goes on.
  mutating func screenFreed(_ session: UInt32) {
    if tables.features.contains(.scenes) { viewsAppear(session) }
    resume(session)
  }
}
