import Scheduler

/// What of a session's launch may have to be done again; kept only where something may.
struct StartRecord: BitwiseCopyable {
  /// What the timer of the config is for.
  enum ConfigTimer: UInt8 {
    /// The end of a fetch that takes too long.
    case timeout
    /// The next fetch.
    case fetch
    /// Loads wait no longer.
    case release
  }

  /// The start of the adapters, or the next try of those that have failed.
  var adapterTimer = EventHandle.none
  /// The start of the SDK, which blocks the main thread.
  var sdkTimer = EventHandle.none
  var configTimer = EventHandle.none
  /// Config fetches, and pauses after failed ones, of the session so far.
  var configFetches: UInt32 = 0
  var configRetries: UInt32 = 0
  var configPurpose = ConfigTimer.timeout
  /// Whether loads wait for the config.
  var awaitsConfig = false
  /// The step that waits for the content of the launch.
  var contentStep = EventHandle.none
}

/// The consent request of a launch; kept only where a backend answers it.
struct ConsentRecord: BitwiseCopyable {
  /// The request in flight, and the end of the time that it is given.
  var exchange = noRecord
  var timer = EventHandle.none
  /// When the request was over; never while it is under way.
  var endedAt = SimTime.zero
  var isAnswered = false
  /// Whether its connection is gone, of which the app has not heard.
  var isLost = false
  /// Whether the journey waits for its end.
  var isStepHeld = false
}

/// What a session remembers of one network beside its ads; kept only where something asks for it.
struct NetworkRecord: BitwiseCopyable {
  /// When its adapter is ready, where its start needs the network, or has failed.
  var readyAt = SimTime.zero
  var hasStarted = false
  /// Whether its start fails then.
  var isFailing = false
  /// Whether it has been used in this process.
  var isUsed = false
}
