import Scheduler

extension World {
  /// Counts bytes that a device received, for the item that asked for them.
  ///
  /// They count when that item does and belong to its start, whenever they arrive.
  mutating func countArrived(_ record: ExchangeRecord, bytes: UInt32) {
    guard bytes > 0 else { return }
    let n = UInt64(bytes)
    switch record.owner {
    case .request, .creative:
      let attempt = attempts[record.ownerIndex]
      guard attempt.counted else { return }
      count(.bytesDownloaded, by: n, cell(of: attempt), from: attempt.startedAt)
    case .bid, .consent: break
    case .auction:
      let load = plans[record.ownerIndex].load
      guard loads[load].flags.contains(.counted) else { return }
      count(.bytesDownloaded, by: n, cell(ofLoad: load), from: loads[load].startedAt)
    case .config:
      guard sessions[record.session].flags.contains(.counted) else { return }
      let start = sessions[record.session].start
      count(.bytesDownloaded, by: n, cell(of: record.session), from: start)
    case .tail:
      guard record.counted else { return }
      let slot = Int(record.ownerIndex & 0xFFFF)
      let cell = cell(of: record.session, slot: slot, remoteConfig: record.remoteConfig)
        .with(network: Int(record.ownerIndex >> 16))
      count(.bytesDownloaded, by: n, cell, from: record.connectedAt)
      if record.isWasted { count(.bytesWasted, by: n, cell, from: record.connectedAt) }
    }
  }

  /// Counts what has come of a download that is cut off now; gives its bytes.
  @discardableResult
  mutating func countPart(ofExchange index: UInt32) -> UInt32 {
    let record = exchanges[index]
    let arrived = record.bytes - UInt32(state(ofTransfer: record.part).remaining)
    countArrived(record, bytes: arrived)
    return arrived
  }

  /// Counts an ad that is never shown, and those bytes of its creative that have come.
  ///
  /// The rest of a streamed creative that is still under way counts as wasted when it comes.
  mutating func countWaste(_ ad: AdRecord, _ session: UInt32, _ slot: Int) {
    guard ad.flags.contains(.counted) else { return }
    let cell = cell(of: session, slot, ad)
    count(.adsWasted, cell, from: ad.loadedAt)
    let received = ad.bytes - wasteTail(of: ad, session, slot)
    if received > 0 { count(.bytesWasted, by: UInt64(received), cell, from: ad.loadedAt) }
  }

  /// Marks what is under way of an ad's streamed creative as wasted; gives its bytes.
  private mutating func wasteTail(of ad: AdRecord, _ session: UInt32, _ slot: Int) -> UInt32 {
    let index = tail(of: ad, session, ad.flags.contains(.moved) ? nil : slot)
    if index == noRecord { return 0 }
    exchanges[index].isWasted = true
    return exchanges[index].bytes
  }

  /// What is under way of an ad's streamed creative; `noRecord` when all of it is there.
  ///
  /// Downloads that cannot be told apart began together with the same size, so they go on alike.
  ///
  /// - Parameter slot: The slot it was loaded into; nil for any.
  func tail(of ad: AdRecord, _ session: UInt32, _ slot: Int?) -> UInt32 {
    let ready = tables.networks[Int(ad.network)].readyBytes
    guard ad.bytes > ready else { return noRecord }
    var transfer = sessions[session].transfers
    while transfer != noRecord {
      let index = transfers[transfer].exchange
      let owner = exchanges[index].ownerIndex
      if exchanges[index].owner == .tail && owner >> 16 == UInt32(ad.network)
        && (slot ?? Int(owner & 0xFFFF)) == Int(owner & 0xFFFF)
        && exchanges[index].connectedAt == ad.loadedAt
        && exchanges[index].bytes == ad.bytes - ready && !exchanges[index].isWasted
      {
        return index
      }
      transfer = transfers[transfer].next
    }
    return noRecord
  }

  /// The rest of a streamed creative never comes: its ad, where it waits, has that much less.
  mutating func shorten(adOf tail: ExchangeRecord, by missing: UInt32) {
    let session = tail.session
    let slot = Int(tail.ownerIndex & 0xFFFF)
    let network = UInt16(tail.ownerIndex >> 16)
    let total = tail.bytes + tables.networks[Int(network)].readyBytes
    for position in 0..<Int(sessions[session, slot: slot].state.ready) {
      let ad = sessions[session, slot: slot, ad: position]
      guard ad.network == network, ad.loadedAt == tail.connectedAt, ad.bytes == total else {
        continue
      }
      sessions[session, slot: slot, ad: position].bytes -= missing
      sessions[session, slot: slot, ad: position].flags.insert(.cut)
      return
    }
    var index = sessions[session].attempts
    while index != noRecord {
      let attempt = attempts[index]
      if attempt.stage == .fillHeld && attempt.network == network && Int(attempt.slot) == slot
        && attempt.askedAt == tail.connectedAt && attempt.bytes == total
      {
        attempts[index].bytes -= missing
        attempts[index].flags.insert(.cut)
        return
      }
      index = attempt.next
    }
  }
}
