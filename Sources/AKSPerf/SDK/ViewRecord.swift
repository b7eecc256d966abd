import Scheduler

/// A banner or native ad that a session has up, or a feature promotion that waits for its ad.
struct ViewRecord: BitwiseCopyable {
  var session: UInt32
  var slot: UInt16
  var machine: ViewMachine
  var found: Found
  /// Whether what it asked for last counts: its opportunity, or a later ad.
  var counted: Bool
  /// Whether a remote config was activated then.
  var remoteConfig: Bool
  /// Whether it asks for no further ad, since a load has failed.
  var isStopped = false
  /// Whether its next ad is due since a time at which nobody saw it.
  var isOverdue = false
  /// Whether the app took it down, and it is up all the same.
  var isGhost = false
  /// Whether it is given an ad that was shown before, unless another one is ready by then.
  var reuses = false
  /// The window it is in.
  var window: UInt8 = 0
  /// Width and height of the banner on screen, in points; 0 before the first.
  var size: UInt32 = 0
  /// When it asked last: its opportunity, or the call for a later ad.
  var askedAt: SimTime
  /// Until it is scrolled into sight, its ad is clicked, or its next ad is due.
  var timer = EventHandle.none
  /// When its ad is clicked, and when its next ad is due.
  var clickAt = SimTime.never
  var refreshAt = SimTime.never
  /// What was left to that when the user left the app, if it does not run on meanwhile.
  var refreshLeft: SimDuration?
  /// What is wrong with the size of the banner on screen.
  var misfits: Misfits = []
  /// What the ad on screen counts as.
  var shown = Shown()

  struct Misfits: OptionSet, BitwiseCopyable {
    var rawValue: UInt8 = 0
    /// It is wider or higher than its window.
    static let clipped = Misfits(rawValue: 1)
    /// It has another size than the one asked for.
    static let wrongSize = Misfits(rawValue: 2)
  }

  struct Shown: BitwiseCopyable {
    var cell = LabelCell()
    var counted = false
    var askedAt = SimTime.zero
  }
}
