import Scheduler

extension World {
  /// The radio of a session.
  @inline(__always)
  func radio(of session: UInt32) -> RadioRow {
    tables.radios[radioIndex(of: session)]
  }

  /// What the sum of many long times is cut at: ten years, as a single one is.
  private static var longestDelay: SimDuration { .hours(87_600) }

  /// One round trip, with its jitter and the timeouts that losses cost; `trip` tells trips apart.
  @inline(__always)
  func roundTrip(_ session: UInt32, _ key: DrawKey, trip: UInt32) -> SimDuration {
    roundTrip(
      of: sessions[session].roundTrip, tables.radios[radioIndex(of: session)].disturbance, key,
      trip: trip, jitter: .jitter, loss: .loss)
  }

  /// One round trip that lasts `base` without a disturbance.
  ///
  /// A lost round trip costs a retransmission timeout of 1 s, doubling with each further loss in a
  /// row (RFC 6298), at most ten times.
  private func roundTrip(
    of base: SimDuration, _ disturbance: RadioRow.Disturbance, _ key: DrawKey, trip: UInt32,
    jitter: Purpose, loss: Purpose
  ) -> SimDuration {
    guard disturbance.exists else { return min(base, Self.longestDelay) }
    var total = base
    let tripKey = key.ofTrip(trip)
    total += time(disturbance.jitter, jitter, tripKey)
    if disturbance.loss > 0 {
      // One uniform gives the number of losses in a row: at least n with probability lossⁿ.
      let u = uniform(loss, tripKey)
      var share = disturbance.loss
      var timeout = SimDuration.seconds(1)
      var losses = 0
      while u < share && losses < 10 {
        total += timeout
        timeout = timeout * 2
        share *= disturbance.loss
        losses += 1
      }
    }
    return min(total, Self.longestDelay)
  }

  /// What a new connection costs: round trips, a part of one counting for its share, or times.
  func connectTime(_ row: ConnectionRow, _ session: UInt32, _ key: DrawKey) -> SimDuration {
    var total = SimDuration.zero
    var trips = row.roundTrips
    var trip: UInt32 = 1
    while trips > 0 {
      let whole = roundTrip(session, key, trip: trip)
      // Sixty trips have jitter and losses of their own; the rest are like the last of them.
      let share = trip < 60 ? min(trips, 1) : trips
      let cost = share == 1 ? whole : .rounding(nanoseconds: Double(whole.nanoseconds) * share)
      total = min(total + cost, Self.longestDelay)
      trips -= share
      trip += 1
    }
    if row.dns.exists { total += time(row.dns, .connection, key) }
    if row.tcp.exists { total += time(row.tcp, .connection, key, word: 1) }
    if row.tls.exists { total += time(row.tls, .connection, key, word: 2) }
    return min(total, Self.longestDelay)
  }

  /// Starts a download without a request of its own.
  mutating func beginTransfer(
    owner: ExchangeRecord.Owner, ownerIndex: UInt32, session: UInt32, bytes: UInt32,
    counted: Bool = false, remoteConfig: Bool = false
  ) {
    let index = exchanges.take(
      ExchangeRecord(
        owner: owner, counted: counted, backend: -1, remoteConfig: remoteConfig,
        ownerIndex: ownerIndex, session: session, bytes: bytes, connectedAt: now))
    adopt(exchange: index)
    joinTransfers(index)
  }

  /// The exchange's answer begins to arrive: its bytes share the radio with other transfers.
  mutating func joinTransfers(_ index: UInt32) {
    let session = exchanges[index].session
    let radio = radio(of: session)
    exchanges[index].stage = .downloading
    let share = radio.downBytesPerNanosecond / Double(transferCount(session) + 1)
    // The rest of a streamed creative comes over a connection whose window has opened.
    let slowStart = radio.slowStart && exchanges[index].owner != .tail
    let transfer = transfers.take(
      TransferRecord(
        state: TransferState(
          bytes: exchanges[index].bytes, slowStart: slowStart,
          roundTrip: sessions[session].roundTrip, rate: share, at: now),
        exchange: index, next: sessions[session].transfers))
    exchanges[index].part = transfer
    sessions[session].transfers = transfer
    shareRadio(session, except: transfer)
    let left = timeLeft(ofTransfer: transfer)
    if left > .zero {
      exchanges[index].timer = schedule(.exchange, index, after: left)
    } else {
      transferEnded(index)
    }
  }

