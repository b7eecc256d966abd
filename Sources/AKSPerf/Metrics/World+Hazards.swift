import Scheduler

extension World {
  /// Counts what a network or the app got wrong, and writes it into the event stream: every hazard
  /// comes here.
  mutating func hazard(
    _ rule: Hazard, by n: UInt64 = 1, _ session: UInt32, _ cell: LabelCell
  ) {
    guard n > 0 else { return }
    note(
      .hazard, session: session, slot: traces(session) ? slot(of: cell, session) : -1,
      network: cell.network ?? -1, bytes: n << 8 | UInt64(rule.rawValue))
    recorder.hazard(rule, by: n, cell, session: sessions[session].user, at: now)
  }

  /// The slot of a session whose placeholder an item names; −1 when it names none.
  private func slot(of cell: LabelCell, _ session: UInt32) -> Int {
    let part = tables.classes[Int(sessions[session].sessionClass)]
    return (0..<tables.journeys[part.journey].slotCount)
      .first { placeholder(session, $0) == cell.placeholder } ?? -1
  }
}
