import Scheduler

/// What becomes of payments for rewards, which the app's own server may have to answer.
///
/// A view may be paid by more than one of them, so that only the last that may pay tells that it is
/// not paid. What is known of a view is kept with all that may still pay for it: its show, late
/// callbacks, and payments that are not answered.
extension World {
  /// Pays for a view, at once or when the app's own server has answered.
  ///
  /// - Parameter number: Payments for the same callback, or for the show, before this one.
  mutating func askToPay(_ view: inout LateCallback, number: UInt32) {
    let behaviour = tables.behaviour
    guard behaviour.rewardAnswer.exists else {
      countReward(view)
      view.isPaid = true
      return
    }
    var payment = LateCallback(
      session: view.session, slot: view.slot, callback: view.callback, kind: .payment, counted: 1,
      cell: view.cell, start: view.start, eventAt: now)
    payment.pays = true
    payment.isViewed = view.isViewed
    payment.show = view.show
    payment.isPaid = view.isPaid
    let key = key(ofPayment: view, number: number)
    let answer = time(behaviour.rewardAnswer, .fault, key, word: 1)
    let timeout = behaviour.rewardTimeout ?? answer
    payment.isUnanswered = answer > timeout || uniform(.fault, key) < behaviour.rewardLost
    postpone(payment, by: payment.isUnanswered ? timeout : answer)
  }

  /// The key of what the server makes of a payment, whenever that is asked for.
  private func key(ofPayment view: LateCallback, number: UInt32) -> DrawKey {
    var key = key(of: view.session)
    key.placeholder = placeholderName(view.session, Int(view.slot))
    key.network = view.cell.network.map { tables.networks[$0].name } ?? 0
    key.cycle = view.show.cycle
    key.retry = UInt32(view.show.failedShows)
    key.attempt = UInt16(view.callback.rawValue)
    // Beyond the blocks of rules, of the order of a reward and a dismissal, and of clicks.
    return key.with(block: 1 << 23 | 1 << 20 | min(number, 1 << 20 - 1))
  }

  /// The app's own server has answered, or the app waits no longer for it.
  mutating func rewardAnswered(_ payment: LateCallback) {
    if payment.isUnanswered {
      settle(payment)
    } else {
      countReward(payment)
    }
  }

  private mutating func countReward(_ view: LateCallback) {
    count(.rewards, view.cell, from: view.start)
    note(
      .rewarded, session: view.session, slot: Int(view.slot), network: view.cell.network ?? -1)
    if view.isPaid { hazard(.rewardPaidTwice, view.session, view.cell) }
    if !view.isViewed { hazard(.rewardWithoutView, view.session, view.cell) }
    if isUp(view) { sessions[appOf: view.session].show.isPaid = true }
    var index = sessions[appOf: view.session].late
    while index != noRecord {
      if lateCallbacks[index].isOfSameShow(as: view) { lateCallbacks[index].isPaid = true }
      index = lateCallbacks[index].next
    }
  }

  /// Something pays for a view no more: if nothing else has or may, it is not paid.
  mutating func settle(_ view: LateCallback) {
    guard view.isViewed, view.counted > 0, !view.isPaid, !mayBePaid(view) else { return }
    hazard(.rewardNotPaid, view.session, view.cell)
  }

  /// Whether a view may still be paid.
  private func mayBePaid(_ view: LateCallback) -> Bool {
    if isUp(view) && !sessions[appOf: view.session].show.isSettled { return true }
    var index = sessions[appOf: view.session].late
    while index != noRecord {
      if lateCallbacks[index].pays && lateCallbacks[index].isOfSameShow(as: view) { return true }
      index = lateCallbacks[index].next
    }
    return false
  }

  /// Whether the show under way is that of a view for which the app has wanted to pay.
  private func isUp(_ view: LateCallback) -> Bool {
    let index = sessions[view.session].presentation
    let show = sessions[appOf: view.session].show
    return index != noRecord && presentations[index].slot == view.slot && show.payments > 0
      && show.id == view.show
  }
}

extension LateCallback {
  fileprivate func isOfSameShow(as other: LateCallback) -> Bool {
    slot == other.slot && show == other.show
  }
}
