import Scheduler

/// A scenario ready to be simulated: the entry to everything the library does.
///
/// ```swift
/// let report = try Simulation(Scenario(contentsOf: "scenario.json5")).run()
/// print(report.metric(.timeToShow)?.p95 as Any)
/// ```
///
/// The same scenario, seed and version give the same report for any number of jobs.
public struct Simulation: Sendable {
  /// The scenario; its seed and number of replications may be changed before `run`.
  public var scenario: Scenario

  /// The strategies of your own that the scenario may name.
  public var strategies: StrategyRegistry
  var bounds = RunBounds()

  /// A simulation of `scenario`.
  ///
  /// - Parameter strategies: Those of your own that the scenario may name.
  public init(_ scenario: Scenario, strategies: StrategyRegistry = StrategyRegistry()) {
    self.scenario = scenario
    self.strategies = strategies
  }

  /// How far a run has come.
  public struct Progress: Sendable, Hashable {
    public var completedReplications: Int
    public var replications: Int
    /// Share of virtual time that is done, over all replications, 0 to 1.
    public var fraction: Double
    /// Events of the replications that have ended.
    public var events: UInt64
  }

  /// Runs all replications and gives the merged report.
  ///
  /// - Parameters:
  ///   - jobs: Replications run at the same time, each on a thread of its own.
  ///   - progress: Told now and then, from any thread.
  ///   - isCancelled: Asked every few thousand events, from any thread.
  /// - Throws: `SimulationError` when the scenario cannot be simulated, the run is cancelled, an
  ///   invariant is broken, or more series are asked for than `Limits.series`.
  public func run(
    jobs: Int = 1, progress: (@Sendable (Progress) -> Void)? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> Report {
    let outputs = try replicate(
      jobs: jobs, explaining: false, progress: progress, isCancelled: isCancelled)
    return try report(of: outputs.map(\.result), isCancelled)
  }

  /// Runs all replications and splits the time to show of their shows by phase.
  ///
  /// Parameters and errors are those of `run`.
  public func explain(
    jobs: Int = 1, progress: (@Sendable (Progress) -> Void)? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> Explanation {
    let outputs = try replicate(
      jobs: jobs, explaining: true, progress: progress, isCancelled: isCancelled)
    var phases = PhaseCollector()
    for output in outputs { if let more = output.phases { phases.merge(more) } }
    return Explanation(
      report: try report(of: outputs.map(\.result), isCancelled), phases: phases)
  }

  /// The report of all replications, in order of index.
  func report(
    of results: [ReplicationResult], _ isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> Report {
    let header = Report.Header(
      scenario: scenario.name, digest: scenario.digest, overrides: scenario.overrides,
      seed: scenario.seed, fingerprint: Report.fingerprint(of: results))
    return try Report(
      header, plan: plan, results: results, levels: scenario.slo.map(\.level)
    ) { () throws(SimulationError) in
      if isCancelled?() ?? false { throw .cancelled }
    }
  }

  var plan: MeasurementPlan {
    var warmUp = SimDuration.zero
    if case .fixed(let time) = scenario.warmup { warmUp = time }
    return MeasurementPlan(scenario, warmUp: warmUp, replications: scenario.replications)
  }

  private func replicate(
    jobs: Int, explaining: Bool, progress: (@Sendable (Progress) -> Void)?,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(SimulationError) -> [ReplicationOutput] {
    try replicate(
      Array(0..<max(0, scenario.replications)), jobs: jobs, explaining: explaining,
      progress: progress, isCancelled: isCancelled)
  }

  /// Runs the replications of some indices, and gives what they measured in their order.
  func replicate(
    _ indices: [Int], jobs: Int, explaining: Bool, progress: (@Sendable (Progress) -> Void)?,
    isCancelled: (@Sendable () -> Bool)?
  ) throws(SimulationError) -> [ReplicationOutput] {
    precondition(jobs > 0, "a run needs at least one job")
    let compiled = try compiled()
    _ = try hosts(of: compiled)
    let plan = plan
    let tracker = ProgressTracker(replications: indices.count, report: progress)
    return try ParallelMap.run(count: indices.count, jobs: jobs) {
      (item: Int, hasFailed) throws(SimulationError) -> ReplicationOutput in
      let world = try world(compiled, plan, replication: indices[item], explaining: explaining)
      let output = try world.run(
        isCancelled: { hasFailed() || (isCancelled?() ?? false) },
        progress: { tracker.advance(item, to: $0) })
      tracker.finish(item, events: output.result.events)
      return output
    }
  }

  /// What some of the replications measured, in their order.
  func results(
    of replications: Range<Int>, jobs: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> [ReplicationResult] {
    try replicate(
      Array(replications), jobs: jobs, explaining: false, progress: nil, isCancelled: isCancelled
    ).map(\.result)
  }

  /// What one replication measured.
  func result(
    _ compiled: CompiledScenario, replication: Int, isCancelled: () -> Bool,
    progress: (Double) -> Void
  ) throws(SimulationError) -> ReplicationResult {
    let world = try world(compiled, plan, replication: replication, explaining: false)
    return try world.run(isCancelled: isCancelled, progress: progress).result
  }

  /// The scenario as tables, once it has been found fit to be simulated.
  func compiled() throws(SimulationError) -> CompiledScenario {
    if let first = scenario.unbuilt.first {
      throw .invalidScenario("this version cannot simulate the scenario: \(first.message)")
    }
    try checkSpan()
    return try CompiledScenario(scenario)
  }

  /// The world of one replication, before its first event.
  func world(
    _ compiled: CompiledScenario, _ plan: MeasurementPlan, replication: Int, explaining: Bool
  ) throws(SimulationError) -> World {
    World(
      compiled, plan: plan, recorder: try Self.recorder(plan),
      stations: try Self.stations(compiled.scenario.backends), replication: replication,
      explaining: explaining, bounds: bounds, hosts: try hosts(of: compiled))
  }

  /// The own strategies that a scenario names, made for one world.
  private func hosts(of compiled: CompiledScenario) throws(SimulationError) -> [StrategyHost] {
    var hosts: [StrategyHost] = []
    for name in compiled.ownStrategies {
      guard let host = strategies.host(name) else {
        let names = strategies.names.map { "'\($0)'" }.joined(separator: ", ")
        throw .invalidScenario(
          "no strategy is registered by the name '\(name)'; "
            + (names.isEmpty ? "own strategies need a program of their own" : "there are \(names)"))
      }
      hosts.append(host)
    }
    return hosts
  }

  private func checkSpan() throws(SimulationError) {
    guard scenario.replications > 0 else {
      throw .invalidScenario("a run needs at least one replication")
    }
    guard case .fixed(let warmUp) = scenario.warmup else {
      throw .invalidScenario("this version cannot find the warm-up by itself; give it a time")
    }
    guard warmUp >= .zero, warmUp < scenario.duration, scenario.drain >= .zero else {
      throw .invalidScenario(
        "the warm-up must be shorter than the duration, so that something counts")
    }
  }

  private static func recorder(_ plan: MeasurementPlan) throws(SimulationError) -> Recorder {
    do {
      return try Recorder(plan: plan)
    } catch {
      throw .invalidScenario(error.description)
    }
  }

  private static func stations(_ backends: [Backend]) throws(SimulationError) -> StationBank {
    do {
      return try StationBank(backends)
    } catch {
      throw .invalidScenario("an owned backend cannot be built: \(error)")
    }
  }
}
