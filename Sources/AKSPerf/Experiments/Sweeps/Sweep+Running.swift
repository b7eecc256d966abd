import Synchronization

extension Sweep {
  /// Runs the replications of all points, and makes something of each point's report.
  ///
  /// Replications of several points go on at a time. A point's results are given up once `body` has
  /// seen its report, so memory depends on what `body` keeps, not on the number of points.
  ///
  /// - Parameters:
  ///   - jobs: Replications run at the same time, each on a thread of its own.
  ///   - progress: Told now and then, from any thread, of the replications of all points.
  ///   - isCancelled: Asked every few thousand events, from any thread.
  ///   - body: Called once for each point, from any thread and in any order.
  /// - Returns: What `body` gave, in the order of the points.
  /// - Throws: What `Simulation.run` throws at the first point where it does, as
  ///   `SimulationError.ofPoint`.
  public func run<Output: Sendable>(
    jobs: Int = 1, progress: (@Sendable (Simulation.Progress) -> Void)? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil,
    _ body: @escaping @Sendable (Point, Report) -> Output
  ) throws(SimulationError) -> [Output] {
    let outputs = try replicate(
      work, jobs: jobs, progress: progress, isCancelled: isCancelled
    ) { (point: Point, simulation: Simulation, results) throws(SimulationError) -> Output in
      body(point, try simulation.report(of: results, isCancelled))
    }
    return outputs
  }

  /// One replication of one point.
  struct Work: Sendable, Hashable {
    var point: Int
    var replication: Int
  }

  /// The replications of all points, in order of point and index.
  var work: [Work] {
    points.flatMap { point in
      (0..<point.scenario.replications).map { Work(point: point.index, replication: $0) }
    }
  }

  /// Runs some of the replications and makes something of those of each point, in order of index.
  ///
  /// Points without a replication among them are left out.
  func replicate<Output: Sendable>(
    _ work: [Work], jobs: Int, progress: (@Sendable (Simulation.Progress) -> Void)?,
    isCancelled: (@Sendable () -> Bool)?,
    _ body:
      @escaping @Sendable (Point, Simulation, [ReplicationResult]) throws(SimulationError) -> Output
  ) throws(SimulationError) -> [Output] {
    precondition(jobs > 0, "a run needs at least one job")
    var open: [PointState] = []
    for item in work {
      if open.last?.point != item.point { open.append(PointState(item.point)) }
      open[open.count - 1].missing += 1
    }
    let tracker = ProgressTracker(replications: work.count, report: progress)
    let first = Dictionary(uniqueKeysWithValues: open.enumerated().map { ($1.point, $0) })
    let states = Mutex(open)
    let outputs = try ParallelMap.run(count: work.count, jobs: jobs) {
      (index: Int, hasFailed) throws(SimulationError) -> Output? in
      let item = work[index]
      let point = points[item.point]
      do throws(SimulationError) {
        guard let place = first[item.point] else { return nil }
        let simulation = Simulation(point.scenario, strategies: strategies)
        let compiled = try states.withLock { states throws(SimulationError) in
          try states[place].compiled(by: simulation)
        }
        let result = try simulation.result(
          compiled, replication: item.replication,
          isCancelled: { hasFailed() || (isCancelled?() ?? false) },
          progress: { tracker.advance(index, to: $0) })
        tracker.finish(index, events: result.events)
        let all = states.withLock { $0[place].end(result) }
        return try all.map { results throws(SimulationError) in
          try body(point, simulation, results)
        }
      } catch {
        throw error == .cancelled ? error : .ofPoint(point.settingsText, error)
      }
    }
    // The last replication of a point to end has its output, whichever that was.
    return Self.inOrder(
      zip(work, outputs).compactMap { item, output in
        output.map { (item.point, $0) }
      })
  }

  private static func inOrder<Output>(_ outputs: [(point: Int, output: Output)]) -> [Output] {
    outputs.sorted { $0.point < $1.point }.map(\.output)
  }
}

/// What is known of a point whose replications are under way.
private struct PointState: Sendable {
  let point: Int
  /// Replications that have not ended.
  var missing = 0
  private var compiled: CompiledScenario?
  private var results: [ReplicationResult] = []

  init(_ point: Int) { self.point = point }

  /// The point's scenario as tables, which its first replication makes.
  mutating func compiled(by simulation: Simulation) throws(SimulationError) -> CompiledScenario {
    if let compiled { return compiled }
    let made = try simulation.compiled()
    compiled = made
    return made
  }

  /// Takes a result; all of them, in order of index, when it was the last one.
  mutating func end(_ result: ReplicationResult) -> [ReplicationResult]? {
    results.append(result)
    missing -= 1
    guard missing == 0 else { return nil }
    defer {
      results = []
      compiled = nil
    }
    return results.sorted { $0.index < $1.index }
  }
}
