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

  /// Bytes that had not arrived when it was last caught up with.
  var remaining: Double { left }

  /// What the sum of its waits is cut at: ten years, as a single one is.
  private static var longest: SimDuration { .hours(87_600) }

  /// Takes in what has happened up to `now` at the rate so far: rounds ended, bytes came.
  ///
  /// - Parameter tripOf: How long the round trip at the end of the k-th window takes.
  mutating func catchUp(to now: SimTime, tripOf: (UInt32) -> SimDuration) {
    var at = updated
    while at < now, case .wait(let wait) = next(at: at, tripOf: tripOf), wait <= now - at {
      at += wait
    }
    advance(to: now)
  }

  /// How long it takes from `now`, which it has caught up with, if the rate stays.
  ///
  /// Its rounds are no events of their own, since nothing but a change of the rate, which has it
  /// catch up, can come between them.
  func timeLeft(at now: SimTime, tripOf: (UInt32) -> SimDuration) -> SimDuration {
    var ahead = self
    var total = SimDuration.zero
    while case .wait(let wait) = ahead.next(at: now + total, tripOf: tripOf) {
      total += wait
      if total >= Self.longest { return Self.longest }
    }
    return total
  }

  private mutating func startRound(at now: SimTime, tripOf: (UInt32) -> SimDuration) {
    isRoundDue = false
    isWindowed = window < rate * roundTrip && roundTrip > 0
    windowLeft = window
    if isWindowed { roundEnd = now + tripOf(rounds) }
  }

  /// The rate changes at `now`, which it has caught up with: a transfer joined or left.
  mutating func rateChanged(to newRate: Double) {
    rate = newRate
    if !isWindowed && window < rate * roundTrip { isRoundDue = true }
  }

  /// The radio is another one from its next window on; its rate is told apart.
  mutating func radioChanged(roundTrip: SimDuration) {
    self.roundTrip = Double(roundTrip.nanoseconds)
  }

  /// Accounts for the bytes that arrived up to `now`, within one round.
  private mutating func advance(to now: SimTime) {
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

  /// What comes next at `now`: the end, or the next instant at which a round may end.
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
