import Scheduler
import Testing

@testable import AKSPerf

@Suite("Recorder")
struct RecorderTests {
  /// The labels of a cell by the definitions, without the recorder's tables.
  static func labels(of cell: LabelCell, in plan: MeasurementPlan) -> [LabelValue] {
    var values: [LabelValue] = []
    if let index = cell.placeholder {
      let item = plan.placeholders[index]
      let strategy = cell.config == .shipped ? item.shippedStrategy : item.strategy
      values += [.placeholder(item.name), .format(item.format), .strategy(strategy)]
    }
    if let index = cell.network { values.append(.network(plan.networks[index])) }
    if let index = cell.sessionClass {
      let item = plan.classes[index]
      values += [.device(item.device), .radio(item.radio), .geo(item.geo)]
    }
    if let value = cell.source { values.append(.source(value)) }
    if let value = cell.config { values.append(.config(value)) }
    if let value = cell.outcome { values.append(.outcome(value)) }
    if let value = cell.reason { values.append(.reason(value)) }
    if let value = cell.found { values.append(.found(value)) }
    return values + [.firstLaunch(cell.firstLaunch), .suspended(cell.suspended)]
  }

  /// All rows an item adds to: the total, single labels and complete combinations.
  static func rows(
    of cell: LabelCell, labels allowed: [Label], _ plan: MeasurementPlan, isMetric: Bool
  ) -> [LabelSet] {
    let values = labels(of: cell, in: plan).filter { allowed.contains($0.label) }
    var rows: [LabelSet] = [.total] + values.map { LabelSet([$0]) }
    for split in plan.splits where split.allSatisfy(allowed.contains) {
      let chosen = values.filter { split.contains($0.label) }
      if chosen.count == split.count { rows.append(LabelSet(chosen)) }
    }
    let isSuspended = isMetric && allowed.contains(.suspended) && cell.suspended
    return isSuspended ? rows.filter { $0[.suspended] != nil } : rows
  }

  static let splits: [[Label]] = [
    [.format, .source], [.placeholder, .network], [.device, .geo, .strategy],
    [.suspended, .network], [.outcome, .reason], [.strategy, .config, .radio],
  ]

  @Test("Rows equal a brute-force count by dictionary", arguments: [1, 2, 3] as [UInt64])
  func marginals(seed: UInt64) throws {
    let plan = Sample.plan(splits: Self.splits)
    var recorder = try Recorder(plan: plan)
    var random = TrialRandom(seed: seed)
    var latencies: [Metric: [LabelSet: [Int64]]] = [:]
    var counts: [Count: [LabelSet: UInt64]] = [:]
    let metrics = Metric.allCases.filter { !$0.isOfBackend }
    let countables = Count.allCases.filter { !$0.isOfBackend && $0 != .callbacks }
    for _ in 0..<2_000 {
      let cell = Sample.cell(&random)
      let metric = metrics[random.below(metrics.count)]
      let value = Int64(random.below(5_000))
      recorder.record(metric, microseconds: value, cell, startedAt: Sample.start)
      for row in Self.rows(of: cell, labels: metric.labels, plan, isMetric: true) {
        latencies[metric, default: [:]][row, default: []].append(value)
      }
      let count = countables[random.below(countables.count)]
      let n = UInt64(random.below(5) + 1)
      recorder.add(count, n, cell, startedAt: Sample.start)
      for row in Self.rows(of: cell, labels: count.labels, plan, isMetric: false) {
        counts[count, default: [:]][row, default: 0] += n
      }
    }
    let result = try recorder.finish(at: Sample.end, Sample.facts())
    #expect(result.tally.metrics.count == latencies.values.reduce(0) { $0 + $1.count })
    for entry in result.tally.metrics {
      let expected = Histogram(latencies[entry.metric]?[entry.labels] ?? [])
      #expect(entry.histogram == expected, "seed \(seed): \(entry.metric)\(entry.labels)")
    }
    #expect(result.tally.counts.count == counts.values.reduce(0) { $0 + $1.count })
    for entry in result.tally.counts {
      let expected = counts[entry.count]?[entry.labels]
      #expect(entry.value == expected, "seed \(seed): \(entry.count)\(entry.labels)")
    }
  }

  @Test("Batches add up to the whole")
  func batches() throws {
    var plan = Sample.plan(splits: Self.splits)
    var results: [ReplicationResult] = []
    for inBatches in [false, true] {
      plan.inBatches = inBatches
      var recorder = try Recorder(plan: plan)
      var random = TrialRandom(seed: 5)
      for _ in 0..<500 {
        let cell = Sample.cell(&random)
        let at = SimTime(nanoseconds: Int64(10_000_000_000 + random.below(60) * 1_000_000_000))
        recorder.record(.timeToShow, microseconds: Int64(random.below(99)), cell, startedAt: at)
        recorder.add(.shows, cell, startedAt: at)
      }
      results.append(try recorder.finish(at: Sample.end, Sample.facts()))
    }
    #expect(results[1].batches.count == 10)
    #expect(results[0].tally == results[1].tally)
    let parts = results[1].batches.map { $0.metrics.first?.histogram.count ?? 0 }
    #expect(parts.allSatisfy { $0 > 20 })
  }

