import Scheduler

/// What lies over the app for a time, and not over its process: pickers, sheets, pages of a store.
extension World {
  /// Puts a sheet up, in place of one that may be; the journey goes on beneath it.
  mutating func sheetStep(_ session: UInt32, _ row: StepRow) {
    let length = time(row.draw, .sheet, journeyKey(session, row))
    sessions[session].programCounter += 1
    takeDownSheet(session)
    sessions[lifeOf: session].sheetKind = row.sheetKind
    sessions[lifeOf: session].sheetSince = now
    sessions[lifeOf: session].sheetEnds = now + length
    sessions[lifeOf: session].sheetTimer = schedule(.sheet, session, after: length)
  }

  mutating func takeDownSheet(_ session: UInt32) {
    queue.disarm(&sessions[lifeOf: session].sheetTimer)
  }

  /// The user has done with a sheet: the app has the screen again.
  mutating func sheetEnded(_ session: UInt32) {
    sessions[lifeOf: session].sheetTimer = .none
    note(.timerFired, session: session)
    guard let origin = sessions[lifeOf: session].sheetKind.origin else { return }
    let up = now - sessions[lifeOf: session].sheetSince
    openOnReturn(session, from: origin, away: up, at: .active)
  }

  /// The user leaves the app, and finds the sheet as it was when they come back.
  mutating func pauseSheet(_ session: UInt32) {
    guard sessions[lifeOf: session].sheetTimer != .none else { return }
    takeDownSheet(session)
    sessions[lifeOf: session].flags.insert(.sheetPaused)
  }

  mutating func resumeSheet(_ session: UInt32) {
    let life = sessions[lifeOf: session]
    guard life.flags.contains(.sheetPaused) else { return }
    sessions[lifeOf: session].flags.remove(.sheetPaused)
    let left = max(life.sheetEnds - life.leftAt, .zero)
    sessions[lifeOf: session].sheetEnds = now + left
    sessions[lifeOf: session].sheetTimer = schedule(.sheet, session, after: left)
  }
}
