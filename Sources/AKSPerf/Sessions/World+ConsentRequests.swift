import Scheduler

/// Consent requests: those of a drawn time, and those that a backend answers over the radio.
extension World {
  /// When the consent request of a launch is over, and whether it is answered then.
  ///
  /// Never while a backend has it.
  func consentRequest(of index: UInt32) -> (endsAt: SimTime, isAnswered: Bool) {
    if tables.features.contains(.consentBackend) {
      let consent = sessions[consentOf: index]
      return (consent.endedAt, consent.isAnswered)
    }
    let start = sessions[index].start
    let needed = time(tables.launch.consentRequest, .launch, key(of: index).with(block: 1))
    guard let timeout = tables.launch.consentTimeout, needed > timeout else {
      return (start + needed, true)
    }
    return (start + timeout, false)
  }

  /// A launch asks the backend whether its user must be asked, if it does.
  mutating func requestConsent(of index: UInt32) {
    let launch = tables.launch
    let isFirst = sessions[index].flags.contains(.firstLaunch)
    guard isFirst || launch.asksAtEachLaunch else { return }
    sessions[consentOf: index].endedAt = .never
    // Content waits for the form, if the answer comes.
    if !isFirst && sessions[index].flags.contains(.unasked) && needsForm(index) {
      sessions[index].flags.insert(.askedLater)
    }
    if isOffline(index) {
      consentAnswered(for: index, failure: .offline)
      return
    }
    // The block of a config fetch is 0.
    let key = key(of: index).with(block: 1)
    let backend = launch.consentBackend
    beginExchange(
      ExchangeRequest(
        owner: .consent, ownerIndex: index, session: index, backend: backend,
        connection: tables.networks.count + 1, upBytes: 0, downBytes: 0,
        service: time(tables.backends[backend].service, .consent, key), key: key))
    // One that takes no time is over.
    if let timeout = launch.consentTimeout, sessions[consentOf: index].exchange != noRecord {
      sessions[consentOf: index].timer = schedule(.consent, index, after: timeout)
    }
  }

  /// A consent request has its answer, or will have none: what has waited for it goes on.
  mutating func consentAnswered(for index: UInt32, failure: Reason?) {
    settleRequest(of: index, failure)
    if sessions[index].adsReadyAt == .never {
      startSDK(of: index, at: launchTimes(of: index).sdkStarted)
      watchLoads(of: index)
    }
    if sessions[consentOf: index].isStepHeld {
      sessions[consentOf: index].isStepHeld = false
      awaitContent(index, at: max(contentReady(of: index), now))
    }
  }

  private mutating func settleRequest(of index: UInt32, _ failure: Reason?) {
    note(.consentAnswered, session: index, reason: failure ?? .loaded)
    queue.disarm(&sessions[consentOf: index].timer)
    sessions[consentOf: index].exchange = noRecord
    sessions[consentOf: index].isLost = false
    sessions[consentOf: index].endedAt = now
    sessions[consentOf: index].isAnswered = failure == nil
    settleConsent(of: index)
  }

  /// A consent request takes longer than its launch waits for it.
  mutating func consentTimerFired(_ index: UInt32) {
    sessions[consentOf: index].timer = .none
    abandon(exchange: sessions[consentOf: index].exchange)
    consentAnswered(for: index, failure: .timeout)
  }

  /// The connection of a consent request is gone, of which the app hears when it runs.
  mutating func loseConsentRequest(of index: UInt32) {
    guard sessions[consentOf: index].exchange != noRecord else { return }
    abandon(exchange: sessions[consentOf: index].exchange)
    queue.disarm(&sessions[consentOf: index].timer)
    sessions[consentOf: index].isLost = true
  }

  /// The app hears that the connection of its consent request is gone, if it is.
  mutating func failLostConsentRequest(of index: UInt32, _ reason: Reason) {
    guard sessions[consentOf: index].isLost else { return }
    consentAnswered(for: index, failure: reason)
  }

  /// A session ends, perhaps with a request that has no answer: its user has said nothing.
  mutating func endConsentRequest(of index: UInt32) {
    if sessions[consentOf: index].exchange != noRecord {
      abandon(exchange: sessions[consentOf: index].exchange)
    } else if !sessions[consentOf: index].isLost {
      return
    }
    settleRequest(of: index, .sessionEnded)
  }
}
