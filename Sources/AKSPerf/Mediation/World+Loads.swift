import Scheduler

extension World {
  /// An app, a refill or a retry calls load on a slot.
  mutating func callLoad(_ session: UInt32, _ slot: Int, by caller: LoadCaller = .plain) {
    let counts = countsNow
    if tables.features.contains(.app) {
      if flagBlocksLoad(session, slot, by: caller) { return }
      sessions[session, appSlot: slot].flags.insert(.loadCalled)
    }
    let cell = cell(of: session, slot: slot)
    ledger.loadCalls += 1
    count(if: counts, .loadCalls, cell, from: now)
    note(.loadCalled, session: session, network: slot)
    purgeExpired(session, slot)
    if let gate = loadGate(session, slot) {
      count(if: counts, .loadsGated, cell.with(reason: gate), from: now)
      if traces(session) { because(.loadCalled, .gated(gate)) }
      answerAtOnce(session, slot, loaded: false, cell, counts, caller)
      if gate == .offline { retryRefused(session, slot) }
      if caller == .awaiting {
        awaitedLoadEnded(session)
      } else {
        tellWaiting(session, slot, loadFailed: gate)
      }
      return
    }
    switch sessions[session, slot: slot].state.loadCalled(depth: depth(session, slot)) {
    case .start:
      if traces(session) { because(.loadCalled, .call(caller, .starts)) }
      if sessions[session, slot: slot].backoff != noRecord { dropBackoff(session, slot) }
      if caller == .retry { count(if: counts, .retries, cell, from: now) }
      startLoad(session, slot, by: caller)
    case .join
    where tables.features.contains(.app)
      && treatsSecondLoad(session, slot, cell, counts, by: caller):
      break
    case .join:
      if traces(session) { because(.loadCalled, .call(caller, .joins)) }
      count(if: counts, .loadsJoined, cell, from: now)
      join(load: sessions[session, slot: slot].loads, by: caller, counts)
      watchEarliestLoad(session, slot)
    case .answer
    where tables.features.contains(.app)
      && treatsLoadOfFullSlot(session, slot, cell, counts, by: caller):
      break
    case .answer:
      if traces(session) { because(.loadCalled, .call(caller, .answered)) }
      count(if: counts, .loadsAnswered, cell, from: now)
      answerAtOnce(session, slot, loaded: true, cell, counts, caller)
      if tables.features.contains(.views) {
        contradictAnswer(session, slot, counts: counts, cell, by: caller)
      }
      if caller == .awaiting { awaitedLoadEnded(session) } else { tellWaiting(session, slot) }
      if tables.features.contains(.app) { showFromCallback(session, slot) }
    }
  }

  /// A call ends with a load in flight, and counts by its own start.
  private mutating func join(load index: UInt32, by caller: LoadCaller, _ counts: Bool) {
    loads[index].joined += 1
    if counts { loads[index].countedJoins += 1 }
    if isQuiet(caller, loads[index].session, Int(loads[index].slot)) {
      loads[index].oneCallJoins += 1
      if counts { loads[index].countedOneCallJoins += 1 }
    }
    if caller == .awaiting { loads[index].flags.insert(.awaited) }
    if isOfView(caller, loads[index].session, Int(loads[index].slot)) {
      loads[index].flags.insert(.ofView)
    }
  }

  /// Why a load must not start, if so.
  private func loadGate(_ session: UInt32, _ slot: Int) -> Reason? {
    if sessions[session].flags.contains(.adsRemoved) { return .adsRemoved }
    // Until the form has been answered a load waits with the SDK; then the answer gates it.
    if hasRefusedConsent(session) { return .noConsent }
    let placeholder = placeholder(session, slot)
    if tables.placeholders[placeholder].capShows > 0,
      let expiry = tables.placeholders[placeholder].longestExpiry,
      let opens = capReopens(session, slot), opens > now + expiry
    {
      return .cap
    }
    if isSwitchedOff(session, placeholder) { return .disabled }
    return isOffline(session) && tables.app.checksRadio ? .offline : nil
  }

  mutating func startLoad(
    _ session: UInt32, _ slot: Int, by caller: LoadCaller, replaces: Bool = false
  ) {
    let remote = sessions[session].flags.contains(.remoteConfig)
    let row = mediation(placeholder(session, slot), remoteConfig: remote)
    var flags = LoadFlags()
    if remote { flags.insert(.remoteConfig) }
    if isQuiet(caller, session, slot) { flags.insert(.oneCall) }
    if caller == .awaiting { flags.insert(.awaited) }
    if caller == .retry { flags.insert(.retried) }
    if isOfView(caller, session, slot) { flags.insert(.ofView) }
    if countsNow {
      flags.insert(.counted)
      openItems += 1
      // One that waits for its config counts under that.
      if !awaitsConfig(session) { count(.loads, cell(of: session, slot: slot), from: now) }
    }
    let demandIndex = demandPeriod(of: session)
    let index = loads.take(
      LoadRecord(
        session: session, slot: UInt16(slot), flags: flags,
        cycle: sessions[session, slot: slot].cycle,
        retry: sessions[session, slot: slot].loadsThisCycle,
        demandIndex: demandIndex, replaces: replaces, startedAt: now,
        machine: WaterfallMachine(entries: row.entryCount)))
    sessions[session, slot: slot].loadsThisCycle += 1
    append(load: index, session, slot)
    note(.loadStarted, session: session, network: slot)
    watchEarliestLoad(session, slot)
    let waitsForConfig = awaitsConfig(session)
    if waitsForConfig { loads[index].stage = .awaitingConfig }
    if tables.features.contains(.scenes), let reason = sceneGate(index) {
      endLoad(index, reason: reason)
      return
    }
    if waitsForConfig {
      if traces(session) { because(.loadStarted, .config) }
      watch(load: index)
    } else if sessions[session].adsReadyAt > now {
      if traces(session) && sessions[session].adsReadyAt != .never {
        because(.loadStarted, .adapters(sessions[session].adsReadyAt - now))
      }
      watch(load: index)
    } else {
      runWaterfall(index)
    }
  }

