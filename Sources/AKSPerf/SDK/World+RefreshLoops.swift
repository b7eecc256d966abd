import Scheduler

/// Refresh timers of banners that the app does not stop when it starts another one.
///
/// The timer of the view is the newest of them. Each of the others goes on beside it: it asks for
/// the next ad and starts anew when that has come. Never stands for one that waits for its ad.
extension World {
  /// A banner is put up anew, or its timer started anew: the one that runs goes on, with those
  /// beside it; gives their number.
  mutating func stackLoops(_ session: UInt32, _ slot: Int) -> UInt8 {
    let index = sessions[session, place: slot].view
    guard index != noRecord, viewRow(session, slot).stacksLoops else { return 0 }
    let isRunning = views[index].refreshAt != .never || views[index].machine.isAsking
    if isRunning && views[index].loops < Limits.refreshLoops {
      sessions[session, slot: slot, refreshLoop: Int(views[index].loops)] = views[index].refreshAt
      views[index].loops += 1
    }
    return views[index].loops
  }

  /// When the first of the other timers of a banner is over; never without one.
  func nextLoop(ofView index: UInt32) -> SimTime {
    var first = SimTime.never
    let slot = Int(views[index].slot)
    for loop in 0..<Int(views[index].loops) {
      first = min(first, sessions[views[index].session, slot: slot, refreshLoop: loop])
    }
    return first
  }

  /// One of the other timers of a banner may be over: it asks for the next ad, as that of the view
  /// does; false when none is.
  mutating func loopFired(ofView index: UInt32) -> Bool {
    let session = views[index].session
    let slot = Int(views[index].slot)
    guard nextLoop(ofView: index) <= now else { return false }
    var loop = 0
    while sessions[session, slot: slot, refreshLoop: loop] > now { loop += 1 }
    // The first ad is being asked for.
    if views[index].machine.isOpen {
      sessions[session, slot: slot, refreshLoop: loop] = .never
      arm(view: index)
      return true
    }
    let row = viewRow(session, slot)
    let isPaused = row.pausesHidden && isHidden(session, slot)
    if isPaused || !mayRefresh(session, slot) {
      let pause = row.refresh ?? row.refreshAfterFailure
      sessions[session, slot: slot, refreshLoop: loop] = pause.map { now + $0 } ?? .never
      arm(view: index)
      return true
    }
    sessions[session, slot: slot, refreshLoop: loop] = .never
    askForNext(view: index)
    return true
  }

  /// Whether the timer of a view with others runs, so that an ad of theirs leaves it as it is.
  func isTimed(_ index: UInt32) -> Bool {
    views[index].loops > 0 && views[index].refreshAt != .never && views[index].refreshAt > now
  }

  /// The ad that a banner asked for has come, or will not: timers that waited for it start anew.
  ///
  /// True when that of the view runs on. One that is over and finds the user away asks for no ad.
  mutating func runsOn(_ index: UInt32, afterFailure: Bool) -> Bool {
    guard views[index].loops > 0 else { return false }
    let isTimed = isTimed(index)
    if isTimed || views[index].refreshAt == .never {
      restartLoops(index, afterFailure: afterFailure)
      arm(view: index)
    }
    return isTimed
  }

  private mutating func restartLoops(_ index: UInt32, afterFailure: Bool) {
    let session = views[index].session
    let slot = Int(views[index].slot)
    let row = viewRow(session, slot)
    let pause = afterFailure ? row.refreshAfterFailure : row.refresh
    var kept = 0
    for loop in 0..<Int(views[index].loops) {
      var due = sessions[session, slot: slot, refreshLoop: loop]
      if due == .never {
        guard let pause else { continue }
        due = now + pause
      }
      sessions[session, slot: slot, refreshLoop: kept] = due
      kept += 1
    }
    views[index].loops = UInt8(kept)
  }
}
