import Scheduler

/// What lies over the app for a time, and not over its process: pickers, sheets, pages of a store.
extension World {
  /// Puts a sheet up, in place of one that may be; the journey goes on beneath it.
  mutating func sheetStep(_ session: UInt32, _ row: StepRow) {
    let length = time(row.draw, .sheet, journeyKey(session, row))
    sessions[session].programCounter += 1
    takeDownSheet(session)
    sessions[lifeOf: session].sheetKind = row.sheetKind
    sessions[lifeOf: session].sheetWindow = UInt8(keyWindow(session))
    sessions[lifeOf: session].sheetSince = now
    sessions[lifeOf: session].sheetEnds = now + length
    sessions[lifeOf: session].sheetTimer = schedule(.sheet, session, after: length)
  }

  /// Whether a sheet is up, also one whose user is away.
  func isSheetUp(_ session: UInt32) -> Bool {
    let life = sessions[lifeOf: session]
    return life.sheetTimer != .none || life.flags.contains(.sheetPaused)
  }

  /// How long the sheet that is up stays so, in the foreground.
  func sheetLeft(_ session: UInt32) -> SimDuration {
    let life = sessions[lifeOf: session]
    return max(life.sheetEnds - (life.flags.contains(.sheetPaused) ? life.leftAt : now), .zero)
  }

  /// A full-screen ad, a picker or a sheet has left the screen: networks settle.
  mutating func screenChanged(_ session: UInt32) {
    if tables.features.contains(.app) { sessions[appOf: session].freedAt = now }
  }

  mutating func takeDownSheet(_ session: UInt32) {
    queue.disarm(&sessions[lifeOf: session].sheetTimer)
  }

  /// The user has done with a sheet: the app has the screen again.
  mutating func sheetEnded(_ session: UInt32) {
    sessions[lifeOf: session].sheetTimer = .none
    note(.timerFired, session: session)
    guard let origin = sessions[lifeOf: session].sheetKind.origin else { return }
    screenChanged(session)
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
