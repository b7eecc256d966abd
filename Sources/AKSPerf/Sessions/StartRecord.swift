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
  var configTimer = EventHandle.none
  /// Config fetches, and pauses after failed ones, of the session so far.
  var configFetches: UInt32 = 0
  var configRetries: UInt32 = 0
  var configPurpose = ConfigTimer.timeout
  /// Whether loads wait for the config.
  var awaitsConfig = false
}

/// What a session remembers of one network beside its ads; kept only where something asks for it.
struct NetworkRecord: BitwiseCopyable {
  /// When its adapter is ready, where its start needs the network; never once it has failed.
  var readyAt = SimTime.zero
  /// Whether it has been used in this process.
  var isUsed = false
}
