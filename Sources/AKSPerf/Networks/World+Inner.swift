/// Networks that are mediators themselves.
extension World {
  /// An attempt's own network has no fill: whether its inner waterfall goes on with the attempt.
  ///
  /// If so the attempt stays under way and its timeout runs on. Waterfalls inside a network are
  /// not built, so none does.
  func innerGoesOn(_ attempt: UInt32) -> Bool { false }
}
