/// The place of labels and what is recorded under them in a table of a power of two of places.
enum LabelHash {
  @inline(__always)
  static func place(_ item: UInt64, _ cell: UInt64, bits: UInt64) -> Int {
    var mixed = cell ^ item &<< 44
    mixed ^= mixed &>> 32
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- bits))
  }
}
