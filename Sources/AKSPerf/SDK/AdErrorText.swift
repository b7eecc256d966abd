/// Texts and codes of two errors of Google's SDK that apps with several windows meet.
///
/// From its guide for several scenes (developers.google.com/admob/ios/multiscene), one line each.
public enum AdErrorText {
  /// A load without a scene by an app of several scenes in test mode.
  public static let sceneMissing =
    "Invalid Request. The GADRequest scene property should be set for applications that support "
    + "multi-scene. Treating the unset property as an error while in test mode."
  /// A full-screen ad that is larger than its window.
  public static let adTooLarge =
    "Ad cannot be presented. The full screen ad content size exceeds the current window size."
  /// The code of a load that is an invalid request.
  public static let invalidRequestCode = 0
  /// The code of an ad that is too large for its window.
  public static let adTooLargeCode = 16
}
