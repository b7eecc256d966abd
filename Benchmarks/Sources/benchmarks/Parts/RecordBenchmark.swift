import AKSPerf
import Scheduler

/// What it costs to record a latency: in one histogram, and in all that its labels ask for.
enum RecordBenchmark {
  static func rows(_ plan: Plan) throws -> [Row] {
    let count = plan.isSmall ? 1 << 14 : 1 << 21
    let scenario = try ReferenceLoad(sessions: 1_000, minutes: 60).scenario()
    let measurement = MeasurementPlan(scenario, warmUp: .zero, replications: 2)
    // Latencies of some seconds, lognormal, so that histograms are as full as in a run.
    let latencies = try Law.draw(
      .lognormal(median: 2e6, sigma: 0.7), key: "latencies")
    let contest = { (name: String, run: @escaping () throws -> Double) in
      Contest(
        subject: "record a latency", size: name, unit: "ns/record",
        contenders: [.init(name: "perfbench") { .init(figure: try run()) }])
    }
    return try contest("one histogram") {
      try one(measurement, latencies, count)
    }.rows(runs: plan.runs)
      + contest("all its labels") {
        try labelled(measurement, latencies, count)
      }.rows(runs: plan.runs)
  }

  /// The wait at a backend: a metric of one label.
  private static func one(
    _ plan: MeasurementPlan, _ latencies: [Int64], _ count: Int
  ) throws -> Double {
    var recorder = try Recorder(plan: plan)
    let cost = Timed.nanoseconds(count) {
      for index in 0..<count {
        recorder.recordBackend(
          .backendWait, backend: 0, microseconds: latencies[index & (latencies.count - 1)],
          startedAt: .zero)
      }
    }
    try check(recorder.finish(at: plan.window.end, .none), .backendWait, count)
    return cost
  }

  /// The time of a load: by placeholder, network and session class.
  private static func labelled(
    _ plan: MeasurementPlan, _ latencies: [Int64], _ count: Int
  ) throws -> Double {
    var recorder = try Recorder(plan: plan)
    var cell = LabelCell()
    cell.reason = .loaded
    cell.config = .remote
    let cost = Timed.nanoseconds(count) {
      for index in 0..<count {
        cell.placeholder = index & 1
        cell.network = index % 3
        cell.sessionClass = index >> 1 & 1
        recorder.record(
          .loadLatency, microseconds: latencies[index & (latencies.count - 1)], cell,
          startedAt: .zero)
      }
    }
    try check(recorder.finish(at: plan.window.end, .none), .loadLatency, count)
    return cost
  }

  /// Throws unless the histograms of a metric hold `count` values for one of its label sets.
  private static func check(
    _ result: ReplicationResult, _ metric: Metric, _ count: Int
  ) throws {
    let held = result.tally.metrics.filter { $0.metric == metric }.map(\.histogram.count).max()
    guard held == UInt64(count) else {
      throw Failure("\(metric.name): \(held ?? 0) values recorded instead of \(count)")
    }
  }
}

extension Recorder.RunFacts {
  /// The facts of no run at all.
  fileprivate static let none = Recorder.RunFacts(
    index: 0, fingerprint: "", events: 0, sessionsStarted: 0, sessionsEnded: 0)
}
