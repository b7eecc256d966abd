import Scheduler

/// A timer of the app, as the event loop reads it.
struct TimerRow: BitwiseCopyable {
  var every: SimDuration
  var placeholder: UInt16
  var shows = false
  var stacks = false

  init(_ timer: AppTimer) {
    every = timer.every
    placeholder = UInt16(timer.placeholder)
    if case .show(let stacks) = timer.action {
      shows = true
      self.stacks = stacks
    }
  }
}

/// Timers of the app, which load and show whatever the journey does.
///
/// Such a show is no step, as one from the loaded callback.
extension World {
  /// A process begins: each timer fires first one period later.
  mutating func startTimers(_ session: UInt32) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for index in 0..<tables.timers.count {
      for slot in 0..<tables.journeys[part.journey].slotCount
      where placeholder(session, slot) == Int(tables.timers[index].placeholder) {
        windUp(timer: index, session, slot)
      }
    }
  }

  private mutating func windUp(timer index: Int, _ session: UInt32, _ slot: Int) {
    var timer = LateCallback(
      session: session, slot: UInt16(slot), callback: .onLoaded, kind: .appTimer, counted: 0,
      cell: LabelCell(), start: now, eventAt: now)
    timer.detail = UInt32(index)
    postpone(timer, by: tables.timers[index].every)
  }

  mutating func appTimerFired(_ timer: LateCallback) {
    let session = timer.session
    let slot = Int(timer.slot)
    let row = tables.timers[Int(timer.detail)]
    windUp(timer: Int(timer.detail), session, slot)
    if !row.shows {
      callLoad(session, slot)
    } else if sessions[session].presentation == noRecord {
      beginOwnShow(session, slot)
    } else {
      if row.stacks && sessions[session, appSlot: slot].stacked < .max {
        sessions[session, appSlot: slot].stacked += 1
      }
      showCallRefused(session, slot)
    }
  }

  /// An ad has left the screen: one that was called meanwhile comes up behind it.
  mutating func showStacked(_ session: UInt32) {
    for index in 0..<tables.timers.count where tables.timers[index].stacks {
      let part = tables.classes[Int(sessions[session].sessionClass)]
      for slot in 0..<tables.journeys[part.journey].slotCount
      where placeholder(session, slot) == Int(tables.timers[index].placeholder) {
        guard sessions.isLive(session), sessions[session].presentation == noRecord,
          sessions[session, appSlot: slot].stacked > 0
        else { continue }
        sessions[session, appSlot: slot].stacked -= 1
        beginOwnShow(session, slot)
      }
    }
  }
}
