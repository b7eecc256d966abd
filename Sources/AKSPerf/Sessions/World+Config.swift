import Scheduler

/// Fetches of the remote config, and loads that wait for the first one.
extension World {
  /// Fetches the config of a launch; loads may have to wait for it if its user has none.
  mutating func fetchFirstConfig(for index: UInt32) {
    if tables.features.contains(.configWaits) && tables.config.isAwaited {
      sessions[startOf: index].awaitsConfig = !sessions[index].flags.contains(.remoteConfig)
    }
    fetchConfig(for: index)
  }

  /// Asks the config service, over a connection of its own.
  mutating func fetchConfig(for index: UInt32) {
    var key = key(of: index)
    if tables.features.contains(.absences) {
      key.cycle = sessions[lifeOf: index].configFetches
      sessions[lifeOf: index].configFetches &+= 1
    } else if tables.features.contains(.configWaits) {
      key.cycle = sessions[startOf: index].configFetches
      sessions[startOf: index].configFetches &+= 1
    }
    let config = tables.config
    sessions[index].flags.remove(.fetchCounted)
    if countsNow {
      sessions[index].flags.insert(.fetchCounted)
      count(.configFetches, cell(of: index), from: now)
    }
    if isOffline(index) {
      configAnswered(for: index, failure: .offline)
      return
    }
    beginExchange(
      ExchangeRequest(
        owner: .config, ownerIndex: index, session: index, backend: config.backend,
        connection: tables.networks.count, upBytes: 0,
        downBytes: bytes(config.size, .config, key, word: 1),
        service: time(tables.backends[config.backend].service, .config, key), key: key))
    // One that takes no time is over.
    if tables.features.contains(.configWaits), let timeout = config.timeout,
      sessions[index].configExchange != noRecord
    {
      setConfigTimer(of: index, at: now + timeout, for: .timeout)
    }
  }

  /// The config service has answered.
  mutating func configAnswered(for index: UInt32, failure: Reason?) {
    sessions[index].configExchange = noRecord
    note(.configAnswered, session: index, reason: failure ?? .loaded)
    if let failure {
      countFailedFetch(of: index, failure)
    } else {
      sessions[index].flags.insert(.remoteConfig)
      remember(index, configFetchedAt: now.nanoseconds)
    }
    guard tables.features.contains(.configWaits) else { return }
    queue.disarm(&sessions[startOf: index].configTimer)
    if failure != nil && tables.config.retry.exists {
      var key = key(of: index)
      key.cycle = sessions[startOf: index].configRetries
      sessions[startOf: index].configRetries &+= 1
      let pause = time(tables.config.retry, .configRetry, key)
      setConfigTimer(of: index, at: now + max(pause, .milliseconds(1)), for: .fetch)
    } else if sessions[startOf: index].awaitsConfig {
      sessions[startOf: index].awaitsConfig = false
      setConfigTimer(of: index, at: now, for: .release)
    }
  }

  private mutating func countFailedFetch(of index: UInt32, _ reason: Reason) {
    count(
      if: sessions[index].flags.contains(.fetchCounted), .configFetchFailures,
      cell(of: index).with(reason: reason), from: now)
  }

  /// A session ends, with a fetch that has not come.
  mutating func endFetch(of index: UInt32, _ reason: Reason) {
    if sessions[index].configExchange != noRecord {
      abandon(exchange: sessions[index].configExchange)
      countFailedFetch(of: index, reason)
    }
    if tables.features.contains(.consentBackend) { endConsentRequest(of: index) }
    guard !tables.features.isDisjoint(with: .starts) else { return }
    queue.disarm(&sessions[startOf: index].configTimer)
    queue.disarm(&sessions[startOf: index].adapterTimer)
    queue.disarm(&sessions[startOf: index].sdkTimer)
  }

  // MARK: Waiting

  private mutating func setConfigTimer(
    of index: UInt32, at time: SimTime, for purpose: StartRecord.ConfigTimer
  ) {
    queue.disarm(&sessions[startOf: index].configTimer)
    sessions[startOf: index].configPurpose = purpose
    sessions[startOf: index].configTimer = schedule(.config, index, at: time)
  }

  /// A fetch takes too long, the next one is due, or loads need not wait for one any more.
  mutating func configTimerFired(_ index: UInt32) {
    sessions[startOf: index].configTimer = .none
    let purpose = sessions[startOf: index].configPurpose
    note(.timerFired, session: index, reason: purpose == .timeout ? .timeout : nil)
    switch purpose {
    case .timeout:
      abandon(exchange: sessions[index].configExchange)
      configAnswered(for: index, failure: .timeout)
    case .fetch: if sessions[index].configExchange == noRecord { fetchConfig(for: index) }
    case .release: releaseLoads(of: index)
    }
  }

  /// Whether the loads of a session wait for its config.
  @inline(__always)
  func awaitsConfig(_ session: UInt32) -> Bool {
    tables.features.contains(.configWaits) && sessions[startOf: session].awaitsConfig
  }

  /// Lets the loads go on that waited for the config, under the one that there is now.
  private mutating func releaseLoads(of session: UInt32) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        guard loads[load].stage == .awaitingConfig else {
          load = loads[load].next
          continue
        }
        release(load)
        // What came of it may have changed the list, or ended the session.
        guard sessions.isLive(session) else { return }
        load = sessions[session, slot: slot].loads
      }
    }
  }

  private mutating func release(_ index: UInt32) {
    let session = loads[index].session
    let placeholder = placeholder(session, Int(loads[index].slot))
    loads[index].stage = .initialising
    if sessions[session].flags.contains(.remoteConfig) { loads[index].flags.insert(.remoteConfig) }
    let row = mediation(
      placeholder, remoteConfig: loads[index].flags.contains(.remoteConfig))
    loads[index].machine = WaterfallMachine(entries: row.entryCount)
    if loads[index].flags.contains(.counted) {
      count(.loads, cell(ofLoad: index), from: loads[index].startedAt)
    }
    if isSwitchedOff(session, placeholder) {
      endLoad(index, reason: .disabled)
    } else if now >= deadline(of: index) {
      endLoad(index, reason: .deadline)
    } else if sessions[session].adsReadyAt > now {
      watch(load: index)
    } else {
      runWaterfall(index)
    }
  }
}
