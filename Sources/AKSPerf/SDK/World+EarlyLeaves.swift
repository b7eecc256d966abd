import Scheduler

/// Users who leave the app between the call of show and the ad.
///
/// Whether they do, and what becomes of the show, is known when show is called; when they do is
/// drawn from the time that the network takes to bring the ad on screen.
extension World {
  /// Whether the user of a show leaves before the ad comes up.
  func leavesEarly(_ index: UInt32, by network: Int, within wait: SimDuration) -> Bool {
    wait > .zero
      && uniform(.leave, earlyLeaveKey(index, network)) < tables.behaviour.earlyLeave.share
  }

  /// Whether a show fails whose user leaves before its ad.
  var failsAfterEarlyLeave: Bool { tables.behaviour.earlyLeave.onReturn != .shown }

  /// The user is to leave within the time to the ad; when in it is a guess: anywhere, evenly.
  mutating func scheduleEarlyLeave(_ index: UInt32, within wait: SimDuration) {
    let session = presentations[index].session
    let key = earlyLeaveKey(index, Int(presentations[index].ad.network))
    let share = uniform(.leave, key, word: 1)
    let part = SimDuration.rounding(nanoseconds: Double(wait.nanoseconds) * share)
    sessions[lifeOf: session].adTimeLeft = wait - part
    sessions[lifeOf: session].flags.insert(.earlyLeaveDue)
    presentations[index].timer = schedule(.presentation, index, after: part)
  }

  /// Lets the user leave before the ad; false when the time to it is over instead.
  mutating func isLeftEarly(_ index: UInt32) -> Bool {
    let record = presentations[index]
    let session = record.session
    guard sessions[lifeOf: session].flags.contains(.earlyLeaveDue) else { return false }
    sessions[lifeOf: session].flags.remove(.earlyLeaveDue)
    sessions[lifeOf: session].flags.insert(.adUp)
    count(
      if: record.counted, .earlyLeaves,
      cell(ofOpportunity: index).with(network: Int(record.ad.network)), from: record.opportunityAt)
    let key = earlyLeaveKey(index, Int(record.ad.network))
    let row = tables.behaviour.earlyLeave
    leave(
      session, for: time(row.away, .leave, key, word: 2), as: .home,
      dies: row.terminated > 0 && uniform(.leave, key, word: 3) < row.terminated)
    if traces(session) { because(.backgrounded, .leavesBeforeAd(row.onReturn)) }
    return true
  }

  /// The user is back, and the ad has not come up: it does now, or never will.
  mutating func resumeShow(_ index: UInt32) {
    let session = presentations[index].session
    guard failsAfterEarlyLeave else {
      presentations[index].timer = schedule(
        .presentation, index, after: sessions[lifeOf: session].adTimeLeft)
      return
    }
    if tables.behaviour.earlyLeave.onReturn == .lost {
      sessions[appOf: session].show.flags.insert(.lost)
    }
    act(presentations[index].machine.presentationFailed(.background), on: index)
  }

  private func earlyLeaveKey(_ index: UInt32, _ network: Int) -> DrawKey {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    var key = slotKey(session, slot)
    key.network = tables.networks[network].name
    key.retry = UInt32(sessions[session, slot: slot].failedShows)
    // Beyond the block of users who leave the ad itself.
    return key.with(block: 1)
  }
}
