import Scheduler

extension World {
  /// Takes the oldest ready ad and asks its network to bring it on screen.
  mutating func present(_ index: UInt32) {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    queue.disarm(&presentations[index].timer)
    // The followed load has settled its phases; what is left came from another one.
    let account = presentations[index].account
    if account != noRecord {
      accounts[account].commit(.otherLoad, at: now)
      accounts[account].settle(as: .otherLoad)
    }
    let network = Int(sessions[session, slot: slot, ad: 0].network)
    if tables.features.contains(.app) { rememberShowCall(index) }
    count(
      if: presentations[index].counted, .showCalls, cell(ofOpportunity: index),
      from: presentations[index].opportunityAt)
    if !tables.features.isDisjoint(with: .screens), let reason = presentGate(index) {
      // The ad stays in its slot, unless it is of no use; the callback tells whose it is.
      presentations[index].ad = sessions[session, slot: slot, ad: 0]
      if reason == .adTooLarge { removeAd(session, slot, position: 0, as: .adsUnfit) }
      if tables.features.contains(.app) && !reason.isNetworksRefusal {
        sessions[appOf: session].show.flags.insert(.refused)
      }
      act(presentations[index].machine.presentationFailed(reason), on: index)
      return
    }
    if tables.features.contains(.app) && voidEnds(presentation: index) { return }
    if tables.features.contains(.faults) && faultEnds(presentation: index, by: network) { return }
    var overhead = overhead(ofPresenting: network, session, slot)
    let timeout = tables.networks[network].presentTimeout ?? overhead
    let isLate = overhead > timeout
    // A network that is too late with nothing has failed.
    let isUnfit = isLate && (isPhantom(index) || !tables.networks[network].showsLate)
    let leaves =
      tables.features.contains(.earlyLeaves)
      && leavesEarly(index, by: network, within: min(overhead, timeout))
    let isSeen = !isUnfit && !isPhantom(index) && !(leaves && failsAfterEarlyLeave)
    var ad = removeAd(session, slot, position: 0, as: isSeen ? .adsShown : .adsUnfit)
    if isLate {
      ad.flags.insert(isUnfit ? .unfit : .late)
      overhead = timeout
    }
    presentations[index].ad = ad
    note(.presented, session: session, slot: slot, network: network, price: ad.price)
    if leaves {
      scheduleEarlyLeave(index, within: overhead)
    } else if overhead == .zero && !isLate {
      shown(index)
    } else {
      presentations[index].timer = schedule(.presentation, index, after: overhead)
    }
  }

  /// How long the network takes from the call of show to the ad on screen.
  func overhead(ofPresenting network: Int, _ session: UInt32, _ slot: Int) -> SimDuration {
    var key = slotKey(session, slot)
    key.network = tables.networks[network].name
    key.retry = UInt32(sessions[session, slot: slot].failedShows)
    return time(tables.networks[network].showOverhead, .presentation, key)
  }

  /// The ad is on screen.
  mutating func shown(_ index: UInt32) {
    presentations[index].machine.shown()
    let record = presentations[index]
    if record.account != noRecord { accounts[record.account].commit(.show, at: now) }
    let session = record.session
    let slot = Int(record.slot)
    let reason: Reason? =
      !tables.features.isDisjoint(with: .elsewhere) && isMisplaced(session) ? .wrongWindow : nil
    note(
      .shown, session: session, slot: slot, network: Int(record.ad.network), reason: reason,
      price: record.ad.price, bytes: UInt64(record.ad.bytes))
    if record.counted { measureShow(index, reason) }
    if record.isOfLaunch { measureAppOpen(index) }
    if tables.features.contains(.staleAds) { checkAge(ofShow: index) }
    if record.kind == .appOpenReturn { measureReturn(index) }
    showCallback(index, .shown)
    let format = format(session, slot)
    var key = slotKey(session, slot)
    key.network = tables.networks[Int(record.ad.network)].name
    var duration = time(tables.behaviour.duration(of: format), .presentation, key, word: 1)
    let whole = duration
    var completes =
      uniform(.presentation, key, word: 2) < tables.behaviour.completion(of: format)
    if !completes {
      // Where in the ad a user who does not see its end closes it is a guess: anywhere.
      let share = uniform(.presentation, key, word: 3)
      duration = .rounding(nanoseconds: Double(duration.nanoseconds) * share)
    }
    if record.kind == .appOpenAutomatic, let left = splashLeft(index), left < duration {
      duration = left
      completes = false
    }
    if tables.features.contains(.sheets) {
      let planned = duration
      duration = timeOnScreen(session, of: planned)
      if duration < planned { completes = false }
    }
    presentations[index].isCompleted = completes
    if tables.features.contains(.streams) && !beginPlayback(index) { duration = .zero }
    if traces(session) {
      because(.shown, .screen(duration, completes: presentations[index].isCompleted))
    }
    countShow(session, slot)
    if refill(session, slot).contains(.onShow) { topUp(session, slot) }
    if tables.features.contains(.app) {
      if isPhantom(index) {
        phantomShown(index)
        return
      }
      noteReward(ofShow: index, lasting: duration, of: whole)
      adUp(index)
      if tables.features.contains(.faults) { reportEarly(index, lasting: duration) }
    }
    if tables.features.contains(.returns) { sessions[lifeOf: session].adSince = now }
    if duration == .zero {
      if tables.features.contains(.kills) { setKill(session, key) }
      timeOver(ofShow: index)
    } else {
      if !tables.features.isDisjoint(with: .interruptions) {
        duration = timeToLeaving(session, key, of: duration)
      }
      presentations[index].timer = schedule(.presentation, index, after: duration)
      // An ad that goes just then goes first.
      if tables.features.contains(.kills) { setKill(session, key) }
    }
  }

