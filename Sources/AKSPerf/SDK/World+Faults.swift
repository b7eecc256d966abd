import Scheduler

/// What the rules of a network make of one callback.
struct Delivery: BitwiseCopyable {
  var isLost = false
  /// How long after it a load that is reported loaded is reported failed; nil when it is not.
  var contradictedAfter: SimDuration?
  var copies: UInt64 = 1
  var delay = SimDuration.zero
  /// It comes when the ad on screen has gone.
  var isHeld = false
  /// In how long it is lost if the user leaves the app.
  var lostWithin = SimDuration.zero

  /// Whether the app does not hear of it at once.
  var isLater: Bool { delay > .zero || isHeld || lostWithin > .zero }
}

/// Which rules of a network's faults act: on its requests, on its shows, and on what it reports.
///
/// A rule is drawn anew for each request, show and callback. What the model itself knows of a load
/// or a show is the same with and without those that act on callbacks.
extension World {
  /// How often and when a callback is heard; what is wrong with that counts as hazards.
  ///
  /// - Parameter counted: How many of the calls that it is for count.
  mutating func delivery(
    of callback: Callback, by network: Int, _ session: UInt32, _ slot: Int, _ key: DrawKey,
    scene: UInt8, counted: UInt64, _ cell: LabelCell
  ) -> Delivery {
    var delivery = Delivery()
    var duplicates: UInt64 = 0
    var isLate = false
    for index in faults(of: network) where tables.faults[index].actsOn(callback) {
      let row = tables.faults[index]
      guard applies(index, row, network, session, slot, key, scene: scene, of: callback) else {
        continue
      }
      switch row.effect {
      case .lose:
        if let span = row.leftWithin, !hasLeft(session, within: span) {
          delivery.lostWithin = max(delivery.lostWithin, span)
        } else {
          delivery.isLost = true
        }
      case .duplicate: duplicates += UInt64(row.times)
      case .delay where row.isUntilDismissal:
        guard hasAdUp(session) else { continue }
        isLate = true
        delivery.isHeld = true
      case .delay:
        isLate = true
        delivery.delay += time(row.delay, .fault, key, word: 1, callback, index, network)
      case .fail where callback.tellsLoaded:
        let delay =
          row.delay.exists
          ? time(row.delay, .fault, key, word: 1, callback, index, network) : .zero
        delivery.contradictedAfter = min(delivery.contradictedAfter ?? delay, delay)
      case .block:
        let length = time(row.delay, .fault, key, word: 1, callback, index, network)
        block(
          session, slot, for: length, cell.with(network: network),
          counted: counted > 0 && countsNow, from: now)
      case .early, .hang, .fail, .phantom, .amplify: break
      }
    }
    if delivery.isLost {
      hazard(.callbackLost, by: counted, session, cell)
      return delivery
    }
    delivery.copies += duplicates
    hazard(.callbackDuplicated, by: duplicates * counted, session, cell)
    if isLate { hazard(.callbackLate, by: counted, session, cell) }
    if delivery.contradictedAfter != nil { hazard(.loadedThenFailed, by: counted, session, cell) }
    return delivery
  }

  /// How long before a show's end a callback about it comes, if a rule says so; the time that the
  /// ad is up unless the rule has a time.
  mutating func earliness(
    of callback: Callback, ofShow index: UInt32, lasting duration: SimDuration
  ) -> SimDuration? {
    let record = presentations[index]
    let network = Int(record.ad.network)
    let key = showKey(index)
    for index in faults(of: network)
    where tables.faults[index].effect == .early && tables.faults[index].actsOn(callback) {
      let row = tables.faults[index]
      let slot = Int(record.slot)
      guard
        applies(
          index, row, network, record.session, slot, key, scene: record.ad.scene, of: callback)
      else { continue }
      guard row.delay.exists else { return duration }
      return min(duration, time(row.delay, .fault, key, word: 1, callback, index, network))
    }
    return nil
  }

  /// What a network does to a show instead of bringing it on screen: fail, hang or phantom.
  mutating func faultOfShow(_ index: UInt32, by network: Int) -> FaultRule.Effect? {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    // The ad to be shown is still in its slot.
    let scene = sessions[session, slot: slot, ad: 0].scene
    let key = showKey(index)
    for index in faults(of: network) where tables.faults[index].trigger == .show {
      let row = tables.faults[index]
      guard row.effect == .fail || row.effect == .hang || row.effect == .phantom,
        applies(index, row, network, session, slot, key, scene: scene, of: nil)
      else { continue }
      return row.effect
    }
    return nil
  }

