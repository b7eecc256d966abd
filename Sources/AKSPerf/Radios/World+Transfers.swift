import Scheduler

extension World {
  /// The radio of a session.
  @inline(__always)
  func radio(of session: UInt32) -> RadioRow {
    tables.radios[tables.classes[Int(sessions[session].sessionClass)].radio]
  }

  /// What the sum of many long times is cut at: ten years, as a single one is.
  private static var longestDelay: SimDuration { .hours(87_600) }

  /// One round trip, with its jitter and the timeouts that losses cost; `trip` tells trips apart.
  ///
  /// A lost round trip costs a retransmission timeout of 1 s, doubling with each further loss in a
  /// row (RFC 6298), at most ten times.
  func roundTrip(_ session: UInt32, _ key: DrawKey, trip: UInt32) -> SimDuration {
    let radio = radio(of: session)
    var total = sessions[session].roundTrip
    let tripKey = key.ofTrip(trip)
    total += time(radio.jitter, .jitter, tripKey)
    if radio.loss > 0 {
      // One uniform gives the number of losses in a row: at least n with probability lossⁿ.
      let u = uniform(.loss, tripKey)
      var share = radio.loss
      var timeout = SimDuration.seconds(1)
      var losses = 0
      while u < share && losses < 10 {
        total += timeout
        timeout = timeout * 2
        share *= radio.loss
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
    owner: ExchangeRecord.Owner, ownerIndex: UInt32, session: UInt32, bytes: Double,
    counted: Bool = false
  ) {
    let index = exchanges.take(
      ExchangeRecord(
        owner: owner, counted: counted, ownerIndex: ownerIndex, session: session, backend: -1,
        connectedAt: now))
    adopt(exchange: index)
    exchanges[index].bytes = bytes
    joinTransfers(index)
  }

  /// The exchange's answer begins to arrive: its bytes share the radio with other transfers.
  mutating func joinTransfers(_ index: UInt32) {
    let session = exchanges[index].session
    let radio = radio(of: session)
    exchanges[index].stage = .downloading
    exchanges[index].nextTransfer = sessions[session].transfers
    sessions[session].transfers = index
    let share = radio.downBytesPerNanosecond / Double(transferCount(session))
    exchanges[index].transfer = TransferState(
      bytes: exchanges[index].bytes, slowStart: radio.slowStart,
      roundTrip: sessions[session].roundTrip, rate: share, at: now)
    shareRadio(session, except: index)
    goOn(transfer: index)
  }

  private func transferCount(_ session: UInt32) -> Int {
    var count = 0
    var index = sessions[session].transfers
    while index != noRecord {
      count += 1
      index = exchanges[index].nextTransfer
    }
    return count
  }

  /// Gives each transfer of a session its equal share after one has joined or left.
  private mutating func shareRadio(_ session: UInt32, except skipped: UInt32) {
    let share = radio(of: session).downBytesPerNanosecond / Double(max(1, transferCount(session)))
    var index = sessions[session].transfers
    while index != noRecord {
      let next = exchanges[index].nextTransfer
      if index != skipped {
        exchanges[index].transfer.rateChanged(to: share, at: now)
        rearm(transfer: index)
      }
      index = next
    }
  }

  /// Sets the timer of a transfer to its next change; one that is just done ends in its own event.
  private mutating func rearm(transfer index: UInt32) {
    queue.disarm(&exchanges[index].timer)
    var delay = SimDuration.zero
    if case .wait(let wait) = exchanges[index].transfer.next(at: now) { delay = wait }
    exchanges[index].timer = schedule(.exchange, index, after: delay)
  }

  /// Lets a transfer go on from now: to its next change, or to its end.
  mutating func goOn(transfer index: UInt32) {
    switch exchanges[index].transfer.next(at: now) {
    case .wait(let wait): exchanges[index].timer = schedule(.exchange, index, after: wait)
    case .done:
      leaveTransfers(index)
      finish(exchange: index)
    }
  }

  /// Takes a transfer off its radio.
  mutating func leaveTransfers(_ index: UInt32) {
    let session = exchanges[index].session
    if sessions[session].transfers == index {
      sessions[session].transfers = exchanges[index].nextTransfer
    } else {
      var before = sessions[session].transfers
      while exchanges[before].nextTransfer != index { before = exchanges[before].nextTransfer }
      exchanges[before].nextTransfer = exchanges[index].nextTransfer
    }
    shareRadio(session, except: noRecord)
  }
}
