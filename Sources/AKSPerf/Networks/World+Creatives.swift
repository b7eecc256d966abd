/// Creatives of networks that have a number of them, and that a process need not download twice.
extension World {
  /// Whether the process still has the creative of an attempt's ad.
  mutating func hasCreative(of index: UInt32) -> Bool {
    let attempt = attempts[index]
    let network = tables.networks[Int(attempt.network)]
    guard network.creativeCount > 0 else { return false }
    let creative = creative(of: attempt, among: network.creativeCount)
    for place in 0..<network.creativesCached
    where sessions[attempt.session, creative: network.creativeFirst + place] == creative {
      moveUp(creative, from: place, attempt.session, network)
      count(if: attempt.counted, .creativesCached, cell(of: attempt), from: attempt.startedAt)
      return true
    }
    return false
  }

  /// The creative of an attempt's ad has been downloaded; the one not used longest makes room.
  mutating func keepCreative(of index: UInt32) {
    let attempt = attempts[index]
    let network = tables.networks[Int(attempt.network)]
    guard network.creativeCount > 0 else { return }
    count(if: attempt.counted, .creativesDownloaded, cell(of: attempt), from: attempt.startedAt)
    let creative = creative(of: attempt, among: network.creativeCount)
    // Two downloads of one creative may have run side by side.
    var place = 0
    while place < network.creativesCached - 1,
      sessions[attempt.session, creative: network.creativeFirst + place] != creative
    {
      place += 1
    }
    moveUp(creative, from: place, attempt.session, network)
  }

  /// Puts a creative before those that were used before it.
  private mutating func moveUp(
    _ creative: UInt32, from place: Int, _ session: UInt32, _ network: NetworkRow
  ) {
    for position in stride(from: network.creativeFirst + place, to: network.creativeFirst, by: -1) {
      sessions[session, creative: position] = sessions[session, creative: position - 1]
    }
    sessions[session, creative: network.creativeFirst] = creative
  }

  /// Which creative of its network an attempt's ad has, from 1.
  private func creative(of attempt: AttemptRecord, among count: Int) -> UInt32 {
    let share = uniform(.creative, key(of: attempt), word: 2)
    return UInt32(min(Int(share * Double(count)), count - 1)) + 1
  }
}
