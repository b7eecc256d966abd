import Scheduler

/// From which controller ads are presented, and whether there is one.
///
/// A sheet lies over the root of the window that had the focus when it came up. One of kind
/// `overlay` is a window of its own without a controller: where it is up, the topmost is none.
extension World {
  /// Why there is nothing to present a full-screen ad from, if so.
  func controllerGate(_ session: UInt32) -> Reason? {
    switch tables.app.presentFrom {
    // Without a controller the SDK looks for one itself, and finds the overlay.
    case .top: return nil
    case .root, .first:
      return isCovered(session, window: presentingWindow(session)) ? .noController : nil
    }
  }

  /// Why the app, which is not on screen, shows no ad: one that looks for an active scene has none.
  var awayReason: Reason { tables.app.presentFrom == .first ? .noController : .background }

  /// Whether something lies over the root of a window.
  private func isCovered(_ session: UInt32, window: Int) -> Bool {
    tables.features.contains(.sheets) && isSheetUp(session)
      && Int(sessions[lifeOf: session].sheetWindow) == window
  }

  /// Whether the topmost controller of the app is that of an overlay, which has none.
  private func isUnderOverlay(_ session: UInt32) -> Bool {
    tables.app.presentFrom == .top && isCovered(session, window: keyWindow(session))
      && sessions[lifeOf: session].sheetKind == .overlay
  }

  /// Whether an ad that comes on screen is where the user is not: in another window than the one
  /// in use, or confined to an overlay.
  func isMisplaced(_ session: UInt32) -> Bool {
    presentingWindow(session) != keyWindow(session) || isUnderOverlay(session)
  }

  /// How long an ad can be on screen: one that is confined to an overlay goes with it.
  func timeOnScreen(_ session: UInt32, of duration: SimDuration) -> SimDuration {
    isUnderOverlay(session) ? min(duration, sheetLeft(session)) : duration
  }

  /// Whether the first ad of a slot's view would find no controller; the adapter needs one, the
  /// view is its own. One that has an ad keeps the controller that it has.
  func lacksController(_ session: UInt32, _ slot: Int) -> Bool {
    guard !tables.features.isDisjoint(with: [.absences, .sheets]) else { return false }
    let view = sessions[session, place: slot].view
    guard view != noRecord, views[view].machine.wantsAd,
      format(session, slot) != .featurePromotion
    else { return false }
    return isAway(session) || isUnderOverlay(session)
  }
}
