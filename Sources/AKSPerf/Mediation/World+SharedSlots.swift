/// Slots of networks that several placeholders share: a network holds one ad of a format for all of
/// them, or has one load under way.
///
/// Each placeholder keeps its own slot and its depth. What it lacks it takes from its *siblings*:
/// the slots of placeholders of the same format that are keyed by network too.
extension World {
  /// Ends an attempt whose network holds an ad of a sibling or loads for one; tells whether it did.
  mutating func sharedSlotEnds(_ index: UInt32) -> Bool {
    let attempt = attempts[index]
    let slot = Int(attempt.slot)
    guard attempt.parent == noRecord, sharesNetworks(attempt.session, slot) else { return false }
    for sibling in 0..<slotCount(attempt.session)
    where areSiblings(attempt.session, slot, sibling) {
      purgeExpired(attempt.session, sibling)
      for position in 0..<Int(sessions[attempt.session, slot: sibling].state.ready) {
        let ad = sessions[attempt.session, slot: sibling, ad: position]
        guard ad.network == attempt.network else { continue }
        if ad.price(isBelow: floor(of: attempt)) {
          endAttempt(index, outcome: .noFill, reason: .belowFloor)
        } else if loads[attempt.load].plan != noRecord {
          // A load with a strategy may not want the ad, which would then be nobody's.
          endAttempt(index, outcome: .error, reason: .busy)
        } else {
          let ad = takeAway(attempt.session, sibling, position, for: slot)
          note(
            .attemptEnded, session: attempt.session, slot: slot, network: Int(ad.network),
            reason: .loaded, price: ad.price, bytes: UInt64(ad.bytes))
          handOver(ad, by: index)
        }
        return true
      }
    }
    guard isLoadingForSibling(attempt) else { return false }
    endAttempt(index, outcome: .error, reason: .busy)
    return true
  }

  /// Whether the network of an attempt has another one under way for a sibling of its slot.
  private func isLoadingForSibling(_ attempt: AttemptRecord) -> Bool {
    var index = sessions[attempt.session].attempts
    while index != noRecord {
      let other = attempts[index]
      if other.network == attempt.network && other.load != noRecord && other.parent == noRecord
        && areSiblings(attempt.session, Int(attempt.slot), Int(other.slot))
      {
        return true
      }
      index = other.next
    }
    return false
  }

  /// Brings an ad of a sibling into an empty slot whose waterfall would have taken it.
  mutating func borrow(_ session: UInt32, _ slot: Int) {
    guard sharesNetworks(session, slot), sessions[session, slot: slot].state.ready == 0,
      hasRoom(session, slot)
    else { return }
    for sibling in 0..<slotCount(session) where areSiblings(session, slot, sibling) {
      purgeExpired(session, sibling)
      for position in 0..<Int(sessions[session, slot: sibling].state.ready)
      where takes(sessions[session, slot: sibling, ad: position], session, slot) {
        let ad = takeAway(session, sibling, position, for: slot)
        let offer = sessions[session, slot: slot].state.offered(
          depth: depth(session, slot), isDearer: false)
        precondition(offer == .store, "an ad is brought into a slot without room")
        store(ad, session, slot)
        return
      }
    }
  }

  /// Takes an ad out of a slot for a sibling: it has not left, and is not loaded again.
  private mutating func takeAway(
    _ session: UInt32, _ slot: Int, _ position: Int, for other: Int
  ) -> AdRecord {
    if tables.features.contains(.bidExpiry) {
      sessions[session, slot: other, bidOf: .arriving] =
        sessions[session, slot: slot, bidOf: .ready(position)]
    }
    var ad = removeAd(session, slot, position: position, as: nil)
    ad.flags.insert(.moved)
    return ad
  }

  /// Whether the waterfall of a slot has an entry for an ad.
  private func takes(_ ad: AdRecord, _ session: UInt32, _ slot: Int) -> Bool {
    let remote = sessions[session].flags.contains(.remoteConfig)
    let row = mediation(placeholder(session, slot), remoteConfig: remote)
    return (row.firstEntry..<row.firstEntry + row.entryCount).contains {
      tables.entries[$0].network == Int(ad.network)
        && !ad.price(isBelow: tables.entries[$0].floor)
    }
  }

  private func slotCount(_ session: UInt32) -> Int {
    tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey].slotCount
  }

  private func sharesNetworks(_ session: UInt32, _ slot: Int) -> Bool {
    tables.placeholders[placeholder(session, slot)].sharesNetworks
  }

  private func areSiblings(_ session: UInt32, _ slot: Int, _ other: Int) -> Bool {
    slot != other && sharesNetworks(session, slot) && sharesNetworks(session, other)
      && format(session, slot) == format(session, other)
  }
}

extension AdRecord {
  /// Whether its price is below a floor, USD per thousand shows.
  fileprivate func price(isBelow floor: Double) -> Bool { Double(price) / 1e6 < floor }
}
