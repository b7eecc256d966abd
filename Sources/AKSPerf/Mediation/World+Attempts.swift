import Scheduler

extension World {
  /// Starts a load's attempt on one entry of its waterfall.
  ///
  /// - Parameter atLeast: What its ad must be worth, in micro-dollars, beside the entry's floor.
  mutating func startAttempt(
    load index: UInt32, entry: Int, atLeast: UInt32 = 0, flags: AttemptFlags = []
  ) {
    let load = loads[index]
    let session = load.session
    let remote = load.flags.contains(.remoteConfig)
    let first = firstEntry(placeholder(session, Int(load.slot)), remoteConfig: remote)
    let row = tables.entries[first + entry]
    let attempt = attempts.take(
      AttemptRecord(
        session: session, load: index, slot: load.slot, network: UInt16(row.network),
        flags: AttemptFlags(of: load.flags).union(flags), tryNumber: row.earlierTries,
        scene: load.scene, next: sessions[session].attempts, nextOfLoad: load.attempts,
        row: UInt32(first + entry), cycle: load.cycle, retry: load.retry,
        demandIndex: load.demandIndex, atLeast: atLeast, startedAt: now))
    sessions[session].attempts = attempt
    loads[index].attempts = attempt
    loads[index].lastNetwork = UInt16(row.network)
    if load.flags.contains(.counted) { count(.attempts, cell(of: attempts[attempt]), from: now) }
    note(.attemptStarted, session: session, slot: Int(load.slot), network: row.network)
    if traces(session) { explain(attempt: attempt, entry: entry) }
    if !tables.features.isDisjoint(with: .admission) && endsAtOnce(attempt) { return }
    watch(load: index)
    awaitAdapter(attempt)
  }

  mutating func awaitAdapter(_ index: UInt32) {
    let ready = adapterReady(index)
    if ready > now {
      attempts[index].timer = schedule(.attempt, index, at: ready)
    } else {
      prepare(index)
    }
  }

  /// When an attempt's own adapter has initialised, if that is what its load did not wait for.
  func adapterReady(_ index: UInt32) -> SimTime {
    guard tables.launch.gate != .none else { return .zero }
    let session = attempts[index].session
    if tables.features.contains(.adapterStarts),
      tables.networks[Int(attempts[index].network)].startNeedsNetwork
    {
      // One that fails beside an attempt that waits for it holds it up no longer.
      let network = Int(attempts[index].network)
      return hasFailed(session, network) ? .zero : sessions[session, network: network].readyAt
    }
    guard tables.launch.gate == .own else { return .zero }
    // Under this gate ads are ready when the SDK has started.
    return sessions[session].adsReadyAt
      + initialisation(of: session, network: Int(attempts[index].network))
  }

  /// What an attempt's adapter takes to start is over: it is ready, has failed, or starts again.
  private mutating func adapterDue(_ index: UInt32) {
    let network = Int(attempts[index].network)
    if hasFailed(attempts[index].session, network) {
      accrueAdapter(of: attempts[index].load)
      endAttempt(index, outcome: .error, reason: .notStarted)
    } else if tables.networks[network].startNeedsNetwork {
      awaitAdapter(index)
    } else {
      prepare(index)
    }
  }

  private mutating func prepare(_ index: UInt32) {
    accrueAdapter(of: attempts[index].load)
    attempts[index].stage = .preparing
    let network = Int(attempts[index].network)
    var drawn = tables.networks[network].prepare
    if tables.features.contains(.firstUse) && isFirstUse(index) {
      attempts[index].flags.insert(.firstUse)
      if tables.networks[network].prepareFirst.exists {
        drawn = tables.networks[network].prepareFirst
      }
    }
    let delay = slowed(
      attempts[index].session, time(drawn, .attempt, key(of: attempts[index])), as: .prepare)
    if delay == .zero {
      prepared(index)
    } else {
      attempts[index].timer = schedule(.attempt, index, after: delay)
    }
  }

  /// Whether an attempt is the first use of its network in a process; it is then no more.
  private mutating func isFirstUse(_ index: UInt32) -> Bool {
    let session = attempts[index].session
    let network = Int(attempts[index].network)
    if sessions[session, network: network].isUsed { return false }
    sessions[session, network: network].isUsed = true
    return true
  }

  /// The client's own work is done: the request goes, once its adapter leaves the main thread.
  private mutating func prepared(_ index: UInt32) {
    if tables.features.contains(.holds) && blocksMainThread(index) { return }
    ask(index)
  }

