import Scheduler

extension ScenarioCompiler {
  /// Appends the rows of a waterfall, then those of the waterfalls inside its networks.
  ///
  /// Tries of one network are told apart by their order when all are asked, so that they have
  /// draws of their own wherever they lie.
  mutating func appendWaterfall(_ waterfall: [WaterfallEntry]) throws(SimulationError) {
    var tries: [Int: Int] = [:]
    let start = entries.count
    try append(waterfall, floor: -Double.infinity, depth: 0, from: start, &tries)
  }

  private mutating func append(
    _ waterfall: [WaterfallEntry], floor: Double, depth: Int, from start: Int,
    _ tries: inout [Int: Int]
  ) throws(SimulationError) {
    let first = entries.count
    guard depth <= Limits.innerDepth else {
      throw .invalidScenario("inner waterfalls are nested deeper than \(Limits.innerDepth)")
    }
    guard waterfall.count <= Limits.waterfallEntries,
      first - start + waterfall.count <= Limits.innerEntries
    else {
      throw .invalidScenario(
        "a waterfall has more than \(Limits.innerEntries) entries with those inside its networks")
    }
    for entry in waterfall {
      let network = scenario.networks[entry.network]
      let timeout: SimDuration? =
        switch entry.timeout {
        case .ofNetwork: network.timeout
        case .none: nil
        case .after(let time): time
        }
      entries.append(
        EntryRow(
          network: entry.network, floor: max(floor, entry.floor ?? -Double.infinity),
          timeout: network.timeoutCovers == .nothing ? nil : timeout,
          timesConnectingOnly: network.timeoutCovers == .connect))
    }
    for (position, entry) in waterfall.enumerated() {
      let earlier = tries[entry.network, default: 0]
      guard earlier <= Int(UInt8.max) else {
        throw .invalidScenario(
          "a waterfall asks network '\(scenario.networks[entry.network].name)' more than 256 times")
      }
      tries[entry.network] = earlier + 1
      entries[first + position].earlierTries = UInt8(earlier)
      let inner = scenario.networks[entry.network].inner?.waterfall ?? []
      guard !inner.isEmpty else { continue }
      entries[first + position].firstInner = UInt32(entries.count)
      entries[first + position].innerCount = UInt8(clamping: inner.count)
      try append(
        inner, floor: entries[first + position].floor, depth: depth + 1, from: start, &tries)
    }
  }
}