  private func transferCount(_ session: UInt32) -> Int {
    var count = 0
    var transfer = sessions[session].transfers
    while transfer != noRecord {
      count += 1
      transfer = transfers[transfer].next
    }
    return count
  }

  /// Gives each transfer of a session its equal share after one has joined or left.
  private mutating func shareRadio(_ session: UInt32, except skipped: UInt32) {
    let share = radio(of: session).downBytesPerNanosecond / Double(max(1, transferCount(session)))
    var transfer = sessions[session].transfers
    while transfer != noRecord {
      if transfer != skipped {
        transfers[transfer].state = state(ofTransfer: transfer)
        transfers[transfer].state.rateChanged(to: share)
        let index = transfers[transfer].exchange
        queue.disarm(&exchanges[index].timer)
        let left = timeLeft(ofTransfer: transfer)
        exchanges[index].timer = schedule(.exchange, index, after: left)
      }
      transfer = transfers[transfer].next
    }
  }

  /// Takes in what has come of a session's transfers by now.
  mutating func catchUpTransfers(_ session: UInt32) {
    var transfer = sessions[session].transfers
    while transfer != noRecord {
      transfers[transfer].state = state(ofTransfer: transfer)
      transfer = transfers[transfer].next
    }
  }

  /// Gives a session's transfers the rate and the round trip of the radio it has gone over to.
  ///
  /// They have caught up with the radio before.
  mutating func rerateTransfers(_ session: UInt32) {
    var transfer = sessions[session].transfers
    while transfer != noRecord {
      transfers[transfer].state.radioChanged(roundTrip: sessions[session].roundTrip)
      transfer = transfers[transfer].next
    }
    shareRadio(session, except: noRecord)
  }

  /// What has come of a transfer by now.
  func state(ofTransfer transfer: UInt32) -> TransferState {
    let trips = trips(ofTransfer: transfer)
    var state = transfers[transfer].state
    state.catchUp(to: now) { round in windowTrip(trips, round) }
    return state
  }

  /// How long a transfer takes from now on; one that is just done ends in its own event.
  private func timeLeft(ofTransfer transfer: UInt32) -> SimDuration {
    let trips = trips(ofTransfer: transfer)
    return transfers[transfer].state.timeLeft(at: now) { round in windowTrip(trips, round) }
  }

  /// The last byte of a transfer is there.
  mutating func transferEnded(_ index: UInt32) {
    leaveTransfers(index)
    finish(exchange: index)
  }

  /// What the round trips between the windows of a download are drawn from.
  private struct WindowTrips {
    var base: SimDuration
    var disturbance: RadioRow.Disturbance
    var key: DrawKey
  }

  private func trips(ofTransfer transfer: UInt32) -> WindowTrips {
    let exchange = transfers[transfer].exchange
    let session = exchanges[exchange].session
    let disturbance = tables.radios[radioIndex(of: session)].disturbance
    let owner = exchanges[exchange].ownerIndex
    let key =
      switch exchanges[exchange].owner {
      case _ where !disturbance.exists: DrawKey(user: 0)
      case .request: key(of: attempts[owner])
      case .creative: key(of: attempts[owner]).ofCreative
      case .auction: auctionKey(of: plans[owner].load)
      case .config, .consent, .tail, .bid: key(of: session)
      }
    return WindowTrips(base: sessions[session].roundTrip, disturbance: disturbance, key: key)
  }

  /// The round trip between two windows of a download.
  ///
  /// A window doubles eighteen times at most; only a changing radio could ask for more trips.
  @inline(__always)
  private func windowTrip(_ trips: WindowTrips, _ round: UInt32) -> SimDuration {
    roundTrip(
      of: trips.base, trips.disturbance, trips.key, trip: min(round, 63), jitter: .transferJitter,
      loss: .transferLoss)
  }

  /// Takes a transfer off its radio.
  mutating func leaveTransfers(_ index: UInt32) {
    let session = exchanges[index].session
    let transfer = exchanges[index].part
    exchanges[index].part = noRecord
    if sessions[session].transfers == transfer {
      sessions[session].transfers = transfers[transfer].next
    } else {
      var before = sessions[session].transfers
      while transfers[before].next != transfer { before = transfers[before].next }
      transfers[before].next = transfers[transfer].next
    }
    transfers.giveBack(transfer)
    shareRadio(session, except: noRecord)
  }
}
