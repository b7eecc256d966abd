import Scheduler

/// The times in which views are up where they are seen, with no ad on screen.
///
/// They are measured where refreshes of some banner keep no ad: elsewhere a view has at most the
/// time up to its first one, which `time_to_show` tells of.
///
/// A native ad in a scroll view is seen with its ad, and a promotion is no view: neither has any.
extension World {
  /// A view is put up, emptied or uncovered: from now on it may be seen without an ad.
  mutating func beginBlank(_ index: UInt32) {
    guard tables.features.contains(.blankViews), views[index].blankSince == .never,
      isBlank(index)
    else { return }
    views[index].blankSince = now
    views[index].blankCounts = countsNow
  }

  /// A view is given an ad, taken down or covered.
  mutating func endBlank(_ index: UInt32) {
    guard tables.features.contains(.blankViews) else { return }
    let since = views[index].blankSince
    guard since != .never else { return }
    views[index].blankSince = .never
    if views[index].blankCounts { record(.viewBlankTime, from: since, cell(ofView: index)) }
  }

  private func isBlank(_ index: UInt32) -> Bool {
    let view = views[index]
    let slot = Int(view.slot)
    guard format(view.session, slot) != .featurePromotion,
      !viewRow(view.session, slot).isInScrollView, !isHidden(view.session, slot)
    else { return false }
    switch view.machine.state {
    case .waiting: return true
    // One that the app took down appears with its ad.
    case .empty: return !view.isGhost
    case .shown: return view.isEmptied
    case .unseen: return false
    }
  }

  /// A refresh begins: the ad before leaves the screen, where it does not wait for the next one.
  mutating func emptyIfNotKept(_ index: UInt32) {
    guard tables.features.contains(.blankViews), views[index].machine.state == .shown,
      !viewRow(views[index].session, Int(views[index].slot)).refreshKeeps
    else { return }
    views[index].isEmptied = true
    views[index].clickAt = .never
    beginBlank(index)
  }
}
