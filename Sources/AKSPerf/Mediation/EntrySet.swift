/// A set of entries of one waterfall, as bits.
struct EntrySet: BitwiseCopyable {
  private var words = InlineArray<4, UInt64>(repeating: 0)

  init() {}

  init(_ entries: some Sequence<Int>) {
    for entry in entries { insert(entry) }
  }

  mutating func insert(_ entry: Int) { words[entry >> 6] |= 1 << UInt64(entry & 63) }

  func contains(_ entry: Int) -> Bool { words[entry >> 6] & 1 << UInt64(entry & 63) != 0 }

  /// The first of its entries from `start` up to, not including, `end`.
  func first(from start: Int, below end: Int) -> Int? {
    var entry = start
    while entry < end {
      if contains(entry) { return entry }
      entry += 1
    }
    return nil
  }
}
