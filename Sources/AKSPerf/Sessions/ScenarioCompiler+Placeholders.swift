import Scheduler

extension ScenarioCompiler {
  mutating func placeholderRow(
    _ placeholder: Placeholder
  ) throws(SimulationError) -> PlaceholderRow {
    var row = PlaceholderRow()
    row.name = NameHash.of(placeholder.name)
    row.format = placeholder.format
    row.remote = try mediationRow(placeholder.remote)
    if let shipped = placeholder.shipped {
      row.shipped = try mediationRow(shipped)
    } else {
      row.shipped = row.remote
    }
    row.depth = placeholder.cache.depth
    row.refill = placeholder.cache.refill
    row.capShows = placeholder.cap?.shows ?? 0
    row.capPer = placeholder.cap?.per ?? .zero
    row.minGap = placeholder.minGap
    let expiries = networks(of: placeholder).map {
      scenario.networks[$0].expiry[placeholder.format]
    }
    row.longestExpiry = expiries.contains(nil) ? nil : expiries.compactMap { $0 }.max()
    return row
  }

  mutating func mediationRow(
    _ config: MediationConfig
  ) throws(SimulationError) -> MediationRow {
    var row = MediationRow()
    row.firstEntry = entries.count
    row.entryCount = config.waterfall.count
    row.strategy = strategyRow(config)
    for (position, entry) in config.waterfall.enumerated() {
      let timeout: SimDuration? =
        switch entry.timeout {
        case .ofNetwork: scenario.networks[entry.network].timeout
        case .none: nil
        case .after(let time): time
        }
      entries.append(
        EntryRow(
          network: entry.network, floor: entry.floor ?? -Double.infinity, timeout: timeout,
          earlierTries: UInt8(
            config.waterfall[..<position].count { $0.network == entry.network })))
    }
    row.deadline = config.deadline
    switch config.retry {
    case .none: break
    case .fixed(let delay):
      row.retry = .fixed
      row.retryFixed = try drawn(delay)
    case .list(let delays):
      row.retry = .list
      row.retryFirst = retryDelays.count
      row.retryCount = delays.count
      retryDelays += delays
    case .exponential(let base, let cap):
      row.retry = .exponential
      row.retryBase = base
      row.retryCap = cap
    }
    return row
  }

  func networks(of placeholder: Placeholder) -> [Int] {
    (placeholder.remote.waterfall + (placeholder.shipped?.waterfall ?? [])).map(\.network)
  }
}
