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
    let record = sessions[session, network: network]
    return record.isFailing && record.readyAt <= now
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
    var isFirst = false
    for k in 0..<tables.initialised.count {
      let network = tables.initialised[k]
      guard tables.networks[network].startNeedsNetwork else { continue }
      if hasFailed(session, network) {
        startAgain(session, network)
      } else if !sessions[session, network: network].hasStarted {
        isFirst = true
        startAdapter(session, network)
      }
    }
    awaitNextStart(session)
    // Nobody waits for what has failed; who waits for what fails later does so up to then. What
    // starts once more is waited for by its own attempts.
    let spared = planned - initialisation(of: session)
    if spared > .zero || isFirst {
      let ready = sessions[session].adsReadyAt.nanoseconds - spared.nanoseconds
      sessions[session].adsReadyAt = SimTime(nanoseconds: ready)
      hastenContent(session)
    }
    watchLoads(of: session)
  }

  private mutating func startAdapter(_ session: UInt32, _ network: Int) {
    let isReached = isReached(session, backend: tables.networks[network].backend)
    note(
      .adapterStart, session: session, slot: -1, network: network,
      reason: isReached ? nil : .offline)
    sessions[session, network: network].hasStarted = true
    sessions[session, network: network].isFailing = !isReached
    sessions[session, network: network].readyAt =
      now + initialisation(of: session, network: network)
  }

  /// An adapter that has failed starts once more; one that waits for a radio, when it is reached.
  private mutating func startAgain(_ session: UInt32, _ network: Int) {
    let waitsForRadio = tables.launch.initRetryOnline
    if waitsForRadio && !isReached(session, backend: tables.networks[network].backend) { return }
    startAdapter(session, network)
  }

  /// Sets the timer of the next try of adapters that have failed, or will have.
  private mutating func awaitNextStart(_ session: UInt32) {
    let launch = tables.launch
    guard launch.initRetryEvery != nil || launch.initRetryOnline else { return }
    var next = SimTime.never
    for k in 0..<tables.initialised.count {
      let record = sessions[session, network: tables.initialised[k]]
      guard record.isFailing else { continue }
      if let pause = launch.initRetryEvery {
        next = min(next, record.readyAt + pause)
      } else if record.readyAt > now {
        // A radio may be back by then.
        next = min(next, record.readyAt)
      }
    }
    if next == .never { return }
    sessions[startOf: session].adapterTimer = schedule(.adapters, session, at: next)
  }

  /// A session has gone over to another radio: adapters that waited for one start.
  mutating func adaptersMayStart(_ session: UInt32) {
    guard tables.launch.initRetryOnline, now >= launchTimes(of: session).sdkStarted else { return }
    adaptersDue(session)
  }

  /// All adapters start anew.
  mutating func restartAdapters(_ session: UInt32) {
    for k in 0..<tables.initialised.count {
      sessions[session, network: tables.initialised[k]].hasStarted = false
      sessions[session, network: tables.initialised[k]].isFailing = false
    }
    sessions[session].adsReadyAt = now + initialisation(of: session)
    adaptersDue(session)
  }

  /// Loads that wait for adapters may have less to wait.
  mutating func watchLoads(of session: UInt32) {
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
