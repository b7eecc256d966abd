import Scheduler

extension World {
  /// An arrival of the open process: launches a session and schedules the next arrival.
  mutating func arrive() {
    let user = arrivals.index - 1
    scheduleNextArrival()
    // Launches after the window matter only for the load they put on what sessions share.
    guard now < windowEnd || sharesBackends, !passes(user) else { return }
    launch(user: user, launch: 0, carried: nil)
  }

  mutating func scheduleNextArrival() {
    if arrivals.index > 0 && hasLaunchedTraced(upTo: arrivals.index - 1) { return }
    guard let time = arrivals.next(), time <= lastInstant else { return }
    if time >= windowEnd && !sharesBackends { return }
    post(.arrival, 0, at: time)
  }

  /// First launches of a closed population, evenly spread over `rampUp`.
  mutating func startPopulation(_ users: Int, rampUp: SimDuration) {
    population = Population(users: users, rampUp: rampUp, layout: tables.layout)
    post(.relaunch, 0, at: .zero)
  }

  /// A user of the closed population launches.
  mutating func relaunch(user: UInt32) {
    let carried = population[user]
    population[user].launches += 1
    if carried.launches == 0, let next = population.firstLaunch(of: user + 1) {
      post(.relaunch, user + 1, at: next)
    }
    if passes(UInt64(user)) { return }
    launch(user: UInt64(user), launch: carried.launches, carried: carried)
  }

  private mutating func launch(user: UInt64, launch: UInt32, carried: UserRecord?) {
    let index = sessions.take()
    sessions[index].user = user
    sessions[index].launch = launch
    let pick = uniform(.sessionClass, DrawKey(user: user))
    sessions[index].sessionClass = UInt16(classOf(pick))
    startProcess(index)
    beginSession(index, isConfigStale: drawUser(of: index, carried: carried))
  }

  /// A session's process starts, over the radio of its class.
  mutating func startProcess(_ index: UInt32) {
    sessions[index].start = now
    if tables.features.contains(.radios) {
      let part = tables.classes[Int(sessions[index].sessionClass)]
      sessions[lifeOf: index].radio = UInt16(part.radio)
    }
    sessions[index].roundTrip = drawnRoundTrip(of: index)
    if tables.features.contains(.scenes) { openWindows(index) }
    if !tables.features.isDisjoint(with: .endings) { numberProcess(index) }
  }

  /// Goes through the launch of a session of which the user is known, to its journey.
  mutating func beginSession(_ index: UInt32, isConfigStale: Bool) {
    let isRequested = tables.features.contains(.consentBackend)
    if tables.launch.consentTimeout != nil && !isRequested { settleConsent(of: index) }
    countLaunch(of: index)
    note(.launched, session: index, network: Int(sessions[index].sessionClass))
    // A user launches for the first time once only, so this does not hide endless work.
    if sessions[index].launch == 0 { endlessAt += UInt64(Limits.workAtOneInstantPerSession) }
    if isConfigStale { fetchFirstConfig(for: index) }
    if isRequested { requestConsent(of: index) }
    let times = launchTimes(of: index)
    startSDK(of: index, at: times.sdkStarted)
    if tables.features.contains(.app) && tables.timers.count > 0 { startTimers(index) }
    enterJourney(of: index)
    if times.firstFrame == now && !isHeld(index) {
      runSteps(of: index)
    } else {
      postStep(index, at: times.firstFrame)
    }
  }

  /// Sets when ads can be asked for; never is not known before the consent request is over.
  mutating func startSDK(of index: UInt32, at started: SimTime) {
    if started == .never {
      sessions[index].adsReadyAt = .never
      return
    }
    sessions[index].adsReadyAt = started + initialisation(of: index)
    if tables.features.contains(.adapterStarts) { startAdapters(of: index, at: started) }
    if tables.features.contains(.blockingStart) { awaitSDK(of: index) }
  }

