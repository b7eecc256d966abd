import Scheduler

extension Report {
  /// A hash of everything that was measured, in totals and by single labels, as hex digits.
  ///
  /// What a scenario asks to be measured beyond that does not change it. The fingerprint says that
  /// the same happened; this says that the same was counted of it, prices and bytes included.
  public var metricDigest: String {
    var digest = Fingerprint()
    for result in results {
      for entry in result.tally.metrics where entry.labels.values.count < 2 {
        digest.combine(text: entry.metric.name + entry.labels.description)
        digest.combine(entry.histogram)
      }
      for entry in result.tally.counts where entry.labels.values.count < 2 {
        digest.combine(text: entry.count.name + entry.labels.description)
        digest.combine(entry.value)
      }
      for gauge in result.gauges {
        digest.combine(text: gauge.gauge.name + gauge.labels.description)
        digest.combine(gauge.peak)
        for integral in gauge.integrals { digest.combine(wide: integral) }
      }
      for hazard in result.hazards {
        digest.combine(text: hazard.rule.name + hazard.labels.description)
        digest.combine(hazard.count)
      }
    }
    return digest.hexDigits
  }
}

extension Fingerprint {
  fileprivate mutating func combine(wide value: UInt128) {
    combine(UInt64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value))
  }

  fileprivate mutating func combine(_ histogram: Histogram) {
    combine(histogram.moments.finite, histogram.moments.never)
    combine(wide: histogram.moments.sum)
    combine(wide: histogram.moments.sumOfSquares)
    for (bucket, count) in zip(histogram.buckets, histogram.counts) {
      combine(UInt64(bucket), count)
    }
  }
}
