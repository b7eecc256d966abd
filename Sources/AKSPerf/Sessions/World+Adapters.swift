import Scheduler

/// Adapters whose start needs the network, and devices on which everything takes longer.
extension World {
  /// A time that a device takes, as long as it takes on the device of a session.
  @inline(__always)
  func slowed(
    _ session: UInt32, _ time: SimDuration, as part: Slowdown.Part
  ) -> SimDuration {
    guard tables.features.contains(.slowDevices) else { return time }
    let slowdown = tables.slowdowns[Int(sessions[session].sessionClass)]
    return .rounding(nanoseconds: Double(time.nanoseconds) * slowdown[part])
  }

  /// Whether the start of an adapter has failed for want of the network.
  func hasFailed(_ session: UInt32, _ network: Int) -> Bool {
    sessions[session, network: network].readyAt == .never
  }

  /// The adapters of a session start when its SDK has.
  mutating func startAdapters(of session: UInt32, at time: SimTime) {
    if time > now {
      sessions[startOf: session].adapterTimer = schedule(.adapters, session, at: time)
    } else {
      adaptersDue(session)
    }
  }

  /// The adapters that need the network start, or those of them that could not before.
  mutating func adaptersDue(_ session: UInt32) {
    queue.disarm(&sessions[startOf: session].adapterTimer)
    let planned = initialisation(of: session)
    var hasFailed = false
    for k in 0..<tables.initialised.count where startAdapter(session, tables.initialised[k]) {
      hasFailed = true
    }
    if hasFailed, let pause = tables.launch.initRetryEvery {
      sessions[startOf: session].adapterTimer = schedule(.adapters, session, after: pause)
    }
    // Nobody waits for what has failed.
    let spared = planned - initialisation(of: session)
    if spared > .zero {
      let ready = sessions[session].adsReadyAt.nanoseconds - spared.nanoseconds
      sessions[session].adsReadyAt = SimTime(nanoseconds: ready)
    }
    watchLoads(of: session)
  }

  /// Starts one adapter, unless it has started or needs nothing; true when it fails.
  private mutating func startAdapter(_ session: UInt32, _ network: Int) -> Bool {
    guard tables.networks[network].startNeedsNetwork,
      sessions[session, network: network].readyAt == .zero || hasFailed(session, network)
    else { return false }
    let isReached = isReached(session, backend: tables.networks[network].backend)
    note(
      .adapterStart, session: session, slot: -1, network: network,
      reason: isReached ? nil : .offline)
    sessions[session, network: network].readyAt =
      isReached ? now + initialisation(of: session, network: network) : .never
    return !isReached
  }

  /// A session has gone over to another radio: adapters that waited for one start.
  mutating func adaptersMayStart(_ session: UInt32) {
    guard tables.launch.initRetryOnline, now >= launchTimes(of: session).sdkStarted else { return }
    adaptersDue(session)
  }

  /// All adapters start anew.
  mutating func restartAdapters(_ session: UInt32) {
    for k in 0..<tables.initialised.count {
      sessions[session, network: tables.initialised[k]].readyAt = .zero
    }
    sessions[session].adsReadyAt = now + initialisation(of: session)
    adaptersDue(session)
  }

  /// Loads that wait for adapters may have less to wait.
  private mutating func watchLoads(of session: UInt32) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        if loads[load].stage == .initialising { watch(load: load) }
        load = loads[load].next
      }
    }
  }
}
