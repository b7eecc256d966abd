/// The name of one draw: who draws, what for, and the how-manieth time.
///
/// Every field owns its bits of the 256-bit counter; fields are never xor-ed together, so two
/// different counters never share a block. A draw is named by what it is for, never by "the n-th
/// draw", so adding a draw in one place moves none in another.
@frozen
public struct RandomCounter: Hashable, Sendable {
  /// The user or session, below 2⁴⁸.
  public var subject: UInt64
  /// What the draw is for.
  public var purpose: UInt16
  /// The id of the placeholder, for example its `NameHash`.
  public var placeholder: UInt32
  /// The id of the network, for example its `NameHash`.
  public var network: UInt32
  /// How often the placeholder was shown before.
  public var cycle: UInt32
  /// How many loads there were since it was shown.
  public var retry: UInt16
  /// How many tries of this network there were in this load.
  public var attempt: UInt16
  /// Which block, where one draw needs more than four words.
  public var block: UInt64

  /// One more than the greatest subject: 2⁴⁸.
  @inlinable public static var subjectLimit: UInt64 { 1 << 48 }

  /// Makes a counter; every field left out is 0.
  @inlinable
  public init(
    subject: UInt64 = 0, purpose: UInt16 = 0, placeholder: UInt32 = 0, network: UInt32 = 0,
    cycle: UInt32 = 0, retry: UInt16 = 0, attempt: UInt16 = 0, block: UInt64 = 0
  ) {
    self.subject = subject
    self.purpose = purpose
    self.placeholder = placeholder
    self.network = network
    self.cycle = cycle
    self.retry = retry
    self.attempt = attempt
    self.block = block
  }

  /// The four counter words; traps when `subject` is 2⁴⁸ or more.
  ///
  /// subject : 48 | purpose : 16, placeholder : 32 | network : 32,
  /// cycle : 32 | retry : 16 | attempt : 16, block : 64.
  @inlinable
  public var words: Threefry4x64.Words {
    precondition(subject < Self.subjectLimit, "a random subject must be below 2^48")
    return (
      subject &<< 16 | UInt64(purpose),
      UInt64(placeholder) &<< 32 | UInt64(network),
      UInt64(cycle) &<< 32 | UInt64(retry) &<< 16 | UInt64(attempt),
      block
    )
  }
}
