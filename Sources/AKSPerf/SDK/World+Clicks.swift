import Scheduler

/// Clicks on full-screen ads.
extension World {
  /// The user clicks the ad on screen, and leaves.
  mutating func click(_ index: UInt32) {
    let record = presentations[index]
    let session = record.session
    sessions[lifeOf: session].flags.remove(.clickDue)
    sessions[lifeOf: session].flags.insert(.adUp)
    let network = Int(record.ad.network)
    note(.clicked, session: session, slot: Int(record.slot), network: network)
    count(if: record.counted, .clicks, cell(ofShow: index), from: record.opportunityAt)
    var isClosed = false
    if tables.features.contains(.faults) {
      isClosed = closesOnClick(index)
      if isClosed { closed(byClick: index) }
      pauseEarly(ofShow: index)
    }
    if tables.behaviour.isClickDismissal && !isClosed { reportDismissal(asUserLeaves: index) }
    var key = slotKey(session, Int(record.slot))
    key.network = tables.networks[network].name
    leave(
      session, for: time(tables.behaviour.clickAway, .away, key), as: .click,
      dies: clickKills(key))
  }

  /// Whether the system ends the process while the user looks at the page of an ad.
  func clickKills(_ key: DrawKey) -> Bool {
    tables.behaviour.clickTerminated > 0
      && uniform(.terminate, key) < tables.behaviour.clickTerminated
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

  private mutating func closed(byClick index: UInt32) {
    let record = presentations[index]
    closeBehindUser(index)
    guard record.counted else { return }
    hazard(.callbackEarly, record.session, cell(ofShow: index))
  }
}
