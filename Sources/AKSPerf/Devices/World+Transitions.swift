import Scheduler

/// Folding, unfolding and resizing, and what the app does when the animation is over.
extension World {
  /// A step gives a window another size, folds the device or unfolds it.
  mutating func changeWindow(_ session: UInt32, _ row: StepRow) {
    let device = device(of: session)
    switch row.code {
    case .resize:
      let window = row.branchCount == 0 ? keyWindow(session) : Int(row.branchCount) - 1
      if window < device.windowCount { resize(session, window, to: UInt8(row.target)) }
    case .fold, .unfold:
      guard device.folds else { return }
      resize(session, 0, to: row.code == .unfold ? device.inner : device.outer)
    case .window:
      if Int(row.target) < device.windowCount {
        sessions[deviceOf: session].keyWindow = UInt8(row.target)
        note(.windowChanged, session: session, network: Int(row.target))
      }
    default: preconditionFailure("a step that changes no window")
    }
  }

  /// A window has its new size at once, while the animation to it runs.
  private mutating func resize(_ session: UInt32, _ window: Int, to size: UInt8) {
    let before = sessions[session, window: window].size
    guard size != before else { return }
    sessions[session, window: window].size = size
    if !sessions[session, window: window].isChanging {
      sessions[session, window: window].before = before
      sessions[session, window: window].isChanging = true
    }
    note(.windowChanged, session: session, network: window, bytes: UInt64(size))
    count(if: countsNow, .transitions, cell(of: session), from: now)
    if tables.features.contains(.recreation) {
      recreateActivity(session, of: window)
      // Code of the new activity may have let the journey run on to the session's end.
      guard sessions.isLive(session) else { return }
    }
    // An animation that another one interrupts ends with it.
    queue.disarm(&sessions[deviceOf: session].timer)
    if tables.app.transition == .zero {
      transitionEnded(session)
    } else {
      sessions[deviceOf: session].timer = schedule(
        .transition, session, after: tables.app.transition)
    }
  }

  /// The animations of a session's windows are over: the app may check its ads and load anew.
  mutating func transitionEnded(_ session: UInt32) {
    sessions[deviceOf: session].timer = .none
    note(.transition, session: session)
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for window in 0..<device(of: session).windowCount
    where sessions[session, window: window].isChanging {
      sessions[session, window: window].isChanging = false
      for slot in 0..<journey.slotCount {
        windowChanged(session, slot, window)
        // A step that waited may have run on to the session's end.
        guard sessions.isLive(session) else { return }
      }
    }
  }

  private mutating func windowChanged(_ session: UInt32, _ slot: Int, _ window: Int) {
    let view = sessions[session, place: slot].view
    if view != noRecord {
      // One of an activity that was recreated has been loaded for the new size.
      if Int(views[view].window) == window && !tables.features.contains(.recreation) {
        viewResized(view)
      }
    } else if format(session, slot).isFullScreen, concerns(session, slot, window) {
      switch viewRow(session, slot).onResize {
      case .nothing: break
      case .check:
        // An ad that is still loading answers nothing.
        if removeUnfit(session, slot) { callLoad(session, slot) }
      case .reload: reload(session, slot)
      }
    }
  }

  /// Whether the ads of a slot have to do with a window: those it has, or else would load.
  private func concerns(_ session: UInt32, _ slot: Int, _ window: Int) -> Bool {
    let record = sessions[session, slot: slot]
    if record.loads != noRecord {
      return self.window(ofScene: loads[record.loads].scene) == window
    }
    if record.state.ready > 0 {
      return self.window(ofScene: sessions[session, slot: slot, ad: 0].scene) == window
    }
    return window == keyWindow(session)
  }

  /// The app throws away what it has and loads anew, whether or not it fits.
  private mutating func reload(_ session: UInt32, _ slot: Int) {
    removeUnfit(session, slot)
    while sessions[session, slot: slot].state.ready > 0 {
      removeAd(session, slot, position: 0, as: .adsDisplaced)
    }
    countDuplicate(session, slot)
    callLoad(session, slot)
  }

  /// A banner that follows the width of its window loads anew; others stay as they are.
  private mutating func viewResized(_ index: UInt32) {
    let view = views[index]
    let slot = Int(view.slot)
    let row = viewRow(view.session, slot)
    guard row.size == 0, format(view.session, slot) == .banner else { return }
    switch row.reloads {
    case .never: return
    case .sizeChange:
      let window = size(view.session, ofWindow: Int(view.window))
      let before = tables.sizes[Int(sessions[view.session, window: Int(view.window)].before)]
      if adaptiveSize(for: window) == adaptiveSize(for: before) { return }
    case .transition: break
    }
    count(if: countsNow, .viewReloads, cell(of: view.session, slot: slot), from: now)
    countDuplicate(view.session, slot)
    ask(view: index, by: .view)
  }

  /// Counts a call of load for a need that is served already: by a load under way, a ready ad, or
  /// an ad on screen.
  mutating func countDuplicate(_ session: UInt32, _ slot: Int, isShown: Bool = false) {
    let state = sessions[session, slot: slot].state
    guard countsNow, isShown || state.inFlight > 0 || state.ready > 0 else { return }
    hazard(.duplicateLoad, session, cell(of: session, slot: slot))
  }
}
