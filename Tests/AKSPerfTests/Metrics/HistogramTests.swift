import Testing

@testable import AKSPerf

@Suite("Histogram")
struct HistogramTests {
  /// Values of several laws, from 0 to the largest there are.
  static func values(law: Int, count: Int, seed: UInt64) -> [Int64] {
    var random = TrialRandom(seed: seed)
    return (0..<count).map { _ in
      let u = random.unit()
      switch law {
      case 0: return Int64(u * 2)
      case 1: return Int64(u * 2047)
      case 2: return Int64(u * 1e6)
      case 3: return Int64(1_000 / (u * u))
      case 4: return Int64(UInt64(1) << random.next() % 45)
      case 5: return 12_345
      default: return Int64(1e13 + u * 1e13)
      }
    }
  }

  @Test("A percentile is within 0.05 % of the sorted value of rank ⌈pn⌉", arguments: 0..<7)
  func percentiles(law: Int) throws {
    for count in [1, 2, 19, 20, 1_000] {
      let values = Self.values(law: law, count: count, seed: UInt64(law * 1_000 + count))
      let sorted = values.sorted()
      let histogram = Histogram(values)
      for percentile in Percentile.reported {
        let exact = sorted[Int(percentile.rank(among: UInt64(count))) - 1]
        let found = try #require(histogram.percentile(percentile)?.microseconds)
        let error = abs(Double(found) - Double(exact))
        #expect(error <= Double(exact) * HistogramScale.relativeError, "law \(law), n \(count)")
      }
      #expect(histogram.minimum == UInt64(sorted[0]))
      #expect(histogram.maximum == UInt64(sorted[count - 1]))
    }
  }

  @Test("Every bucket's midpoint is within 0.05 % of its two ends")
  func midpoints() {
    for bucket in UInt32(0)..<UInt32(HistogramScale.buckets) {
      let low = HistogramScale.lowerBound(of: bucket)
      let high = low + HistogramScale.width(of: bucket) - 1
      let middle = HistogramScale.midpoint(of: bucket)
      #expect(HistogramScale.bucket(of: low) == bucket)
      #expect(HistogramScale.bucket(of: high) == bucket)
      #expect(Double(high - middle) <= Double(high) * HistogramScale.relativeError)
      #expect(Double(middle - low) <= Double(low) * HistogramScale.relativeError)
    }
    #expect(Int(HistogramScale.bucket(of: HistogramScale.maximum)) + 1 == HistogramScale.buckets)
    #expect(Recorder.metricCount == Metric.allCases.count)
    #expect(Recorder.countCount == Count.allCases.count)
    #expect(HistogramScale.maximum >= 10_000_000_000_000)
  }

  @Test("A rank is exact where a product in floating point is not")
  func ranks() {
    #expect(Percentile.p95.rank(among: 20) == 19)
    #expect(Percentile.p95.rank(among: 21) == 20)
    #expect(Percentile.p999.rank(among: 1_000) == 999)
    #expect(Percentile.p999.rank(among: 1_001) == 1_000)
    #expect(Percentile.p50.rank(among: .max) == 1 << 63)
    #expect(Percentile.p99.rank(among: 0) == 0)
  }

  @Test("Merging equals recording everything in one", arguments: 0..<7)
  func merging(law: Int) {
    let values = Self.values(law: law, count: 900, seed: 7)
    var merged = Histogram(values[0..<300])
    merged.merge(Histogram(values[600..<900]))
    merged.merge(Histogram(values[300..<600]))
    merged.merge(Histogram())
    var started = Histogram()
    started.merge(Histogram(values))
    #expect(merged == Histogram(values))
    #expect(started == Histogram(values))
  }

  @Test("Values of +∞ rank above all and stay out of the mean")
  func never() {
    let histogram = Histogram((1...90).map { Int64($0) }).addingNever(10)
    #expect(histogram.count == 100)
    #expect(histogram.percentile(.p90) == .value(90))
    #expect(histogram.percentile(.p95) == .never)
    #expect(histogram.mean == 45.5)
    #expect(histogram.shareBelow(46) == 0.45)
    #expect(Histogram().addingNever(3).percentile(.p50) == .never)
    #expect(Histogram().percentile(.p50) == nil)
  }

  @Test("Mean and standard deviation do not cancel for large, near values")
  func moments() throws {
    let histogram = Histogram([10_000_000_000_000, 10_000_000_000_001, 10_000_000_000_002])
    #expect(histogram.mean == 10_000_000_000_001)
    #expect(try #require(histogram.standardDeviation) == 1)
    #expect(Histogram([5]).standardDeviation == nil)
  }

  @Test("A bucket counts on past 16 bits", arguments: [65_535, 65_536, 65_537, 200_000])
  func manyInOneBucket(count: Int) {
    let values = [Int64](repeating: 1_000_000, count: count)
    let histogram = Histogram(values + [2_000_000, 3_000_000])
    #expect(histogram.counts == [UInt64(count), 1, 1])
  }

  @Test("Values beyond the scale are clamped and counted")
  func clamping() {
    let histogram = Histogram([1, .max])
    #expect(histogram.moments.clamped == 1)
    #expect(histogram.maximum == HistogramScale.maximum)
  }

  @Test("Counts above percentiles are the values in higher buckets")
  func above() throws {
    let histogram = Histogram((1...100).map { Int64($0) }).addingNever(5)
    #expect(histogram.countsAbove([.value(50), .value(99), .never]) == [55, 6, 0])
  }
}
