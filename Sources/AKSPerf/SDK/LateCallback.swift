import Scheduler

/// A callback that comes before or after its event.
struct LateCallback: BitwiseCopyable {
  enum Kind: UInt8 {
    case loaded, loadFailed
    /// That a load which was reported loaded has failed.
    case contradiction
    /// Only heard, with no consequence in the app.
    case other
    case dismissal, reward
    /// That a show has failed.
    case failedShow
    /// A dismissal or a reward whose ad is still up.
    case earlyDismissal, earlyReward
    /// No callback yet: the timer of a load that has ended.
    case staleTimer
    /// Likewise, a timer of the app's own.
    case appTimer
    /// The answer of the app's server to a reward.
    case payment
  }

  var session: UInt32
  var slot: UInt16
  var callback: Callback
  var kind: Kind
  /// Why the load failed.
  var reason = Reason.noFill
  /// The step that waits for the call of the load, and since when, for its record may serve another
  /// step by then.
  var awaiter = noRecord
  var awaitedSince = SimTime.zero
  /// The app pays for it.
  var pays = false
  /// It does so only as long as it takes the ad for being up.
  var listens = false
  /// The show that it is of, and whether a payment for that has been made.
  var show = ShowID()
  var isPaid = false
  /// The server's answer never comes, or too late.
  var isUnanswered = false
  /// The ad was viewed to its end.
  var isViewed = false
  /// It comes when the ad on screen has gone.
  var isHeld = false
  /// Up to when it is lost if the user leaves the app; zero never.
  var lostUpTo = SimTime.zero
  /// How often it is reported.
  var copies: UInt32 = 1
  var calls: UInt32 = 1
  var counted: UInt32
  /// What it says beside its name.
  var detail: UInt32 = 0
  /// The show that an early one is about, and how long before its event it comes.
  var presentation = noRecord
  var lead = SimDuration.zero
  /// The session's next one.
  var next = noRecord
  var cell: LabelCell
  /// The instant of the item that it belongs to, and that of its event.
  var start: SimTime
  var eventAt: SimTime
  /// When it comes.
  var dueAt = SimTime.never
  var timer = EventHandle.none
}
