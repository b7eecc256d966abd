import Scheduler

/// How a load with several attempts gets its result, and what becomes of the others.
extension World {
  /// An attempt of a load with a strategy has brought its ad, which is held until that decides.
  mutating func hold(fill index: UInt32) {
    attempts[index].stage = .fillHeld
    attempts[index].askedAt = now
    learn(from: attempts[index], filled: true)
    tell(.filled(entry: entry(of: attempts[index])), load: attempts[index].load)
  }

  /// Makes the ad that a load holds on an entry its result; its other attempts are over.
  ///
  /// The winner enters the slot first; then the losing ads are offered to it, dearest first, and
  /// only then is anybody told.
  mutating func accept(_ winner: Int, of load: UInt32, others reason: Reason = .cancelled) {
    var ad = AdRecord()
    var start = now
    var losers = noRecord
    var phase = ShowPhase.server
    var index = loads[load].attempts
    while index != noRecord {
      let next = attempts[index].nextOfLoad
      if attempts[index].stage == .bidHeld {
        giveUp(attempt: index, outcome: .cancelled, reason: .outbid)
      } else if attempts[index].stage != .fillHeld {
        cancel(attempt: index, reason)
      } else if entry(of: attempts[index]) == winner {
        ad = take(fill: index)
        start = attempts[index].startedAt
        if attempts[index].flags.contains(.won) { phase = .download }
        leaveLoad(index)
        free(attempt: index)
      } else {
        leaveLoad(index)
        attempts[index].load = noRecord
        attempts[index].nextOfLoad = losers
        losers = index
      }
      index = next
    }
    commitAttempt(watcherOf: load, as: nil)
    accrue(watcherOf: load, phase)
    loadFilled(load, ad: ad, attemptedAt: start, depth: winner + 1, losers: losers)
  }

  /// A strategy gives the attempt on an entry up.
  mutating func cancel(_ entry: Int, of load: UInt32) {
    let index = attempt(on: entry, of: load)
    switch attempts[index].stage {
    case .fillHeld:
      leaveLoad(index)
      attempts[index].load = noRecord
      attempts[index].nextOfLoad = noRecord
      offer(losers: index)
    case .bidHeld: giveUp(attempt: index, outcome: .cancelled, reason: .outbid)
    default: cancel(attempt: index, .cancelled)
    }
  }

  /// Another attempt has won, or the load is over: what this one had cost is counted.
  private mutating func cancel(attempt index: UInt32, _ reason: Reason) {
    let attempt = attempts[index]
    if attempt.counted {
      let cell = cell(of: attempt)
      count(.attemptsCancelled, cell, from: attempt.startedAt)
      let received = bytesReceived(by: index)
      if received > 0 {
        count(.bytesCancelled, by: UInt64(received), cell, from: attempt.startedAt)
      }
    }
    giveUp(attempt: index, outcome: .cancelled, reason: reason)
  }

  /// What an attempt has received: its answer, once that is there, and what came of a download.
  private func bytesReceived(by index: UInt32) -> UInt32 {
    let attempt = attempts[index]
    var total: UInt32 = 0
    if attempt.stage == .downloading {
      total = bytes(
        tables.networks[Int(attempt.network)].responseSize, .attempt, key(of: attempt), word: 2)
    }
    let exchange = attempt.exchange
    if exchange != noRecord && exchanges[exchange].stage == .downloading {
      let state = state(ofTransfer: exchanges[exchange].part)
      total += exchanges[exchange].bytes - UInt32(state.remaining)
    } else if exchange != noRecord && exchanges[exchange].stage == .held
      && exchanges[exchange].failure == nil
    {
      total += exchanges[exchange].bytes
    }
    return total
  }

  /// The ad that an attempt has brought.
  func ad(of attempt: AttemptRecord) -> AdRecord {
    var ad = AdRecord(
      loadedAt: now, price: attempt.price, bytes: attempt.bytes, network: attempt.network)
    ad.scene = attempt.scene
    if attempt.counted { ad.flags.insert(.counted) }
    if attempt.remoteConfig { ad.flags.insert(.remoteConfig) }
    if attempt.flags.contains(.cut) { ad.flags.insert(.cut) }
    return ad
  }

  /// The ad that a load has held, which is loaded only now; so is what streams in of it.
  mutating func take(fill index: UInt32) -> AdRecord {
    let attempt = attempts[index]
    if tables.features.contains(.bidExpiry) { bringBid(of: index) }
    let owner = UInt32(attempt.network) << 16 | UInt32(attempt.slot)
    var transfer = sessions[attempt.session].transfers
    while transfer != noRecord {
      let exchange = transfers[transfer].exchange
      if exchanges[exchange].owner == .tail && exchanges[exchange].ownerIndex == owner
        && exchanges[exchange].connectedAt == attempt.askedAt
      {
        exchanges[exchange].connectedAt = now
        break
      }
      transfer = transfers[transfer].next
    }
    return ad(of: attempt)
  }

  /// Offers the ads that lost to their slot, dearest first, ties in the order of their entries.
  mutating func offer(losers first: UInt32) {
    var left = first
    while left != noRecord {
      var best = left
      var index = attempts[left].nextOfLoad
      while index != noRecord {
        let isBetter =
          attempts[index].price != attempts[best].price
          ? attempts[index].price > attempts[best].price
          : attempts[index].row < attempts[best].row
        if isBetter { best = index }
        index = attempts[index].nextOfLoad
      }
      if best == left {
        left = attempts[left].nextOfLoad
      } else {
        var before = left
        while attempts[before].nextOfLoad != best { before = attempts[before].nextOfLoad }
        attempts[before].nextOfLoad = attempts[best].nextOfLoad
      }
      let attempt = attempts[best]
      let cell = cell(of: attempt)
      let ad = take(fill: best)
      let isTaken = offerLosing(ad, attempt.session, Int(attempt.slot))
      count(
        if: attempt.counted, isTaken ? .fillsDisplaced : .fillsWasted, cell,
        from: attempt.startedAt)
      free(attempt: best)
    }
  }

  /// An ad is held by a load that ends without it.
  mutating func waste(fill index: UInt32) {
    let attempt = attempts[index]
    let ad = take(fill: index)
    countWaste(ad, attempt.session, Int(attempt.slot))
    leakIfUnshown(ad, attempt.session, Int(attempt.slot))
    count(if: attempt.counted, .fillsWasted, cell(of: attempt), from: attempt.startedAt)
    leaveLoad(index)
    free(attempt: index)
  }
}