  /// An attempt's own wait is over.
  mutating func attemptTimerFired(_ index: UInt32) {
    attempts[index].timer = .none
    note(
      .timerFired, session: attempts[index].session, slot: Int(attempts[index].slot),
      network: Int(attempts[index].network))
    switch attempts[index].stage {
    case .awaitingAdapter:
      if tables.features.contains(.adapterStarts) {
        adapterDue(index)
      } else {
        prepare(index)
      }
    case .preparing: prepared(index)
    case .blocking: ask(index)
    case .innerWait:
      accrue(attempt: index, .noFill)
      attempts[index].innerTries += 1
      ask(index)
    case .awaitingRadio, .innerNext, .innerRunning, .asking, .downloading, .tokenHeld, .bidding,
      .bidHeld, .fillHeld:
      preconditionFailure("a timer of an attempt that has none")
    }
  }

  /// Sends the ad request.
  private mutating func ask(_ index: UInt32) {
    accrue(attempt: index, .prepare)
    let attempt = attempts[index]
    if isOffline(attempt.session) {
      if tables.networks[Int(attempt.network)].waitsForRadio {
        attempts[index].stage = .awaitingRadio
        if traces(attempt.session) { because(.timerFired, .awaitsRadio) }
      } else {
        endAttempt(index, outcome: .error, reason: .offline)
      }
      return
    }
    if attempt.flags.contains(.viaServer) {
      hold(token: index)
      return
    }
    if attempt.askedAt == .never { attempts[index].askedAt = now }
    attempts[index].stage = .asking
    let network = Int(attempt.network)
    let backend = tables.networks[network].backend
    let key = key(of: attempt)
    let service = tables.backends[backend].service
    let upBytes = bytes(tables.networks[network].requestSize, .attempt, key, word: 1)
    ledger.requestsSent += 1
    attempts[index].openRequests &+= 1
    if tables.features.contains(.retries) { countRetryRequest(index) }
    if attempt.counted {
      let cell = cell(of: attempt)
      count(.requests, cell, from: attempt.startedAt)
      if upBytes > 0 {
        count(.bytesUploaded, by: UInt64(upBytes), cell, from: attempt.startedAt)
      }
    }
    note(
      .requestSent, session: attempt.session, slot: Int(attempt.slot),
      network: Int(attempt.network))
    var request = ExchangeRequest(
      owner: .request, ownerIndex: index, session: attempt.session, backend: backend,
      connection: network, upBytes: upBytes,
      downBytes: bytes(tables.networks[network].responseSize, .attempt, key, word: 2),
      service: attempt.innerTries == 0
        ? time(service, .attempt, key, word: 3)
        : time(service, .innerRetry, key, word: 1),
      key: key)
    if tables.features.contains(.faults) && faultEnds(request: index, &request) { return }
    beginExchange(request)
  }

  /// There is a radio again: requests that have waited for one go, the oldest attempt's first.
  mutating func askOverRadio(_ session: UInt32) {
    while true {
      var oldest = noRecord
      // What comes of a request may change the list, which has the newest first.
      var attempt = sessions[session].attempts
      while attempt != noRecord {
        if attempts[attempt].stage == .awaitingRadio { oldest = attempt }
        attempt = attempts[attempt].next
      }
      guard oldest != noRecord else { return }
      ask(oldest)
    }
  }

  /// The network's backend has answered, or refused.
  mutating func requestAnswered(_ index: UInt32, failure: Reason?) {
    attempts[index].exchange = noRecord
    accrue(attempt: index, .server)
    let attempt = attempts[index]
    countRequestEnd(index, .requestsAnswered)
    note(
      .answered, session: attempt.session, slot: Int(attempt.slot), network: Int(attempt.network),
      reason: failure)
    if let failure {
      if tables.features.contains(.throttles) { countFailure(index, failure) }
      endAttempt(index, outcome: .error, reason: failure)
      return
    }
    let bid = bid(for: attempt, key(of: attempt))
    if traces(attempt.session) { explain(bid: bid, of: attempt) }
    guard let bid, isAcceptable(bid, to: attempt) else {
      if tables.features.contains(.throttles) { countFailure(index, nil) }
      // In an auction a mediator bids for itself; its own waterfall is no bid.
      let asksInner = tables.features.contains(.inner) && !attempt.flags.contains(.bidder)
      if asksInner && innerGoesOn(index) { return }
      if bid == nil {
        noFill(index)
      } else {
        endAttempt(index, outcome: .noFill, reason: .belowFloor)
      }
      return
    }
    attempts[index].price = bid.microDollars
    if tables.features.contains(.bidExpiry) { bidCame(of: index, at: now) }
    if attempt.flags.contains(.bidder) { hold(bid: index) } else { download(index) }
  }

