extension SLOCheck {
  /// What is said of an objective of time to show without one of coverage.
  static func coverageWarning(of metricText: String) -> String {
    "\(metricText) has no objective of coverage beside it: time to show of the shown gets better "
      + "when users give up"
  }

  /// The metrics, as written, of objectives of time to show that no objective of coverage is about.
  ///
  /// Every placeholder that the objective speaks of needs a coverage objective that speaks of it
  /// too and is not narrower by another label. Each text comes once, in the order of `checks`.
  static func withoutCoverage(
    _ checks: [SLOCheck], placeholders: [MeasurementPlan.Placeholder]
  ) -> [String] {
    let coverages = checks.filter { $0.subject == .ratio(.coverage) }
    var texts: [String] = []
    for check in checks
    where check.subject == .metric(.timeToShow) && !check.isOfOpportunities
      && !texts.contains(check.metricText)
    {
      let wider = coverages.filter { $0.isNoNarrower(than: check) }
      let spokenOf = placeholders.filter { check.isAbout($0) }
      let isCovered =
        spokenOf.isEmpty
        ? !wider.isEmpty : spokenOf.allSatisfy { item in wider.contains { $0.isAbout(item) } }
      if !isCovered { texts.append(check.metricText) }
    }
    return texts
  }

  /// Whether its labels leave a placeholder in.
  private func isAbout(_ item: MeasurementPlan.Placeholder) -> Bool {
    (labels[.placeholder] ?? item.name) == item.name
      && (labels[.format] ?? item.format) == item.format
      && [nil, item.strategy, item.shippedStrategy].contains(labels[.strategy])
  }

  /// Whether its labels, those that follow from the placeholder aside, are among the other's.
  private func isNoNarrower(than other: SLOCheck) -> Bool {
    let ofPlaceholder: [Label] = [.placeholder, .format, .strategy]
    return labels.values.allSatisfy {
      ofPlaceholder.contains($0.label) || other.labels[$0.label] == $0.value
    }
  }
}
