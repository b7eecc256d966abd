import Scheduler

/// What a session knows of absences, sheets, blocks and radios; kept only where a scenario has any.
struct LifeRecord: BitwiseCopyable {
  /// Events of the session wait until then.
  var heldUntil = SimTime.zero
  /// When the user left last, never so far, and when they are back.
  var leftAt = SimTime.never
  var returnsAt = SimTime.zero
  /// The longest absence since the adapters were initialised.
  var longestAway = SimDuration.zero
  /// When the activated remote config was fetched, nanoseconds; the least number for none.
  var configFetchedAt = Int64.min
  /// Since when the full-screen ad has been up.
  var adSince = SimTime.zero
  /// What is left of its time on screen when its user leaves next, or when it ends.
  var adTimeLeft = SimDuration.zero
  /// The same at its click, and when its user leaves by their own wish.
  var clickLeft = SimDuration.zero
  var leaveLeft = SimDuration.zero
  var sheetSince = SimTime.zero
  var sheetEnds = SimTime.zero
  var sheetTimer = EventHandle.none
  /// The radio in use.
  var radio: UInt16 = 0
  /// Config fetches of the session so far.
  var configFetches: UInt32 = 0
  /// The last virtual day on which a launch of the user counted.
  var countedOn = UInt16.max
  var flags = LifeFlags()
  var awayKind = AwayKind.home
  var sheetKind = SheetKind.system
  /// The window that the sheet lies over.
  var sheetWindow: UInt8 = 0
  /// The rest of the streamed creative that is on screen, as long as it is under way.
  var tail = noRecord
  /// When the wait of the journey is over, kept where views are clicked meanwhile.
  var stepAt = SimTime.zero
  /// Since when the ad on screen has stalled; `never` while it plays.
  var stalledAt = SimTime.never
}

/// What is true of a session's life.
struct LifeFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt16 = 0
  /// The app is in the background.
  static let away = LifeFlags(rawValue: 1)
  /// The process is suspended.
  static let suspended = LifeFlags(rawValue: 2)
  /// It runs again, and what was overdue happens before the app hears of its return.
  static let resumed = LifeFlags(rawValue: 4)
  /// The system ends the process when its grace time is over.
  static let dies = LifeFlags(rawValue: 8)
  /// The ad on screen is to be clicked.
  static let clickDue = LifeFlags(rawValue: 16)
  /// The ad on screen waits for the user, who has left.
  static let adUp = LifeFlags(rawValue: 32)
  /// The sheet on screen waits for the user.
  static let sheetPaused = LifeFlags(rawValue: 64)
  /// The journey waits for an event of its own, not for an ad.
  static let waits = LifeFlags(rawValue: 128)
  /// The user is to leave the ad on screen by their own wish.
  static let leaveDue = LifeFlags(rawValue: 256)
  /// The ad is gone when the user is back, and nobody reports it.
  static let adLost = LifeFlags(rawValue: 512)
  /// The user is to leave before the ad comes up.
  static let earlyLeaveDue = LifeFlags(rawValue: 1024)
}

extension AwayKind {
  /// What a return from it counts as; none of these for one by the user's own wish.
  var origin: AppOpenReturns.Origins {
    switch self {
    case .home: []
    case .click: .click
    case .picker: .picker
    }
  }
}

extension SheetKind {
  /// What the end of one counts as; a view of the app is none that the app returns from.
  var origin: AppOpenReturns.Origins? {
    switch self {
    case .picker: .picker
    case .system, .store: .sheet
    case .overlay: nil
    }
  }
}
