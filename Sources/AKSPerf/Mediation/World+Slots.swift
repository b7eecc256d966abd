/// What is known of a session's slot: its placeholder, policy, labels and draws, and its end.
extension World {
  /// The placeholder of a session's slot.
  @inline(__always)
  func placeholder(_ session: UInt32, _ slot: Int) -> Int {
    let first = tables.classes[Int(sessions[session].sessionClass)].firstSlot
    return Int(tables.slotPlaceholders[first + slot])
  }

  /// The labels of a session's slot, and of the config it resolves with.
  func cell(of session: UInt32, slot: Int, remoteConfig: Bool? = nil) -> LabelCell {
    let remote = remoteConfig ?? sessions[session].flags.contains(.remoteConfig)
    return cell(of: session)
      .of(placeholder: placeholder(session, slot), config: remote ? .remote : .shipped)
  }

  /// The labels of a load.
  func cell(ofLoad index: UInt32) -> LabelCell {
    cell(
      of: loads[index].session, slot: Int(loads[index].slot),
      remoteConfig: loads[index].flags.contains(.remoteConfig))
  }

  /// The mediation that a load of a placeholder resolves to.
  func mediation(_ placeholder: Int, remoteConfig: Bool) -> MediationRow {
    remoteConfig
      ? tables.placeholders[placeholder].remote : tables.placeholders[placeholder].shipped
  }

  /// Where the waterfall of a placeholder begins.
  @inline(__always)
  func firstEntry(_ placeholder: Int, remoteConfig: Bool) -> Int {
    remoteConfig
      ? tables.placeholders[placeholder].remote.firstEntry
      : tables.placeholders[placeholder].shipped.firstEntry
  }

  /// The row of a load's strategy; −1 for a sequential one.
  func strategyRow(of load: UInt32) -> Int32 {
    let placeholder = placeholder(loads[load].session, Int(loads[load].slot))
    return loads[load].flags.contains(.remoteConfig)
      ? tables.placeholders[placeholder].remote.strategy
      : tables.placeholders[placeholder].shipped.strategy
  }

  // Rows are long: what is asked for often is read field by field rather than copied whole.

  @inline(__always)
  func depth(_ session: UInt32, _ slot: Int) -> Int {
    tables.placeholders[placeholder(session, slot)].depth
  }

  /// Whether a further load of a slot may start without a call to join.
  @inline(__always)
  func hasRoom(_ session: UInt32, _ slot: Int) -> Bool {
    sessions[session, slot: slot].state.hasRoom(depth: depth(session, slot))
  }

  @inline(__always)
  func format(_ session: UInt32, _ slot: Int) -> AdFormat {
    tables.placeholders[placeholder(session, slot)].format
  }

  @inline(__always)
  func refill(_ session: UInt32, _ slot: Int) -> CachePolicy.Refill {
    tables.placeholders[placeholder(session, slot)].refill
  }

  /// The hash of the placeholder's name.
  @inline(__always)
  func placeholderName(_ session: UInt32, _ slot: Int) -> UInt32 {
    tables.placeholders[placeholder(session, slot)].name
  }

  /// The key of a slot's draws in its current cycle.
  func slotKey(_ session: UInt32, _ slot: Int) -> DrawKey {
    var key = key(of: session)
    key.placeholder = placeholderName(session, slot)
    key.cycle = sessions[session, slot: slot].cycle
    return key
  }

  /// Ends what a slot of an ending session still holds.
  mutating func closeSlot(_ session: UInt32, _ slot: Int, _ reason: Reason) {
    if tables.features.contains(.views) { takeDown(session, slot, because: reason) }
    if sessions[session, slot: slot].backoff != noRecord { dropBackoff(session, slot) }
    while sessions[session, slot: slot].loads != noRecord {
      let index = sessions[session, slot: slot].loads
      giveUpAttempts(of: index, reason: reason, mayGoOn: false)
      loads[index].machine.cancel()
      endLoad(index, reason: reason)
    }
    purgeExpired(session, slot)
    while sessions[session, slot: slot].state.ready > 0 {
      removeAd(session, slot, position: 0, as: .adsLost)
    }
  }
}