  /// Whether a rule acts on an attempt's request, and the key of what it draws then.
  func actsOnRequest(_ index: Int, _ attempt: AttemptRecord) -> DrawKey? {
    let row = tables.faults[index]
    let network = Int(attempt.network)
    guard row.trigger == .request, !row.isFirstOnly || attempt.innerTries == 0 else { return nil }
    var key = key(of: attempt)
    key.block = UInt32(index - faults(of: network).lowerBound) << 14 | UInt32(attempt.innerTries)
    guard
      holds(row, network, attempt.session, Int(attempt.slot), scene: attempt.scene),
      uniform(.fault, key) < row.probability
    else { return nil }
    return key
  }

  /// The rules of a network.
  func faults(of network: Int) -> Range<Int> {
    let first = Int(tables.networks[network].firstFault)
    return first..<first + Int(tables.networks[network].faultCount)
  }

  private func applies(
    _ index: Int, _ row: FaultRow, _ network: Int, _ session: UInt32, _ slot: Int, _ key: DrawKey,
    scene: UInt8, of callback: Callback?
  ) -> Bool {
    holds(row, network, session, slot, scene: scene)
      && uniform(.fault, self.key(key, callback, index, network)) < row.probability
  }

  /// The key of the draws of one rule and one show or callback: beyond those of requests.
  private func key(
    _ key: DrawKey, _ callback: Callback?, _ index: Int, _ network: Int
  ) -> DrawKey {
    var key = key
    key.network = tables.networks[network].name
    key.attempt = UInt16(callback?.rawValue ?? 0)
    key.block = 1 << 21 | UInt32(index - faults(of: network).lowerBound)
    return key
  }

  private func time(
    _ drawn: Drawn, _ purpose: Purpose, _ key: DrawKey, word: Int, _ callback: Callback,
    _ index: Int, _ network: Int
  ) -> SimDuration {
    time(drawn, purpose, self.key(key, callback, index, network), word: word)
  }

  /// Whether the conditions of a rule hold now.
  ///
  /// - Parameter scene: The window that the ad is for, and its size at the load.
  private func holds(
    _ row: FaultRow, _ network: Int, _ session: UInt32, _ slot: Int, scene: UInt8
  ) -> Bool {
    guard now >= row.from, now < row.to, row.formats >> format(session, slot).rawValue & 1 == 1
    else { return false }
    let device = tables.classes[Int(sessions[session].sessionClass)].device
    guard row.device < 0 || Int(row.device) == device else { return false }
    if row.awayAtLeast > .zero && longestAway(session) < row.awayAtLeast { return false }
    // What is not lost yet may be: see what becomes of its delivery.
    if let span = row.leftWithin, row.effect != .lose, !hasLeft(session, within: span) {
      return false
    }
    if row.isResized && !hasChanged(scene, session) { return false }
    if row.isLoadedMeanwhile
      && !(format(session, slot).isFullScreen
        && sessions[session, appSlot: slot].flags.contains(.loadCalled))
    {
      return false
    }
    let app = sessions[appOf: session]
    if app.shows < row.showsAtLeast { return false }
    if let within = row.within {
      if app.freedAt == .never || now - app.freedAt > within { return false }
    }
    guard row.close != .any else { return true }
    return Int(app.closedNetwork) == network
      && app.flags.contains(.closedEarly) == (row.close == .early)
      && (!row.isClearedByLoad || app.flags.contains(.closedSinceLoad))
  }

  /// The longest absence of a session that its networks know of.
  private func longestAway(_ session: UInt32) -> SimDuration {
    tables.features.contains(.absences) ? sessions[lifeOf: session].longestAway : .zero
  }

  /// The key of a show's faults: shows and failed shows of its slot when show was called.
  func showKey(_ index: UInt32) -> DrawKey {
    let record = presentations[index]
    var key = key(of: record.session)
    key.placeholder = placeholderName(record.session, Int(record.slot))
    key.cycle = sessions[appOf: record.session].show.cycle
    key.retry = UInt32(sessions[appOf: record.session].show.failedShows)
    return key
  }
}

extension Callback {
  /// Whether it says that an ad is loaded.
  fileprivate var tellsLoaded: Bool {
    self == .onLoaded || self == .onRewardedLoaded || self == .onBannerLoaded
      || self == .onNativeLoaded
  }
}
