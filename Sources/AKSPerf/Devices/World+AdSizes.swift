import Scheduler

/// Networks that have full-screen ads of some sizes only.
///
/// Such an ad has the largest size of its network that fits the window it is loaded for; that of
/// a mediator is one of the mediator's own sizes, whoever was asked inside.
extension World {
  /// The size that a full-screen ad has.
  func adSize(of ad: AdRecord, _ session: UInt32) -> SizeRow {
    let window = windowSize(of: ad, session)
    guard tables.features.contains(.sizes) else { return window }
    return largestSize(of: Int(ad.network), in: window) ?? window
  }

  /// Whether the network of an attempt has a size for the window of its load.
  func hasSize(forLoadOf index: UInt32) -> Bool {
    let attempt = attempts[index]
    guard format(attempt.session, Int(attempt.slot)).isFullScreen else { return true }
    var ad = AdRecord()
    ad.scene = attempt.scene
    return largestSize(
      of: Int(attempt.network), in: windowSize(of: ad, attempt.session)) != nil
  }

  /// The largest size of a network that fits a window, the window's own where it has any; nil when
  /// it has none.
  private func largestSize(of network: Int, in window: SizeRow) -> SizeRow? {
    let count = Int(tables.networks[network].sizeCount)
    if count == 0 { return window }
    var largest: SizeRow?
    for k in 0..<count {
      let size = tables.networkSizes[Int(tables.networks[network].firstSize) + k]
      guard size.fits(window) else { continue }
      if let other = largest, other.width * other.height >= size.width * size.height { continue }
      largest = size
    }
    return largest
  }

  /// Whether the window of a scene has another size now; it has not where windows never change.
  func hasChanged(_ scene: UInt8, _ session: UInt32) -> Bool {
    guard scene > 0 else { return false }
    let size = sessions[session, window: window(ofScene: scene)].size
    return Int(size) != Int(scene - 1) / tables.app.windows
  }
}
