/// The independent parts of a run, aligned row by row: replications, or batches of a single one.
struct EstimateParts {
  /// How intervals came about.
  enum Basis: String, Sendable, Hashable {
    case replications
    /// One run in ten equal-time batches: no verdict.
    case singleRun = "single-run"
    /// One run whose arrivals are not stationary: no intervals.
    case none
  }

  let basis: Basis
  let tallies: [Tally]
  /// t(R − 1, .975) ÷ √R.
  let factor: Double?
  /// A row that a single run keeps for its whole window only has one histogram.
  private let histograms: [Metric: [LabelSet: [Histogram]]]
  private let counts: [Count: [LabelSet: [UInt64]]]

  init(_ results: [ReplicationResult]) {
    let batches = results.count == 1 ? results[0].batches : []
    basis = results.count > 1 ? .replications : batches.isEmpty ? .none : .singleRun
    tallies = batches.isEmpty ? results.map(\.tally) : batches
    factor = Estimator.factor(tallies.count)
    var histograms: [Metric: [LabelSet: [Histogram]]] = [:]
    var counts: [Count: [LabelSet: [UInt64]]] = [:]
    let none = [Histogram](repeating: Histogram(), count: tallies.count)
    let zeros = [UInt64](repeating: 0, count: tallies.count)
    for (part, tally) in tallies.enumerated() {
      for entry in tally.metrics {
        histograms[entry.metric, default: [:]][entry.labels, default: none][part] =
          entry.histogram
      }
      for entry in tally.counts {
        counts[entry.count, default: [:]][entry.labels, default: zeros][part] = entry.value
      }
    }
    if basis == .singleRun {
      for entry in results[0].tally.metrics
      where histograms[entry.metric]?[entry.labels] == nil {
        histograms[entry.metric, default: [:]][entry.labels] = [entry.histogram]
      }
    }
    self.histograms = histograms
    self.counts = counts
  }

  /// The label sets of a metric in order; the total is always there.
  func rows(of metric: Metric) -> [LabelSet] {
    (histograms[metric].map { Array($0.keys) } ?? []).withTotal.sorted()
  }
  func rows(of count: Count) -> [LabelSet] {
    (counts[count].map { Array($0.keys) } ?? []).withTotal.sorted()
  }

  /// The histograms of a row, one a part.
  func histograms(_ metric: Metric, _ labels: LabelSet) -> [Histogram] {
    if labels[.of] != nil { return ofOpportunities(labels.without(.of)) }
    return histograms[metric]?[labels]
      ?? Array(repeating: Histogram(), count: tallies.count)
  }

  /// `factor` for figures of a row's histograms; nil when the row has no parts.
  func factor(for histograms: [Histogram]) -> Double? {
    histograms.count == tallies.count ? factor : nil
  }

  func values(_ count: Count, _ labels: LabelSet) -> [UInt64] {
    counts[count]?[labels] ?? Array(repeating: 0, count: tallies.count)
  }

  /// Eligible opportunities that ended without a show or not at all, one figure a part.
  func unshown(_ labels: LabelSet) -> [UInt64] {
    zip(values(.eligible, labels), values(.shows, labels)).map { $0 > $1 ? $0 - $1 : 0 }
  }

  /// Times to show in which each eligible opportunity without a show is +∞.
  private func ofOpportunities(_ labels: LabelSet) -> [Histogram] {
    let times = histograms(.timeToShow, labels)
    var missing = unshown(labels)
    if times.count < missing.count { missing = [missing.reduce(0, +)] }
    return zip(times, missing).map { histogram, unshown in
      let known = histogram.moments.never
      return histogram.addingNever(unshown > known ? unshown - known : 0)
    }
  }
}

extension [LabelSet] {
  fileprivate var withTotal: [LabelSet] { contains(.total) ? self : self + [.total] }
}
