import Scheduler

/// What the app pays for rewarded ads, by the callbacks that it hears.
///
/// An app that pays once keeps an account of each view, so it hears of a reward after the ad has
/// gone too. Any other listens as long as it takes the ad for being up, and pays for each callback
/// of its choice; one that pays at the dismissal does so when it hears of it.
extension World {
  /// A rewarded ad leaves the screen: its callbacks, in the order that its network keeps.
  mutating func rewardedDismissed(_ index: UInt32) {
    let record = presentations[index]
    if isOneCall(record) {
      report(endCallback(of: record, .dismissed), ofShow: index, hasAd: true)
      settleReward(index)
      return
    }
    let share = tables.networks[Int(record.ad.network)].rewardAfterDismiss
    var key = showKey(index)
    key.network = tables.networks[Int(record.ad.network)].name
    // Beyond the blocks of rules.
    let isAfter = share > 0 && uniform(.fault, key.with(block: 1 << 23)) < share
    let isEarned = earnsReward(index)
    if isEarned && !isAfter { reportReward(index) }
    report(endCallback(of: record, .dismissed), ofShow: index, hasAd: true)
    if !listensOn(ofShow: index) { sessions[appOf: record.session].show.flags.insert(.down) }
    if isEarned && isAfter { reportReward(index) }
    settleReward(index)
  }

  /// Whether a show has earned its reward: by its end, or by as much of it as its network asks for.
  func earnsReward(_ index: UInt32) -> Bool {
    presentations[index].isCompleted
      || tables.features.contains(.app)
        && sessions[appOf: presentations[index].session].show.flags.contains(.earned)
  }

  /// Notes that a rewarded ad that is to be closed early is up for long enough.
  mutating func noteReward(
    ofShow index: UInt32, lasting duration: SimDuration, of whole: SimDuration
  ) {
    let record = presentations[index]
    let share = tables.networks[Int(record.ad.network)].rewardAt
    guard share < 1, format(record.session, Int(record.slot)) == .rewarded,
      Double(duration.nanoseconds) >= share * Double(whole.nanoseconds)
    else { return }
    sessions[appOf: record.session].show.flags.insert(.earned)
  }

  /// An ad goes before its user closes it, and has earned nothing.
  mutating func forgetReward(ofShow index: UInt32) {
    guard tables.features.contains(.app) else { return }
    sessions[appOf: presentations[index].session].show.flags.remove(.earned)
  }

  private mutating func reportReward(_ index: UInt32) {
    let row = tables.networks[Int(presentations[index].ad.network)]
    let show = sessions[appOf: presentations[index].session].show
    if row.rewardCallbacks != .completed && !show.flags.contains(.rewardReported) {
      report(.onAdRewarded, ofShow: index, hasAd: true)
    }
    // Of both callbacks, the second is of the full view.
    let isFull = presentations[index].isCompleted || row.rewardCallbacks == .completed
    if row.rewardCallbacks != .earned && isFull {
      report(.onRewardedCompleted, ofShow: index, hasAd: true)
    }
  }

  /// Pays for a callback that the app has heard, if that is what it pays for.
  mutating func pay(for callback: Callback, ofShow index: UInt32, _ cell: LabelCell) {
    guard paysFor(callback) else { return }
    let record = presentations[index]
    let show = sessions[appOf: record.session].show
    if tables.behaviour.pays == .once {
      guard show.payments == 0 else { return }
      if show.latePayment != noRecord { lateCallbacks[show.latePayment].pays = false }
      sessions[appOf: record.session].show.latePayment = noRecord
    } else if show.flags.contains(.down) {
      return
    }
    if show.payments < .max { sessions[appOf: record.session].show.payments += 1 }
    guard record.counted else { return }
    var view = view(ofShow: index, cell)
    view.callback = callback
    askToPay(&view, number: UInt32(show.payments))
  }

