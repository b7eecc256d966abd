import Scheduler

/// Auctions: bids that are held until they win or lose, and servers that collect them.
extension World {
  /// A bidder has bid; its bid waits for the close of the auction.
  mutating func hold(bid index: UInt32) {
    attempts[index].stage = .bidHeld
    let attempt = attempts[index]
    count(if: attempt.counted, .bids, cell(of: attempt), from: attempt.startedAt)
    note(
      .bid, session: attempt.session, slot: Int(attempt.slot), network: Int(attempt.network),
      price: attempt.price)
    tell(.bid(entry: entry(of: attempt)), load: attempt.load)
  }

  /// Puts off the answer of a bidder that uses the time it is told; false lets it come now.
  mutating func postponeBid(_ index: UInt32) -> Bool {
    let exchange = exchanges[index]
    guard exchange.failure == nil, exchange.owner == .bid || exchange.owner == .request else {
      return false
    }
    let attempt = attempts[exchange.ownerIndex]
    guard attempt.flags.contains(.bidder) else { return false }
    let share = tables.networks[Int(attempt.network)].bidsAt
    // A load may have ended before its bidder answers, so that its own record says nothing.
    let strategy = mediation(
      placeholder(attempt.session, Int(attempt.slot)), remoteConfig: attempt.remoteConfig
    ).strategy
    guard share > 0, strategy >= 0, let tmax = tables.strategies[Int(strategy)].tmax else {
      return false
    }
    let answer = exchange.connectedAt + .rounding(nanoseconds: Double(tmax.nanoseconds) * share)
    guard answer > now else { return false }
    exchanges[index].timer = schedule(.exchange, index, at: answer)
    return true
  }

  /// A bidder has its token for the server of the auction.
  mutating func hold(token index: UInt32) {
    attempts[index].stage = .tokenHeld
    tell(.token(entry: entry(of: attempts[index])), load: attempts[index].load)
  }

  /// The creative of the best bid left is loaded.
  mutating func loadBid(of entry: Int, load index: UInt32) {
    let attempt = attempt(on: entry, of: index)
    accrue(watcherOf: index, .server)
    attempts[attempt].flags.remove(.bidder)
    attempts[attempt].flags.insert(.won)
    attempts[attempt].askedAt = now
    download(attempt)
  }

  /// The client knows the result of its auction.
  mutating func closeAuction(of index: UInt32) {
    plans[loads[index].plan].wakeAt = .never
    note(.auctionClosed, session: loads[index].session, network: Int(loads[index].slot))
    guard loads[index].flags.contains(.counted) else { return }
    count(.auctions, cell(ofLoad: index), from: loads[index].startedAt)
    recorder.record(
      .auctionLatency, microseconds: (now - plans[loads[index].plan].startedAt).microseconds,
      cell(ofLoad: index), startedAt: loads[index].startedAt)
  }
}

/// Auctions on a server: it has one request of the device and asks the bidders itself.
///
/// Between the servers nothing takes time but the bidders' own service.
extension World {
  /// Sends the tokens of a load's bidders to the server, in one request.
  mutating func callServer(of index: UInt32) {
    let plan = loads[index].plan
    let row = tables.strategies[Int(plans[plan].row)]
    plans[plan].wakeAt = .never
    if isOffline(loads[index].session) {
      failServer(of: index, .offline)
      return
    }
    var upBytes: UInt32 = 0
    var first = noRecord
    var attempt = loads[index].attempts
    while attempt != noRecord {
      let record = attempts[attempt]
      let size = bytes(
        tables.networks[Int(record.network)].requestSize, .attempt, key(of: record), word: 1)
      upBytes = UInt32(min(UInt64(upBytes) + UInt64(size), UInt64(Limits.sizeBytes)))
      if first == noRecord || record.row < attempts[first].row { first = attempt }
      attempt = record.nextOfLoad
    }
    ledger.requestsSent += 1
    if loads[index].flags.contains(.counted) {
      let cell = cell(ofLoad: index)
      count(.requests, cell, from: loads[index].startedAt)
      if upBytes > 0 {
        count(.bytesUploaded, by: UInt64(upBytes), cell, from: loads[index].startedAt)
      }
    }
    note(.requestSent, session: loads[index].session)
    let key = auctionKey(of: index)
    beginExchange(
      ExchangeRequest(
        owner: .auction, ownerIndex: plan, session: loads[index].session, backend: row.backend,
        connection: Int(attempts[first].network), upBytes: upBytes, downBytes: 0,
        service: row.isServed ? time(tables.backends[row.backend].service, .token, key) : .zero,
        key: key))
  }

