/// What one shard of a run or a sweep measured: all that the other shards need to make one report.
///
/// A part is kept in a file (`text`, `init(contentsOf:)`): lossless, with a version and a checksum.
public struct ShardPart: Sendable, Equatable {
  /// What all parts of one run or sweep have in common.
  public struct Study: Sendable, Hashable {
    /// That of the program; results of another one may differ.
    public var version: String
    /// A run is a sweep without axes, of one point.
    public var header: Sweep.Header

    init(_ header: Sweep.Header) {
      version = AKSPerfVersion.current
      self.header = header
    }

    public var isSweep: Bool { !header.axes.isEmpty }
  }

  /// The shard's replications of one point.
  struct Point: Sendable, Equatable {
    /// From 0, in the order of the grid.
    var index: Int
    /// Of the point's scenario; the fingerprint is not known before all parts are.
    var header: Report.Header
    /// Those of the point in all shards.
    var replications: Int
    var plan: MeasurementPlan
    var levels: [ServiceLevelObjective.Level]
    /// In order of index.
    var results: [ReplicationResult]
  }

  public var study: Study
  public var shard: Shard
  /// Those with a replication in the shard, ascending.
  var points: [Point]

  /// Events of its replications.
  public var events: UInt64 {
    points.reduce(0) { $0 + $1.results.reduce(0) { $0 + $1.events } }
  }
}

extension ShardPart.Study {
  /// How it differs from another one, as the words behind "is of"; nil when it does not.
  public func difference(from other: ShardPart.Study) -> String? {
    func words(_ what: String, _ mine: some Equatable, _ its: some Equatable) -> String {
      "another \(what): \(mine), not \(its)"
    }
    let (mine, its) = (header, other.header)
    if version != other.version { return words("version", version, other.version) }
    if mine.digest != its.digest || mine.scenario != its.scenario || mine.overrides != its.overrides
    {
      return words(
        "scenario", "\(mine.scenario) with digest \(mine.digest)",
        "\(its.scenario) with digest \(its.digest)")
    }
    if mine.seed != its.seed { return words("seed", mine.seed, its.seed) }
    if mine.replications != its.replications {
      return words("number of replications", mine.replications, its.replications)
    }
    if mine.axes != its.axes {
      let (a, b) = (mine.axes, its.axes)
      return a.isEmpty || b.isEmpty
        ? "a \(a.isEmpty ? "run, not a sweep" : "sweep, not a run")"
        : "a sweep over other keys or values"
    }
    return nil
  }
}

/// Why a file is no part of a run, or why parts do not belong together.
public struct ShardMistake: Error, Sendable, Hashable {
  public var message: String
  /// Whether a file is missing or unreadable, rather than wrong.
  public var isMissing: Bool

  init(_ message: String, isMissing: Bool = false) {
    self.message = message
    self.isMissing = isMissing
  }
}

extension Simulation {
  /// What all shards of the run have in common.
  public var study: ShardPart.Study {
    ShardPart.Study(
      Sweep.Header(
        scenario: scenario.name, digest: scenario.digest, overrides: scenario.overrides,
        seed: scenario.seed, replications: scenario.replications, axes: []))
  }

  /// Runs the replications of one shard.
  ///
  /// Parameters and errors are those of `run`.
  public func run(
    _ shard: Shard, jobs: Int = 1, progress: (@Sendable (Progress) -> Void)? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> ShardPart {
    let outputs = try replicate(
      shard.share(of: Array(0..<max(0, scenario.replications))), jobs: jobs, explaining: false,
      progress: progress, isCancelled: isCancelled)
    let point = point(0, outputs.map(\.result))
    return ShardPart(study: study, shard: shard, points: outputs.isEmpty ? [] : [point])
  }

  func point(_ index: Int, _ results: [ReplicationResult]) -> ShardPart.Point {
    ShardPart.Point(
      index: index,
      header: Report.Header(
        scenario: scenario.name, digest: scenario.digest, overrides: scenario.overrides,
        seed: scenario.seed, fingerprint: ""),
      replications: scenario.replications, plan: plan, levels: scenario.slo.map(\.level),
      results: results)
  }
}

extension Sweep {
  /// What all shards of the sweep have in common.
  public var study: ShardPart.Study { ShardPart.Study(header) }

  /// Runs the replications of one shard.
  ///
  /// Parameters and errors are those of `run`.
  public func run(
    _ shard: Shard, jobs: Int = 1, progress: (@Sendable (Simulation.Progress) -> Void)? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(SimulationError) -> ShardPart {
    let points = try replicate(
      shard.share(of: work), jobs: jobs, progress: progress, isCancelled: isCancelled
    ) { (point: Point, simulation: Simulation, results) throws(SimulationError) in
      simulation.point(point.index, results)
    }
    return ShardPart(study: study, shard: shard, points: points)
  }
}
