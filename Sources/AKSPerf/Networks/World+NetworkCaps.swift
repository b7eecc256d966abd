import Scheduler

/// Frequency caps that networks keep themselves: beyond them a network has no fill for the user.
extension World {
  /// Whether a network has shown the user of a session as many ads as it may.
  func isCapped(_ session: UInt32, _ network: Int) -> Bool {
    guard tables.networks[network].capShows > 0 else { return false }
    let oldest = sessions[session, networkShow: oldestShow(session, network)]
    return oldest != .never && oldest + tables.networks[network].capPer > now
  }

  /// An ad of a network is shown.
  mutating func rememberShow(_ session: UInt32, ofNetwork network: Int) {
    guard tables.networks[network].capShows > 0 else { return }
    sessions[session, networkShow: oldestShow(session, network)] = now
  }

  /// The place of the oldest show of a network that its cap remembers, or one without a show.
  private func oldestShow(_ session: UInt32, _ network: Int) -> Int {
    let first = tables.networks[network].capFirst
    var oldest = first
    for place in first..<first + tables.networks[network].capShows {
      let shown = sessions[session, networkShow: place]
      if shown == .never { return place }
      if shown < sessions[session, networkShow: oldest] { oldest = place }
    }
    return oldest
  }
}