  /// The labels of a show.
  func cell(ofShow index: UInt32) -> LabelCell {
    let record = presentations[index]
    let isCached = record.ad.loadedAt < record.opportunityAt
    return cell(ofOpportunity: index).with(network: Int(record.ad.network))
      .with(source: isCached ? .cache : .fresh).with(outcome: .shown)
  }

  private mutating func measureShow(_ index: UInt32, _ reason: Reason?) {
    let record = presentations[index]
    var cell = cell(ofShow: index)
    cell.reason = reason
    measureShow(of: record.ad, cell, from: record.opportunityAt)
    if sessions[record.session].flags.contains(.adLeft) {
      count(.showsBackToBack, cell, from: record.opportunityAt)
    }
    if !isPhantom(index) {
      countImpression(of: record.ad, cell, from: record.opportunityAt)
    }
    let format = format(record.session, Int(record.slot))
    if record.account != noRecord {
      let account = accounts[record.account]
      let time = now - record.opportunityAt
      phases?.add(format: format, total: time, account: account)
    }
  }

  /// An opportunity that counts ends shown.
  mutating func measureShow(of ad: AdRecord, _ cell: LabelCell, from start: SimTime) {
    record(.timeToShow, from: start, cell)
    record(.timeToOutcome, from: start, cell)
    if cell.source == .cache {
      recorder.record(
        .cacheAge, microseconds: (now - ad.loadedAt).microseconds, cell, startedAt: start)
      count(.showsFromEarlierLoad, cell, from: start)
    }
    count(.showCallsEnded, cell, from: start)
    count(.outcomes, cell, from: start)
    count(.shows, cell, from: start)
  }

  /// An ad that counts is on screen, and earns its price.
  mutating func countImpression(of ad: AdRecord, _ cell: LabelCell, from start: SimTime) {
    count(.impressions, cell, from: start)
    if ad.flags.contains(.unpaid) { return }
    // A price is per thousand shows: round one show's share to a millionth of a dollar.
    count(.revenue, by: (UInt64(ad.price) + 500) / 1000, cell, from: start)
  }

  /// The ad leaves the screen: the slot is refilled, the journey goes on.
  mutating func dismissed(_ index: UInt32) {
    presentations[index].machine.dismissed()
    let record = presentations[index]
    let session = record.session
    let slot = Int(record.slot)
    stopKill(session)
    note(.dismissed, session: session, slot: slot, network: Int(record.ad.network))
    if record.counted && record.isCompleted {
      let cell = cell(ofOpportunity: index).with(network: Int(record.ad.network))
      count(.completedViews, cell, from: record.opportunityAt)
      if format(session, slot) == .rewarded {
        count(.rewardedViews, cell, from: record.opportunityAt)
      }
    }
    if tables.features.contains(.app) { adGone(index) }
    if tables.features.contains(.faults) { hearHeld(session) }
    showCallback(index, .dismissed)
    if tables.features.contains(.adLeaves) { sessions[lifeOf: session].flags.remove(.adLost) }
    // Rules that look at the last ad's end see the one before in the callbacks of this one's.
    screenChanged(session)
    let isHeard = hasHeardEnd(ofShow: index)
    closeOpportunity(index)
    let refills = isHeard && refill(session, slot).contains(.onDismiss)
    sessions[session].flags.insert(.adLeft)
    screenFreed(
      session, by: format(session, slot), record.kind, refilling: refills ? slot : nil)
  }
}
