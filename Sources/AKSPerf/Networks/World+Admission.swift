/// Whether a network is asked at all.
extension World {
  /// Why an attempt that starts asks nobody, if so; it ends at once, without a request.
  ///
  /// For what a network has earned by its failures, and for slots that placeholders share. No rule
  /// of this version refuses one.
  func admit(_ attempt: UInt32) -> Reason? { nil }
}