  /// The view of a show, as what pays for it remembers it.
  private func view(ofShow index: UInt32, _ cell: LabelCell) -> LateCallback {
    let record = presentations[index]
    let show = sessions[appOf: record.session].show
    var view = LateCallback(
      session: record.session, slot: record.slot, callback: .onAdRewarded, kind: .payment,
      counted: record.counted ? 1 : 0, cell: cell, start: record.opportunityAt, eventAt: now)
    view.isViewed = record.isCompleted
    view.show = show.id
    view.isPaid = show.isPaid
    return view
  }

  /// Whether a callback is one that the app pays for.
  private func paysFor(_ callback: Callback) -> Bool {
    if callback == .onRewardedAdSuccess { return true }
    switch tables.behaviour.pays {
    case .once, .both: return callback == .onAdRewarded || callback == .onRewardedCompleted
    case .earned: return callback == .onAdRewarded
    case .completed: return callback == .onRewardedCompleted
    case .dismissed: return callback == .onAdRewardedAdDismissed
    }
  }

  /// Puts off a callback of a show; the app may pay for it when it comes.
  mutating func postpone(_ late: LateCallback, by delivery: Delivery, ofShow index: UInt32) {
    let show = sessions[appOf: late.session].show
    var late = late
    if paysFor(late.callback) {
      switch tables.behaviour.pays {
      case .once: late.pays = show.payments == 0 && isFirstPayment(show, at: now + delivery.delay)
      case .dismissed: late.pays = true
      case .earned, .completed, .both: late.pays = !show.flags.contains(.down)
      }
      late.listens = late.pays && tables.behaviour.pays.listens
    }
    let pending = postpone(late, by: delivery)
    guard late.pays && !late.listens else { return }
    if show.latePayment != noRecord { lateCallbacks[show.latePayment].pays = false }
    sessions[appOf: late.session].show.latePayment = pending
  }

  /// Whether a callback comes before the one that the app would pay for so far.
  private func isFirstPayment(_ show: ShowState, at due: SimTime) -> Bool {
    show.latePayment == noRecord || due < lateCallbacks[show.latePayment].dueAt
  }

  /// Pays for a late callback that has come.
  mutating func payLate(_ late: LateCallback) {
    guard late.pays, late.counted > 0 else { return }
    var view = late
    for number in 0..<(tables.behaviour.pays == .once ? 1 : late.calls) {
      askToPay(&view, number: number)
    }
  }

  /// All callbacks of a view have been given: it was paid, may still be, or never is.
  mutating func settleReward(_ index: UInt32) {
    let record = presentations[index]
    sessions[appOf: record.session].show.isSettled = true
    if !listensOn(ofShow: index) { forgetPayments(record.session) }
    settle(view(ofShow: index, cell(ofOpportunity: index).with(network: Int(record.ad.network))))
  }

  /// Whether the app listens to a show whose ad has gone, since it has not heard so.
  private func listensOn(ofShow index: UInt32) -> Bool {
    let session = presentations[index].session
    return sessions[appOf: session].show.flags.contains(.endUnheard)
      && sessions[appOf: session].flags.contains(.adUp)
  }

  /// The app listens no more to the ad that it took for being up: a view that it has not paid for
  /// is not paid.
  mutating func stopListening(_ session: UInt32) {
    if let late = forgetPayments(session) { settle(late) }
  }

  /// Lets callbacks under way pay no more; gives one of them.
  @discardableResult
  private mutating func forgetPayments(_ session: UInt32) -> LateCallback? {
    var found: LateCallback?
    var index = sessions[appOf: session].late
    while index != noRecord {
      if lateCallbacks[index].listens {
        found = lateCallbacks[index]
        lateCallbacks[index].listens = false
        lateCallbacks[index].pays = false
      }
      index = lateCallbacks[index].next
    }
    return found
  }
}

extension AppTraits.Pays {
  /// Whether the app hears of a reward only while it takes the ad for being up.
  fileprivate var listens: Bool { self == .earned || self == .completed || self == .both }
}
