import Scheduler

/// What the app pays for rewarded ads, by the callbacks that it hears.
///
/// An app that pays once keeps an account of each view, so it hears of a reward after the ad has
/// gone too. Any other listens as long as the ad is up, and pays for each callback of its choice;
/// one that pays at the dismissal does so when it hears of it.
extension World {
  /// A rewarded ad leaves the screen: its callbacks, in the order that its network keeps.
  mutating func rewardedDismissed(_ index: UInt32) {
    let record = presentations[index]
    if isOneCall(record) {
      report(
        record.isCompleted ? .onRewardedAdSuccess : .onRewardedAdFailed, ofShow: index, hasAd: true)
      settleReward(index)
      return
    }
    let share = tables.networks[Int(record.ad.network)].rewardAfterDismiss
    var key = showKey(index)
    key.network = tables.networks[Int(record.ad.network)].name
    // Beyond the blocks of rules.
    let isAfter = share > 0 && uniform(.fault, key.with(block: 1 << 23)) < share
    if record.isCompleted && !isAfter { reportReward(index) }
    report(.onAdRewardedAdDismissed, ofShow: index, hasAd: true)
    sessions[appOf: record.session].show.flags.insert(.down)
    if record.isCompleted && isAfter { reportReward(index) }
    settleReward(index)
  }

  private mutating func reportReward(_ index: UInt32) {
    let row = tables.networks[Int(presentations[index].ad.network)]
    let show = sessions[appOf: presentations[index].session].show
    if row.rewardCallbacks != .completed && !show.flags.contains(.rewardReported) {
      report(.onAdRewarded, ofShow: index, hasAd: true)
    }
    if row.rewardCallbacks != .earned { report(.onRewardedCompleted, ofShow: index, hasAd: true) }
  }

  /// Pays for a callback that the app has heard, if that is what it pays for.
  mutating func pay(for callback: Callback, ofShow index: UInt32, _ cell: LabelCell) {
    guard paysFor(callback) else { return }
    let record = presentations[index]
    let show = sessions[appOf: record.session].show
    if tables.behaviour.pays == .once {
      guard show.paid == 0 else { return }
      if show.latePayment != noRecord { lateCallbacks[show.latePayment].pays = false }
      sessions[appOf: record.session].show.latePayment = noRecord
    } else if show.flags.contains(.down) {
      return
    }
    if show.paid < .max { sessions[appOf: record.session].show.paid += 1 }
    guard record.counted else { return }
    count(.rewards, cell, from: record.opportunityAt)
    note(
      .rewarded, session: record.session, slot: Int(record.slot), network: Int(record.ad.network))
    if show.paid > 0 { hazard(.rewardPaidTwice, record.session, cell) }
    if !record.isCompleted { hazard(.rewardWithoutView, record.session, cell) }
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

  /// Whether a callback that comes later is the one that the app pays for.
  func mayPayLater(_ callback: Callback, _ index: UInt32) -> Bool {
    let show = sessions[appOf: presentations[index].session].show
    guard paysFor(callback), show.latePayment == noRecord else { return false }
    switch tables.behaviour.pays {
    case .once: return show.paid == 0
    case .dismissed: return true
    case .earned, .completed, .both: return false
    }
  }

  mutating func payLate(_ late: LateCallback) {
    guard late.counted > 0 else { return }
    count(.rewards, late.cell, from: late.start)
    note(
      .rewarded, session: late.session, slot: Int(late.slot), network: late.cell.network ?? -1)
    if !late.isViewed { hazard(.rewardWithoutView, late.session, late.cell) }
  }

  /// All callbacks of a view have been given: it was paid, will be, or never is.
  private mutating func settleReward(_ index: UInt32) {
    let record = presentations[index]
    let show = sessions[appOf: record.session].show
    guard record.counted, record.isCompleted, show.paid == 0, show.latePayment == noRecord
    else { return }
    hazard(
      .rewardNotPaid, record.session,
      cell(ofOpportunity: index).with(network: Int(record.ad.network)))
  }
}
