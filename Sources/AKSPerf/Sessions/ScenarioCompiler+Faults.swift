import Scheduler

extension ScenarioCompiler {
  /// Appends the rules of a network's faults; gives where they lie.
  mutating func appendFaults(
    _ faults: NetworkFaults
  ) throws(SimulationError) -> (first: Int, count: Int) {
    let first = self.faults.count
    if faults.duplicateCallback > 0 {
      self.faults.append(
        FaultRow(trigger: .any, effect: .duplicate, probability: faults.duplicateCallback))
    }
    for rule in faults.allRules { self.faults.append(try faultRow(rule)) }
    return (first, self.faults.count - first)
  }

  private mutating func faultRow(_ rule: FaultRule) throws(SimulationError) -> FaultRow {
    var row = FaultRow(
      trigger: trigger(of: rule), effect: rule.effect, probability: rule.probability)
    if case .callback(let callback) = rule.trigger { row.callback = callback }
    let condition = rule.condition
    row.close = condition.earlyClose.map { $0 ? .early : .full } ?? .any
    row.isClearedByLoad = rule.isClearedByLoad
    if !condition.formats.isEmpty {
      row.formats = condition.formats.reduce(0) { $0 | 1 << $1.rawValue }
    }
    row.device = Int16(condition.device ?? -1)
    row.times = UInt16(clamping: rule.times)
    row.showsAtLeast = UInt32(clamping: condition.showsAtLeast ?? 0)
    row.delay = try drawn(rule.delay)
    row.isUntilDismissal = rule.isUntilDismissal
    row.from = condition.from.map { .zero + $0 } ?? .zero
    row.to = condition.to.map { .zero + $0 } ?? .never
    row.within = condition.within
    row.leftWithin = condition.leftWithin
    row.awayAtLeast = condition.awayAtLeast ?? .zero
    row.isResized = condition.isResized
    row.isLoadedMeanwhile = condition.isLoadedMeanwhile
    row.isFirstOnly = rule.trigger == .load && rule.effect == .amplify
    return row
  }

  private func trigger(of rule: FaultRule) -> FaultRow.Trigger {
    switch rule.trigger {
    case .request: .request
    // A load whose network hangs is one whose request is never answered, and one that makes more
    // requests makes them with its first.
    case .load where rule.effect == .hang || rule.effect == .amplify: .request
    case .load: .load
    case .show: .show
    case .reward: .reward
    case .dismiss: .dismiss
    case .callback: .callback
    }
  }
}
