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
    row.busyFlag = placeholder.appCode.busyFlag
    row.showOnLoad = placeholder.appCode.showOnLoad
    row.onBusy = placeholder.appCode.onBusy
    row.onFull = placeholder.appCode.onFull
    row.reactsToEach = placeholder.appCode.reacts == .each
    row.ttl = placeholder.cache.ttl
    row.reusesAds = placeholder.cache.reuse
    row.splashEndsAd = placeholder.appCode.splashEndsAd
    row.keepsTimers = placeholder.appCode.staleTimer
    row.sharesNetworks = placeholder.cache.keyedBy == .network
    row.refill = placeholder.cache.refill
    row.isOfActivity = placeholder.cache.heldBy == .activity
    row.capShows = placeholder.cap?.shows ?? 0
    row.capPer = placeholder.cap?.per ?? .zero
    row.minGap = placeholder.minGap
    let expiries = scenario.networksAsked(by: [placeholder]).map {
      scenario.networks[$0].expiry[placeholder.format]
    }
    row.longestExpiry = expiries.contains(nil) ? nil : expiries.compactMap { $0 }.max()
    if let ttl = placeholder.cache.ttl { row.longestExpiry = min(row.longestExpiry ?? ttl, ttl) }
    return row
  }

  mutating func mediationRow(
    _ config: MediationConfig
  ) throws(SimulationError) -> MediationRow {
    var row = MediationRow()
    row.isEnabled = config.enabled
    row.firstEntry = entries.count
    row.entryCount = config.waterfall.count
    row.strategy = strategyRow(config)
    try appendWaterfall(config.waterfall)
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
}
