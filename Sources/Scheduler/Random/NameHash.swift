/// The fixed 32-bit number of a name, the same on every machine and in every version.
///
/// FNV-1a (Fowler, Noll, Vo) over the name's UTF-8 bytes, 64 bits wide, then the finisher of
/// SplitMix64 (Steele, Lea, Flood 2014), of which the upper half is kept. Names that differ in
/// bytes differ as names: "é" composed and decomposed are two. Among n names the chance of any
/// collision is about n² ÷ 2³³, so a scenario checks its names with `collision(in:)`.
public enum NameHash {
  /// The number of `name`. Complexity: linear in its bytes.
  public static func of(_ name: String) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ hash &>> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash &>> 27) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: (hash ^ hash &>> 31) &>> 32)
  }

  /// Two different names with one number, or nil when there are none.
  ///
  /// A name listed twice is not a collision. The pair found depends only on the set of names.
  /// Complexity: O(n log n).
  public static func collision(in names: [String]) -> (String, String)? {
    let sorted = names.map { (hash: of($0), name: $0) }.sorted {
      if $0.hash != $1.hash { return $0.hash < $1.hash }
      return $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    for (a, b) in zip(sorted, sorted.dropFirst())
    where a.hash == b.hash && !a.name.utf8.elementsEqual(b.name.utf8) {
      return (a.name, b.name)
    }
    return nil
  }
}
