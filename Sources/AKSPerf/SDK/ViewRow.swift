import Scheduler

/// How a placeholder's ads are put up, as the event loop reads it.
struct ViewRow: BitwiseCopyable {
  /// Width and height of a banner as in `ViewRecord.size`; 0 follows the window.
  var size: UInt32 = 0
  var refresh: SimDuration?
  /// Time to its next load after one that failed.
  var refreshAfterFailure: SimDuration?
  /// Whether a failed load is the last one that it calls of its own accord.
  var stopsAfterFailure = false
  /// Whether the ad on screen stays there until the next one comes.
  var refreshKeeps = true
  /// Whether timers that ran before go on beside the newest.
  var stacksLoops = false
  /// Whether it asks for no next ad while nobody sees it.
  var pausesHidden = false
  var onReturn = ViewTraits.OnReturn.runs
  var ghost = 0.0
  var repeatsLoaded = false
  var repeatsFailed = false
  var isInScrollView = false
  var reloads = ReloadCode.never
  var onResize = OnResizeCode.nothing
  var scrollIn = Drawn()
}

enum ReloadCode: UInt8 { case never, sizeChange, transition }

enum OnResizeCode: UInt8 { case nothing, check, reload }