  private mutating func append(load index: UInt32, _ session: UInt32, _ slot: Int) {
    var last = sessions[session, slot: slot].loads
    if last == noRecord {
      sessions[session, slot: slot].loads = index
      return
    }
    while loads[last].next != noRecord { last = loads[last].next }
    loads[last].next = index
  }

  private mutating func unlink(load index: UInt32) {
    let session = loads[index].session
    let slot = Int(loads[index].slot)
    if sessions[session, slot: slot].loads == index {
      sessions[session, slot: slot].loads = loads[index].next
      return
    }
    var before = sessions[session, slot: slot].loads
    while loads[before].next != index { before = loads[before].next }
    loads[before].next = loads[index].next
  }

  mutating func runWaterfall(_ index: UInt32) {
    loads[index].stage = .running
    accrueLaunch(index)
    if willRefuseConsent(loads[index].session) {
      endLoad(index, reason: .noConsent)
      return
    }
    if tables.features.contains(.strategies) {
      let row = strategyRow(of: index)
      if row >= 0 {
        startStrategy(index, row: row)
        return
      }
    }
    perform(loads[index].machine.start(), of: index)
  }

  /// The whole load takes too long: its attempts are given up and it fails.
  mutating func deadlinePassed(_ index: UInt32) {
    note(
      .timerFired, session: loads[index].session, slot: Int(loads[index].slot), reason: .deadline)
    if let best = facts(of: index).bestFill {
      accept(best.entry, of: index, others: .deadline)
      return
    }
    giveUpAttempts(of: index, reason: .deadline)
    loads[index].machine.cancel()
    endLoad(index, reason: .deadline)
  }

  /// The load's waterfall brought an ad: it is stored, the calls are answered, waiters are told.
  ///
  /// - Parameters:
  ///   - start: When the attempt that brought it began.
  ///   - losers: The first of the attempts whose ads lost to it.
  mutating func loadFilled(
    _ index: UInt32, ad: AdRecord, attemptedAt start: SimTime, depth: Int,
    losers: UInt32 = noRecord
  ) {
    let load = loads[index]
    let session = load.session
    let slot = Int(load.slot)
    var cell = cell(of: session, slot: slot, remoteConfig: load.flags.contains(.remoteConfig))
    cell.network = Int(ad.network)
    cell.reason = .loaded
    cell.suspended = load.flags.contains(.suspended)
    let counted = load.flags.contains(.counted)
    if counted {
      record(.loadLatency, from: load.startedAt, cell)
      count(.loadsFilled, cell, from: load.startedAt)
      count(.priceSum, by: UInt64(ad.price), cell, from: load.startedAt)
      count(.fillDepthSum, by: UInt64(depth), cell, from: load.startedAt)
    }
    note(
      .loadEnded, session: session, slot: slot, network: Int(ad.network), reason: .loaded,
      price: ad.price)
    let isHeard = close(load: index, loaded: true, cell)
    if tables.features.contains(.views) { contradictIfLost(load, isHeard: isHeard, cell) }
    let isKept =
      !tables.features.contains(.parallelLoads)
      || makesRoom(for: ad, replaces: load.replaces, session, slot, attemptedAt: start)
    if isKept { sessions[session, slot: slot].state.loadFilled() }
    sessions[session, slot: slot].failures = 0
    if isKept { store(ad, session, slot) }
    if losers != noRecord { offer(losers: losers) }
    // An ad that goes straight to the screen is missed when it leaves that, not now.
    let isFull = !hasRoom(session, slot)
    if isKept { appOpenCame(session, slot, network: Int(ad.network)) }
    if isHeard { tellOfFill(session, slot, isAwaited: load.flags.contains(.awaited)) }
    if isHeard && tables.features.contains(.app) { showFromCallback(session, slot) }
    if isHeard && !isFull { topUpHeard(session, slot) }
  }

  /// The app has heard of a fill: who waits for an ad or for the call goes on.
  private mutating func tellOfFill(_ session: UInt32, _ slot: Int, isAwaited: Bool) {
    if tables.features.contains(.bidExpiry) {
      tellIfFresh(session, slot, viewOnly: isAwaited)
    } else if !isAwaited {
      tellWaiting(session, slot)
    } else if tables.features.contains(.views) {
      tellView(session, slot)
    }
    if isAwaited { awaitedLoadEnded(session) }
  }

