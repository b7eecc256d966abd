import Scheduler

/// Apps that call show from the loaded callback, wherever the user is by then.
///
/// Such a show is no step of the journey: a step that falls due meanwhile waits until the ad has
/// gone.
extension World {
  /// The app hears that an ad of a slot is loaded: it may show it on the spot.
  mutating func showFromCallback(_ session: UInt32, _ slot: Int) {
    guard sessions.isLive(session) else { return }
    switch tables.placeholders[placeholder(session, slot)].showOnLoad {
    case .never: return
    case .once where !sessions[session, appSlot: slot].flags.contains(.wanted): return
    case .once, .always: break
    }
    sessions[session, appSlot: slot].flags.remove(.wanted)
    let current = sessions[session].presentation
    guard current == noRecord else {
      // A step that waited for this ad has it now; else another one is up or about to be.
      if Int(presentations[current].slot) != slot { showCallRefused(session, slot) }
      return
    }
    guard sessions[session, slot: slot].state.ready > 0 else { return }
    let isOverContent =
      format(session, slot) == .appOpen && sessions[session].flags.contains(.content)
    if isOverContent && countsNow {
      hazard(.appOpenOverContent, session, cell(of: session, slot: slot))
    }
    sessions[appOf: session].flags.insert(.ownShow)
    // Inside a step the journey goes on after the show as after any other that blocks.
    if stepping == session { sessions[appOf: session].flags.insert(.stepDue) }
    beginOpportunity(
      session, StepRow(code: .show, slot: UInt16(slot)), slotKey(session, slot))
    if sessions.isLive(session) && sessions[session].presentation == noRecord {
      sessions[appOf: session].flags.subtract([.ownShow, .stepDue])
    }
  }

  private mutating func showCallRefused(_ session: UInt32, _ slot: Int) {
    let cell = cell(of: session, slot: slot)
    count(if: countsNow, .showCalls, cell, from: now)
    count(
      if: countsNow, .showCallsEnded, cell.with(outcome: .failed).with(reason: .busy), from: now)
  }

  /// Whether an app shows an ad of its own accord; its slot is filled up when that ad is gone.
  func isInOwnShow(_ session: UInt32) -> Bool {
    tables.features.contains(.app) && sessions[appOf: session].flags.contains(.ownShow)
  }

  /// A step is due: whether it must wait, since the app shows an ad of its own accord.
  mutating func waitsForOwnShow(_ session: UInt32) -> Bool {
    guard sessions[appOf: session].flags.contains(.ownShow) else { return false }
    sessions[appOf: session].flags.insert(.stepDue)
    return true
  }

  /// The screen is free: whether only such a show is over, and no step is due.
  mutating func endsOwnShow(_ session: UInt32) -> Bool {
    guard sessions[appOf: session].flags.contains(.ownShow) else { return false }
    let isDue = sessions[appOf: session].flags.contains(.stepDue)
    sessions[appOf: session].flags.subtract([.ownShow, .stepDue])
    return !isDue
  }
}
