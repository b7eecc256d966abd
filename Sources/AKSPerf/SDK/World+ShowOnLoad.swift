import Scheduler

/// Apps that call show from the loaded callback, wherever the user is by then.
///
/// Such a show is no step of the journey: a step that falls due meanwhile waits until the ad has
/// gone.
extension World {
  /// The app hears that an ad of a slot is loaded: it may show it on the spot.
  mutating func showFromCallback(_ session: UInt32, _ slot: Int) {
    showLoaded(session, slot)
    if sessions.isLive(session) && sessions[session, appSlot: slot].flags.contains(.heardTwice) {
      showOnceMore(session, slot)
    }
  }

  private mutating func showLoaded(_ session: UInt32, _ slot: Int) {
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
    beginOwnShow(session, slot)
  }

  /// The app shows an ad of its own accord, while nothing else is up or awaited.
  mutating func beginOwnShow(_ session: UInt32, _ slot: Int) {
    sessions[appOf: session].flags.insert(.ownShow)
    // Inside a step the journey goes on after the show as after any other that blocks.
    if stepping == session { sessions[appOf: session].flags.insert(.stepDue) }
    beginOpportunity(
      session, StepRow(code: .show, slot: UInt16(slot)), slotKey(session, slot))
    if sessions.isLive(session) && sessions[session].presentation == noRecord {
      sessions[appOf: session].flags.subtract([.ownShow, .stepDue])
    }
  }

  /// An ad has come on screen: whether it is an app-open ad that nobody wanted over content.
  mutating func checkContent(ofShow index: UInt32) {
    let record = presentations[index]
    guard record.counted, isInOwnShow(record.session),
      format(record.session, Int(record.slot)) == .appOpen,
      sessions[record.session].flags.contains(.content)
    else { return }
    hazard(
      .appOpenOverContent, record.session,
      cell(ofOpportunity: index).with(network: Int(record.ad.network)))
  }

  /// The app hears of a loaded ad once more: its code shows it again, while it is up.
  private mutating func showOnceMore(_ session: UInt32, _ slot: Int) {
    sessions[session, appSlot: slot].flags.remove(.heardTwice)
    guard tables.placeholders[placeholder(session, slot)].showOnLoad == .always,
      sessions[session].presentation != noRecord
    else { return }
    showCallRefused(session, slot)
  }

  mutating func showCallRefused(_ session: UInt32, _ slot: Int) {
    let cell = cell(of: session, slot: slot)
    count(if: countsNow, .showCalls, cell, from: now)
    count(
      if: countsNow, .showCallsEnded, cell.with(outcome: .failed).with(reason: .busy), from: now)
  }

  /// Whether an app shows an ad of its own accord.
  func isInOwnShow(_ session: UInt32) -> Bool {
    tables.features.contains(.app) && sessions[appOf: session].flags.contains(.ownShow)
  }

  /// Whether that ad is one of a slot.
  func isInOwnShow(_ session: UInt32, of slot: Int) -> Bool {
    guard isInOwnShow(session) else { return false }
    let index = sessions[session].presentation
    return index != noRecord && Int(presentations[index].slot) == slot
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
