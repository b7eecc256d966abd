import Scheduler

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
    /// Its code loads before its view has a scene.
    static let loadsEarly = Flags(rawValue: 8)
    /// Nobody sees its view.
    static let covered = Flags(rawValue: 16)
  }

  /// Its banner or native ad, in the pool of views.
  var view = noRecord
  /// The scene that the app's code names on its requests.
  var choice = SceneCode.own
  var flags = Flags()
}
