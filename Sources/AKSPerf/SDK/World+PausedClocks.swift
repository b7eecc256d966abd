import Scheduler

/// Clocks of banners that stand still while the user is away.
extension World {
  /// The user leaves the app.
  mutating func pauseClocks(_ session: UInt32) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount where viewRow(session, slot).onReturn != .runs {
      let index = sessions[session, place: slot].view
      guard index != noRecord, views[index].refreshAt != .never else { continue }
      if tables.features.contains(.refreshLoops) { _ = stackLoops(session, slot) }
      pauseClock(index)
    }
  }

  /// Stops the clock of a banner's next ad.
  mutating func pauseClock(_ index: UInt32) {
    views[index].refreshLeft = max(views[index].refreshAt - now, .zero)
    views[index].refreshAt = .never
    arm(view: index)
  }

  /// The user is back.
  mutating func resumeClocks(_ session: UInt32) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount where viewRow(session, slot).onReturn != .runs {
      let index = sessions[session, place: slot].view
      if index != noRecord, let left = views[index].refreshLeft { resumeClock(index, left) }
      // The load of one may have let the journey run on to the session's end.
      guard sessions.isLive(session) else { return }
    }
  }

  private mutating func resumeClock(_ index: UInt32, _ left: SimDuration) {
    let row = viewRow(views[index].session, Int(views[index].slot))
    views[index].refreshLeft = nil
    switch row.onReturn {
    case .runs, .resume: views[index].refreshAt = now + left
    case .restart: views[index].refreshAt = now + (row.refresh ?? row.refreshAfterFailure ?? left)
    case .load:
      refresh(view: index)
      return
    }
    arm(view: index)
  }
}
