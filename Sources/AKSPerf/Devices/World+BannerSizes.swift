import Scheduler

/// The sizes of banners, and whether they are what was asked for and fit their windows.
extension World {
  /// Width and height of a banner: those that its network has, those that its view asks for, or
  /// those that fit the window it was loaded for.
  func bannerSize(of ad: AdRecord, in index: UInt32) -> UInt32 {
    let own = tables.networks[Int(ad.network)].bannerSize
    if own != 0 { return own }
    let session = views[index].session
    let fixed = viewRow(session, Int(views[index].slot)).size
    return fixed == 0 ? adaptiveSize(for: windowSize(of: ad, session)) : fixed
  }

  /// Counts what is wrong with the size of the ad on screen in a banner, each thing once an ad.
  ///
  /// - Parameter isNew: Whether the ad has just come on screen. Of one that was there before, an
  ///   anchored banner is of the wrong size only where nothing will load another one for it.
  mutating func checkSize(ofBanner index: UInt32, isNew: Bool) {
    let view = views[index]
    let session = view.session
    let row = viewRow(session, Int(view.slot))
    let window = viewWindow(view)
    let (width, height) = (view.size >> 16, view.size & 0xFFFF)
    let room = window.packed
    let isClipped = width > room >> 16 || height > room & 0xFFFF
    let isWrong =
      view.size != (row.size == 0 ? adaptiveSize(for: window) : row.size)
      && (isNew || row.size == 0 && row.reloads == .never)
    var found: ViewRecord.Misfits = []
    if isClipped { found.insert(.clipped) }
    if isWrong { found.insert(.wrongSize) }
    views[index].misfits = found
    guard view.shown.counted else { return }
    let known = isNew ? [] : view.misfits
    if isClipped && !known.contains(.clipped) {
      hazard(.bannerClipped, session, view.shown.cell)
    }
    if isWrong && !known.contains(.wrongSize) {
      hazard(.bannerWrongSize, session, view.shown.cell)
    }
  }

  /// A step has changed a window: the banners on screen may fit no more.
  mutating func checkBanners(_ session: UInt32) {
    let journey = tables.journeys[tables.classes[Int(sessions[session].sessionClass)].journey]
    for slot in 0..<journey.slotCount {
      let index = sessions[session, place: slot].view
      guard index != noRecord, views[index].size != 0, !views[index].isEmptied else { continue }
      checkSize(ofBanner: index, isNew: false)
    }
  }

  /// The size of the window that a view is in.
  private func viewWindow(_ view: ViewRecord) -> SizeRow {
    if tables.features.contains(.scenes) { return size(view.session, ofWindow: Int(view.window)) }
    return tables.sizes[Int(tables.windows[device(of: view.session).firstWindow])]
  }
}
