import Scheduler

/// Absences: the app in the background, suspended there, and back.
extension World {
  /// The step that leaves the app; the journey goes on when the user is back.
  mutating func backgroundStep(_ session: UInt32, _ row: StepRow) {
    let key = journeyKey(session, row)
    let background = tables.backgrounds[Int(row.target)]
    sessions[session].programCounter += 1
    let away = time(row.draw, .journey, key)
    let dies =
      background.terminated > 0 && uniform(.terminate, key) < background.terminated
    leave(session, for: away, as: background.kind, dies: dies)
  }

  /// The user leaves the app for a time that is known at once.
  ///
  /// - Parameter dies: Whether the system ends the process meanwhile.
  mutating func leave(
    _ session: UInt32, for away: SimDuration, as kind: AwayKind, dies: Bool = false
  ) {
    sessions[lifeOf: session].leftAt = now
    sessions[lifeOf: session].returnsAt = now + away
    sessions[lifeOf: session].awayKind = kind
    sessions[lifeOf: session].flags.insert(dies ? [.away, .dies] : .away)
    sessions[session].flags.remove(.adLeft)
    note(.backgrounded, session: session)
    count(if: countsNow, .backgrounds, cell(of: session), from: now)
    pauseSheet(session)
    if tables.features.contains(.faults) { loseCallbacks(session) }
    if tables.app.stopsClocks { pauseClocks(session) }
    let grace = tables.launch.suspendAfter
    if dies {
      post(.suspend, ofProcess: session, at: now + min(away, grace))
      return
    }
    if grace < away { post(.suspend, ofProcess: session, at: now + grace) }
    post(.foreground, ofProcess: session, at: now + away)
  }

  /// Whether the user has left the app.
  @inline(__always)
  func isAway(_ session: UInt32) -> Bool {
    tables.features.contains(.absences) && sessions[lifeOf: session].flags.contains(.away)
  }

  /// The grace time of a session in the background is over: it is suspended, or it ends.
  mutating func graceEnded(_ session: UInt32) {
    if sessions[lifeOf: session].flags.contains(.dies) {
      terminate(session)
      return
    }
    let life = sessions[lifeOf: session]
    sessions[lifeOf: session].flags.insert(.suspended)
    hold(session, until: life.returnsAt)
    note(.suspended, session: session)
    let counts = life.leftAt >= windowStart && life.leftAt < windowEnd
    count(if: counts, .suspensions, cell(of: session), from: life.leftAt)
    markSuspended(session)
    closeConnections(session)
    cutTraffic(session, .suspended)
  }

  /// Loads in flight span the suspension, and their latencies are told apart.
  private mutating func markSuspended(_ session: UInt32) {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    for slot in 0..<tables.journeys[part.journey].slotCount {
      var load = sessions[session, slot: slot].loads
      while load != noRecord {
        loads[load].flags.insert(.suspended)
        load = loads[load].next
      }
    }
    var attempt = sessions[session].attempts
    while attempt != noRecord {
      attempts[attempt].flags.insert(.suspended)
      attempt = attempts[attempt].next
    }
  }

  /// The user is back.
  ///
  /// After a suspension the process first does what is overdue, then the app hears of the return.
  mutating func foregroundDue(_ session: UInt32) {
    let life = sessions[lifeOf: session]
    if life.flags.contains(.suspended) {
      if !life.flags.contains(.resumed) { note(.resumed, session: session) }
      // One overdue timer of a load may have brought up another.
      if !life.flags.contains(.resumed) || hasDueLoad(session) {
        sessions[lifeOf: session].flags.insert(.resumed)
        post(.foreground, ofProcess: session, at: now)
        return
      }
    }
    failLost(session, .suspended)
    let away = now - life.leftAt
    sessions[lifeOf: session].longestAway = max(life.longestAway, away)
    openOnReturn(session, from: life.awayKind.origin, away: away, at: .willEnter)
    sessions[lifeOf: session].flags.subtract([.away, .suspended, .resumed])
    note(.foreground, session: session)
    if tables.features.contains(.views) { showHeldAds(session) }
    if tables.app.stopsClocks {
      resumeClocks(session)
      guard sessions.isLive(session) else { return }
    }
    refreshConfig(session)
    if let limit = tables.launch.reinitAfter, away >= limit { initialiseAgain(session) }
    if life.awayKind == .picker { screenChanged(session) }
    openOnReturn(session, from: life.awayKind.origin, away: away, at: .active)
    resumeSheet(session)
    let waits = tables.features.contains(.viewClicks) && resumeWait(session)
    if life.flags.contains(.adUp) {
      resumeAd(session)
    } else if !waits && sessions[session].presentation == noRecord {
      runSteps(of: session)
    } else if !waits && isInOwnShow(session) {
      // The ad that the return has loaded holds up the step behind the absence.
      sessions[appOf: session].flags.insert(.stepDue)
    }
  }

  /// Fetches the remote config if the activated one has grown stale meanwhile, or there is none.
  private mutating func refreshConfig(_ session: UInt32) {
    guard tables.config.backend >= 0, sessions[session].configExchange == noRecord else { return }
    let fetchedAt = sessions[lifeOf: session].configFetchedAt
    let isFresh =
      fetchedAt != .min && now.nanoseconds - fetchedAt <= tables.config.refresh.nanoseconds
    if !isFresh { fetchConfig(for: session) }
  }

  /// The app initialises its adapters anew; loads wait for them as after a launch.
  ///
  /// What they had made of earlier absences is over.
  private mutating func initialiseAgain(_ session: UInt32) {
    // A consent request holds the first start back.
    if sessions[session].adsReadyAt == .never { return }
    sessions[lifeOf: session].longestAway = .zero
    if tables.features.contains(.adapterStarts) {
      restartAdapters(session)
      return
    }
    sessions[session].adsReadyAt = now + initialisation(of: session)
  }
}
