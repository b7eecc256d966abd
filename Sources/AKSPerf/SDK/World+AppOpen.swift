import Scheduler

/// The app-open opportunity of a launch: the first app-open step that the journey comes to.
///
/// Its figures belong to the launch, not to the opportunity: they run from process start, and count
/// iff the launch does. All have the slot and the origin of the config of that opportunity.
extension World {
  /// The journey has come to an app-open step; tells whether it is the first of a counted launch.
  mutating func reachAppOpen(_ session: UInt32) -> Bool {
    let flags = sessions[session].flags
    guard flags.contains(.counted), !flags.contains(.appOpenReached) else { return false }
    sessions[session].flags.insert(.appOpenReached)
    return true
  }

  /// The app-open opportunity of a launch is eligible.
  mutating func wantAppOpen(_ index: UInt32) {
    presentations[index].isOfLaunch = true
    let record = presentations[index]
    let session = record.session
    let start = sessions[session].start
    sessions[session].appOpenSlot = record.slot
    if record.remoteConfig { sessions[session].flags.insert(.appOpenRemoteConfig) }
    let cell = cell(ofAppOpen: session)
    count(.appOpenLaunches, cell, from: start)
    if record.found == .hit {
      let ad = sessions[session, slot: Int(record.slot), ad: 0]
      recorder.record(
        .appOpenReady, microseconds: (ad.loadedAt - start).microseconds,
        cell.with(network: Int(ad.network)), startedAt: start)
    } else {
      sessions[session].flags.insert(.appOpenPending)
    }
  }

  /// An ad of a slot is ready: perhaps the one this launch waits for.
  mutating func appOpenCame(_ session: UInt32, _ slot: Int, network: Int) {
    let flags = sessions[session].flags
    guard flags.contains(.appOpenPending), slot == Int(sessions[session].appOpenSlot) else {
      return
    }
    sessions[session].flags.remove(.appOpenPending)
    let start = sessions[session].start
    let cell = cell(ofAppOpen: session).with(network: network)
    record(.appOpenReady, from: start, cell)
    if flags.contains(.appOpenMissed) { count(.appOpenLate, cell, from: start) }
  }

  /// The session ends and its app-open ad never came.
  mutating func appOpenNeverCame(_ session: UInt32) {
    recorder.recordNever(
      .appOpenReady, cell(ofAppOpen: session), startedAt: sessions[session].start)
  }

  /// What is left of a splash that ends its ad when it is over; nil where none does.
  func splashLeft(_ index: UInt32) -> SimDuration? {
    let record = presentations[index]
    let placeholder = placeholder(record.session, Int(record.slot))
    guard tables.placeholders[placeholder].splashEndsAd else { return nil }
    // The step that shows it is the one before that which comes next.
    let journey = tables.classes[Int(sessions[record.session].sessionClass)].journey
    let place = Int(sessions[record.session].programCounter) - 1
    let row = tables.steps[tables.journeys[journey].firstStep + place]
    guard row.code == .appOpenAutomatic, row.budget.exists else { return nil }
    var key = journeyKey(record.session, row)
    key.placeholder = UInt32(place)
    let splash = time(row.budget, .journey, key, word: 1)
    return max(splash - (now - record.opportunityAt), .zero)
  }

  /// The app-open opportunity of a launch ended without a show.
  mutating func missAppOpen(_ index: UInt32) {
    let session = presentations[index].session
    sessions[session].flags.insert(.appOpenMissed)
    count(.appOpenMissed, cell(ofOpportunity: index), from: sessions[session].start)
  }

  /// The app-open ad of a launch is on screen.
  mutating func measureAppOpen(_ index: UInt32) {
    let start = sessions[presentations[index].session].start
    let cell = cell(ofShow: index)
    record(.appOpenTime, from: start, cell)
    count(.appOpenInBudget, cell, from: start)
  }

  /// The labels of a launch's app-open opportunity.
  private func cell(ofAppOpen session: UInt32) -> LabelCell {
    cell(
      of: session, slot: Int(sessions[session].appOpenSlot),
      remoteConfig: sessions[session].flags.contains(.appOpenRemoteConfig))
  }
}