  @Test("A check counts exactly the values on the small side of its limit")
  func checks() throws {
    let checks = [
      Sample.check("time_to_show", "p(95)<3ms"),
      Sample.check("time_to_show{format=interstitial}", "p(95)<=3ms"),
      Sample.check("time_to_show{format=rewarded,network=MAX}", "p(50)<3ms"),
      Sample.check("time_to_show{placeholder=unknown}", "p(50)<3ms"),
      Sample.check("time_to_show{suspended=true}", "p(50)<3ms"),
    ]
    let plan = Sample.plan(checks: checks)
    var recorder = try Recorder(plan: plan)
    var expected = checks.map { _ in Tally.CheckEntry() }
    var random = TrialRandom(seed: 9)
    for _ in 0..<3_000 {
      let cell = Sample.cell(&random)
      let value = Int64(2_990 + random.below(21))
      recorder.record(.timeToShow, microseconds: value, cell, startedAt: Sample.start)
      let labels = Self.labels(of: cell, in: plan)
      for (index, check) in checks.enumerated() {
        let hidden = cell.suspended && check.labels[.suspended] == nil
        guard !hidden, check.labels.values.allSatisfy(labels.contains) else { continue }
        expected[index].total += 1
        if value < 3_000 || (index == 1 && value == 3_000) { expected[index].within += 1 }
      }
    }
    let result = try recorder.finish(at: Sample.end, Sample.facts())
    #expect(result.tally.checks == expected)
    #expect(expected[2].total > 0 && expected[3].total == 0 && expected[4].total > 0)
  }

  @Test("A level is integrated exactly over the window and nowhere else")
  func levels() throws {
    var recorder = try Recorder(plan: Sample.plan())
    let second: Int64 = 1_000_000_000
    recorder.setLevel(.concurrentSessions, 9, at: SimTime(nanoseconds: second))
    recorder.setLevel(.concurrentSessions, 3, at: SimTime(nanoseconds: 5 * second))
    recorder.setLevel(.concurrentSessions, 5, at: SimTime(nanoseconds: 40 * second + 7))
    recorder.setLevel(.concurrentSessions, 8, at: SimTime(nanoseconds: 75 * second))
    let result = try recorder.finish(at: Sample.end, Sample.facts())
    let gauge = try #require(result.gauges.first { $0.gauge == .concurrentSessions })
    let expected = UInt128(3 * (30 * second + 7) + 5 * (30 * second - 7))
    #expect(gauge.integrals.reduce(0, +) == expected)
    #expect(gauge.peak == 5)
    #expect(gauge.integrals[0] == UInt128(3 * second))
  }

  @Test("Arrivals give a mean rate and the busiest second")
  func rates() throws {
    var recorder = try Recorder(plan: Sample.plan())
    for tenth in 0..<800 {
      let at = SimTime(nanoseconds: Int64(tenth) * 100_000_000)
      recorder.arrive(backend: 1, at: at)
      if tenth / 10 == 42 { recorder.arrive(backend: 1, at: at) }
    }
    let result = try recorder.finish(at: Sample.end, Sample.facts())
    let gauge = try #require(
      result.gauges.first { $0.gauge == .requestsPerSecond && $0.labels == [.backend("config")] })
    #expect(gauge.peak == 20)
    #expect(gauge.integrals.reduce(0, +) == 610 * 1_000_000_000)
  }

  @Test("The first occurrence of a hazard is kept")
  func hazards() throws {
    var recorder = try Recorder(plan: Sample.plan())
    var cell = LabelCell()
    cell.placeholder = 1
    for session in 7..<10 as Range<UInt64> {
      let at = SimTime(nanoseconds: Int64(session))
      recorder.hazard(.callbackLost, cell, session: session, at: at)
    }
    let result = try recorder.finish(at: Sample.end, Sample.facts())
    #expect(
      result.hazards == [
        HazardTally(
          rule: .callbackLost, labels: [.placeholder("pause")], count: 3, firstSession: 7,
          firstTime: SimTime(nanoseconds: 7))
      ])
  }

  @Test("Too many values of single labels are refused before the run")
  func tooManyValues() {
    var plan = Sample.plan()
    plan.placeholders = (0..<16_000).map {
      .init(name: "p\($0)", format: "banner", strategy: "sequential")
    }
    plan.networks = (0..<1_000).map { "n\($0)" }
    #expect(throws: SeriesLimitError.self) { try plan.validate() }
    plan.networks = []
    #expect(throws: Never.self) { try plan.validate() }
  }

  @Test("Too many combinations of a split end in an error that names it")
  func tooManyCombinations() throws {
    var plan = Sample.plan(splits: [[.placeholder, .network]])
    plan.placeholders = (0..<200).map {
      .init(name: "p\($0)", format: "banner", strategy: "sequential")
    }
    plan.networks = (0..<100).map { "n\($0)" }
    var recorder = try Recorder(plan: plan)
    for index in 0..<20_000 {
      var cell = LabelCell()
      cell.placeholder = index / 100
      cell.network = index % 100
      recorder.add(.fills, cell, startedAt: Sample.start)
    }
    do {
      _ = try recorder.finish(at: Sample.end, Sample.facts())
      Issue.record("no error")
    } catch {
      #expect(error.split == [.placeholder, .network])
      #expect(error.description.contains("remove \"placeholder,network\" from split"))
    }
  }
}
