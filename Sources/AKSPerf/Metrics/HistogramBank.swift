/// The recording form of many histograms: one pool of pages, taken on first use.
///
/// Recording is O(1) and allocates only when a value falls in a page never used before. A page has
/// 64 neighbouring buckets (128 bytes); an empty histogram costs 2.4 kB for its table of pages.
/// A bucket counts in 16 bits; each time it wraps round is noted beside it, which is rare.
struct HistogramBank: ~Copyable {
  /// Where a value goes: found once, then added to as many histograms as it belongs to.
  struct Sample {
    let value: UInt64
    let bucket: UInt32
    let square: UInt128
    let clamped: Bool

    @inline(__always)
    init(microseconds: Int64) {
      precondition(microseconds >= 0, "a latency below zero: \(microseconds) us")
      let given = UInt64(microseconds)
      clamped = given > HistogramScale.maximum
      value = min(given, HistogramScale.maximum)
      bucket = HistogramScale.bucket(of: value)
      let (high, low) = value.multipliedFullWidth(by: value)
      square = UInt128(high) << 64 | UInt128(low)
    }
  }

  private static var pageBits: UInt32 { 6 }
  private static var pageSize: Int { 1 << Int(pageBits) }
  private static var pagesPerHistogram: Int { HistogramScale.buckets >> Int(pageBits) }

  /// First bucket of a page in `buckets`, by histogram and page; 0 is a page not yet taken.
  private var pages = FlatStore<UInt32>()
  /// The pool; its first page stays empty.
  private var buckets = FlatStore<UInt16>(repeating: 0, count: HistogramBank.pageSize)
  /// How often each bucket has wrapped round, if ever; looked up, never walked.
  private var wraps: [Int: UInt64] = [:]
  private var moments = FlatStore<Histogram.Moments>()

  var count: Int { moments.count }

  /// Makes an empty histogram and returns its index.
  mutating func make() -> Int {
    pages.append(repeating: 0, count: Self.pagesPerHistogram)
    moments.append(repeating: Histogram.Moments(), count: 1)
    return moments.count - 1
  }

  @inline(__always)
  mutating func record(_ sample: Sample, in histogram: Int) {
    let entry = histogram &* Self.pagesPerHistogram &+ Int(sample.bucket &>> Self.pageBits)
    var page = Int(pages[entry])
    if page == 0 { page = takePage(entry) }
    let bucket = page &* Self.pageSize &+ Int(sample.bucket & 63)
    buckets[bucket] &+= 1
    if buckets[bucket] == 0 { noteWrap(of: bucket) }
    moments[histogram].add(sample)
  }

  mutating func recordNever(in histogram: Int) { moments[histogram].never &+= 1 }

  @inline(never)
  private mutating func noteWrap(of bucket: Int) { wraps[bucket, default: 0] += 1 }

  @inline(never)
  private mutating func takePage(_ entry: Int) -> Int {
    let page = buckets.count >> Int(Self.pageBits)
    buckets.append(repeating: 0, count: Self.pageSize)
    pages[entry] = UInt32(page)
    return page
  }

  /// The finished form of a histogram. O(pages taken).
  func histogram(_ index: Int) -> Histogram {
    var result = Histogram()
    result.moments = moments[index]
    for number in 0..<Self.pagesPerHistogram {
      let page = Int(pages[index * Self.pagesPerHistogram + number])
      guard page != 0 else { continue }
      for offset in 0..<Self.pageSize {
        let bucket = page * Self.pageSize + offset
        let wrapped = wraps.isEmpty ? 0 : wraps[bucket, default: 0]
        let n = UInt64(buckets[bucket]) + wrapped << 16
        guard n > 0 else { continue }
        result.buckets.append(UInt32(number << Int(Self.pageBits) + offset))
        result.counts.append(n)
      }
    }
    return result
  }
}

extension Histogram.Moments {
  @inline(__always)
  mutating func add(_ sample: HistogramBank.Sample) {
    finite &+= 1
    sum &+= UInt128(sample.value)
    sumOfSquares &+= sample.square
    minimum = min(minimum, sample.value)
    maximum = max(maximum, sample.value)
    if sample.clamped { clamped &+= 1 }
  }
}

extension Histogram {
  /// The histogram of `values` microseconds.
  public init(_ values: some Sequence<Int64>) {
    var bank = HistogramBank()
    let index = bank.make()
    for value in values { bank.record(.init(microseconds: value), in: index) }
    self = bank.histogram(index)
  }
}
