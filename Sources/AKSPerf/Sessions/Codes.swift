/// What an event is about; the top byte of its payload, whose low 32 bits are a record's index.
enum EventKind: UInt8 {
  /// The next launch of an open process.
  case arrival = 1
  /// A user of a closed population launches again.
  case relaunch
  case step
  /// A load has waited for its adapters or its next try, or something in it takes too long.
  case load
  case attempt
  case exchange
  case service
  case presentation
  case expiry
  case outage
  // Life cycle.
  case suspend, foreground, launchAgain
  // What users, devices and the app do beside the journey's steps.
  case sheet, transition, watchdog, view, fault
  /// A process has leaked more than the system lets it.
  case memory
  /// Adapters start, and the config is given up, fetched or waited for no longer.
  case adapters, config
  /// A user ends the app.
  case kill
  /// A consent request is waited for no longer.
  case consent
  /// The SDK starts, and blocks the main thread.
  case sdkStart
}

/// The transitions that make up a run's event stream.
enum Transition: UInt8 {
  case launched = 1
  case step, loadCalled, loadStarted, loadEnded, attemptStarted, requestSent
  case arrived, serviceStarted, answered, attemptEnded, adReady, adLeft, opportunity, presented
  case shown, dismissed, opportunityEnded, configAnswered, sessionEnded, timerFired
  /// The app has callbacks: how many, and which, are in the bytes.
  case callback
  // Life cycle.
  case backgrounded, suspended, resumed, terminated, foreground, held
  // What users and devices do.
  case clicked, transition, windowChanged, radioChanged
  // Strategies and mediators inside networks.
  case bid, auctionClosed, innerStarted
  // Views.
  case viewUp, viewDown, refreshed
  case rewarded, hazard
  case recreated, stalled, viewCovered, viewUncovered
  // Launches.
  case adapterStart, consentAnswered
}

/// What a random number is for; part of the key of every draw, so values must never be reused.
enum Purpose: UInt16 {
  case arrival = 1
  case sessionClass, user, launch, initialisation, journey, attempt, creative
  case innerRetry, demandOwn, demandCommon, config, presentation, retryDelay, pause
  case jitter, loss, connection, transferJitter, transferLoss
  case click, terminate, scenes, fault, explore, token, scroll, feature, radioChange, leak, away
  case sheet, amplify, leave, configRetry, expiry, kill, consent
}
