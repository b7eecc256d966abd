import Scheduler

/// A download under slow start and a shared rate, as a state machine without a clock of its own.
///
/// Round k may send a window of W·2ᵏ bytes, W being 10 segments of 1460 bytes (RFC 6928), and lasts
/// at least one round trip. Once a window no longer fits in a round trip at the transfer's rate,
/// the rate alone counts. A lone transfer of S bytes at rate r over a round trip R therefore takes
/// m·R + (S − W·(2ᵐ − 1)) ÷ r, m being the first k with W·2ᵏ ≥ r·R or W·(2ᵏ⁺¹ − 1) ≥ S (after
/// Cardwell, Savage and Anderson 2000). What jitter and losses make of each of the m round trips
/// is asked for as it begins; once the pipe is full a loss is repaired while data flows (fast
/// retransmit, RFC 5681) and costs no time of its own.
struct TransferState: BitwiseCopyable {
  /// 10 segments of 1460 bytes.
  static var initialWindow: Double { 14_600 }

  enum Step: Equatable {
    /// Nothing happens before this long from now, if the rate stays.
    case wait(SimDuration)
    case done
  }

  private var left = 0.0
  /// Bytes per nanosecond; infinity when unlimited.
  private var rate = 0.0
  private var roundTrip = 0.0
  private var window = 0.0
  /// Bytes of the current round that may still leave.
  private var windowLeft = 0.0
  private var roundEnd = SimTime.zero
  private var updated = SimTime.zero
  /// Rounds that have ended by waiting for their round trip.
  private var rounds: UInt32 = 0
  private var isWindowed = false
  /// Whether a round begins with the next question.
  private var isRoundDue = true

  /// Starts a transfer of `bytes` at `now`.
  init(bytes: UInt32, slowStart: Bool, roundTrip: SimDuration, rate: Double, at now: SimTime) {
    left = Double(bytes)
    self.rate = rate
    self.roundTrip = Double(roundTrip.nanoseconds)
    updated = now
    window = slowStart ? Self.initialWindow : .infinity
  }

  /// Bytes that have not arrived.
  var remaining: Double { left }

  private mutating func startRound(at now: SimTime, tripOf: (UInt32) -> SimDuration) {
    isRoundDue = false
    isWindowed = window < rate * roundTrip && roundTrip > 0
    windowLeft = window
    if isWindowed { roundEnd = now + tripOf(rounds) }
  }

  /// The rate changes at `now`, because a transfer joined or left.
  mutating func rateChanged(to newRate: Double, at now: SimTime) {
    advance(to: now)
    rate = newRate
    if !isWindowed && window < rate * roundTrip { isRoundDue = true }
  }

  /// The radio is another one from its next window on; its rate is told apart.
  mutating func radioChanged(roundTrip: SimDuration) {
    self.roundTrip = Double(roundTrip.nanoseconds)
  }

  /// Accounts for the bytes that arrived up to `now`.
  mutating func advance(to now: SimTime) {
    let elapsed = Double((now - updated).nanoseconds)
    updated = now
    var arrived = rate == .infinity ? left : min(left, rate * elapsed)
    if isWindowed {
      arrived = min(arrived, windowLeft)
      windowLeft -= arrived
    }
    left -= arrived
  }

  /// Bytes that rounding to whole nanoseconds may leave over.
  private var crumb: Double { rate == .infinity ? 1e-6 : max(rate, 1e-6) }

  /// What comes next at `now`: the end, or the next instant at which something changes.
  ///
  /// - Parameter tripOf: How long the round trip at the end of the k-th window takes.
  mutating func next(at now: SimTime, tripOf: (UInt32) -> SimDuration) -> Step {
    if isRoundDue { startRound(at: now, tripOf: tripOf) }
    advance(to: now)
    while left > crumb {
      guard isWindowed, left > windowLeft else {
        return .wait(max(.rounding(nanoseconds: left / rate), SimDuration(nanoseconds: 1)))
      }
      if windowLeft > crumb || now < roundEnd {
        let sent = SimDuration.rounding(nanoseconds: windowLeft / rate)
        return .wait(max(roundEnd - now, sent, SimDuration(nanoseconds: 1)))
      }
      window *= 2
      rounds += 1
      startRound(at: now, tripOf: tripOf)
      advance(to: now)
    }
    return .done
  }
}

/// An answer's bytes on their way, and the session's next transfer.
struct TransferRecord: BitwiseCopyable {
  var state: TransferState
  var exchange: UInt32
  var next = noRecord
}
