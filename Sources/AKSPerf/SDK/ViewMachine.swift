/// The course of a banner or native ad that the app has put up, as a state machine.
///
/// A view waits for its first ad, which ends its opportunity; in a scroll view it must be seen
/// first. Then it goes from ad to ad as long as it is up. The machine says what to do; it keeps no
/// clock and knows nothing of loads.
struct ViewMachine: BitwiseCopyable {
  enum State: UInt8 {
    /// It wants its first ad.
    case waiting
    /// Its first ad is ready, and the view has not been seen yet.
    case unseen
    /// Its opportunity ended without an ad.
    case empty
    /// An ad is on screen.
    case shown
  }

  enum Action: Equatable {
    case none
    /// Bring the oldest ready ad on screen; the first one ends the opportunity.
    case show(isFirst: Bool)
    /// Wait until the view is scrolled into sight.
    case awaitSight
    /// Its opportunity ends without an ad.
    case fail(Reason)
    /// Wait for the time of the next ad.
    case awaitRefresh
  }

  private(set) var state = State.waiting
  /// Whether it has asked for another ad than the one on screen.
  private(set) var isAsking = false
  /// Whether it is seen only once it is scrolled into sight.
  private let isInScrollView: Bool

  init(isInScrollView: Bool) { self.isInScrollView = isInScrollView }

  /// Whether its opportunity has not ended.
  var isOpen: Bool { state == .waiting || state == .unseen }

  /// Whether the next ad that is ready is its first, to be put up with a controller.
  var wantsAd: Bool { state == .waiting || state == .empty }

  /// It asks for another ad.
  mutating func asked() { isAsking = true }

  /// An ad of its placeholder is ready.
  mutating func adReady() -> Action {
    switch state {
    case .waiting where isInScrollView:
      state = .unseen
      return .awaitSight
    case .waiting, .empty: return show()
    case .shown where isAsking: return show()
    case .unseen, .shown: return .none
    }
  }

  /// An ad of its placeholder is ready, and there is no controller to put it up with.
  mutating func controllerMissing() -> Action {
    switch state {
    case .waiting:
      state = .empty
      return .fail(.noController)
    case .empty:
      isAsking = false
      return .awaitRefresh
    case .unseen, .shown: return .none
    }
  }

  /// The app has given it up before its first ad; it takes the next one all the same.
  mutating func givenUp() {
    precondition(state == .waiting, "a view with an ad is given up")
    state = .empty
  }

  /// It has been scrolled into sight.
  ///
  /// - Parameter hasAd: Whether its ad is still ready.
  mutating func seen(hasAd: Bool) -> Action {
    precondition(state == .unseen, "a view without an ad has been scrolled into sight")
    if hasAd { return show() }
    state = .empty
    return .fail(.expired)
  }

  /// A load of its placeholder failed.
  ///
  /// - Parameter othersInFlight: Whether the placeholder has another load under way.
  mutating func loadFailed(_ reason: Reason, othersInFlight: Bool) -> Action {
    if othersInFlight { return .none }
    switch state {
    case .waiting:
      state = .empty
      return .fail(reason)
    case .unseen: return .none
    case .empty, .shown:
      isAsking = false
      return .awaitRefresh
    }
  }

  private mutating func show() -> Action {
    let isFirst = isOpen
    state = .shown
    isAsking = false
    return .show(isFirst: isFirst)
  }
}
