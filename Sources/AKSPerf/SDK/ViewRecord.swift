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
  /// Whether it has called load itself, rather than found an ad ready or under way.
  var hasCalled = false
  /// The window it is in.
  var window: UInt8 = 0
  /// Width and height of the banner on screen, in points; 0 before the first.
  var size: UInt32 = 0
  /// When it asked last: its opportunity, or the call for a later ad.
  var askedAt: SimTime
  /// Until it is scrolled into sight, or until its next ad is due.
  var timer = EventHandle.none
}

/// What a session remembers of one slot beside its ads: its view and how the app loads it.
struct PlaceRecord: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt8 = 0
    /// The guard of its first load is set.
    static let guarded = Flags(rawValue: 1)
    /// It loads whenever its view appears again.
    static let appears = Flags(rawValue: 2)
    /// The load that is called has no scene yet, whatever its code names.
    static let hasNoScene = Flags(rawValue: 4)
    /// Its view is gone and a load it called is under way.
    static let lostView = Flags(rawValue: 8)
  }

  /// Its banner or native ad, in the pool of views.
  var view = noRecord
  /// The scene that the app's code names on its requests.
  var choice = SceneCode.own
  var flags = Flags()
}

/// How a placeholder's ads are put up, as the event loop reads it.
struct ViewRow: BitwiseCopyable {
  /// Width and height of a banner as in `ViewRecord.size`; 0 follows the window.
  var size: UInt32 = 0
  var refresh: SimDuration?
  var repeatsLoaded = false
  var isInScrollView = false
  var reloads = ReloadCode.never
  var onResize = OnResizeCode.nothing
  var scrollIn = Drawn()
}

enum ReloadCode: UInt8 { case never, sizeChange, transition }

enum OnResizeCode: UInt8 { case nothing, check, reload }
