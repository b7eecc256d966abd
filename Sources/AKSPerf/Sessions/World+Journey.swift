import Scheduler

extension World {
  /// Follows the journey of a launch to its first step; an automatic app open loads its ad.
  mutating func enterJourney(of index: UInt32) {
    var row = currentStep(of: index)
    // A loop's end is left to the steps: without a body it may come again without bound.
    while row.isFlow && row.code != .loopEnd {
      note(.step, session: index, network: Int(sessions[index].programCounter))
      follow(index, row)
      row = currentStep(of: index)
    }
    if row.code == .appOpenAutomatic { callLoad(index, Int(row.slot)) }
  }

  /// The step that the program counter of a session is at.
  func currentStep(of index: UInt32, back steps: Int = 0) -> StepRow {
    let journey = tables.journeys[tables.classes[Int(sessions[index].sessionClass)].journey]
    return tables.steps[journey.firstStep + Int(sessions[index].programCounter) - steps]
  }

  /// Runs the steps of a session until one blocks, waits or ends it.
  mutating func runSteps(of index: UInt32) {
    let outer = stepping
    let wasWorking = isWorking
    if tables.features.contains(.app) && waitsForOwnShow(index) { return }
    stepping = index
    // A step finds all done that came before it, and has done all it began when it is over.
    finishWork()
    isWorking = false
    var steps = 0
    while !isEndless && step(index) {
      steps += 1
      if steps > Limits.stepsAtOneInstant || events >= endlessAt { isEndless = true }
      // What a step led to may be an ad that the app shows of its own accord.
      if tables.features.contains(.app) && waitsForOwnShow(index) { break }
    }
    stepping = outer
    isWorking = wasWorking
  }

  /// Goes on with a session whose blocking step has ended.
  mutating func resume(_ index: UInt32) {
    if tables.features.contains(.app) && endsOwnShow(index) { return }
    if waitsForStep(index) { return }
    if stepping != index { runSteps(of: index) }
  }

  /// What a journey waited for is over.
  mutating func stepDue(_ index: UInt32) {
    if tables.features.contains(.viewClicks) && isStale(step: index) { return }
    if !tables.features.isDisjoint(with: .besideSteps) {
      sessions[lifeOf: index].flags.remove(.waits)
      // The ad of a return is on screen: the journey goes on when that has gone.
      if sessions[index].presentation != noRecord && !isInOwnShow(index) { return }
    }
    runSteps(of: index)
  }

  /// Lets the journey go on at `time`.
  mutating func postStep(_ index: UInt32, at time: SimTime) {
    rememberStep(index, at: time)
    post(.step, ofProcess: index, at: time)
  }

  /// The journey waits for an event of its own.
  mutating func rememberStep(_ index: UInt32, at time: SimTime) {
    guard !tables.features.isDisjoint(with: .besideSteps) else { return }
    sessions[lifeOf: index].flags.insert(.waits)
    if tables.features.contains(.viewClicks) { sessions[lifeOf: index].stepAt = time }
  }

  /// Whether the journey waits for an event of its own, while ads come and go beside it.
  private func waitsForStep(_ index: UInt32) -> Bool {
    !tables.features.isDisjoint(with: .besideSteps)
      && sessions[lifeOf: index].flags.contains(.waits)
  }

  /// The user is back from a click in the middle of a wait, which counts foreground time; false
  /// when the journey did not wait.
  mutating func resumeWait(_ index: UInt32) -> Bool {
    guard waitsForStep(index) else { return false }
    let life = sessions[lifeOf: index]
    // What was due behind a block of the main thread is due now.
    if now > life.leftAt { postStep(index, at: now + max(life.stepAt - life.leftAt, .zero)) }
    return true
  }

  /// Whether the end of a wait comes too early, since its user has been away meanwhile.
  private func isStale(step index: UInt32) -> Bool {
    let life = sessions[lifeOf: index]
    return !life.flags.contains(.waits) || life.flags.contains(.away) || now < life.stepAt
  }

