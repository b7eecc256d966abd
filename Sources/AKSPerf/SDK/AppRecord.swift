import Scheduler

/// What the app of one session believes and remembers; only scenarios that ask for it have one.
///
/// It follows the callbacks that the app has heard, not what happened: a dismissal that never came
/// leaves the app with an ad that it takes for being up.
struct AppRecord: BitwiseCopyable {
  /// When the last full-screen ad, picker or sheet had gone; `never` before the first.
  var freedAt = SimTime.never
  /// The app's own clock for an ad whose dismissal it has not heard of.
  var watchdog = EventHandle.none
  /// First of the callbacks that are still to come.
  var late = noRecord
  /// Full-screen ads shown so far.
  var shows: UInt32 = 0
  /// The slot of the ad that it takes for being up.
  var upSlot: UInt16 = 0
  /// The network whose ad was closed last.
  var closedNetwork = UInt16.max
  var flags = AppFlags()
  /// The show call that is under way.
  var show = ShowState()
}

/// What has become of a show call so far, as far as the app may have heard of it.
struct ShowState: BitwiseCopyable {
  /// When show was called, with the shows and failed shows of the slot before it.
  var calledAt = SimTime.zero
  var cycle: UInt32 = 0
  /// The late callback that the app will pay for.
  var latePayment = noRecord
  var failedShows: UInt16 = 0
  /// How often the app has paid for the view, or has asked its server to.
  var payments: UInt16 = 0
  /// Whether one of them has been paid.
  var isPaid = false
  /// Whether all of its callbacks have been given.
  var isSettled = false
  var flags = ShowFlags()

  var id: ShowID { ShowID(cycle: cycle, failedShows: failedShows) }
}

/// A show of a slot, told apart from the slot's others: its shows and failed shows before that.
struct ShowID: BitwiseCopyable, Equatable {
  var cycle: UInt32 = 0
  var failedShows: UInt16 = 0
}

/// What is true of a show call.
struct ShowFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt16 = 0
  /// The app has heard that the ad is gone, so that it does not listen to it any more.
  static let down = ShowFlags(rawValue: 1)
  /// The app hears of the end later than it is, or never.
  static let endUnheard = ShowFlags(rawValue: 2)
  /// The end, and the reward, were reported before they came.
  static let endReported = ShowFlags(rawValue: 4)
  static let rewardReported = ShowFlags(rawValue: 8)
  /// The network reports a show and brings nothing on screen.
  static let phantom = ShowFlags(rawValue: 16)
  /// Show was called without an ad.
  static let inVain = ShowFlags(rawValue: 32)
  /// The show call failed.
  static let failed = ShowFlags(rawValue: 64)
  /// It failed before any network was called.
  static let refused = ShowFlags(rawValue: 128)
  /// Nobody reports how it ends.
  static let lost = ShowFlags(rawValue: 256)
  /// The ad was up for long enough to earn its reward, though not to its end.
  static let earned = ShowFlags(rawValue: 512)
}

/// What is true of a session's app.
struct AppFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt8 = 0
  /// It takes a full-screen ad for being up.
  static let adUp = AppFlags(rawValue: 1)
  /// The ad closed last was closed before its end.
  static let closedEarly = AppFlags(rawValue: 2)
  /// No ad of that network was loaded since.
  static let closedSinceLoad = AppFlags(rawValue: 4)
  /// It shows an ad that no step of the journey asked for.
  static let ownShow = AppFlags(rawValue: 8)
  /// A step fell due meanwhile.
  static let stepDue = AppFlags(rawValue: 16)
  /// What is true of such an ad.
  static let ownShows: AppFlags = [.ownShow, .stepDue]
}

/// What the app believes of one placeholder.
struct AppSlotRecord: BitwiseCopyable {
  /// Shows that wait for the ad on screen to go.
  var stacked: UInt8 = 0
  /// Calls of load beside that of the next retry.
  var moreLoads: UInt8 = 0
  var flags = AppSlotFlags()
}

/// What is true of a slot, as the app believes.
struct AppSlotFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt8 = 0
  /// The flag that blocks loads is set.
  static let busy = AppSlotFlags(rawValue: 1)
  /// It was counted as never reset.
  static let sticky = AppSlotFlags(rawValue: 2)
  /// It keeps the ad that it has shown.
  static let used = AppSlotFlags(rawValue: 4)
  /// A step has called load, so that the loaded ad may be shown once.
  static let wanted = AppSlotFlags(rawValue: 8)
  /// It has heard of one loaded ad more than once.
  static let heardTwice = AppSlotFlags(rawValue: 16)
  /// Load has been called since the last call of show.
  static let loadCalled = AppSlotFlags(rawValue: 32)
}
