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
  /// What the ad on screen counts as; kept where views are clicked.
  var shown = Shown()

  struct Shown: BitwiseCopyable {
    var cell = LabelCell()
    var counted = false
    var askedAt = SimTime.zero
  }
}
