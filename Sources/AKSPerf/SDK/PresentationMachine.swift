/// The course of one blocking step, from the wish for an ad to its end, as a state machine.
///
/// A show step goes waiting → presenting → showing → ended; an awaited load step only waits. The
/// machine says what to do; it keeps no clock.
struct PresentationMachine: BitwiseCopyable {
  /// What the step waits for.
  enum Purpose: UInt8 {
    /// An ad to show; a load failure ends it unless another load is under way.
    case load
    /// An ad to show; a load failure does not end it while an ad may still come by itself.
    case wait
    /// The callback of its own load call, without a show.
    case loadOnly
  }

  enum State: UInt8 {
    case waiting, presenting, showing, ended
  }

  enum Action: Equatable {
    case none
    /// Present a ready ad.
    case present
    /// The step ends without a show, and show was not called.
    case end(Outcome, Reason)
    /// The step ends with a show call that failed.
    case failShow(Reason)
    /// The awaited load is over.
    case resume
  }

  private(set) var state = State.waiting
  let purpose: Purpose

  init(purpose: Purpose) { self.purpose = purpose }

  /// Whether an ad that comes now is presented.
  var waitsForAd: Bool { state == .waiting && purpose != .loadOnly }

  /// An ad of the placeholder became ready.
  mutating func adReady() -> Action {
    guard waitsForAd else { return .none }
    state = .presenting
    return .present
  }

  /// The call that an awaited load step made has its callback.
  mutating func awaitedLoadEnded() -> Action {
    guard state == .waiting, purpose == .loadOnly else { return .none }
    state = .ended
    return .resume
  }

  /// A load of the placeholder failed.
  ///
  /// - Parameters:
  ///   - othersInFlight: Whether the placeholder has another load under way.
  ///   - mayStillCome: Whether a load, a retry or a late answer may still bring an ad.
  mutating func loadFailed(
    _ reason: Reason, othersInFlight: Bool, mayStillCome: Bool
  ) -> Action {
    guard state == .waiting else { return .none }
    switch purpose {
    case .load where othersInFlight, .wait where mayStillCome, .loadOnly:
      return .none
    case .wait, .load:
      state = .ended
      return .end(.failed, reason)
    }
  }

  /// The time the step may wait is over, by its budget or by the user's patience.
  mutating func waitedLongEnough(byPatience: Bool) -> Action {
    guard state == .waiting else { return .none }
    state = .ended
    if purpose == .loadOnly { return .resume }
    return byPatience ? .end(.abandoned, .patience) : .end(.skipped, .budget)
  }

  /// The app calls show although no ad is there.
  mutating func showFailed(_ reason: Reason) -> Action {
    precondition(state == .waiting, "a show that has begun is called once more")
    state = .ended
    return .failShow(reason)
  }

  /// The ad is on screen.
  mutating func shown() {
    precondition(state == .presenting, "shown without presenting")
    state = .showing
  }

  /// The ad does not come on screen, or not in time.
  mutating func presentationFailed(_ reason: Reason) -> Action {
    precondition(state == .presenting, "a presentation failed outside presenting")
    state = .ended
    return .failShow(reason)
  }

  /// The ad was dismissed.
  mutating func dismissed() {
    precondition(state == .showing, "dismissed without being shown")
    state = .ended
  }
}
