import Scheduler

/// Clicks on banners and native ads, which do not block the journey: it stands still in its wait.
extension World {
  /// In how long an ad without a next one is clicked, if it is: a guess.
  private static var longestLook: SimDuration { .seconds(60) }

  /// Draws whether and when the ad that a view is about to show is clicked.
  ///
  /// When is a guess: anywhere in the time up to its refresh, evenly, or in the first minute.
  mutating func awaitClick(_ index: UInt32) {
    let view = views[index]
    let session = view.session
    let slot = Int(view.slot)
    let key = clickKey(index)
    guard uniform(.click, key) < tables.behaviour.clickShare else { return }
    let share = uniform(.click, key, word: 1)
    let isBanner = format(session, slot) == .banner
    let look = (isBanner ? viewRow(session, slot).refresh : nil) ?? Self.longestLook
    views[index].clickAt = now + .rounding(nanoseconds: Double(look.nanoseconds) * share)
    arm(view: index)
  }

  /// The user clicks the ad of a view and leaves, unless they are away or look at something else.
  mutating func click(view index: UInt32) {
    let view = views[index]
    let session = view.session
    views[index].clickAt = .never
    guard sessions[lifeOf: session].flags.contains(.waits), !isAway(session),
      sessions[session].presentation == noRecord, !isHidden(session, Int(view.slot)),
      !tables.features.contains(.sheets) || !isSheetUp(session)
    else { return }
    let slot = Int(view.slot)
    let shown = view.shown
    note(.clicked, session: session, slot: slot, network: shown.cell.network ?? -1)
    count(if: shown.counted, .clicks, shown.cell, from: shown.askedAt)
    reportClick(ofView: index)
    let key = clickKey(index)
    leave(
      session, for: time(tables.behaviour.clickAway, .away, key), as: .click,
      dies: clickKills(key))
  }

  /// The key of the draws of a view's ad: its network, and the shows of its slot so far.
  private func clickKey(_ index: UInt32) -> DrawKey {
    let view = views[index]
    var key = slotKey(view.session, Int(view.slot))
    if let network = view.shown.cell.network { key.network = tables.networks[network].name }
    return key
  }

  /// Sets the timer of a view to what is next: a click or the time of its next ad.
  mutating func arm(view index: UInt32) {
    queue.disarm(&views[index].timer)
    var next = min(views[index].clickAt, views[index].refreshAt)
    if tables.features.contains(.refreshLoops) { next = min(next, nextLoop(ofView: index)) }
    // What was due behind a block of the main thread, or in a suspension, is due now.
    if next != .never { views[index].timer = schedule(.view, index, at: max(next, now)) }
  }
}
