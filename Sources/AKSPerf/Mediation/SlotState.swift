/// How full a slot is, as a state machine: it says what a load call does and keeps the bounds.
///
/// Ready ads and loads in flight together never exceed the slot's depth, but for loads that an app
/// starts for a full slot; ready ads alone never do.
struct SlotState: BitwiseCopyable {
  /// What a load call on the slot does.
  enum LoadCall: Equatable {
    /// Starts a load of its own.
    case start
    /// Ends with the load that is in flight.
    case join
    /// Is answered loaded at once: the slot is full of ready ads.
    case answer
  }

  /// What happens to an ad that a late answer or a losing fill brings.
  enum Offer: Equatable {
    case store
    /// Takes the place of the cheapest ready ad.
    case displaceCheapest
    case waste
  }

  private(set) var ready: UInt8 = 0
  private(set) var inFlight: UInt8 = 0

  /// An app calls load on a slot of `depth`.
  mutating func loadCalled(depth: Int) -> LoadCall {
    if Int(ready) + Int(inFlight) < depth {
      inFlight += 1
      return .start
    }
    return inFlight > 0 ? .join : .answer
  }

  /// An app starts a load for a full slot; false when there are too many of them.
  mutating func loadBeside() -> Bool {
    guard inFlight < .max else { return false }
    inFlight += 1
    return true
  }

  /// Whether a further load may start without a call to join.
  func hasRoom(depth: Int) -> Bool { Int(ready) + Int(inFlight) < depth }

  /// The load in flight brought an ad, which is now ready.
  mutating func loadFilled() {
    precondition(inFlight > 0, "a fill without a load in flight")
    inFlight -= 1
    ready += 1
  }

  /// The load in flight ended without an ad.
  mutating func loadFailed() {
    precondition(inFlight > 0, "a failure without a load in flight")
    inFlight -= 1
  }

  /// An ad that no load in flight waits for is offered.
  ///
  /// - Parameter isDearer: Whether it is worth more than the cheapest ready ad.
  mutating func offered(depth: Int, isDearer: Bool) -> Offer {
    if Int(ready) + Int(inFlight) < depth {
      ready += 1
      return .store
    }
    return ready > 0 && isDearer ? .displaceCheapest : .waste
  }

  /// The offered ad takes the place of one that has left the slot for it.
  ///
  /// - Parameter depth: More than there are ready ads, whatever is in flight.
  mutating func replaced(depth: Int) {
    precondition(Int(ready) < depth, "an ad takes the place of none")
    ready += 1
  }

  /// A ready ad left the slot: taken for a show, expired, or lost.
  mutating func adLeft() {
    precondition(ready > 0, "an ad left an empty slot")
    ready -= 1
  }
}
