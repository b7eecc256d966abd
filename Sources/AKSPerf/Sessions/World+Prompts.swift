import Scheduler

/// When the parts of a launch are done.
struct LaunchTimes: BitwiseCopyable {
  var firstFrame: SimTime
  var promptsDone: SimTime
  /// When the SDK begins to start.
  var sdkBegins: SimTime
  var sdkStarted: SimTime
}

/// What a launch asks its user before the SDK starts: for consent, and to be tracked.
extension World {
  /// When first frame, prompts and SDK start are done; drawn anew at each call, always the same.
  ///
  /// What waits for a consent request that is under way is never done up to its end.
  func launchTimes(of index: UInt32) -> LaunchTimes {
    let launch = tables.launch
    let key = key(of: index)
    let start = sessions[index].start
    let firstFrame =
      start + slowed(index, time(launch.firstFrame, .launch, key, word: 2), as: .firstFrame)
    var promptsDone = start
    let isFirst = sessions[index].flags.contains(.firstLaunch)
    if launch.asksConsent && (isFirst || launch.asksAtEachLaunch) {
      let request = consentRequest(of: index)
      promptsDone = request.endsAt
      if request.endsAt != .never && request.isAnswered
        && (isFirst || sessions[index].flags.contains(.askedLater))
        && needsForm(index)
      {
        promptsDone =
          max(firstFrame, promptsDone)
          + time(launch.dwell, .launch, key.with(block: 1), word: 1)
      }
    }
    if isFirst && launch.trackingPrompt.exists && promptsDone != .never {
      promptsDone =
        max(firstFrame, promptsDone)
        + time(launch.trackingPrompt, .launch, key.with(block: 1), word: 2)
    }
    let begin = launch.hearsConsentLater ? start : promptsDone
    let sdkStarted =
      begin == .never
      ? begin : begin + slowed(index, time(launch.sdkStart, .launch, key, word: 3), as: .sdkStart)
    return LaunchTimes(
      firstFrame: firstFrame, promptsDone: promptsDone, sdkBegins: begin, sdkStarted: sdkStarted)
  }

  /// Whether the user is one for whom there is a form.
  func needsForm(_ index: UInt32) -> Bool {
    uniform(.user, DrawKey(user: sessions[index].user, block: 1)) < tables.launch.formShare
  }

  /// A user for whom the request came too late has said nothing, and is asked at a later launch
  /// that makes one.
  mutating func settleConsent(of index: UInt32) {
    let launch = tables.launch
    let isFirst = sessions[index].flags.contains(.firstLaunch)
    let isLater = launch.asksAtEachLaunch && sessions[index].flags.contains(.unasked)
    guard launch.asksConsent, isFirst || isLater, needsForm(index) else { return }
    sessions[index].flags.subtract([.noConsent, .unasked])
    if consentRequest(of: index).isAnswered {
      if isLater { sessions[index].flags.insert(.askedLater) }
      let answer = uniform(.user, DrawKey(user: sessions[index].user), word: 3)
      if answer >= launch.consentGiven { sessions[index].flags.insert(.noConsent) }
    } else {
      sessions[index].flags.remove(.askedLater)
      sessions[index].flags.insert(.unasked)
    }
    remember(index, configFetchedAt: nil)
  }

  /// When consent form and tracking prompt are gone; the session's start if there are none.
  func promptsDone(of index: UInt32) -> SimTime {
    let flags = sessions[index].flags
    // A request that leads to no form holds the SDK back and nobody else.
    let hasPrompts = !flags.isDisjoint(with: [.firstLaunch, .askedLater])
    return !hasPrompts || flags.contains(.content)
      ? sessions[index].start : launchTimes(of: index).promptsDone
  }

  /// When nothing holds content back any more; the session's start once content is there.
  func contentReady(of index: UInt32) -> SimTime {
    let done = promptsDone(of: index)
    guard tables.launch.contentWaitsForSDK, !sessions[index].flags.contains(.content) else {
      return done
    }
    return max(done, sessions[index].adsReadyAt)
  }

  /// Lets the journey go on when nothing holds content back any more.
  ///
  /// Never is not known before the consent request is over. Adapters that fail may make it sooner.
  mutating func awaitContent(_ index: UInt32, at ready: SimTime) {
    if ready == .never {
      sessions[consentOf: index].isStepHeld = true
    } else if tables.features.contains(.adapterStarts) {
      rememberStep(index, at: ready)
      sessions[startOf: index].contentStep = schedule(.step, ofProcess: index, at: ready)
    } else {
      postStep(index, at: ready)
    }
  }

  /// What holds content back is over sooner than it was to be.
  mutating func hastenContent(_ index: UInt32) {
    guard queue.isPending(sessions[startOf: index].contentStep) else { return }
    queue.disarm(&sessions[startOf: index].contentStep)
    awaitContent(index, at: max(contentReady(of: index), now))
  }

  /// Whether the user has refused consent; before the form has been answered nobody knows.
  func hasRefusedConsent(_ session: UInt32) -> Bool {
    willRefuseConsent(session) && now >= promptsDone(of: session)
  }

  /// Whether the user refuses consent, so that there are no ads for them.
  func willRefuseConsent(_ session: UInt32) -> Bool {
    keepsConsentBack(session) && tables.launch.refusalEndsAds
  }

  /// Whether the user's refusal, past or to come, holds for the loads of a launch.
  func keepsConsentBack(_ session: UInt32) -> Bool {
    let flags = sessions[session].flags
    guard flags.contains(.noConsent) else { return false }
    return !tables.launch.hearsConsentLater || flags.isDisjoint(with: [.firstLaunch, .askedLater])
  }

  /// Whether ads are asked for as for a user who is not tracked: one who does not allow it, or who
  /// is yet to be asked while the SDK has not waited.
  func isUntracked(_ session: UInt32) -> Bool {
    let flags = sessions[session].flags
    if flags.contains(.untracked) { return true }
    return tables.launch.hearsConsentLater && tables.launch.trackingPrompt.exists
      && flags.contains(.firstLaunch) && now < promptsDone(of: session)
  }
}
