/// Windows of the app and the scenes they belong to.
extension World {
  /// Why a load that starts is an invalid request, if so; it fails at once and asks no network.
  ///
  /// Scenes are not built, so every load has one.
  func sceneGate(_ load: UInt32) -> Reason? { nil }
}
