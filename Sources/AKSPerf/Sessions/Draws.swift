import Scheduler

/// Whose draw it is and which one: the key of a random number beside its purpose.
///
/// Two items of a run that may differ have different keys, and an item keeps its key when other
/// items come or go, so that variants of a scenario see common random numbers.
struct DrawKey {
  /// The user, or the arrival.
  var user: UInt64
  var launch: UInt32 = 0
  var placeholder: UInt32 = 0
  var network: UInt32 = 0
  /// Shows of the placeholder so far.
  var cycle: UInt32 = 0
  /// Loads since the last show.
  var retry: UInt32 = 0
  /// Tries of the network in this load, below 2⁸.
  var attempt: UInt16 = 0
  /// Which of several blocks, below 2²⁴.
  var block: UInt32 = 0

  @inline(__always)
  func counter(_ purpose: Purpose) -> RandomCounter {
    precondition(attempt < 1 << 8 && block < 1 << 24, "a draw's key has run out of numbers")
    return RandomCounter(
      subject: user, purpose: purpose.rawValue, placeholder: placeholder, network: network,
      cycle: cycle, retry: UInt16(truncatingIfNeeded: retry),
      attempt: UInt16(retry >> 24) << 8 | attempt,
      block: UInt64(launch) << 32 | UInt64(retry >> 16 & 0xFF) << 24 | UInt64(block))
  }

  /// The key of an attempt's creative, beside that of its request.
  var ofCreative: DrawKey { with(block: block | 1) }

  /// The key of one round trip, below 64, of the exchange with this key.
  func ofTrip(_ trip: UInt32) -> DrawKey { with(block: block << 6 | trip) }

  func with(block: UInt32) -> DrawKey {
    var key = self
    key.block = block
    return key
  }
}

extension World {
  /// The uniform number of a key: word `word`, 0 to 3, of its block.
  @inline(__always)
  func uniform(_ purpose: Purpose, _ key: DrawKey, word: Int = 0) -> Double {
    random.block(key.counter(purpose)).uniform(word)
  }

  /// A drawn quantity; a constant costs no random number.
  @inline(__always)
  func value(_ drawn: Drawn, _ purpose: Purpose, _ key: DrawKey, word: Int = 0) -> Double {
    guard let id = drawn.id else { return drawn.constant }
    return distributions.sample(id, uniform: uniform(purpose, key, word: word))
  }

  /// A drawn time, at least 0.
  @inline(__always)
  func time(_ drawn: Drawn, _ purpose: Purpose, _ key: DrawKey, word: Int = 0) -> SimDuration {
    drawn.isZero ? .zero : .rounding(nanoseconds: value(drawn, purpose, key, word: word))
  }

  /// A drawn size in whole bytes, at most `Limits.sizeBytes`, so that no sum of sizes overflows.
  @inline(__always)
  func bytes(_ drawn: Drawn, _ purpose: Purpose, _ key: DrawKey, word: Int = 0) -> UInt32 {
    UInt32(min(max(0, value(drawn, purpose, key, word: word)), Limits.sizeBytes))
  }

  /// The key of a session's own draws.
  @inline(__always)
  func key(of session: UInt32) -> DrawKey {
    DrawKey(user: sessions[session].user, launch: sessions[session].launch)
  }
}
