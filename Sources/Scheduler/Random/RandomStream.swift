/// The source of every random draw of one replication: a pure function of seed and counter.
///
/// It has no state: the order of draws does not matter, and two variants of a scenario see the
/// same random numbers (common random numbers). Complexity: one Threefry block a draw.
@frozen
public struct RandomStream: Hashable, Sendable {
  /// The seed of the run.
  public let seed: UInt64
  /// The index of the replication.
  public let replication: UInt64

  /// Makes the stream of one replication; key words are (seed, replication, 0, 0).
  @inlinable
  public init(seed: UInt64, replication: UInt64) {
    self.seed = seed
    self.replication = replication
  }

  /// The four words of `counter`; worth keeping while its draws last.
  @inlinable
  public func block(_ counter: RandomCounter) -> RandomBlock {
    RandomBlock(Threefry4x64.block(key: (seed, replication, 0, 0), counter: counter.words))
  }

  /// The first uniform of the block of `counter`, strictly between 0 and 1.
  @inlinable
  public func uniform(_ counter: RandomCounter) -> Double {
    RandomBlock.uniform(of: block(counter)[0])
  }
}

/// Four random words: the result of one draw.
@frozen
public struct RandomBlock: Sendable {
  /// The words.
  public let words: Threefry4x64.Words

  /// Wraps four words.
  @inlinable public init(_ words: Threefry4x64.Words) { self.words = words }

  /// Word `i`; traps when `i` is outside 0 … 3.
  @inlinable
  public subscript(i: Int) -> UInt64 {
    switch i {
    case 0: return words.0
    case 1: return words.1
    case 2: return words.2
    case 3: return words.3
    default: preconditionFailure("a random block has words 0 to 3")
    }
  }

  /// Word `i` as a uniform, strictly between 0 and 1.
  @inlinable public func uniform(_ i: Int) -> Double { Self.uniform(of: self[i]) }

  /// The uniform of a word: u = (k + ½)·2⁻⁵³, where k is its top 53 bits.
  ///
  /// k + ½ needs 54 bits from k = 2⁵² on, one more than a Double has. There the half is left out
  /// (u = k·2⁻⁵³, that is u rounded down), so that every k keeps a value of its own, u grows
  /// strictly with k, the least value is 2⁻⁵⁴ and the greatest is 1 − 2⁻⁵³: never 0, never 1.
  /// For every u from ½ on, 1 − u is exact.
  @inlinable
  public static func uniform(of word: UInt64) -> Double {
    let k = word &>> 11
    let half = k < 1 &<< 52 ? 0.5 : 0.0
    return (Double(Int64(bitPattern: k)) + half) * 0x1p-53
  }
}