  private func classOf(_ pick: Double) -> Int {
    var low = 0
    var high = tables.classes.count - 1
    while low < high {
      let middle = (low + high) / 2
      if pick < tables.classes[middle].cumulative { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func countLaunch(of index: UInt32) {
    startedSessions += 1
    peakSessions = max(peakSessions, sessions.liveCount)
    recorder.setLevel(.concurrentSessions, Int64(sessions.liveCount), at: now)
    guard countsNow else { return }
    sessions[index].flags.insert(.counted)
    openItems += 1
    count(.sessionsStarted, cell(of: index), from: sessions[index].start)
    if isFirstToday(index) {
      count(.dailyUsers, cell(of: index), from: sessions[index].start)
    }
  }

  /// Whether a counted launch is its user's first of the virtual day; one launch a day is marked.
  private mutating func isFirstToday(_ index: UInt32) -> Bool {
    guard !population.isEmpty else {
      // Every arrival of an open process is a user of its own, and only a killed one comes again.
      guard tables.features.contains(.absences) else { return true }
      guard sessions[lifeOf: index].countedOn != today else { return false }
      sessions[lifeOf: index].countedOn = today
      return true
    }
    let user = UInt32(sessions[index].user)
    guard population[user].countedOn != today else { return false }
    population[user].countedOn = today
    return true
  }

  /// What the user brings along: purchases, consent, config; tells whether the config is stale.
  private mutating func drawUser(of index: UInt32, carried: UserRecord?) -> Bool {
    let launch = tables.launch
    var flags = SessionFlags()
    var fetchedAt: Int64?
    if let carried, carried.launches > 0 {
      flags = carried.flags
      if flags.contains(.remoteConfig) { fetchedAt = carried.configFetchedAt }
      bring(carried, to: index)
    } else {
      let key = DrawKey(user: sessions[index].user)
      if uniform(.user, key) < launch.firstLaunchShare { flags.insert(.firstLaunch) }
      if uniform(.user, key, word: 1) < launch.removeAdsShare { flags.insert(.adsRemoved) }
      if launch.asksConsent && uniform(.user, key.with(block: 1)) < launch.formShare
        && uniform(.user, key, word: 3) >= launch.consentGiven
      {
        flags.insert(.noConsent)
      }
      if tables.features.contains(.limits),
        uniform(.user, key.with(block: 1), word: 1) >= launch.trackingAllowed
      {
        flags.insert(.untracked)
      }
      if tables.config.backend >= 0 && !flags.contains(.firstLaunch) {
        flags.insert(.remoteConfig)
        fetchedAt = now.nanoseconds - time(launch.configAge, .user, key, word: 2).nanoseconds
      }
    }
    // Without a config service there is nothing to wait for: the portal's waterfall is the app's.
    if tables.config.backend < 0 { flags.insert(.remoteConfig) }
    sessions[index].flags = flags
    remember(index, configFetchedAt: fetchedAt)
    guard tables.config.backend >= 0 else { return false }
    guard let fetchedAt else { return true }
    return now.nanoseconds - fetchedAt > tables.config.refresh.nanoseconds
  }

  /// How long after SDK start the adapters hold every load back.
  func initialisation(of index: UInt32) -> SimDuration {
    guard tables.launch.gate == .all else { return .zero }
    var longest = SimDuration.zero
    for k in 0..<tables.initialised.count {
      if tables.features.contains(.adapterStarts) && hasFailed(index, tables.initialised[k]) {
        continue
      }
      longest = max(longest, initialisation(of: index, network: tables.initialised[k]))
    }
    return longest
  }

  /// How long after SDK start one adapter holds its loads back.
  func initialisation(of index: UInt32, network: Int) -> SimDuration {
    var key = key(of: index)
    key.network = tables.networks[network].name
    let needed: SimDuration
    if tables.features.contains(.adapterStarts) && sessions[index, network: network].isFailing {
      // The wait for the network is not the device's.
      needed = time(tables.networks[network].initFailsAfter, .initialisation, key, word: 1)
    } else if tables.networks[network].initialisation.isZero {
      return .zero
    } else {
      needed = slowed(
        index, time(tables.networks[network].initialisation, .initialisation, key),
        as: .initialisation)
    }
    return tables.launch.initTimeout.map { min($0, needed) } ?? needed
  }

  /// The labels of a session.
  func cell(of index: UInt32) -> LabelCell {
    LabelCell(
      sessionClass: Int(sessions[index].sessionClass),
      firstLaunch: sessions[index].flags.contains(.firstLaunch))
  }
}
