import Scheduler

/// Ends of shows that the app hears of before they come.
extension World {
  /// A show's ad comes on screen: callbacks about its end that come too early.
  mutating func reportEarly(_ index: UInt32, lasting duration: SimDuration) {
    let record = presentations[index]
    let format = format(record.session, Int(record.slot))
    if format == .rewarded && earnsReward(index) && !isOneCall(record) {
      hasten(.onAdRewarded, .earlyReward, index, duration)
    }
    // Of one that was reported failed nobody reports the end.
    let isReported = sessions[appOf: record.session].show.flags.contains(.endReported)
    if !isOneCall(record) && !isReported {
      hasten(endCallback(of: record, .dismissed), .earlyDismissal, index, duration)
    }
  }

  private mutating func hasten(
    _ callback: Callback, _ kind: LateCallback.Kind, _ index: UInt32, _ duration: SimDuration
  ) {
    guard let lead = earliness(of: callback, ofShow: index, lasting: duration), lead > .zero
    else { return }
    let record = presentations[index]
    let early = LateCallback(
      session: record.session, slot: record.slot, callback: callback, kind: kind,
      counted: record.counted ? 1 : 0, presentation: index, lead: lead,
      cell: cell(ofOpportunity: index).with(network: Int(record.ad.network)),
      start: record.opportunityAt, eventAt: now + duration)
    postpone(early, by: duration - lead)
  }

  /// The user has clicked the ad and leaves: what is to come before its end comes later as well.
  mutating func pauseEarly(ofShow index: UInt32) {
    var late = sessions[appOf: presentations[index].session].late
    while late != noRecord {
      if lateCallbacks[late].presentation == index { queue.disarm(&lateCallbacks[late].timer) }
      late = lateCallbacks[late].next
    }
  }

  /// The user is back, and the ad is on screen for the rest of its time.
  mutating func resumeEarly(ofShow index: UInt32, lasting left: SimDuration) {
    var late = sessions[appOf: presentations[index].session].late
    while late != noRecord {
      if lateCallbacks[late].presentation == index {
        lateCallbacks[late].eventAt = now + left
        let delay = max(left - lateCallbacks[late].lead, .zero)
        lateCallbacks[late].timer = schedule(.fault, late, after: delay)
      }
      late = lateCallbacks[late].next
    }
  }

  /// A show ends before callbacks about its end come that were to be early.
  mutating func dropEarly(ofShow index: UInt32, of kind: LateCallback.Kind? = nil) {
    var late = sessions[appOf: presentations[index].session].late
    while late != noRecord {
      let next = lateCallbacks[late].next
      let early = lateCallbacks[late]
      if early.presentation == index && (kind == nil || early.kind == kind) { free(late: late) }
      late = next
    }
  }

  /// An ad that is still there is reported dismissed as its user leaves; its end reports nothing.
  mutating func reportDismissal(asUserLeaves index: UInt32) {
    let record = presentations[index]
    let session = record.session
    guard !isOneCall(record), !sessions[appOf: session].show.flags.contains(.endReported)
    else { return }
    dropEarly(ofShow: index, of: .earlyDismissal)
    let cell = cell(ofOpportunity: index).with(network: Int(record.ad.network))
    let dismissal = endCallback(of: record, .dismissed)
    reportEnd(dismissal, ofShow: index, cell)
    if record.counted { hazard(.callbackEarly, session, cell) }
    heardEndBefore(dismissal, ofShow: index, cell, refilling: .onDismiss)
  }

  /// A presentation that takes too long is reported failed; its ad comes all the same.
  mutating func reportFailedThenShown(_ index: UInt32) {
    let record = presentations[index]
    let failure = endCallback(of: record, .failed)
    let cell = cell(ofOpportunity: index).with(network: Int(record.ad.network))
    reportEnd(failure, ofShow: index, cell)
    if record.counted { hazard(.failedThenShown, record.session, cell) }
    heardEndBefore(failure, ofShow: index, cell, refilling: .afterFailure)
  }

  /// How long after its show is reported failed a late ad comes on screen.
  ///
  /// Drawn again, as nothing that it is drawn by changes while an ad is being presented.
  func lateness(of index: UInt32) -> SimDuration {
    let record = presentations[index]
    let network = Int(record.ad.network)
    let overhead = overhead(ofPresenting: network, record.session, Int(record.slot))
    return overhead - (tables.networks[network].presentTimeout ?? overhead)
  }

  private mutating func reportEnd(_ callback: Callback, ofShow index: UInt32, _ cell: LabelCell) {
    let record = presentations[index]
    deliver(
      callback, record.session, Int(record.slot), counted: record.counted ? 1 : 0, cell,
      from: record.opportunityAt)
  }

  /// The app has heard of the end of a show whose ad is still there, or still to come.
  mutating func heardEndBefore(
    _ callback: Callback, ofShow index: UInt32, _ cell: LabelCell,
    refilling event: CachePolicy.Refill
  ) {
    let session = presentations[index].session
    let slot = Int(presentations[index].slot)
    sessions[appOf: session].show.flags.insert(.endReported)
    pay(for: callback, ofShow: index, cell)
    sessions[appOf: session].show.flags.insert(.down)
    if refill(session, slot).contains(event) { topUp(session, slot) }
  }
}