  /// The key of what a load and the server of its auction draw.
  func auctionKey(of index: UInt32) -> DrawKey {
    var key = slotKey(loads[index].session, Int(loads[index].slot))
    key.cycle = loads[index].cycle
    key.retry = loads[index].retry
    return key
  }

  /// The server has taken the request of a load.
  mutating func serverReached(_ index: UInt32) { tell(.serverReached, load: index) }

  /// The server asks the bidders whose tokens it has, in the order of their entries.
  mutating func askBidders(of index: UInt32) {
    let row = tables.strategies[Int(plans[loads[index].plan].row)]
    var next = 0
    while let entry = row.bidders.first(from: next, below: row.entries) {
      next = entry + 1
      let attempt = attempt(on: entry, of: index)
      if attempt != noRecord && attempts[attempt].stage == .tokenHeld { askByServer(attempt) }
    }
  }

  private mutating func askByServer(_ index: UInt32) {
    attempts[index].stage = .bidding
    let attempt = attempts[index]
    let backend = tables.networks[Int(attempt.network)].backend
    let service = time(tables.backends[backend].service, .attempt, key(of: attempt), word: 3)
    let visit = visits.take(VisitRecord(service: service, inbound: .zero))
    let exchange = exchanges.take(
      ExchangeRecord(
        owner: .bid, backend: Int16(backend), ownerIndex: index, session: attempt.session,
        part: visit, connectedAt: now))
    adopt(exchange: exchange)
    arrive(exchange)
  }

  /// A bidder has answered the server.
  mutating func bidAnswered(_ index: UInt32, failure: Reason?) {
    attempts[index].exchange = noRecord
    let attempt = attempts[index]
    if let failure {
      endAttempt(index, outcome: .error, reason: failure)
      return
    }
    guard let bid = bid(for: attempt, key(of: attempt)) else {
      endAttempt(index, outcome: .noFill, reason: .noFill)
      return
    }
    guard isAcceptable(bid, to: attempt) else {
      endAttempt(index, outcome: .noFill, reason: .belowFloor)
      return
    }
    attempts[index].price = bid.microDollars
    if tables.features.contains(.bidExpiry) { bidCame(of: index, at: now) }
    hold(bid: index)
  }

  /// The server closes the auction and sends the best bid down.
  mutating func answerClient(of index: UInt32) {
    let plan = loads[index].plan
    plans[plan].wakeAt = .never
    let exchange = plans[plan].exchange
    if let best = facts(of: index).bestBid {
      let attempt = attempts[attempt(on: best.entry, of: index)]
      exchanges[exchange].bytes = bytes(
        tables.networks[Int(attempt.network)].responseSize, .attempt, key(of: attempt), word: 2)
    }
    exchanges[exchange].stage = .inbound
    if plans[plan].inbound == .zero {
      exchangeTimerFired(exchange)
    } else {
      exchanges[exchange].timer = schedule(.exchange, exchange, after: plans[plan].inbound)
    }
  }

  /// The answer of the auction's server is there, or its refusal.
  mutating func serverAnswered(_ plan: UInt32, failure: Reason?) {
    let index = plans[plan].load
    plans[plan].exchange = noRecord
    ledger.requestsEnded += 1
    if loads[index].flags.contains(.counted) {
      count(.requestsAnswered, cell(ofLoad: index), from: loads[index].startedAt)
    }
    note(.answered, session: loads[index].session, reason: failure)
    if let failure {
      failServer(of: index, failure)
    } else {
      tell(.serverAnswered(nil), load: index)
    }
  }

  /// The server of a load's auction is of no use to it, which ends all bidders.
  mutating func failServer(of index: UInt32, _ reason: Reason) {
    plans[loads[index].plan].note(failure: reason)
    while loads[index].attempts != noRecord {
      giveUp(attempt: loads[index].attempts, outcome: .error, reason: reason)
    }
    tell(.serverAnswered(reason), load: index)
  }

  /// A load ends while the server of its auction has its request.
  mutating func hangUp(_ plan: UInt32) {
    let index = plans[plan].load
    abandon(exchange: plans[plan].exchange)
    ledger.requestsEnded += 1
    if loads[index].flags.contains(.counted) {
      count(.requestsCancelled, cell(ofLoad: index), from: loads[index].startedAt)
    }
  }

  /// Whether the server of a load's auction has its request.
  func isAtServer(_ index: UInt32) -> Bool {
    loads[index].plan != noRecord && plans[loads[index].plan].exchange != noRecord
  }
}
