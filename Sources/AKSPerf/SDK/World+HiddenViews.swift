import Scheduler

/// Views that are up where nobody sees them: behind another view, gone, or in a tab off screen.
///
/// What is hidden is the place of a placeholder's view, whatever view is put up there.
extension World {
  /// A step hides the place of a view, or uncovers it.
  mutating func coverStep(_ session: UInt32, _ row: StepRow) {
    let slot = Int(row.slot)
    let covers = row.code == .cover
    guard isHidden(session, slot) != covers else { return }
    note(covers ? .viewCovered : .viewUncovered, session: session, network: slot)
    let view = sessions[session, place: slot].view
    if covers {
      if view != noRecord { endBlank(view) }
      sessions[session, place: slot].flags.insert(.covered)
      return
    }
    sessions[session, place: slot].flags.remove(.covered)
    guard view != noRecord else { return }
    beginBlank(view)
    if views[view].isOverdue { refresh(view: view) }
  }

  /// Whether nobody sees the view of a slot.
  func isHidden(_ session: UInt32, _ slot: Int) -> Bool {
    sessions[session, place: slot].flags.contains(.covered)
  }

  /// Whether a banner asks for no next ad as long as it is hidden; it does as soon as it is seen.
  mutating func pausesHidden(_ index: UInt32) -> Bool {
    let session = views[index].session
    let slot = Int(views[index].slot)
    guard viewRow(session, slot).pausesHidden, isHidden(session, slot) else { return false }
    views[index].isOverdue = true
    views[index].refreshAt = .never
    arm(view: index)
    return true
  }

  /// Counts an impression that nobody sees.
  mutating func countIfHidden(_ index: UInt32, _ cell: LabelCell) {
    let view = views[index]
    guard isHidden(view.session, Int(view.slot)) else { return }
    count(.impressionsHidden, cell, from: view.askedAt)
    hazard(.impressionHidden, view.session, cell)
  }
}
