import Scheduler

/// What the blocking step of one session waits for or shows.
struct PresentationRecord: BitwiseCopyable {
  enum Kind: UInt8 {
    case show, loadAndShow, appOpenManual, appOpenAutomatic, appOpenReturn, awaitedLoad
    /// What a step shows instead of an ad that it has not found, or whose show has failed.
    case fallback
  }

  var session: UInt32
  var slot: UInt16
  var kind: Kind
  var machine: PresentationMachine
  var found: Found?
  var counted: Bool
  /// Whether the wait ends by the user's patience rather than by its budget.
  var patienceEndsFirst = false
  var isCompleted = false
  /// Whether it is the app-open opportunity of a counted launch.
  var isOfLaunch = false
  /// Whether a load of the slot carries this wait's phases.
  var isWatched = false
  /// Whether a remote config was activated when the opportunity began; its show keeps that label.
  var remoteConfig = false
  var opportunityAt: SimTime
  var timer = EventHandle.none
  var ad = AdRecord()
  /// The split of its wait, in the pool of accounts; `noRecord` unless phases are asked for.
  var account = noRecord
}