  /// Runs one step; false when the session must wait or has ended.
  private mutating func step(_ index: UInt32) -> Bool {
    let row = currentStep(of: index)
    if row.code != .appOpenAutomatic && !row.isFlow {
      let ready = contentReady(of: index)
      if now < ready {
        awaitContent(index, at: ready)
        return false
      }
      contentAppears(index)
    }
    // The load of an earlier step may have blocked the main thread.
    if isHeld(index) {
      postStep(index, at: sessions[lifeOf: index].heldUntil)
      return false
    }
    note(.step, session: index, network: Int(sessions[index].programCounter))
    switch row.code {
    case .wait: return wait(index, row)
    case .load: return loadStep(index, row)
    case .show, .loadAndShow, .appOpenManual, .appOpenAutomatic:
      let key = journeyKey(index, row)
      sessions[index].programCounter += 1
      if tables.features.contains(.scenes) {
        sessions[index, place: Int(row.slot)].choice = row.scene
      }
      beginOpportunity(index, row, key)
      return sessions[index].presentation == noRecord
    case .banner, .native, .featurePromotion, .hide, .cover, .uncover:
      sessions[index].programCounter += 1
      viewStep(index, row)
    case .resize, .window, .fold, .unfold:
      sessions[index].programCounter += 1
      changeWindow(index, row)
      if tables.features.contains(.views) && sessions.isLive(index) { checkBanners(index) }
    case .loopBegin, .loopEnd, .choose, .jump: follow(index, row)
    case .background:
      backgroundStep(index, row)
      return false
    case .sheet: sheetStep(index, row)
    case .radio:
      sessions[index].programCounter += 1
      changeRadio(index, to: Int(row.target))
    case .appOpenReturn: preconditionFailure("a journey without returns")
    case .end:
      endSession(index)
      return false
    }
    return true
  }

  /// Goes to the step that a loop, a choice or a jump names.
  private mutating func follow(_ index: UInt32, _ row: StepRow) {
    switch row.code {
    case .loopBegin: beginLoop(index, row)
    case .loopEnd: endLoop(index, row)
    case .choose: choose(index, row)
    case .jump: sessions[index].programCounter = UInt16(row.target)
    default:
      preconditionFailure("a step that does something is no flow")
    }
  }

  private mutating func contentAppears(_ index: UInt32) {
    guard !sessions[index].flags.contains(.content) else { return }
    sessions[index].flags.insert(.content)
    if sessions[index].flags.contains(.counted) {
      record(.timeToContent, from: sessions[index].start, cell(of: index))
    }
  }

  private mutating func wait(_ index: UInt32, _ row: StepRow) -> Bool {
    let delay = time(row.draw, .journey, journeyKey(index, row))
    sessions[index].programCounter += 1
    if traces(index) { because(.step, .waits(delay)) }
    if delay == .zero { return true }
    sessions[index].flags.remove(.adLeft)
    postStep(index, at: now + delay)
    return false
  }

  private mutating func loadStep(_ index: UInt32, _ row: StepRow) -> Bool {
    let slot = Int(row.slot)
    let key = journeyKey(index, row)
    sessions[index].programCounter += 1
    let hasPlace = tables.features.contains(.scenes)
    if hasPlace && !enterPlace(index, row) { return true }
    if row.awaited { awaitLoad(index, row, key) }
    if tables.features.contains(.app) { sessions[index, appSlot: slot].flags.insert(.wanted) }
    callLoad(index, slot, by: row.awaited ? .awaiting : .plain)
    if hasPlace { leavePlace(index, row) }
    return sessions[index].presentation == noRecord
  }

  private mutating func beginLoop(_ index: UInt32, _ row: StepRow) {
    let drawn = value(row.draw, .journey, journeyKey(index, row))
    let count = drawn > 0 ? UInt32(min(drawn + 0.5, 4e9)) : 0
    sessions[index, loop: Int(row.loopLevel)] = LoopRecord(count: count, iteration: 0)
    sessions[index].programCounter =
      count == 0 ? UInt16(row.target) : sessions[index].programCounter + 1
  }

