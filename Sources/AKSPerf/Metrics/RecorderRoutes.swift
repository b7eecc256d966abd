/// What the recorder does with each metric and count, worked out before the run.
struct RecorderRoutes {
  /// Ranges of `projections` and `checks`.
  struct Route {
    var projections = 0..<0
    var checks = 0..<0
  }

  /// An objective with a counter of its own.
  struct Check {
    /// Index in the plan.
    var index: Int
    var projection: Int
    var key: UInt64
    /// Values below this are within the limit.
    var end: UInt64
    var knowsSuspended: Bool
  }

  /// An objective on a backend's wait or service; every backend's without one.
  struct BackendCheck {
    var index: Int
    var metric: Metric
    var backend: Int?
    var end: UInt64
  }

  var metricMasks: [UInt64]
  var countMasks: [UInt64]
  var metricRoutes: [Route] = []
  var countRoutes: [Route] = []
  /// Projections to record, by metric and then by count.
  var projections: [Int] = []
  var projectionKnowsSuspended: [Bool] = []
  var checks: [Check] = []
  var backendChecks: [BackendCheck] = []

  init(plan: MeasurementPlan, index: inout SeriesIndex) {
    metricMasks = Metric.allCases.map { LabelCell.mask(of: $0.labels) }
    countMasks = Count.allCases.map { LabelCell.mask(of: $0.labels) }
    let combinations = plan.combinations
    for metric in Metric.allCases {
      var route = Route()
      route.projections = add(combinations, having: metric.labels, plan, &index)
      let start = checks.count
      for (number, check) in plan.checks.enumerated() {
        guard let counter = check.counter, counter.metric == metric, !metric.isOfBackend else {
          continue
        }
        let labels = check.labels.without(.of)
        let projection = index.projection(on: labels.labels, plan: plan)
        let key = index.key(of: labels, in: projection, plan: plan)
        guard key != SeriesIndex.noKey else { continue }
        checks.append(
          Check(
            index: number, projection: projection, key: key,
            end: UInt64(counter.limit) + (counter.inclusive ? 1 : 0),
            knowsSuspended: labels[.suspended] != nil))
      }
      route.checks = start..<checks.count
      metricRoutes.append(route)
    }
    for (number, check) in plan.checks.enumerated() {
      guard let counter = check.counter, counter.metric.isOfBackend else { continue }
      let name = check.labels[.backend]
      let backend = name.flatMap { name in plan.backends.firstIndex { $0.name == name } }
      if name != nil && backend == nil { continue }
      backendChecks.append(
        BackendCheck(
          index: number, metric: counter.metric, backend: backend,
          end: UInt64(counter.limit) + (counter.inclusive ? 1 : 0)))
    }
    for count in Count.allCases {
      countRoutes.append(Route(projections: add(combinations, having: count.labels, plan, &index)))
    }
  }

  private mutating func add(
    _ combinations: [[Label]], having labels: [Label], _ plan: MeasurementPlan,
    _ index: inout SeriesIndex
  ) -> Range<Int> {
    let start = projections.count
    for combination in combinations where combination.allSatisfy(labels.contains) {
      projections.append(index.projection(on: combination, plan: plan))
      projectionKnowsSuspended.append(combination.contains(.suspended))
    }
    return start..<projections.count
  }
}

extension MeasurementPlan {
  /// Every combination of two or more labels to keep: splits, and those of objectives.
  var combinations: [[Label]] {
    var all: [[Label]] = []
    for labels in splits + checks.map({ $0.labels.without(.of).labels }) {
      let ordered = Label.inOrder(labels)
      if ordered.count > 1 && !all.contains(ordered) { all.append(ordered) }
    }
    return all
  }
}

/// The order of the recorder's tracks of levels.
enum GaugeLayout {
  static func count(backends: Int) -> Int { 3 + 3 * backends }

  @inline(__always)
  static func track(_ gauge: Gauge, _ backend: Int?) -> Int {
    guard let backend else {
      switch gauge {
      case .concurrentSessions: return 0
      case .adsCached: return 1
      case .requestsPerSecond: return 2
      case .utilisation, .queueLength: preconditionFailure("\(gauge.name) needs a backend")
      }
    }
    switch gauge {
    case .utilisation: return 3 + 3 * backend
    case .queueLength: return 4 + 3 * backend
    case .requestsPerSecond: return 5 + 3 * backend
    case .concurrentSessions, .adsCached: preconditionFailure("\(gauge.name) has no backend")
    }
  }
}
