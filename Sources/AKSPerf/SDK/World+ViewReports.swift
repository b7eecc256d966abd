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
    let session = view.session
    if session == dying { return }
    let slot = Int(view.slot)
    var delivery = Delivery()
    if let ad, tables.features.contains(.faults) {
      // An ad on screen begins a cycle of its slot.
      delivery = self.delivery(
        of: callback, by: Int(ad.network), session, slot, slotKey(session, slot), scene: ad.scene,
        counted: view.counted ? 1 : 0, cell)
    }
    if delivery.isLost { return }
    if delivery.isLater {
      var late = LateCallback(
        session: session, slot: view.slot, callback: callback, kind: .other,
        counted: view.counted ? 1 : 0, cell: cell, start: view.askedAt, eventAt: now)
      late.detail = detail
      postpone(late, by: delivery)
      return
    }
    for _ in 0..<delivery.copies {
      deliver(
        callback, session, slot, counted: view.counted ? 1 : 0, cell, from: view.askedAt,
        detail: detail)
    }
  }
}
