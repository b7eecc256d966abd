import Scheduler

/// When the parts of a launch are done.
struct LaunchTimes: BitwiseCopyable {
  var firstFrame: SimTime
  var promptsDone: SimTime
  var sdkStarted: SimTime
}

/// What a launch asks its user before the SDK starts: for consent, and to be tracked.
extension World {
  /// When first frame, prompts and SDK start are done; drawn anew at each call, always the same.
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
      promptsDone += request.time
      if request.isAnswered && (isFirst || sessions[index].flags.contains(.askedLater))
        && needsForm(index)
      {
        promptsDone =
          max(firstFrame, promptsDone)
          + time(launch.dwell, .launch, key.with(block: 1), word: 1)
      }
    }
    if isFirst && launch.trackingPrompt.exists {
      promptsDone =
        max(firstFrame, promptsDone)
        + time(launch.trackingPrompt, .launch, key.with(block: 1), word: 2)
    }
    let sdkStarted =
      promptsDone + slowed(index, time(launch.sdkStart, .launch, key, word: 3), as: .sdkStart)
    return LaunchTimes(firstFrame: firstFrame, promptsDone: promptsDone, sdkStarted: sdkStarted)
  }

  /// How long the launch waits for the consent request, and whether that is answered by then.
  private func consentRequest(of index: UInt32) -> (time: SimDuration, isAnswered: Bool) {
    let needed = time(tables.launch.consentRequest, .launch, key(of: index).with(block: 1))
    guard let timeout = tables.launch.consentTimeout, needed > timeout else {
      return (needed, true)
    }
    return (timeout, false)
  }

  /// Whether the user is one for whom there is a form.
  private func needsForm(_ index: UInt32) -> Bool {
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

  /// Whether the user has refused consent; before the form has been answered nobody knows.
  func hasRefusedConsent(_ session: UInt32) -> Bool {
    willRefuseConsent(session) && now >= promptsDone(of: session)
  }

  /// Whether the user refuses consent, so that there are no ads for them.
  func willRefuseConsent(_ session: UInt32) -> Bool {
    sessions[session].flags.contains(.noConsent) && tables.launch.refusalEndsAds
  }
}
