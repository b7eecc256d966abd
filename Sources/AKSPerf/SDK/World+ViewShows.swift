import Scheduler

/// What an ad of a view brings once it is on screen.
extension World {
  /// The oldest ready ad comes on screen in its view, in place of the one before.
  mutating func show(view index: UInt32, isFirst: Bool) {
    queue.disarm(&views[index].timer)
    endBlank(index)
    views[index].isEmptied = false
    views[index].clickAt = .never
    if !tables.features.contains(.refreshLoops) || !isTimed(index) {
      views[index].refreshAt = .never
    }
    views[index].refreshLeft = nil
    views[index].isOverdue = false
    let view = views[index]
    let session = view.session
    let slot = Int(view.slot)
    let ad = removeAd(session, slot, position: 0, as: .adsShown)
    note(
      .shown, session: session, slot: slot, network: Int(ad.network), price: ad.price,
      bytes: UInt64(ad.bytes))
    let cell = cell(ofView: index).with(network: Int(ad.network))
      .with(source: ad.loadedAt < view.askedAt ? .cache : .fresh).with(outcome: .shown)
    views[index].shown = ViewRecord.Shown(
      cell: cell, askedAt: view.askedAt, counted: view.counted, scene: ad.scene)
    if view.counted {
      if isFirst {
        count(.showCalls, self.cell(ofView: index), from: view.askedAt)
        measureShow(of: ad, cell, from: view.askedAt)
      }
      countImpression(of: ad, cell, from: view.askedAt)
      countIfHidden(index, cell)
      if view.isGhost { hazard(.viewNotRemoved, session, cell) }
    }
    if isFirst { closeOpportunity(ofView: index) }
    if tables.features.contains(.viewClicks) && format(session, slot) != .featurePromotion {
      awaitClick(index)
    }
    countShow(session, slot, isRefresh: !isFirst)
    switch format(session, slot) {
    case .banner: tellBannerShown(index, ad)
    case .featurePromotion:
      offerFeature(index, ad)
      free(view: index)
      return
    default:
      keepShown(ad, session, slot)
      deliver(.onNativeShown, ofView: index, ad)
    }
    let refill = refill(session, slot)
    if refill.contains(.onShow) || !isFirst && refill.contains(.onDismiss) { topUp(session, slot) }
  }

  /// Tells the app of a banner's size, if it is another one, and that it is on screen.
  private mutating func tellBannerShown(_ index: UInt32, _ ad: AdRecord) {
    let before = views[index].size
    let size = bannerSize(of: ad, in: index)
    views[index].size = size
    checkSize(ofBanner: index, isNew: true)
    if size != before { tellSize(.setBannerSize, index, ad) }
    deliver(.onBannerShown, ofView: index, ad)
    if size != before && before != 0 { tellSize(.onBannerSizeChanged, index, ad) }
    awaitRefresh(index)
  }

  private mutating func tellSize(_ callback: Callback, _ index: UInt32, _ ad: AdRecord) {
    count(if: views[index].counted, .sizeCallbacks, cell(ofView: index), from: views[index].askedAt)
    deliver(callback, ofView: index, ad, detail: views[index].size)
  }

  /// A load of a view whose app took it down meanwhile, or has no controller to put it up with:
  /// only its container was left for the ad.
  ///
  /// The adapter reports it loaded and then failed; the ad stays in the slot.
  ///
  /// - Parameter isHeard: Whether the app has heard that it was loaded.
  mutating func contradictIfLost(_ load: LoadRecord, isHeard: Bool, _ cell: LabelCell) {
    let session = load.session
    let slot = Int(load.slot)
    // What it has not heard nothing contradicts, nor is a load of somebody else the view's.
    guard isHeard, load.flags.contains(.ofView) else { return }
    let isQuiet = load.flags.contains(.oneCall)
    let isLost =
      sessions[session, place: slot].view == noRecord
      ? !isQuiet
      : lacksController(session, slot)
        && (!isQuiet || isRepeated(session, slot, loaded: true, isRetry: false))
    if isLost { contradict(session, slot, counts: load.flags.contains(.counted), cell) }
  }

  /// A call of load was answered by a full slot, which is no more use without a controller.
  mutating func contradictAnswer(
    _ session: UInt32, _ slot: Int, counts: Bool, _ cell: LabelCell, by caller: LoadCaller
  ) {
    guard isOfView(caller, session, slot), lacksController(session, slot),
      !isQuiet(caller, session, slot)
        || isRepeated(session, slot, loaded: true, isRetry: false)
    else { return }
    contradict(session, slot, counts: counts, cell)
  }

  /// Whether a call of load is that of a slot's view: its own, or a retry for a view without an ad.
  func isOfView(_ caller: LoadCaller, _ session: UInt32, _ slot: Int) -> Bool {
    guard tables.features.contains(.views) else { return false }
    switch caller {
    case .view, .refresh: return format(session, slot) != .featurePromotion
    case .retry:
      let view = sessions[session, place: slot].view
      return view != noRecord && views[view].machine.wantsAd
    case .plain, .awaiting, .oneCall: return false
    }
  }

  private mutating func contradict(
    _ session: UInt32, _ slot: Int, counts: Bool, _ cell: LabelCell
  ) {
    loadCallback(session, slot, loaded: false, counted: counts ? 1 : 0, cell)
    guard counts else { return }
    hazard(.loadedThenFailed, session, cell)
  }

  /// Whether the app hears nothing of the end of a call of load.
  func isQuiet(_ caller: LoadCaller, _ session: UInt32, _ slot: Int) -> Bool {
    switch caller {
    case .oneCall, .refresh: return true
    case .plain, .awaiting, .view: return false
    case .retry:
      guard tables.features.contains(.views) else { return false }
      let view = sessions[session, place: slot].view
      return view != noRecord && !views[view].machine.isOpen
    }
  }

  /// Whether a load of which the app should hear nothing is reported all the same: as one for the
  /// first ad of its view, or because the network repeats it.
  ///
  /// - Parameter isRetry: Whether it is a retry; of a refresh that fails nothing is reported.
  func isRepeated(_ session: UInt32, _ slot: Int, loaded: Bool, isRetry: Bool) -> Bool {
    guard tables.features.contains(.views) else { return false }
    let view = sessions[session, place: slot].view
    guard view != noRecord else { return false }
    if views[view].machine.state != .shown && (loaded || isRetry) { return true }
    let row = viewRow(session, slot)
    return loaded ? row.repeatsLoaded : row.repeatsFailed
  }

  mutating func deliver(
    _ callback: Callback, ofView index: UInt32, _ ad: AdRecord? = nil, detail: UInt32 = 0
  ) {
    let view = views[index]
    var cell = cell(ofView: index)
    if let ad { cell.network = Int(ad.network) }
    if tables.features.contains(.app) {
      report(callback, ofView: index, ad, cell, detail: detail)
      return
    }
    deliver(
      callback, view.session, Int(view.slot), counted: view.counted ? 1 : 0, cell,
      from: view.askedAt, detail: detail)
  }
}
