import Scheduler

/// Clicks on full-screen ads.
extension World {
  /// How long an ad is on screen before it is clicked, if it is; else its whole time.
  ///
  /// When in its time an ad is clicked is a guess: anywhere, evenly.
  mutating func timeToClick(
    _ session: UInt32, _ key: DrawKey, of duration: SimDuration
  ) -> SimDuration {
    guard uniform(.click, key) < tables.behaviour.clickShare else { return duration }
    let share = uniform(.click, key, word: 1)
    let before = SimDuration.rounding(nanoseconds: Double(duration.nanoseconds) * share)
    sessions[lifeOf: session].adTimeLeft = duration - before
    sessions[lifeOf: session].flags.insert(.clickDue)
    return before
  }

  /// Lets the user click the ad on screen and leave; false when its time is over instead.
  mutating func clicks(_ index: UInt32) -> Bool {
    let session = presentations[index].session
    guard sessions[lifeOf: session].flags.contains(.clickDue) else { return false }
    sessions[lifeOf: session].flags.remove(.clickDue)
    sessions[lifeOf: session].flags.insert(.adUp)
    let record = presentations[index]
    let network = Int(record.ad.network)
    note(.clicked, session: session, slot: Int(record.slot), network: network)
    count(if: record.counted, .clicks, cell(ofShow: index), from: record.opportunityAt)
    if tables.features.contains(.faults) {
      if closesOnClick(index) { closed(byClick: index) }
      pauseEarly(ofShow: index)
    }
    var key = slotKey(session, Int(record.slot))
    key.network = tables.networks[network].name
    leave(session, for: time(tables.behaviour.clickAway, .away, key), as: .click)
    return true
  }

  /// Whether the page that a click opens closes the ad under it.
  private func closesOnClick(_ index: UInt32) -> Bool {
    let row = tables.networks[Int(presentations[index].ad.network)]
    guard row.closedByClick > 0 else { return false }
    var key = showKey(index)
    key.network = row.name
    // Beyond the blocks of rules, and of the order of a reward and a dismissal.
    return uniform(.fault, key.with(block: 1 << 23 | 1)) < row.closedByClick
  }

  /// The ad has gone when the user is back, and they have not seen its end.
  private mutating func closed(byClick index: UInt32) {
    let record = presentations[index]
    presentations[index].isCompleted = false
    sessions[lifeOf: record.session].adTimeLeft = .zero
    dropEarly(ofShow: index)
    guard record.counted else { return }
    hazard(.callbackEarly, record.session, cell(ofShow: index))
  }

  /// The user is back from a click, and the ad is still on screen for the rest of its time.
  mutating func resumeAd(_ session: UInt32) {
    sessions[lifeOf: session].flags.remove(.adUp)
    let index = sessions[session].presentation
    let left = sessions[lifeOf: session].adTimeLeft
    if tables.features.contains(.faults) { resumeEarly(ofShow: index, lasting: left) }
    presentations[index].timer = schedule(.presentation, index, after: left)
  }
}