  /// A load ends without an ad.
  mutating func endLoad(_ index: UInt32, reason: Reason) {
    let load = loads[index]
    let session = load.session
    let slot = Int(load.slot)
    var cell = cell(of: session, slot: slot, remoteConfig: load.flags.contains(.remoteConfig))
    cell.reason = reason
    cell.suspended = load.flags.contains(.suspended)
    let counted = load.flags.contains(.counted)
    if counted {
      if load.stage == .awaitingConfig {
        count(.loads, self.cell(ofLoad: index), from: load.startedAt)
      }
      record(.loadFailureLatency, from: load.startedAt, cell)
      count(.loadFailures, cell, from: load.startedAt)
    }
    note(.loadEnded, session: session, network: slot, reason: reason)
    accrue(watcherOf: index, .failed)
    let isHeard = close(load: index, loaded: false, cell)
    sessions[session, slot: slot].state.loadFailed()
    countFailure(session, slot)
    if reason == .sessionEnded || reason == .terminated || reason == .recreated { return }
    watchEarliestLoad(session, slot)
    // What the app does not hear of it does not act on.
    guard isHeard else { return }
    if reason != .noConsent { scheduleRetry(session, slot) }
    if load.flags.contains(.awaited) {
      if tables.features.contains(.views) { tellView(session, slot, loadFailed: reason) }
      awaitedLoadEnded(session)
    } else {
      tellWaiting(session, slot, loadFailed: reason)
    }
  }

  /// Gives a load call that starts or joins no load its terminal callback.
  mutating func answerAtOnce(
    _ session: UInt32, _ slot: Int, loaded: Bool, _ cell: LabelCell, _ counts: Bool,
    _ caller: LoadCaller
  ) {
    ledger.loadCallbacks += 1
    count(if: counts, .loadCallbacks, cell, from: now)
    let isRepeated = isRepeated(session, slot, loaded: loaded, isRetry: caller == .retry)
    if isRepeated || !isQuiet(caller, session, slot) {
      loadCallback(session, slot, loaded: loaded, counted: counts ? 1 : 0, cell)
    }
  }

  /// Gives each call that ends with a load its terminal callback; each counts by its own start.
  ///
  /// Tells whether the app has heard of it.
  private mutating func answerCalls(
    of index: UInt32, loaded: Bool, _ cell: LabelCell
  ) -> Bool {
    let load = loads[index]
    let isPlain = !load.flags.contains(.oneCall)
    let isCounted = load.flags.contains(.counted)
    let counted = UInt64(load.countedJoins) + (isCounted ? 1 : 0)
    if counted > 0 { count(.loadCallbacks, by: counted, cell, from: now) }
    if !isPlain
      && isRepeated(
        load.session, Int(load.slot), loaded: loaded, isRetry: load.flags.contains(.retried))
    {
      let calls = UInt64(load.joined) + 1
      countAnswers(calls, of: index)
      // The view goes on with it whether or not the app hears of it.
      if tables.features.contains(.app) {
        _ = report(
          endOf: load, loaded: loaded, calls: calls, counted: counted, cell, isOfView: true)
      } else {
        loadCallback(
          load.session, Int(load.slot), loaded: loaded, calls: calls, counted: counted, cell)
      }
      return true
    }
    // The answer of others is what becomes of their show or their view.
    countAnswers(UInt64(load.oneCallJoins) + (isPlain ? 0 : 1), of: index)
    let plain = UInt64(load.joined - load.oneCallJoins) + (isPlain ? 1 : 0)
    guard plain > 0 else { return true }
    countAnswers(plain, of: index)
    let plainCounted =
      UInt64(load.countedJoins - load.countedOneCallJoins) + (isPlain && isCounted ? 1 : 0)
    if tables.features.contains(.app) {
      return report(endOf: load, loaded: loaded, calls: plain, counted: plainCounted, cell)
    }
    loadCallback(
      load.session, Int(load.slot), loaded: loaded, calls: plain, counted: plainCounted, cell)
    return true
  }

  private mutating func countAnswers(_ calls: UInt64, of index: UInt32) {
    loads[index].answers &+= UInt16(truncatingIfNeeded: calls)
    ledger.loadCallbacks += calls
  }

  /// Answers the calls that end with a load, and frees its record; tells whether the app has heard.
  private mutating func close(load index: UInt32, loaded: Bool, _ cell: LabelCell) -> Bool {
    let load = loads[index]
    queue.disarm(&loads[index].timer)
    if load.plan != noRecord { endStrategy(of: index) }
    if tables.features.contains(.app) { leaveTimer(of: index) }
    let isHeard = answerCalls(of: index, loaded: loaded, cell)
    checkEnd(ofLoad: index)
    if load.flags.contains(.counted) { openItems -= 1 }
    unfollow(index)
    unlink(load: index)
    loads.giveBack(index)
    return isHeard
  }
}
