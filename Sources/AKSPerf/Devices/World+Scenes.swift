import Scheduler

/// Scenes on requests, and what an ad's size has to do with the window it is shown in.
extension World {
  /// Why a load that starts is an invalid request, if so; it fails at once and asks no network.
  ///
  /// The load takes the scene of its request. Without one, an app of several scenes gets an ad for
  /// the largest window of the device, in test mode none. An app of one scene needs to name none.
  mutating func sceneGate(_ load: UInt32) -> Reason? {
    let session = loads[load].session
    let slot = Int(loads[load].slot)
    guard let window = requestedWindow(session, slot) else {
      guard tables.app.isMultiScene else {
        loads[load].scene = scene(session, window: 0)
        return nil
      }
      loads[load].scene = scene(session, window: largestWindow(session))
      countHazard(.loadWithoutScene, load)
      return tables.app.isTest ? .invalidRequest : nil
    }
    loads[load].scene = scene(session, window: window)
    if window != ownWindow(session, slot) { countHazard(.wrongWindowLoad, load) }
    return nil
  }

  /// The window whose scene is on a slot's request; nil when there is none.
  private func requestedWindow(_ session: UInt32, _ slot: Int) -> Int? {
    let place = sessions[session, place: slot]
    if place.flags.contains(.hasNoScene) { return nil }
    switch place.choice {
    case .own: return ownWindow(session, slot)
    case .key: return keyWindow(session)
    case .first: return firstWindow(session)
    case .missing: return nil
    default:
      // A window that the device does not have has no scene.
      guard let window = place.choice.window, window < device(of: session).windowCount else {
        return nil
      }
      return window
    }
  }

  /// The window of the view that asks: a banner's or native ad's own, else the one in use.
  private func ownWindow(_ session: UInt32, _ slot: Int) -> Int {
    let view = sessions[session, place: slot].view
    return view == noRecord ? keyWindow(session) : Int(views[view].window)
  }

  private mutating func countHazard(_ rule: Hazard, _ load: UInt32) {
    guard loads[load].flags.contains(.counted) else { return }
    let session = loads[load].session
    hazard(rule, session, cell(of: session, slot: Int(loads[load].slot)))
  }

  /// Why the window does not take an ad that is about to be presented, if so.
  func windowGate(_ presentation: UInt32) -> Reason? {
    let session = presentations[presentation].session
    let slot = Int(presentations[presentation].slot)
    if sessions[session, window: presentingWindow(session)].isChanging { return .transition }
    return fits(sessions[session, slot: slot, ad: 0], session) ? nil : .adTooLarge
  }

  /// The app asks the ads of a slot whether they fit; those that do not leave it.
  @discardableResult
  mutating func removeUnfit(_ session: UInt32, _ slot: Int) -> Bool {
    guard format(session, slot).isFullScreen else { return false }
    var found = false
    var position = 0
    while position < Int(sessions[session, slot: slot].state.ready) {
      if fits(sessions[session, slot: slot, ad: position], session) {
        position += 1
      } else {
        removeAd(session, slot, position: position, as: .adsUnfit)
        found = true
      }
    }
    return found
  }
}
