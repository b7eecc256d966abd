import Scheduler

/// Where the instant of an ad's bid is kept, among those of its slot.
enum BidPlace: BitwiseCopyable {
  /// That of an ad which is about to enter the slot.
  case arriving
  /// That of the one which left it last for the screen.
  case onScreen
  /// That of a native ad which the app keeps when it was shown.
  case kept
  /// That of a ready ad, by its position.
  case ready(Int)

  var index: Int {
    switch self {
    case .arriving: 0
    case .onScreen: 1
    case .kept: 2
    case .ready(let position): 3 + position
    }
  }

  static func width(_ depth: Int) -> Int { 3 + depth }
}

/// Networks whose ads age from their bid on, and not from the end of their load.
///
/// The record of an ad has no room for one more instant: that of the bid is kept beside it, by the
/// attempt at first and then by the ad's place in its slot.
extension World {
  /// When an ad expires at its network; never if it does not.
  func expiryTime(
    of ad: AdRecord, _ session: UInt32, _ slot: Int, at place: BidPlace
  ) -> SimTime {
    guard let expiry = expiry(of: ad, session, slot) else { return .never }
    guard tables.features.contains(.bidExpiry), tables.networks[Int(ad.network)].expiresFromBid
    else { return ad.loadedAt + expiry }
    return sessions[session, slot: slot, bidOf: place] + expiry
  }

  /// The bid of an attempt has come: to the device, or to the server of its auction.
  mutating func bidCame(of index: UInt32, at time: SimTime) {
    let missing = Int(index) + 1 - bidTimes.count
    if missing > 0 { bidTimes.append(repeating: .zero, count: missing) }
    bidTimes[Int(index)] = time
  }

  /// The ad of an attempt is about to enter its slot.
  mutating func bringBid(of index: UInt32) {
    let attempt = attempts[index]
    sessions[attempt.session, slot: Int(attempt.slot), bidOf: .arriving] = bidTimes[Int(index)]
  }
}
