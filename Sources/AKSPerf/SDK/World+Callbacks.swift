import Scheduler

/// What the app hears from the SDK, and what it does then.
extension World {
  /// What becomes of an opportunity, as far as the app may hear of it.
  enum ShowEvent {
    case shown, dismissed, failed
    /// The ad did not come, so the app did not call show; the one-call form hears of that too.
    case neverCalled
  }

  /// Gives the callbacks of a show by the names and in the order of its format.
  mutating func showCallback(_ index: UInt32, _ event: ShowEvent) {
    let record = presentations[index]
    let isRewarded = format(record.session, Int(record.slot)) == .rewarded
    if tables.features.contains(.app) && event == .dismissed && isRewarded {
      rewardedDismissed(index)
      return
    }
    switch event {
    case .shown where isRewarded: break
    case .shown: deliver(.onAdShown, ofShow: index)
    case .neverCalled:
      if isOneCall(record) {
        deliver(endCallback(of: record, .failed), ofShow: index, hasAd: false)
      }
    case .failed: deliver(endCallback(of: record, .failed), ofShow: index)
    case .dismissed:
      if isRewarded && record.isCompleted && !isOneCall(record) {
        deliver(.onAdRewarded, ofShow: index)
        deliver(.onRewardedCompleted, ofShow: index)
      }
      deliver(endCallback(of: record, .dismissed), ofShow: index)
    }
  }

  /// How a show ends, as far as its callbacks differ.
  enum ShowEnd { case dismissed, failed }

  /// The callback that reports the end of a show, by the name of its format.
  func endCallback(of record: PresentationRecord, _ end: ShowEnd) -> Callback {
    if isOneCall(record) {
      let isEarned = end == .dismissed && earnsReward(sessions[record.session].presentation)
      return isEarned ? .onRewardedAdSuccess : .onRewardedAdFailed
    }
    return switch (format(record.session, Int(record.slot)), end) {
    case (.rewarded, .dismissed): .onAdRewardedAdDismissed
    case (.rewarded, .failed): .onRewardedFailedToShow
    case (.appOpen, .dismissed): .onDismiss
    case (.appOpen, .failed): .onAdFailToShow
    case (_, .dismissed): .onAdDismissed
    case (_, .failed): .onAdFailedToShow
    }
  }

  private mutating func deliver(
    _ callback: Callback, ofShow index: UInt32, hasAd: Bool = true
  ) {
    let record = presentations[index]
    if tables.features.contains(.app) {
      report(callback, ofShow: index, hasAd: hasAd)
      return
    }
    var cell = cell(ofOpportunity: index)
    if hasAd { cell.network = Int(record.ad.network) }
    deliver(
      callback, record.session, Int(record.slot), counted: record.counted ? 1 : 0, cell,
      from: record.opportunityAt)
  }

  /// Gives load calls their terminal callback; the one-call form's have none.
  ///
  /// - Parameters:
  ///   - calls: How many calls have one, each its own.
  ///   - counted: How many of them count.
  mutating func loadCallback(
    _ session: UInt32, _ slot: Int, loaded: Bool, calls: UInt64 = 1, counted: UInt64,
    _ cell: LabelCell
  ) {
    // The interface has no call that only loads a promotion.
    guard let callback = loadCallback(format(session, slot), loaded: loaded) else { return }
    deliver(callback, session, slot, calls: calls, counted: counted, cell, from: now)
    if tables.features.contains(.app) { heard(endOfLoad: session, slot, loaded: loaded) }
  }

  /// The terminal callback of a load of a format; a promotion has none.
  func loadCallback(_ format: AdFormat, loaded: Bool) -> Callback? {
    switch format {
    case .interstitial, .appOpen: loaded ? .onLoaded : .onFailedToLoad
    case .rewarded: loaded ? .onRewardedLoaded : .onRewardedAdLoadFailure
    case .banner: loaded ? .onBannerLoaded : .onBannerFailedToLoad
    case .native: loaded ? .onNativeLoaded : .onNativeFailedToLoad
    case .featurePromotion: nil
    }
  }

  /// Hands callbacks of one name to the app: the only way by which one leaves the model.
  ///
  /// - Parameters:
  ///   - calls: How many, at this instant; `counted` of them count.
  ///   - start: The instant of the item that they belong to.
  ///   - detail: What it says beside its name: a size, or which feature.
  mutating func deliver(
    _ callback: Callback, _ session: UInt32, _ slot: Int, calls: UInt64 = 1, counted: UInt64,
    _ cell: LabelCell, from start: SimTime, detail: UInt32 = 0
  ) {
    if session == dying { return }
    note(
      .callback, session: session, network: slot, price: detail,
      bytes: calls << 8 | UInt64(callback.rawValue))
    guard counted > 0 else { return }
    count(callback: callback, by: counted, cell)
    if !tables.features.contains(.app) { received(callback, counted: counted, cell, from: start) }
  }

  /// What an app does at a callback when nothing can go wrong with it.
  private mutating func received(
    _ callback: Callback, counted: UInt64, _ cell: LabelCell, from start: SimTime
  ) {
    switch callback {
    // It pays once for a view, at the first of the two callbacks that say so.
    case .onAdRewarded, .onRewardedAdSuccess: count(.rewards, by: counted, cell, from: start)
    default: break
    }
  }
}
