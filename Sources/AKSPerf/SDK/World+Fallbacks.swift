import Scheduler

/// Steps that show another placeholder when their own show comes to nothing.
extension World {
  /// What the step of an opportunity that has ended without an ad shows instead, if something.
  ///
  /// A user who has lost patience is shown nothing, and what was no step of the journey has none.
  func fallback(from record: PresentationRecord, _ outcome: Outcome) -> StepRow? {
    guard record.kind == .show, outcome != .abandoned, !isInOwnShow(record.session) else {
      return nil
    }
    // The program counter was moved on before the step began.
    let row = currentStep(of: record.session, back: 1)
    guard let instead = row.instead else { return nil }
    return StepRow(code: .show, slot: instead, scene: row.scene)
  }

  /// Shows what is ready of the other placeholder, within the step; then the journey goes on.
  mutating func showInstead(_ session: UInt32, _ row: StepRow, refilling slot: Int?) {
    // As inside any step: what ends at once does not go on by itself.
    let outer = stepping
    stepping = session
    if tables.features.contains(.scenes) {
      sessions[session, place: Int(row.slot)].choice = row.scene
    }
    beginOpportunity(session, row, slotKey(session, Int(row.slot)), isFallback: true)
    stepping = outer
    if let slot { topUp(session, slot) }
    guard sessions.isLive(session) else { return }
    let isOver = sessions[session].presentation == noRecord || isInOwnShow(session)
    journeyGoesOn(session, if: isOver)
  }
}
