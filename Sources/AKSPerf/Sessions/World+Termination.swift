import Scheduler

/// Processes that the system ends: in the background, or because they have leaked too much.
///
/// The return of their users, at once if they have not left, is a cold launch of the same user: a
/// session of its own, with its own number of launch in every draw. What the user is stays: consent
/// and purchases, the activated config, today's shows and the shows that frequency caps look at.
extension World {
  /// The system ends a process: its cache is lost and its app hears of nothing that was under way.
  ///
  /// Loads and opportunities end all the same.
  mutating func terminate(_ index: UInt32) {
    note(.terminated, session: index)
    // A return that a block of the main thread held up is due.
    let back = isAway(index) ? max(sessions[lifeOf: index].returnsAt, now) : now
    if sessions[index].flags.contains(.counted) {
      let start = sessions[index].start
      count(.sessionsTerminated, cell(of: index), from: start)
      if !sessions[index].flags.contains(.content) {
        recorder.recordNever(.timeToContent, cell(of: index), startedAt: start)
      }
    }
    dying = index
    if sessions[index].presentation != noRecord { cutOff(sessions[index].presentation) }
    closeSession(index, reason: .terminated)
    dying = noRecord
    let returns = back < windowEnd || sharesBackends
    if !population.isEmpty {
      let user = UInt32(sessions[index].user)
      carryOver(index)
      sessions.giveBack(index)
      if returns { post(.relaunch, user, at: back) }
    } else if returns {
      sessions.park(index)
      post(.launchAgain, index, at: back)
    } else {
      sessions.giveBack(index)
    }
    recorder.setLevel(.concurrentSessions, Int64(sessions.liveCount), at: now)
  }

  /// A user of open arrivals whose process was ended is back.
  mutating func launchAgain(_ index: UInt32) {
    let flags = sessions[index].flags.intersection(.ofUser)
    let life = sessions[lifeOf: index]
    sessions.renew(index)
    sessions[index].flags = flags
    sessions[lifeOf: index].configFetchedAt = life.configFetchedAt
    sessions[lifeOf: index].countedOn = life.countedOn
    startProcess(index)
    var isConfigStale = tables.config.backend >= 0
    if flags.contains(.remoteConfig) && life.configFetchedAt != .min {
      let age = now.nanoseconds - life.configFetchedAt
      isConfigStale = isConfigStale && age > tables.config.refresh.nanoseconds
    }
    beginSession(index, isConfigStale: isConfigStale)
  }
}
