import Scheduler

/// Ads that leave memory and files behind, and processes that are ended because of that.
extension World {
  /// An ad is loaded, and leaves behind what its network does not give back.
  ///
  /// A mediator's ad is one of the mediator, whoever was asked inside.
  mutating func leaveBehind(_ attempt: AttemptRecord) {
    let network = Int(attempt.network)
    let place = Int(tables.networks[network].leakPlace)
    guard place >= 0 else { return }
    let session = attempt.session
    let key = key(of: attempt)
    let leak =
      tables.networks[network].leaksUnshown
      ? 0 : bytes(tables.networks[network].leak, .leak, key)
    let disk = bytes(tables.networks[network].disk, .leak, key, word: 1)
    let grows = sessions[session, leak: place].adLoaded(leak: leak, disk: disk)
    if attempt.counted {
      let cell = cell(of: attempt)
      if leak > 0 { count(.bytesLeaked, by: UInt64(leak), cell, from: attempt.startedAt) }
      if disk > 0 { count(.bytesOnDisk, by: UInt64(disk), cell, from: attempt.startedAt) }
      if grows { hazard(.cacheGrowth, session, cell) }
    }
    fillMemory(session, by: leak)
    let limit = tables.networks[network].rebuildAfter
    if limit > 0 && sessions[session, leak: place].ads >= limit {
      let freed = sessions[session, leak: place].rebuild(
        keepsFiles: !tables.networks[network].disk.isZero)
      sessions[memoryOf: session].leaked -= freed
    }
  }

  /// An ad has left without having been shown; of some networks it leaks only then.
  ///
  /// The end of a process frees what is lost with it.
  mutating func leakIfUnshown(_ ad: AdRecord, _ session: UInt32, _ slot: Int) {
    guard tables.features.contains(.memory), session != closing else { return }
    let network = Int(ad.network)
    let place = Int(tables.networks[network].leakPlace)
    guard place >= 0, tables.networks[network].leaksUnshown else { return }
    let leak = bytes(tables.networks[network].leak, .leak, loadKey(of: ad, session))
    let grows = sessions[session, leak: place].adLeft(
      leak: leak, keepsFiles: !tables.networks[network].disk.isZero)
    if ad.flags.contains(.counted) {
      let cell = cell(of: session, slot, ad)
      if leak > 0 { count(.bytesLeaked, by: UInt64(leak), cell, from: ad.loadedAt) }
      if grows { hazard(.cacheGrowth, session, cell) }
    }
    fillMemory(session, by: leak)
  }

  private mutating func fillMemory(_ session: UInt32, by leak: UInt32) {
    sessions[memoryOf: session].leaked += UInt64(leak)
    if sessions[memoryOf: session].leaked >= tables.app.memoryLimit
      && sessions[memoryOf: session].timer == .none
    {
      sessions[memoryOf: session].timer = schedule(.memory, session, at: now)
    }
  }

  /// The system ends a process that has leaked too much.
  mutating func memoryIsFull(_ session: UInt32) {
    sessions[memoryOf: session].timer = .none
    terminate(session)
  }
}
