extension GateFigure {
  /// What a baseline holds when nobody says: the figures of objectives, and the usual ones.
  ///
  /// These are what users wait for, and what is shown and earned. Only what the report has samples
  /// of is among them. Each figure of a time to show is followed by its coverage.
  public static func usual(of report: Report) -> [GateFigure] {
    var figures: [GateFigure?] = report.plan.checks.map {
      GateFigure($0.subject, $0.labels, $0.statistic)
    }
    figures += [
      GateFigure(.metric(.timeToShow), .total, .percentile(.p50)),
      GateFigure(.metric(.timeToShow), .total, .percentile(.p95)),
      GateFigure(.metric(.loadLatency), .total, .percentile(.p95)),
      GateFigure(.metric(.timeToContent), .total, .percentile(.p95)),
    ]
    let ratios: [Ratio] = [
      .coverage, .cacheHit, .fillRate, .showRate, .appOpenInBudget, .revenuePerSession,
      .bytesPerSession,
    ]
    figures += ratios.map { GateFigure(.ratio($0), .total, .rate) }
    figures += report.plan.backends.filter(\.owned).map {
      GateFigure(.metric(.backendWait), [.backend($0.name)], .percentile(.p95))
    }
    return withCoverage(figures.compactMap { $0 }).filter { $0.hasSamples(in: report) }
  }

  /// The figures, each once, those of times to show followed by their coverage.
  public static func withCoverage(_ figures: [GateFigure]) -> [GateFigure] {
    var all: [GateFigure] = []
    for figure in figures {
      for item in [figure, figure.coverage].compactMap({ $0 }) where !all.contains(item) {
        all.append(item)
      }
    }
    return all
  }

  private func hasSamples(in report: Report) -> Bool {
    switch subject {
    case .metric(let metric): (report.metric(metric, labels)?.count ?? 0) > 0
    case .ratio(let ratio): report.ratio(ratio, labels)?.estimate.value != nil
    case .gauge(let gauge): report.gauge(gauge, labels) != nil
    case .count, .hazard: false
    }
  }
}
