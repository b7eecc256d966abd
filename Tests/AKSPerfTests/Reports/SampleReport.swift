import Scheduler

@testable import AKSPerf

/// A report made up from seeded figures, with a row of every kind.
enum SampleReport {
  static func make(replications: Int = 10, inBatches: Bool = false) throws -> Report {
    var plan = Sample.plan(
      splits: [[.format, .source]],
      checks: [
        Sample.check("time_to_show{format=interstitial}", "p(95)<800ms"),
        Sample.check("coverage", "rate>0.95"), Sample.check("app_open_time", "p(90)<3s"),
      ])
    plan.inBatches = inBatches
    let results = try (0..<replications).map { try replication($0, plan) }
    let header = Report.Header(
      scenario: "sample, \"quoted\"", digest: "d1", seed: 42, fingerprint: "0123456789abcdef")
    return Report(header, plan: plan, results: results, levels: [.error, .warn])
  }

  private static func replication(
    _ index: Int, _ plan: MeasurementPlan
  ) throws -> ReplicationResult {
    var recorder = try Recorder(plan: plan)
    var random = TrialRandom(seed: UInt64(index + 1))
    for item in 0..<1_500 {
      let at = SimTime(nanoseconds: Int64(10_000_000_000 + item * 40_000_000))
      opportunity(item, at, &recorder, &random)
      recorder.arrive(backend: 1, at: at)
      recorder.addBackend(.backendArrived, backend: 1, startedAt: at)
      if item % 50 == 0 { recorder.addBackend(.backendRejected, backend: 1, startedAt: at) }
      let wait = Int64(random.below(2_000))
      recorder.recordBackend(.backendWait, backend: 1, microseconds: wait, startedAt: at)
      recorder.setLevel(.utilisation, backend: 1, Int64(random.below(5)), at: at)
      recorder.setLevel(.queueLength, backend: 1, Int64(random.below(3)), at: at)
      recorder.setLevel(.concurrentSessions, Int64(100 + random.below(50)), at: at)
    }
    var cell = LabelCell()
    cell.network = 1
    recorder.hazard(.callbackLost, cell, session: 17, at: SimTime(nanoseconds: 12_345_678_000))
    return try recorder.finish(at: Sample.end, Sample.facts(index))
  }

  private static func opportunity(
    _ item: Int, _ at: SimTime, _ recorder: inout Recorder, _ random: inout TrialRandom
  ) {
    var cell = LabelCell()
    cell.placeholder = item % 3
    cell.network = random.below(3)
    cell.sessionClass = random.below(3)
    cell.config = .remote
    let latency = Int64(100_000 / (random.unit() + 0.2))
    let isHit = random.below(2) == 0
    let isShown = random.below(20) > 0
    recorder.add(.eligible, cell, startedAt: at)
    recorder.add(.found, cell.with(found: isHit ? .hit : .cold), startedAt: at)
    if isHit { recorder.add(.hits, cell, startedAt: at) }
    recorder.add(.loads, cell, startedAt: at)
    recorder.add(.attempts, cell, startedAt: at)
    recorder.add(.requests, cell, startedAt: at)
    recorder.record(
      .attemptLatency, microseconds: latency * 2, cell.with(outcome: .filled), startedAt: at)
    recorder.record(.loadLatency, microseconds: latency * 3, cell, startedAt: at)
    recorder.add(.loadsFilled, cell, startedAt: at)
    recorder.add(.fillDepthSum, UInt64(1 + item % 2), cell, startedAt: at)
    recorder.add(.fills, cell, startedAt: at)
    recorder.add(.sessionsStarted, cell, startedAt: at)
    recorder.addCallback(.onLoaded, 1, cell, startedAt: at)
    recorder.add(.appOpenLaunches, cell, startedAt: at)
    recorder.record(.appOpenReady, microseconds: latency * 20, cell, startedAt: at)
    cell.source = isHit ? .cache : .fresh
    if isShown {
      recorder.record(
        .timeToShow, microseconds: isHit ? latency / 10 : latency, cell, startedAt: at)
      recorder.add(.shows, cell, startedAt: at)
      recorder.add(.revenue, 8_000, cell, startedAt: at)
      recorder.add(.outcomes, cell.with(outcome: .shown), startedAt: at)
    } else {
      recorder.add(
        .outcomes, cell.with(outcome: .skipped).with(reason: .budget), startedAt: at)
    }
  }
}
