import Scheduler

/// The windows of a session's app.
///
/// A *scene* of an ad is the window it was loaded for with its size then, as one byte: 0 for none,
/// else one more than size · windows + window.
extension World {
  /// The windows of a session that is launched.
  mutating func openWindows(_ session: UInt32) {
    let device = device(of: session)
    for window in 0..<device.windowCount {
      sessions[session, window: window].size = tables.windows[device.firstWindow + window]
    }
  }

  @inline(__always)
  func device(of session: UInt32) -> DeviceRow {
    tables.devices[Int(tables.deviceOfClass[Int(sessions[session].sessionClass)])]
  }

  /// The window that has the focus.
  @inline(__always)
  func keyWindow(_ session: UInt32) -> Int {
    tables.features.contains(.scenes) ? Int(sessions[deviceOf: session].keyWindow) : 0
  }

  /// The first of the connected scenes, which come in no order: drawn once a session.
  func firstWindow(_ session: UInt32) -> Int {
    let windows = device(of: session).windowCount
    if windows == 1 { return 0 }
    return min(windows - 1, Int(uniform(.scenes, key(of: session)) * Double(windows)))
  }

  /// The window whose controller ads are presented from.
  func presentingWindow(_ session: UInt32) -> Int {
    tables.app.presentFrom == .first ? firstWindow(session) : keyWindow(session)
  }

  /// A window's size now.
  func size(_ session: UInt32, ofWindow window: Int) -> SizeRow {
    tables.sizes[Int(sessions[session, window: window].size)]
  }

  /// The scene of a window as it is now.
  func scene(_ session: UInt32, window: Int) -> UInt8 {
    1 + sessions[session, window: window].size * UInt8(tables.app.windows) + UInt8(window)
  }

  /// The window of a scene.
  func window(ofScene scene: UInt8) -> Int { Int(scene - 1) % tables.app.windows }

  /// The size that an ad was loaded for.
  func windowSize(of ad: AdRecord, _ session: UInt32) -> SizeRow {
    // Where no window ever changes nothing is remembered.
    if ad.scene == 0 { return tables.sizes[Int(tables.windows[device(of: session).firstWindow])] }
    return tables.sizes[Int(ad.scene - 1) / tables.app.windows]
  }

  /// Whether a full-screen ad fits the window it would be presented in.
  func fits(_ ad: AdRecord, _ session: UInt32) -> Bool {
    adSize(of: ad, session).fits(size(session, ofWindow: presentingWindow(session)))
  }

  /// The largest window of a device now; of two alike the key one.
  func largestWindow(_ session: UInt32) -> Int {
    var largest = keyWindow(session)
    for window in 0..<device(of: session).windowCount {
      let (one, other) = (size(session, ofWindow: window), size(session, ofWindow: largest))
      if one.width * one.height > other.width * other.height { largest = window }
    }
    return largest
  }

  /// The size of an anchored adaptive banner: as wide as the window, about as flat as 320 × 50.
  ///
  /// At least 50 points high, at most 90 and 15 % of the window's height.
  func adaptiveSize(for window: SizeRow) -> UInt32 {
    let most = max(50, min(90, window.height * 0.15))
    let height = min(most, max(50, window.width * 50 / 320))
    return SizeRow(width: window.width, height: height).packed
  }
}
