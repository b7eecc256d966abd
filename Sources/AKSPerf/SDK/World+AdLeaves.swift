import Scheduler

/// Full-screen ads that their users leave before the end: by a click, or by their own wish.
///
/// Both are drawn when the ad comes up, each for itself, and each at an instant of the ad's time.
/// That time stands still while the user is away, so the one that falls later comes in the rest.
extension World {
  /// How long an ad is on screen before its user leaves, if they do; else its whole time.
  ///
  /// When in its time that is is a guess: anywhere, evenly.
  mutating func timeToLeaving(
    _ session: UInt32, _ key: DrawKey, of duration: SimDuration
  ) -> SimDuration {
    if uniform(.click, key) < tables.behaviour.clickShare {
      sessions[lifeOf: session].clickLeft = duration - part(.click, key, of: duration)
      sessions[lifeOf: session].flags.insert(.clickDue)
    }
    if tables.features.contains(.adLeaves), uniform(.leave, key) < tables.behaviour.leaveShare {
      sessions[lifeOf: session].leaveLeft = duration - part(.leave, key, of: duration)
      sessions[lifeOf: session].flags.insert(.leaveDue)
    }
    return timeToNextLeaving(session, of: duration)
  }

  private func part(_ purpose: Purpose, _ key: DrawKey, of duration: SimDuration) -> SimDuration {
    .rounding(nanoseconds: Double(duration.nanoseconds) * uniform(purpose, key, word: 1))
  }

  /// How much of the time left on screen passes before the user leaves, or before the end.
  private mutating func timeToNextLeaving(
    _ session: UInt32, of left: SimDuration
  ) -> SimDuration {
    let life = sessions[lifeOf: session]
    var rest = SimDuration.zero
    if life.flags.contains(.clickDue) { rest = life.clickLeft }
    if life.flags.contains(.leaveDue) { rest = max(rest, life.leaveLeft) }
    sessions[lifeOf: session].adTimeLeft = rest
    return left - rest
  }

  /// Lets the user leave the ad on screen; false when its time is over instead.
  ///
  /// Of a click and a leave at one instant the click comes first.
  mutating func isLeft(_ index: UInt32) -> Bool {
    let life = sessions[lifeOf: presentations[index].session]
    if life.flags.contains(.clickDue) && life.clickLeft == life.adTimeLeft {
      click(index)
      return true
    }
    guard life.flags.contains(.leaveDue) && life.leaveLeft == life.adTimeLeft else { return false }
    leaveAd(index)
    return true
  }

  /// The user goes to the home screen from an ad.
  private mutating func leaveAd(_ index: UInt32) {
    let record = presentations[index]
    let session = record.session
    sessions[lifeOf: session].flags.remove(.leaveDue)
    sessions[lifeOf: session].flags.insert(.adUp)
    count(if: record.counted, .adLeaves, cell(ofShow: index), from: record.opportunityAt)
    let fate = tables.behaviour.onReturn
    if fate != .kept { closeBehindUser(index) }
    if fate == .lost { sessions[lifeOf: session].flags.insert(.adLost) }
    if tables.features.contains(.faults) { pauseEarly(ofShow: index) }
    if tables.behaviour.isLeaveDismissal && fate != .lost { reportDismissal(asUserLeaves: index) }
    var key = slotKey(session, Int(record.slot))
    key.network = tables.networks[Int(record.ad.network)].name
    let terminated = tables.behaviour.leaveTerminated
    leave(
      session, for: time(tables.behaviour.leaveAway, .leave, key, word: 2), as: .home,
      dies: terminated > 0 && uniform(.leave, key, word: 3) < terminated)
    if traces(session) { because(.backgrounded, .leavesAd(fate)) }
  }

  /// The ad has gone when the user is back, and they have not seen its end.
  mutating func closeBehindUser(_ index: UInt32) {
    let session = presentations[index].session
    presentations[index].isCompleted = false
    forgetReward(ofShow: index)
    sessions[lifeOf: session].adTimeLeft = .zero
    sessions[lifeOf: session].flags.subtract([.clickDue, .leaveDue])
    stopKill(session)
    if tables.features.contains(.faults) { dropEarly(ofShow: index) }
  }

  /// Whether nobody reports the end of the ad of a session.
  func isLost(_ session: UInt32) -> Bool {
    tables.features.contains(.adLeaves) && sessions[lifeOf: session].flags.contains(.adLost)
  }

  /// The user is back, and the ad is still on screen for the rest of its time.
  mutating func resumeAd(_ session: UInt32) {
    sessions[lifeOf: session].flags.remove(.adUp)
    let index = sessions[session].presentation
    if tables.features.contains(.earlyLeaves), presentations[index].machine.state == .presenting {
      resumeShow(index)
      return
    }
    let left = sessions[lifeOf: session].adTimeLeft
    if tables.features.contains(.faults) { resumeEarly(ofShow: index, lasting: left) }
    presentations[index].timer = schedule(
      .presentation, index, after: timeToNextLeaving(session, of: left))
    if left > .zero || presentations[index].isCompleted { resumeKill(session) }
  }
}
