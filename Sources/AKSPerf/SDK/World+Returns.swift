import Scheduler

/// Ads that the app opens when it is back on screen: app-open ads, unless it opens others.
///
/// A return never waits for an ad, since content is on screen: a ready one is shown, else one is
/// loaded for the next return. It follows the first app-open step of the journey that says so.
extension World {
  /// The app hears of a return: perhaps it wants its app-open ad.
  ///
  /// - Parameters:
  ///   - origin: What it comes from.
  ///   - away: How long the app was not on screen.
  mutating func openOnReturn(
    _ session: UInt32, from origin: AppOpenReturns.Origins, away: SimDuration,
    at event: AppOpenReturns.Trigger
  ) {
    guard tables.features.contains(.returns) else { return }
    openOnReturn(session, returnRow(session), from: origin, away: away, at: event)
  }

  /// A full-screen ad has left the screen, which apps may take for a return.
  ///
  /// One that a return has opened is none unless they chain: there would be no end. So it is with
  /// any app-open ad, and with one that was up for no time, since nobody has been away.
  mutating func returnFromAd(_ session: UInt32, of format: AdFormat, opensOnReturn: Bool) {
    var row = returnRow(session)
    let up = now - sessions[lifeOf: session].adSince
    if opensOnReturn {
      guard row.chains, up > .zero else { return }
      row.ignores.remove(.ad)
    } else if format == .appOpen {
      return
    }
    openOnReturn(session, row, from: .ad, away: up, at: .active)
  }

  private func returnRow(_ session: UInt32) -> ReturnRow {
    tables.returns[tables.classes[Int(sessions[session].sessionClass)].journey]
  }

  private mutating func openOnReturn(
    _ session: UInt32, _ row: ReturnRow, from origin: AppOpenReturns.Origins,
    away: SimDuration, at event: AppOpenReturns.Trigger
  ) {
    guard row.isOn, row.trigger == event || row.trigger == .both else { return }
    // What the end of an ad is no return for asks for nothing.
    if origin == .ad && row.ignores.contains(.ad) { return }
    let slot = Int(row.slot)
    if let gate = returnGate(session, row, origin, away) {
      let cell = cell(of: session, slot: slot)
      note(.opportunity, session: session, network: slot, reason: gate)
      count(if: countsNow, .opportunities, cell, from: now)
      count(if: countsNow, .opportunitiesGated, cell.with(reason: gate), from: now)
      return
    }
    let loads = showGate(session, slot) == nil && !hasFreshAd(session, slot)
    wantOnReturn(session, row)
    if loads && sessions[session, slot: slot].state.ready == 0
      && sessions[session, slot: slot].state.inFlight == 0
      && sessions[session, slot: slot].backoff == noRecord
    {
      callLoad(session, slot)
    }
  }

  /// Why the app does not want an ad on a return, if so.
  private func returnGate(
    _ session: UInt32, _ row: ReturnRow, _ origin: AppOpenReturns.Origins, _ away: SimDuration
  ) -> Reason? {
    if !row.ignores.isDisjoint(with: origin) {
      return origin == .click ? .returnFromClick : .contentOnScreen
    }
    if away < row.minAway { return .tooShortAway }
    if sessions[session].presentation == noRecord { return nil }
    // An app that looks out for its ads finds one up, unless it has heard that it is gone; another
    // one calls show in vain.
    let looksOut = row.ignores.contains(.ad) && hasHeardOfNoEnd(session)
    return isAdUp(session) && !looksOut ? nil : .busy
  }

  /// Whether the end of the show of a session that is under way has not been reported.
  private func hasHeardOfNoEnd(_ session: UInt32) -> Bool {
    guard tables.features.contains(.app) else { return true }
    return !sessions[appOf: session].show.flags.contains(.endReported)
  }

  /// Whether a full-screen ad is on screen, or under the page that a click on it has opened.
  private func isAdUp(_ session: UInt32) -> Bool {
    let index = sessions[session].presentation
    return index != noRecord && presentations[index].machine.state == .showing
  }

  /// The opportunity of a return, beside an ad that may be up: one is refused then.
  private mutating func wantOnReturn(_ session: UInt32, _ row: ReturnRow) {
    let ad = sessions[session].presentation
    // What is up refuses it; an ad that was clicked says so already.
    let isUnseen = isAdUp(session) && !sessions[lifeOf: session].flags.contains(.adUp)
    if isUnseen { sessions[lifeOf: session].flags.insert(.adUp) }
    sessions[session].presentation = noRecord
    let own = isInOwnShow(session) ? sessions[appOf: session].flags : []
    if own != [] { sessions[appOf: session].flags.subtract(.ownShows) }
    // What has become of the show call of the ad that is up stays with that ad.
    let hasShow = ad != noRecord && tables.features.contains(.app)
    let show = hasShow ? sessions[appOf: session].show : ShowState()
    if hasShow { sessions[appOf: session].show = ShowState() }
    // The journey goes on when all that comes of the return has begun.
    let outer = stepping
    stepping = session
    var step = StepRow(code: .appOpenReturn)
    step.slot = row.slot
    beginOpportunity(session, step, key(of: session))
    stepping = outer
    if isUnseen { sessions[lifeOf: session].flags.remove(.adUp) }
    if ad != noRecord { sessions[session].presentation = ad }
    if hasShow { sessions[appOf: session].show = show }
    if own != [] { sessions[appOf: session].flags.formUnion(own.intersection(.ownShows)) }
  }

  private func hasFreshAd(_ session: UInt32, _ slot: Int) -> Bool {
    for position in 0..<Int(sessions[session, slot: slot].state.ready) {
      let ad = sessions[session, slot: slot, ad: position]
      let isStale =
        tables.features.contains(.staleAds)
        ? isGone(ad, session, slot, at: position, forShow: true)
        : isExpired(ad, session, slot, at: .ready(position))
      if !isStale { return true }
    }
    return false
  }

  /// The ad of a return is on screen; the times of app-open ads are of those only.
  mutating func measureReturn(_ index: UInt32) {
    let record = presentations[index]
    guard record.counted else { return }
    let cell = cell(ofShow: index)
    if format(record.session, Int(record.slot)) == .appOpen {
      self.record(.appOpenTime, from: record.opportunityAt, cell)
    }
    count(.appOpenReturnsShown, cell, from: record.opportunityAt)
  }
}
