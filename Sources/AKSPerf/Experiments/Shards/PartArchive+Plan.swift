import Scheduler

/// The plan of a measurement, and what else a report needs beside results.
extension PartArchive {
  mutating func plan(_ value: inout MeasurementPlan) throws(ShardMistake) {
    try keyword("plan")
    var (start, end) = (value.window.start.nanoseconds, value.window.end.nanoseconds)
    try integer(&start)
    try integer(&end, upTo: Limits.duration.nanoseconds)
    try require(start >= 0 && start < end)
    value.window = .init(
      start: SimTime(nanoseconds: start), end: SimTime(nanoseconds: end))
    try flag(&value.inBatches)
    try flag(&value.isClosed)
    try flag(&value.wantsAds)
    endLine()
    let noPlaceholder = MeasurementPlan.Placeholder(name: "", format: "", strategy: "")
    try list(&value.placeholders, new: noPlaceholder) { archive, item throws(ShardMistake) in
      try archive.string(&item.name)
      try archive.string(&item.format)
      try archive.string(&item.strategy)
      try archive.string(&item.shippedStrategy)
    }
    try strings(&value.networks)
    let noClass = MeasurementPlan.SessionClass(device: "", radio: "", geo: "")
    try list(&value.classes, new: noClass) { archive, item throws(ShardMistake) in
      try archive.string(&item.device)
      try archive.string(&item.radio)
      try archive.string(&item.geo)
    }
    let noBackend = MeasurementPlan.Backend(name: "", owned: false, servers: 0)
    try list(&value.backends, new: noBackend) { archive, item throws(ShardMistake) in
      try archive.string(&item.name)
      try archive.flag(&item.owned)
      try archive.integer(&item.servers)
    }
    endLine()
    try list(&value.splits, new: []) { archive, labels throws(ShardMistake) in
      try archive.list(&labels, new: .format) { archive, label throws(ShardMistake) in
        try archive.name(&label, \.rawValue) { Label(rawValue: $0) }
      }
    }
    try checks(&value.checks)
    endLine()
  }

  /// Objectives, as they are written.
  private mutating func checks(_ value: inout [SLOCheck]) throws(ShardMistake) {
    var texts = value.flatMap { [$0.metricText, $0.checkText] }
    try strings(&texts)
    try require(texts.count.isMultiple(of: 2))
    guard isReading else { return }
    value = []
    for index in stride(from: 0, to: texts.count, by: 2) {
      guard let check = try? SLOCheck.parse(metric: texts[index], check: texts[index + 1]) else {
        throw mistake
      }
      value.append(check)
    }
  }

  mutating func overrides(_ value: inout [ScenarioOverride]) throws(ShardMistake) {
    try list(&value, new: ScenarioOverride(path: "", value: "")) {
      archive, item throws(ShardMistake) in
      try archive.string(&item.path)
      try archive.string(&item.value)
    }
  }

  mutating func point(_ value: inout ShardPart.Point) throws(ShardMistake) {
    try keyword("point")
    try integer(&value.index)
    try integer(&value.header.seed)
    try integer(&value.replications, upTo: Limits.replications)
    try require(value.replications > 0)
    try string(&value.header.scenario)
    try string(&value.header.digest)
    try overrides(&value.header.overrides)
    endLine()
    try plan(&value.plan)
    try require(!value.plan.inBatches || value.replications == 1)
    try list(
      &value.levels, of: value.plan.checks.count, new: .error
    ) { archive, level throws(ShardMistake) in
      var isWarning = level == .warn
      try archive.flag(&isWarning)
      level = isWarning ? .warn : .error
    }
    endLine()
    let (plan, replications) = (value.plan, value.replications)
    try list(&value.results, new: Self.noResult) { archive, result throws(ShardMistake) in
      try archive.result(&result, plan, replications: replications)
    }
    try require(
      !value.results.isEmpty
        && zip(value.results, value.results.dropFirst()).allSatisfy { $0.index < $1.index })
  }

  private static var noResult: ReplicationResult {
    ReplicationResult(
      index: 0, fingerprint: "", events: 0, virtualDuration: .zero, sessionsStarted: 0,
      sessionsEnded: 0, peakConcurrent: 0, tally: Tally(), batches: [], gauges: [],
      intervals: IntervalTally(step: .zero, histograms: []), hazards: [])
  }
}
