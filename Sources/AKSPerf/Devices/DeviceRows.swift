import Scheduler

/// Traits of the app, as the event loop reads them.
struct AppRow: BitwiseCopyable {
  /// Whether it puts scenes on its requests.
  var isMultiScene = true
  var isTest = false
  /// From which controller it presents ads.
  var presentFrom = AppTraits.PresentFrom.top
  /// Whether it asks an ad whether it fits before it shows it.
  var asksWhetherAdsFit = true
  /// Time of the animation of a resize or a fold.
  var transition = SimDuration.zero
  /// Features that promotion offers, at least 1.
  var features = 1
  /// Probability that a user owns one, for each alone.
  var ownsFeature = 0.0
  /// Probability that a promotion on screen is clicked.
  var clickShare = 0.0
  /// The most windows that a device of the app has.
  var windows = 1
  /// Bytes leaked at which the system ends the process; the largest number for never.
  var memoryLimit = UInt64.max
  /// Whether loads without a radio are refused.
  var checksRadio = true
  /// Whether an absence stops the clock of some banner.
  var stopsClocks = false
}

/// A device: its windows in the table of windows, and the displays of a foldable.
struct DeviceRow: BitwiseCopyable {
  var firstWindow = 0
  var windowCount = 1
  var folds = false
  /// Sizes of the outer and the inner display.
  var outer: UInt8 = 0
  var inner: UInt8 = 0
}

/// A size of a window, in points.
struct SizeRow: BitwiseCopyable {
  var width: Double
  var height: Double

  /// Width and height in the two halves of a number, as a callback carries them.
  var packed: UInt32 {
    UInt32(min(width + 0.5, 65_535)) << 16 | UInt32(min(height + 0.5, 65_535))
  }

  /// Whether an ad of this size fits a window of another: neither dimension may exceed it.
  func fits(_ window: SizeRow) -> Bool { width <= window.width && height <= window.height }
}

/// One window of a session's app; 3 bytes.
struct WindowRecord: BitwiseCopyable {
  /// Its size now, in the table of sizes.
  var size: UInt8 = 0
  /// Its size before the animation that is under way.
  var before: UInt8 = 0
  /// Whether an animation of its size is under way.
  var isChanging = false
}

/// What a session's device is like now, beside its windows.
struct DeviceRecord: BitwiseCopyable {
  /// The end of the animation that is under way.
  var timer = EventHandle.none
  var keyWindow: UInt8 = 0
}

/// The scene that the app's code names on a request: one of the words, or a window from 0 on.
struct SceneCode: RawRepresentable, BitwiseCopyable, Equatable {
  var rawValue: UInt8

  static let own = SceneCode(rawValue: 0)
  static let key = SceneCode(rawValue: 1)
  static let first = SceneCode(rawValue: 2)
  static let missing = SceneCode(rawValue: 3)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ choice: SceneChoice) {
    switch choice {
    case .own: self = .own
    case .key: self = .key
    case .first: self = .first
    case .missing: self = .missing
    case .window(let window): self.init(rawValue: UInt8(min(window, 250)) + 4)
    }
  }

  /// The window that it names by number.
  var window: Int? { rawValue < 4 ? nil : Int(rawValue) - 4 }
}
