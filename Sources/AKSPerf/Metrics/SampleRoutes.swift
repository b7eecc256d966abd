/// The histograms that samples of one metric with the same labels belong to, kept once found.
///
/// Finding them asks for a series of each dimension and of each combination of labels; most
/// samples are like one of a few hundred before them.
struct SampleRoutes: ~Copyable {
  /// Histograms of one sample, at most.
  static var width: Int { 8 }

  struct Line: BitwiseCopyable {
    var cell: UInt64 = 0
    /// The metric and, above it, the lane; all ones while the line is empty.
    var item = UInt64.max
    var count = 0
  }

  private static var lineBits: UInt64 { 10 }

  private var lines = FlatStore<Line>(repeating: Line(), count: 1 << Int(SampleRoutes.lineBits))
  private var histograms = FlatStore<Int32>(
    repeating: 0, count: SampleRoutes.width << Int(SampleRoutes.lineBits))

  /// Where the histograms of such samples begin, and how many there are; nil when not known.
  @inline(__always)
  func find(_ metric: Int, lane: Int, _ cell: UInt64) -> Range<Int>? {
    let item = UInt64(truncatingIfNeeded: lane &<< 8 | metric)
    let index = LabelHash.place(item, cell, bits: Self.lineBits)
    guard lines[index].cell == cell && lines[index].item == item else { return nil }
    let start = index &* Self.width
    return start..<start &+ lines[index].count
  }

  subscript(place: Int) -> Int {
    @inline(__always) get { Int(histograms[place]) }
  }

  /// Begins to note the histograms of such samples, instead of those that were noted there.
  mutating func begin(_ metric: Int, lane: Int, _ cell: UInt64) -> Int {
    let item = UInt64(truncatingIfNeeded: lane &<< 8 | metric)
    let index = LabelHash.place(item, cell, bits: Self.lineBits)
    lines[index] = Line(cell: cell, item: item)
    return index
  }

  /// Notes a histogram; past `width` of them the line is empty again, and false.
  mutating func note(_ histogram: Int, at index: Int) -> Bool {
    guard lines[index].count < Self.width else {
      lines[index] = Line()
      return false
    }
    histograms[index &* Self.width &+ lines[index].count] = Int32(histogram)
    lines[index].count += 1
    return true
  }
}
