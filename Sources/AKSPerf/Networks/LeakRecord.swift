import Scheduler

/// What the ads of one network have left behind in one process.
struct LeakRecord: BitwiseCopyable {
  /// Bytes of memory since the app last built its SDK object anew.
  private(set) var leaked: UInt64 = 0
  /// Ads since then.
  private(set) var ads: UInt32 = 0
  /// Ads of which something was kept, with nothing given back between them.
  private var kept: UInt8 = 0

  /// A cache that has kept something of so many ads grows without bound: a guess.
  static var most: UInt8 { 100 }

  /// An ad is loaded; true for the one with which the cache counts as growing.
  mutating func adLoaded(leak: UInt32, disk: UInt32) -> Bool {
    ads &+= 1
    leaked += UInt64(leak)
    guard leak > 0 || disk > 0, kept < Self.most else { return false }
    kept += 1
    return kept == Self.most
  }

  /// An ad leaves unshown, and leaks only now; true for the one with which the cache counts as
  /// growing.
  ///
  /// - Parameter keepsFiles: Whether ads leave files behind as well, which counted when it was
  ///   loaded.
  mutating func adLeft(leak: UInt32, keepsFiles: Bool) -> Bool {
    leaked += UInt64(leak)
    guard leak > 0, !keepsFiles, kept < Self.most else { return false }
    kept += 1
    return kept == Self.most
  }

  /// The SDK object is built anew; gives the memory that is free again.
  ///
  /// - Parameter keepsFiles: Whether ads leave files behind as well, which stay.
  mutating func rebuild(keepsFiles: Bool) -> UInt64 {
    let freed = leaked
    leaked = 0
    ads = 0
    if !keepsFiles { kept = 0 }
    return freed
  }
}

/// What a process has leaked, by all its networks, and what may end it.
struct MemoryRecord: BitwiseCopyable {
  var leaked: UInt64 = 0
  /// The system ends the process.
  var timer = EventHandle.none
  /// The user ends it, because an ad does not go away.
  var kill = EventHandle.none
  /// Which process it is, so that events of an earlier one are known; below 2²⁴.
  var serial: UInt32 = 0
}
