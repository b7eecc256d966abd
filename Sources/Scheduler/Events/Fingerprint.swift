/// A 128-bit hash of an ordered stream of words: two runs with equal ones did the same things.
///
/// Order, every bit and the grouping of words count: four words given at once differ from the same
/// four given one by one, and bytes from words. Integers only, so it is equal on every machine; its
/// golden values are in the tests.
///
/// O(1) a call: two 64×64→128-bit products condense four words (as in wyhash, Wang Yi 2020), then
/// two lanes take them by a step that can be undone, so two streams that differ once never meet
/// again by equal words. Not cryptographic: whoever wants a collision can make one.
@frozen
public struct Fingerprint: Hashable, Sendable {
  @usableFromInline var low: UInt64
  @usableFromInline var high: UInt64

  /// Words taken, counted modulo 2⁶⁴.
  @usableFromInline var words: UInt64

  /// The fingerprint of nothing.
  @inlinable
  public init() {
    low = 0x243f_6a88_85a3_08d3
    high = 0x1319_8a2e_0370_7344
    words = 0
  }

  /// Takes one word.
  @inlinable
  public mutating func combine(_ word: UInt64) {
    let p = (word ^ 0x4528_21e6_38d0_1377).multipliedFullWidth(by: 0xbe54_66cf_34e9_0c6d)
    words &+= 1
    step(p.low, p.high)
  }

  /// Takes two words that belong together.
  @inlinable
  public mutating func combine(_ word0: UInt64, _ word1: UInt64) {
    let p = (word0 ^ 0xc0ac_29b7_c97c_50dd).multipliedFullWidth(by: word1 ^ 0x3f84_d5b5_b547_0917)
    words &+= 2
    step(p.low ^ word1, p.high ^ word0)
  }

  /// Takes four words that belong together, as one record of the event stream.
  @inlinable
  public mutating func combine(
    _ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64
  ) {
    let p = (word0 ^ 0x9216_d5d9_8979_fb1b).multipliedFullWidth(by: word1 ^ 0xd131_0ba6_98df_b5ac)
    let q = (word2 ^ 0x2ffd_72db_d01a_dfb7).multipliedFullWidth(by: word3 ^ 0xb8e1_afed_6a26_7e96)
    words &+= 4
    step(p.low ^ q.high, p.high ^ q.low)
  }

  /// Takes another stream's fingerprint as one unit: replications, in order of index.
  @inlinable
  public mutating func combine(_ other: Fingerprint) {
    let (otherLow, otherHigh) = other.mixed
    low ^= 0xba7c_9045_f12c_7f99
    combine(otherLow, otherHigh, other.words, 0x24a1_9947_b391_6cf7)
  }

  /// Takes bytes as one unit, their number included; 8 bytes a word, the first one lowest.
  public mutating func combine(bytes: [UInt8]) { combineUnit(bytes) }

  /// Takes the UTF-8 of `text` as one unit, as `combine(bytes:)` does.
  public mutating func combine(text: String) { combineUnit(text.utf8) }

  /// The fingerprint of one run of bytes alone, for digests of files.
  public static func ofBytes(_ bytes: [UInt8]) -> Fingerprint {
    var print = Fingerprint()
    print.combine(bytes: bytes)
    return print
  }

  /// The fingerprint of one text alone, equal to that of its UTF-8 bytes.
  public static func ofText(_ text: String) -> Fingerprint {
    var print = Fingerprint()
    print.combine(text: text)
    return print
  }

  /// The 128 bits for people and files: 32 lower-case hexadecimal digits.
  public var hexDigits: String {
    let (low, high) = mixed
    return Self.sixteenDigits(high) + Self.sixteenDigits(low)
  }

  /// The state after a last mixing in which every bit reaches every other.
  @usableFromInline var mixed: (low: UInt64, high: UInt64) {
    var end = self
    let total = words
    for round in 0..<4 as Range<UInt64> { end.step(total ^ round, ~total) }
    return (end.low, end.high)
  }

  /// Mixes 128 bits into the state: for given bits a permutation of the states.
  @inlinable
  mutating func step(_ x: UInt64, _ y: UInt64) {
    let a = (low ^ x) &* 0x9e37_79b9_7f4a_7c15
    let b = (high ^ y) &* 0xd6e8_feb8_6659_fd93
    // Two shifts of 61 bits in all: I + S is undone by a finite series, so no state is lost.
    low = a ^ (b >> 32)
    high = b ^ (a >> 29)
  }

  private mutating func combineUnit(_ bytes: some Sequence<UInt8>) {
    var (word, filled, count) = (0 as UInt64, 0 as UInt64, 0 as UInt64)
    for byte in bytes {
      word |= UInt64(byte) << (8 * filled)
      filled += 1
      count += 1
      if filled == 8 {
        combine(word)
        (word, filled) = (0, 0)
      }
    }
    if filled > 0 { combine(word) }
    combine(count, 0x0801_f2e2_858e_fc16)
  }

  private static func sixteenDigits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
