import Scheduler

/// What may keep an ad from being shown, and what of earlier shows that looks at.
extension World {
  /// Why an ad must not be shown now, if so.
  func showGate(_ session: UInt32, _ slot: Int) -> Reason? {
    if sessions[session].flags.contains(.adsRemoved) { return .adsRemoved }
    // Until the form has been answered the opportunity waits for its load.
    if hasRefusedConsent(session) { return .noConsent }
    let placeholder = placeholder(session, slot)
    if isSwitchedOff(session, placeholder) { return .disabled }
    let shows = tables.placeholders[placeholder].capShows
    if shows > 0, capReopens(session, slot) != nil { return .cap }
    let minGap = tables.placeholders[placeholder].minGap
    let writes = Int(sessions[session, slot: slot].capWrites)
    if minGap > .zero, writes > 0 {
      let last = sessions[session, slot: slot, capEntry: (writes - 1) % max(shows, 1)]
      if now < last + minGap { return .minGap }
    }
    return nil
  }

  /// Whether the config in force has switched a placeholder's ads off.
  func isSwitchedOff(_ session: UInt32, _ placeholder: Int) -> Bool {
    // Nobody knows before the config has come.
    guard tables.features.contains(.switches), !awaitsConfig(session) else { return false }
    return sessions[session].flags.contains(.remoteConfig)
      ? !tables.placeholders[placeholder].remote.isEnabled
      : !tables.placeholders[placeholder].shipped.isEnabled
  }

  /// When a reached frequency cap lets the next show through; nil when it is not reached.
  func capReopens(_ session: UInt32, _ slot: Int) -> SimTime? {
    let placeholder = placeholder(session, slot)
    let shows = tables.placeholders[placeholder].capShows
    let writes = Int(sessions[session, slot: slot].capWrites)
    guard writes >= shows else { return nil }
    let oldest = sessions[session, slot: slot, capEntry: writes % max(shows, 1)]
    let opens = oldest + tables.placeholders[placeholder].capPer
    return opens > now ? opens : nil
  }

  private mutating func rememberShow(_ session: UInt32, _ slot: Int) {
    let placeholder = placeholder(session, slot)
    let shows = tables.placeholders[placeholder].capShows
    guard shows > 0 || tables.placeholders[placeholder].minGap > .zero else { return }
    let size = max(shows, 1)
    var writes = Int(sessions[session, slot: slot].capWrites)
    sessions[session, slot: slot, capEntry: writes % size] = now
    writes += 1
    if writes == 2 * size { writes = size }
    sessions[session, slot: slot].capWrites = UInt16(writes)
  }

  /// Shows count for the frequency cap, the price and the keys of later draws.
  ///
  /// - Parameter isRefresh: Whether an ad has taken the place of another, which lowers no price.
  mutating func countShow(_ session: UInt32, _ slot: Int, isRefresh: Bool = false) {
    rememberShow(session, slot)
    if tables.features.contains(.app) && !format(session, slot).isFullScreen {
      let shows = sessions[appOf: session].shows
      if shows < .max { sessions[appOf: session].shows = shows + 1 }
    }
    if tables.features.contains(.priceDecay) && !isRefresh {
      sessions[session].shows.add(format(session, slot), on: today)
    }
    sessions[session, slot: slot].cycle += 1
    sessions[session, slot: slot].loadsThisCycle = 0
    sessions[session, slot: slot].failedShows = 0
  }
}
