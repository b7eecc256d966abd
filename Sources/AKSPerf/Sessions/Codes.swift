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
}

/// The transitions that make up a run's event stream.
enum Transition: UInt8 {
  case launched = 1
  case step, loadCalled, loadStarted, loadEnded, attemptStarted, requestSent
  case arrived, serviceStarted, answered, attemptEnded, adReady, adLeft, opportunity, presented
  case shown, dismissed, opportunityEnded, configAnswered, sessionEnded, timerFired
}

/// What a random number is for; part of the key of every draw, so values must never be reused.
enum Purpose: UInt16 {
  case arrival = 1
  case sessionClass, user, launch, initialisation, journey, attempt, creative
  case innerRetry, demandOwn, demandCommon, config, presentation, retryDelay, pause
  case jitter, loss, connection, transferJitter, transferLoss
}
