import Scheduler

/// A banner or native ad that a session has up, or a feature promotion that waits for its ad.
struct ViewRecord: BitwiseCopyable {
  // In an order in which no room is lost between them.
  var session: UInt32
  /// Width and height of the banner on screen, in points; 0 before the first.
  var size: UInt32 = 0
  /// When it asked last: its opportunity, or the call for a later ad.
  var askedAt: SimTime
  /// Until it is scrolled into sight, its ad is clicked, or its next ad is due.
  var timer = EventHandle.none
  /// When its ad is clicked, and when its next ad is due.
  var clickAt = SimTime.never
  var refreshAt = SimTime.never
  /// Since when it is seen without an ad on screen; never when it is not, or nobody asks.
  var blankSince = SimTime.never
  /// What was left to its next ad when the user left the app, if that does not run on meanwhile.
  var refreshLeft: SimDuration?
  /// Whether what it asked for last counts: its opportunity, or a later ad.
  var counted: Bool
  var slot: UInt16
  var machine: ViewMachine
  var found: Found
  /// What the ad on screen counts as.
  var shown = Shown()
  /// Whether a remote config was activated when it asked last.
  var remoteConfig: Bool
  /// Whether it asks for no further ad, since a load has failed.
  var isStopped = false
  /// Whether its next ad is due since a time at which nobody saw it.
  var isOverdue = false
  /// Whether the app took it down, and it is up all the same.
  var isGhost = false
  /// Whether it is given an ad that was shown before, unless another one is ready by then.
  var reuses = false
  /// Whether a refresh has taken its ad off the screen, and the next one has not come.
  var isEmptied = false
  /// Timers of the placeholder that run beside its own.
  var loops: UInt8 = 0
  /// Whether the time without an ad on screen counts.
  var blankCounts = false
  /// The window it is in.
  var window: UInt8 = 0
  /// What is wrong with the size of the banner on screen.
  var misfits: Misfits = []

  struct Misfits: OptionSet, BitwiseCopyable {
    var rawValue: UInt8 = 0
    /// It is wider or higher than its window.
    static let clipped = Misfits(rawValue: 1)
    /// It has another size than the one asked for.
    static let wrongSize = Misfits(rawValue: 2)
  }

  struct Shown: BitwiseCopyable {
    var cell = LabelCell()
    var askedAt = SimTime.zero
    var counted = false
    /// The window and size it was loaded for.
    var scene: UInt8 = 0
  }
}