  /// The least price that an attempt's entry accepts.
  func floor(of attempt: AttemptRecord) -> Double { tables.entries[Int(attempt.row)].floor }

  /// Whether a bid reaches the floor of an attempt's entry and what else its ad must be worth.
  func isAcceptable(_ bid: Bid, to attempt: AttemptRecord) -> Bool {
    bid.price >= floor(of: attempt) && bid.microDollars >= attempt.atLeast
  }

  /// No demand: the attempt ends, unless the network is a mediator that asks again by itself.
  mutating func noFill(_ index: UInt32) {
    let attempt = attempts[index]
    let network = Int(attempt.network)
    let total = tables.networks[network].innerRetryTotal
    let elapsed = now - attempt.askedAt
    // Nobody waits for further tries of an attempt that its client has given up.
    guard tables.networks[network].innerRetryEvery.exists, elapsed < total,
      attempt.load != noRecord, attempt.innerTries < Limits.innerTries
    else {
      endAttempt(index, outcome: .noFill, reason: .noFill)
      return
    }
    commitAttempt(watcherOf: attempt.load, as: .noFill)
    let pause = time(
      tables.networks[network].innerRetryEvery, .innerRetry, key(of: attempt))
    attempts[index].stage = .innerWait
    let wait = max(SimDuration(nanoseconds: 1), min(pause, total - elapsed))
    attempts[index].timer = schedule(.attempt, index, after: wait)
  }

  /// The network fills: its creative is downloaded.
  mutating func download(_ index: UInt32) {
    let attempt = attempts[index]
    attempts[index].stage = .downloading
    let format = format(attempt.session, Int(attempt.slot))
    let key = key(of: attempt)
    let size = bytes(
      tables.networkFormat(Int(attempt.network), format).creative, .creative, key)
    let isThere = tables.features.contains(.creatives) && size > 0 && hasCreative(of: index)
    guard size > 0, !isThere else {
      attemptFilled(index)
      return
    }
    // A bid may have waited for its auction until the radio was gone.
    if isOffline(attempt.session) {
      endAttempt(index, outcome: .error, reason: .offline)
      return
    }
    attempts[index].bytes = size
    let network = Int(attempt.network)
    let first = min(size, readyBytes(of: index))
    let cdn = tables.networks[network].cdn
    guard cdn >= 0 else {
      beginTransfer(owner: .creative, ownerIndex: index, session: attempt.session, bytes: first)
      return
    }
    beginExchange(
      ExchangeRequest(
        owner: .creative, ownerIndex: index, session: attempt.session, backend: cdn,
        connection: network, upBytes: 0, downBytes: first,
        service: time(tables.backends[cdn].service, .creative, key, word: 1),
        key: key.ofCreative))
  }

  /// The creative is there, as far as `ready` asks for.
  mutating func creativeArrived(_ index: UInt32, failure: Reason?) {
    attempts[index].exchange = noRecord
    if let failure {
      endAttempt(index, outcome: .error, reason: failure)
      return
    }
    if tables.features.contains(.creatives) { keepCreative(of: index) }
    let attempt = attempts[index]
    let first = min(attempt.bytes, readyBytes(of: index))
    if attempt.bytes > first {
      beginTransfer(
        owner: .tail, ownerIndex: UInt32(winner(of: index)) << 16 | UInt32(attempt.slot),
        session: attempt.session, bytes: attempt.bytes - first, counted: attempt.counted,
        remoteConfig: attempt.remoteConfig)
    }
    attemptFilled(index)
  }

  /// Bytes after which an attempt's ad is ready, as the network says that it is of.
  private func readyBytes(of index: UInt32) -> UInt32 {
    tables.networks[winner(of: index)].readyBytes
  }

  /// The key of an attempt's draws.
  func key(of attempt: AttemptRecord) -> DrawKey {
    DrawKey(
      user: sessions[attempt.session].user, launch: sessions[attempt.session].launch,
      placeholder: placeholderName(attempt.session, Int(attempt.slot)),
      network: tables.networks[Int(attempt.network)].name, cycle: attempt.cycle,
      retry: attempt.retry, attempt: UInt16(attempt.tryNumber),
      block: UInt32(attempt.innerTries) << 1)
  }

  func cell(of attempt: AttemptRecord) -> LabelCell {
    cell(of: attempt.session, slot: Int(attempt.slot), remoteConfig: attempt.remoteConfig)
      .with(network: Int(attempt.network))
  }
}
