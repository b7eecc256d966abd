/// The counter-based random function Threefry4x64-20: 256 bits out of a key and a counter.
///
/// A pure function without state: the same key and counter give the same block everywhere.
/// Twenty rounds of Threefish-256 without its tweak. Not for cryptography.
/// Complexity: constant, about 130 integer operations, no allocation.
///
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
@frozen
public enum Threefry4x64 {
  /// Four 64-bit words, the first word first.
  public typealias Words = (UInt64, UInt64, UInt64, UInt64)

  /// The block of `counter` under `key`.
  @inlinable
  public static func block(key: Words, counter: Words) -> Words {
    let (k0, k1, k2, k3) = key
    // The parity word of Skein 1.3, which keeps an all-zero key from being a fixed point.
    let k4 = 0x1BD1_1BDA_A9FC_1A22 ^ k0 ^ k1 ^ k2 ^ k3
    var x = (counter.0 &+ k0, counter.1 &+ k1, counter.2 &+ k2, counter.3 &+ k3)
    evenRounds(&x)
    add(&x, k1, k2, k3, k4 &+ 1)
    oddRounds(&x)
    add(&x, k2, k3, k4, k0 &+ 2)
    evenRounds(&x)
    add(&x, k3, k4, k0, k1 &+ 3)
    oddRounds(&x)
    add(&x, k4, k0, k1, k2 &+ 4)
    evenRounds(&x)
    add(&x, k0, k1, k2, k3 &+ 5)
    return x
  }

  /// Rounds 0 to 3 of each eight.
  @inlinable @inline(__always)
  static func evenRounds(_ x: inout Words) {
    mix(&x, 14, 16)
    cross(&x, 52, 57)
    mix(&x, 23, 40)
    cross(&x, 5, 37)
  }

  /// Rounds 4 to 7 of each eight.
  @inlinable @inline(__always)
  static func oddRounds(_ x: inout Words) {
    mix(&x, 25, 33)
    cross(&x, 46, 12)
    mix(&x, 58, 22)
    cross(&x, 32, 32)
  }

  /// One round on the pairs (0, 1) and (2, 3).
  @inlinable @inline(__always)
  static func mix(_ x: inout Words, _ a: UInt64, _ b: UInt64) {
    x.0 &+= x.1
    x.1 = ((x.1 &<< a) | (x.1 &>> (64 &- a))) ^ x.0
    x.2 &+= x.3
    x.3 = ((x.3 &<< b) | (x.3 &>> (64 &- b))) ^ x.2
  }

  /// One round on the pairs (0, 3) and (2, 1).
  @inlinable @inline(__always)
  static func cross(_ x: inout Words, _ a: UInt64, _ b: UInt64) {
    x.0 &+= x.3
    x.3 = ((x.3 &<< a) | (x.3 &>> (64 &- a))) ^ x.0
    x.2 &+= x.1
    x.1 = ((x.1 &<< b) | (x.1 &>> (64 &- b))) ^ x.2
  }

  /// The injection of key words after four rounds.
  @inlinable @inline(__always)
  static func add(_ x: inout Words, _ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) {
    x.0 &+= a
    x.1 &+= b
    x.2 &+= c
    x.3 &+= d
  }
}