  private mutating func endLoop(_ index: UInt32, _ row: StepRow) {
    let level = Int(row.loopLevel)
    sessions[index, loop: level].iteration += 1
    let loop = sessions[index, loop: level]
    sessions[index].programCounter =
      loop.iteration < loop.count ? UInt16(row.target) : sessions[index].programCounter + 1
  }

  private mutating func choose(_ index: UInt32, _ row: StepRow) {
    let pick = uniform(.journey, journeyKey(index, row))
    var branch = Int(row.target)
    let last = branch + Int(row.branchCount) - 1
    while branch < last && pick >= tables.branches[branch].cumulative { branch += 1 }
    sessions[index].programCounter = UInt16(tables.branches[branch].target)
  }

  /// The key of a step's draws: its position and the counters of the loops around it.
  func journeyKey(_ index: UInt32, _ row: StepRow) -> DrawKey {
    var key = key(of: index)
    key.placeholder = UInt32(sessions[index].programCounter)
    switch row.loopDepth {
    case 0: break
    case 1: key.cycle = sessions[index, loop: 0].iteration
    case 2:
      key.cycle = sessions[index, loop: 1].iteration
      key.network = sessions[index, loop: 0].iteration
    default:
      key.cycle = sessions[index, loop: 2].iteration
      key.network = sessions[index, loop: 1].iteration
      key.retry = sessions[index, loop: 0].iteration
    }
    return key
  }

  /// Ends a session: open loads end, cached ads are lost, the user may come back later.
  mutating func endSession(_ index: UInt32) {
    precondition(loadWork.isEmpty, "a session ends at \(now.nanoseconds) ns with work in line")
    note(.sessionEnded, session: index)
    // A process that has ended hears nothing, as one that the system ends.
    dying = index
    closeSession(index, reason: .sessionEnded)
    dying = noRecord
    let user = sessions[index].user
    carryOver(index)
    sessions.giveBack(index)
    recorder.setLevel(.concurrentSessions, Int64(sessions.liveCount), at: now)
    if case .closed = compiled.scenario.arrivals { pause(user: user) }
  }

  /// Ends all that a session has under way, and counts its end.
  mutating func closeSession(_ index: UInt32, reason: Reason) {
    let journey = tables.journeys[tables.classes[Int(sessions[index].sessionClass)].journey]
    closing = index
    for slot in 0..<journey.slotCount { closeSlot(index, slot, reason) }
    if tables.features.contains(.scenes) { queue.disarm(&sessions[deviceOf: index].timer) }
    while sessions[index].attempts != noRecord { dropAttempt(sessions[index].attempts) }
    endFetch(of: index, reason)
    // What is left of streamed creatives.
    while sessions[index].transfers != noRecord {
      abandon(exchange: transfers[sessions[index].transfers].exchange)
    }
    if tables.features.contains(.app) { closeApp(index) }
    if !tables.features.isDisjoint(with: .endings) {
      queue.disarm(&sessions[memoryOf: index].timer)
      queue.disarm(&sessions[memoryOf: index].kill)
    }
    if !tables.features.isDisjoint(with: .life) { takeDownSheet(index) }
    let flags = sessions[index].flags
    if flags.contains(.counted) {
      if flags.contains(.appOpenPending) { appOpenNeverCame(index) }
      count(.sessionsEnded, cell(of: index), from: sessions[index].start)
      openItems -= 1
    }
    endedSessions += 1
    checkEnd(ofSession: index)
    closing = noRecord
  }

  private mutating func pause(user: UInt64) {
    let key = DrawKey(user: user, launch: population[UInt32(user)].launches)
    let pause = time(tables.pause, .pause, key)
    if now + pause < windowEnd || sharesBackends { post(.relaunch, UInt32(user), at: now + pause) }
  }
}
