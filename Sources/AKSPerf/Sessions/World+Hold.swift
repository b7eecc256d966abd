/// Sessions whose events wait: in background, or behind a main thread that is blocked.
extension World {
  /// Puts an event of a held session off until the session is released; false lets it happen now.
  ///
  /// Nothing of this version holds a session.
  mutating func postpone(_ kind: EventKind, _ payload: UInt64) -> Bool { false }
}
