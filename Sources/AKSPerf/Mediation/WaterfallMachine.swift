/// The course of one load through its waterfall, as a state machine.
///
/// It decides which entry is tried next and when the load has ended; it starts nothing itself.
/// `sequential` tries entries one at a time in their order: the AKS behaviour and the default.
struct WaterfallMachine: BitwiseCopyable {
  enum Action: Equatable {
    case attempt(entry: Int)
    /// The ad of this entry is the load's result.
    case succeed(entry: Int)
    case fail(Reason)
  }

  private enum State: UInt8 {
    /// Before the first attempt.
    case idle
    /// The entry before `next` is being tried.
    case attempting
    /// The load has its result.
    case ended
  }

  private var state = State.idle
  private var next: UInt8 = 0
  private let entries: UInt8
  /// The reason of all failures so far while they agree; `exhausted` once they differ.
  private var commonReason: Reason?

  init(entries: Int) {
    precondition(entries > 0 && entries <= Limits.waterfallEntries)
    self.entries = UInt8(entries)
  }

  /// The load starts.
  mutating func start() -> Action {
    precondition(state == .idle, "a waterfall started twice")
    return tryNext()
  }

  /// The attempt on `entry` brought an ad.
  mutating func attemptFilled(entry: Int) -> Action {
    precondition(state == .attempting, "a fill outside an attempt")
    state = .ended
    return .succeed(entry: entry)
  }

  /// The attempt on the current entry ended without an ad.
  mutating func attemptFailed(_ reason: Reason) -> Action {
    precondition(state == .attempting, "a failure outside an attempt")
    if let common = commonReason, common != reason {
      commonReason = .exhausted
    } else {
      commonReason = reason
    }
    return tryNext()
  }

  /// The load is ended from outside: by its deadline or with its session.
  mutating func cancel() { state = .ended }

  private mutating func tryNext() -> Action {
    guard next < entries else {
      state = .ended
      return .fail(commonReason ?? .exhausted)
    }
    state = .attempting
    next += 1
    return .attempt(entry: Int(next) - 1)
  }
}
