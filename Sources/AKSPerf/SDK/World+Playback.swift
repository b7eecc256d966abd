import Scheduler

/// Playback of streamed creatives, whose rest arrives while they are on screen.
///
/// An ad that is viewed to its end is played evenly over its duration. It is over at the later of
/// two instants, the one that its duration says and the one at which all of it is there; what the
/// second is behind the first is its stall. At a steady rate that is exact; where the rate grows
/// meanwhile it may be too little.
extension World {
  /// An ad comes on screen, and the rest of it may still be under way; false when it never comes.
  ///
  /// An ad whose rest was lost while it waited has nothing to be played, and is closed at once.
  mutating func beginPlayback(_ index: UInt32) -> Bool {
    let record = presentations[index]
    let session = record.session
    sessions[lifeOf: session].tail = noRecord
    sessions[lifeOf: session].stalledAt = .never
    guard tables.networks[Int(record.ad.network)].stalls, !isPhantom(index) else { return true }
    if record.ad.flags.contains(.cut) {
      breakOff(index)
      return false
    }
    let slot = record.ad.flags.contains(.moved) ? nil : Int(record.slot)
    sessions[lifeOf: session].tail = tail(of: record.ad, session, slot)
    return true
  }

  /// The time of the ad on screen is over; one whose rest is not there stays until it is.
  mutating func timeOver(ofShow index: UInt32) {
    guard tables.features.contains(.streams), presentations[index].isCompleted else {
      dismissed(index)
      return
    }
    let record = presentations[index]
    guard sessions[lifeOf: record.session].tail != noRecord else {
      dismissed(index)
      return
    }
    note(
      .stalled, session: record.session, slot: Int(record.slot), network: Int(record.ad.network))
    sessions[lifeOf: record.session].stalledAt = now
  }

  /// The rest of a streamed creative is there; an ad that has stalled for it is over.
  mutating func tailCame(_ tail: UInt32, of session: UInt32) {
    guard tables.features.contains(.streams), sessions[lifeOf: session].tail == tail else { return }
    let since = sessions[lifeOf: session].stalledAt
    sessions[lifeOf: session].tail = noRecord
    sessions[lifeOf: session].stalledAt = .never
    guard since != .never else { return }
    let index = sessions[session].presentation
    let record = presentations[index]
    if traces(session) { because(.stalled, .waits(now - since)) }
    // At one instant either may come first.
    if record.counted && now > since {
      let cell = cell(ofShow: index)
      recorder.record(
        .stallTime, microseconds: (now - since).microseconds, cell, startedAt: record.opportunityAt)
      hazard(.playbackStalled, session, cell)
    }
    // In an event of its own, since the main thread may be blocked.
    presentations[index].timer = schedule(.presentation, index, at: now)
  }

  /// The rest of a streamed creative never comes: the ad that plays it is closed before its end.
  mutating func tailLost(_ tail: UInt32, of session: UInt32) {
    guard tables.features.contains(.streams), sessions[lifeOf: session].tail == tail else { return }
    sessions[lifeOf: session].tail = noRecord
    sessions[lifeOf: session].stalledAt = .never
    let index = sessions[session].presentation
    guard index != noRecord, presentations[index].machine.state == .showing,
      presentations[index].isCompleted
    else { return }
    breakOff(index)
    if tables.features.contains(.faults) { dropEarly(ofShow: index) }
    sessions[lifeOf: session].flags.subtract([.clickDue, .leaveDue])
    if sessions[lifeOf: session].flags.contains(.adUp) {
      // The user has left it, and finds it gone when they are back.
      sessions[lifeOf: session].adTimeLeft = .zero
      stopKill(session)
    } else {
      queue.disarm(&presentations[index].timer)
      presentations[index].timer = schedule(.presentation, index, at: now)
    }
  }

  private mutating func breakOff(_ index: UInt32) {
    presentations[index].isCompleted = false
    forgetReward(ofShow: index)
    guard presentations[index].counted else { return }
    hazard(.playbackStalled, presentations[index].session, cell(ofShow: index))
  }
}
