extension TextReport {
  /// How eligible opportunities ended, and what they found.
  var outcomes: [String] {
    guard let eligible = report.count(.eligible)?.value, eligible > 0 else { return [] }
    func shares(_ title: String, _ count: Count, _ values: [LabelValue]) -> String? {
      let parts = values.compactMap { value -> String? in
        guard let row = report.count(count, [value]) else { return nil }
        let share = Double(row.value) / Double(eligible)
        return "\(value.value) \(NumberText.percent(share))"
      }
      return parts.isEmpty ? nil : "  \(title)  " + parts.joined(separator: ", ")
    }
    let ends: [Outcome] = [.shown, .skipped, .abandoned, .failed]
    let lines = [
      shares("ended", .outcomes, ends.map { .outcome($0) }),
      shares("found", .found, Found.allCases.map { .found($0) }),
      unshownReasons(of: eligible),
    ]
    return ["\(NumberText.grouped(eligible)) eligible opportunities"] + lines.compactMap { $0 }
  }

  /// Why eligible opportunities were not shown, the most frequent reasons first, as many as fit.
  private func unshownReasons(of eligible: UInt64) -> String? {
    let rows = report.counts.compactMap { row -> (name: String, value: UInt64)? in
      guard row.count == .outcomes, row.labels.labels == [.reason], row.value > 0,
        let name = row.labels[.reason], name != "none"
      else { return nil }
      return (name, row.value)
    }
    guard !rows.isEmpty else { return nil }
    let parts = rows.sorted { ($1.value, $0.name) < ($0.value, $1.name) }.prefix(6).map {
      "\($0.name) \(NumberText.percent(Double($0.value) / Double(eligible)))"
    }
    var line = "  why not  " + parts[0]
    for part in parts.dropFirst() {
      if line.count + 2 + part.count > TextTable.width { break }
      line += ", " + part
    }
    return line
  }

  /// Cache and loads by placeholder.
  var placeholders: [String] {
    var table = TextTable([
      "placeholder", "cache hit", "reuse", "fill rate", "attempts/load", "depth", "load p50",
      "load p95",
    ])
    for placeholder in report.plan.placeholders {
      let labels: LabelSet = [.placeholder(placeholder.name)]
      guard report.ratio(.fillRate, labels) != nil || report.ratio(.cacheHit, labels) != nil else {
        continue
      }
      let load = report.metric(.loadLatency, labels)
      table.add([
        placeholder.name, percent(.cacheHit, labels), percent(.cacheReuse, labels),
        percent(.fillRate, labels), number(.attemptsPerLoad, labels),
        number(.waterfallDepthAtFill, labels), cell(load, .p50),
        cell(load, .p95),
      ])
    }
    return table.isEmpty ? [] : table.lines
  }

  /// The waterfall by network.
  var networks: [String] {
    var table = TextTable([
      "network", "attempts", "requests", "match rate", "show rate", "attempt p50", "attempt p95",
    ])
    for network in report.plan.networks {
      let labels: LabelSet = [.network(network)]
      guard let attempts = report.count(.attempts, labels)?.value else { continue }
      let attempt = report.metric(.attemptLatency, labels)
      table.add([
        network, NumberText.grouped(attempts),
        NumberText.grouped(report.count(.requests, labels)?.value ?? 0),
        percent(.matchRate, labels), percent(.showRate, labels), cell(attempt, .p50),
        cell(attempt, .p95),
      ])
    }
    return table.isEmpty ? [] : table.lines
  }

  /// Whether the app-open ad came in time, and how likely it is ready after 1 to 10 s.
  var appOpen: [String] {
    guard let due = report.count(.appOpenLaunches)?.value, due > 0 else { return [] }
    var lines = [
      "app open: \(NumberText.grouped(due)) due: \(percent(.appOpenInBudget, .total)) in budget, "
        + "\(percent(.appOpenMissed, .total)) missed "
        + "(\(percent(.appOpenLate, .total)) loaded, but too late)"
    ]
    var ready = Histogram()
    for result in report.results {
      for entry in result.tally.metrics
      where entry.metric == .appOpenReady && entry.labels.isTotal {
        ready.merge(entry.histogram)
      }
    }
    guard !ready.isEmpty else { return lines }
    var table = TextTable(["ready within, from start"] + (1...10).map { "\($0)s" })
    table.add(
      ["share of launches"]
        + (1...10).map { NumberText.percent(ready.shareBelow(UInt64($0) * 1_000_000)) })
    lines += table.lines
    return lines
  }

  /// Owned backends.
  var backends: [String] {
    var table = TextTable([
      "owned backend", "utilisation", "mean queue", "peak queue", "wait p50", "wait p95", "arrived",
      "rejected",
    ])
    for backend in report.plan.backends where backend.owned {
      let labels: LabelSet = [.backend(backend.name)]
      let queue = report.gauge(.queueLength, labels)
      let wait = report.metric(.backendWait, labels)
      table.add([
        backend.name, NumberText.percent(report.gauge(.utilisation, labels)?.mean.value),
        queue?.mean.value.map { NumberText.short($0) } ?? "-",
        queue.map { NumberText.fixed($0.peak, 0) } ?? "-", cell(wait, .p50),
        cell(wait, .p95),
        NumberText.grouped(report.count(.backendArrived, labels)?.value ?? 0),
        percent(.loss, labels),
      ])
    }
    return table.isEmpty ? [] : table.lines
  }

  /// Sessions in progress, revenue and bytes.
  var load: [String] {
    var parts: [String] = []
    if let sessions = report.gauge(.concurrentSessions), let mean = sessions.mean.value {
      parts.append(
        "\(NumberText.short(mean)) sessions at once (peak \(NumberText.fixed(sessions.peak, 0)))")
    }
    if let value = report.ratio(.revenuePerSession)?.estimate.value, value > 0 {
      parts.append("\(NumberText.ratio(value, unit: "USD")) a session")
    }
    if let value = report.ratio(.bytesPerSession)?.estimate.value, value > 0 {
      parts.append("\(NumberText.bytes(value)) downloaded a session")
    }
    if let value = report.ratio(.waste)?.estimate.value {
      parts.append("\(NumberText.percent(value)) of filled ads never shown")
    }
    return parts.isEmpty
      ? [] : Catalogue.wrapped(parts.joined(separator: "; "), indent: 0, width: TextTable.width)
  }

  /// What faults or the user's code broke.
  var hazards: [String] {
    guard !report.hazards.isEmpty else { return [] }
    var table = TextTable(["hazard", "count", "first in replication", "session", "at", "where"])
    for row in report.hazards {
      table.add([
        row.rule.name, NumberText.grouped(row.count), String(row.firstReplication),
        String(row.firstSession), NumberText.time(Double(row.firstTime.nanoseconds) / 1_000),
        row.labels.values.map(\.value).joined(separator: " "),
      ])
    }
    return table.lines
  }

  private func percent(_ ratio: Ratio, _ labels: LabelSet) -> String {
    NumberText.percent(report.ratio(ratio, labels)?.estimate.value)
  }
  private func number(_ ratio: Ratio, _ labels: LabelSet) -> String {
    report.ratio(ratio, labels)?.estimate.value.map { NumberText.fixed($0, 2) } ?? "-"
  }
}
