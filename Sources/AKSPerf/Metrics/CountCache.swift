/// Sums of what was added to counts, by all labels at once, until they are brought to the series.
///
/// An addition belongs to a series of each dimension; most are like one of a few hundred before
/// them. So they are summed in one line first, and only a line that another needs is brought to its
/// series. Sums do not depend on the order, so neither do the counts.
struct CountCache: ~Copyable {
  /// A count, its lane and its labels, and what has been added.
  struct Line: BitwiseCopyable {
    var cell: UInt64 = 0
    /// The count and, above it, the lane.
    var item: UInt64 = 0
    var sum: UInt64 = 0

    var count: Int { Int(item & 0xFF) }
    var lane: Int { Int(item &>> 8) }
  }

  private static var lineBits: UInt64 { 12 }
  static var lineCount: Int { 1 << Int(lineBits) }

  private var lines = FlatStore<Line>(repeating: Line(), count: CountCache.lineCount)

  subscript(index: Int) -> Line { lines[index] }

  /// Adds to a line; gives the sum that had to leave it, if any.
  @inline(__always)
  mutating func add(_ n: UInt64, _ count: Int, lane: Int, _ cell: UInt64) -> Line? {
    let item = UInt64(truncatingIfNeeded: lane &<< 8 | count)
    let index = LabelHash.place(item, cell, bits: Self.lineBits)
    if lines[index].cell == cell && lines[index].item == item {
      lines[index].sum += n
      return nil
    }
    let left = lines[index]
    lines[index] = Line(cell: cell, item: item, sum: n)
    return left.sum > 0 ? left : nil
  }
}
