import Scheduler

/// How callbacks of views come to an app whose state follows what it hears.
extension World {
  /// Reports something of a view; the app hears of it once, more often, later or never.
  ///
  /// - Parameter ad: The ad that it is about, whose network reports it.
  mutating func report(
    _ callback: Callback, ofView index: UInt32, _ ad: AdRecord?, _ cell: LabelCell, detail: UInt32
  ) {
    let view = views[index]
    report(
      callback, ofView: index, by: ad.map { Int($0.network) }, scene: ad?.scene ?? 0, cell,
      counted: view.counted, from: view.askedAt, detail: detail)
  }

  /// Reports a click on the ad of a view, which counts as that ad does.
  mutating func reportClick(ofView index: UInt32) {
    let view = views[index]
    let isBanner = format(view.session, Int(view.slot)) == .banner
    report(
      isBanner ? .onBannerClicked : .onNativeClicked, ofView: index, by: view.shown.cell.network,
      scene: view.shown.scene, view.shown.cell, counted: view.shown.counted,
      from: view.shown.askedAt, detail: 0)
  }

  private mutating func report(
    _ callback: Callback, ofView index: UInt32, by network: Int?, scene: UInt8, _ cell: LabelCell,
    counted: Bool, from start: SimTime, detail: UInt32
  ) {
    let session = views[index].session
    if session == dying { return }
    let slot = Int(views[index].slot)
    var delivery = Delivery()
    if let network, tables.features.contains(.faults) {
      // An ad on screen begins a cycle of its slot.
      delivery = self.delivery(
        of: callback, by: network, session, slot, slotKey(session, slot), scene: scene,
        counted: counted ? 1 : 0, cell)
    }
    if delivery.isLost { return }
    if delivery.isLater {
      var late = LateCallback(
        session: session, slot: UInt16(slot), callback: callback, kind: .other,
        counted: counted ? 1 : 0, cell: cell, start: start, eventAt: now)
      late.detail = detail
      postpone(late, by: delivery)
      return
    }
    for _ in 0..<delivery.copies {
      deliver(
        callback, session, slot, counted: counted ? 1 : 0, cell, from: start, detail: detail)
    }
  }
}
