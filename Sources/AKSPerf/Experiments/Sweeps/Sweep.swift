/// A scenario at each point of a grid over some of its keys, on common random numbers.
///
/// ```swift
/// let axes = [SweepAxis(path: "arrivals.rate", values: ["50/s", "100/s"])]
/// let sweep = try Sweep(contentsOf: "scenario.json5", axes: axes)
/// let p95 = try sweep.run(jobs: 2) { _, report in report.metric(.timeToShow)?.p95 }
/// ```
///
/// Each point has the scenario's seed and replications unless an axis changes them, so the
/// differences between points are not those of luck. A point's report is that of a run of the
/// scenario with the point's settings.
public struct Sweep: Sendable {
  /// What a sweep is of.
  public struct Header: Sendable, Hashable {
    public var scenario: String
    /// That of the scenario as it stands.
    public var digest: String
    /// The keys set at every point, in order.
    public var overrides: [ScenarioOverride]
    public var seed: UInt64
    public var replications: Int
    /// The last axis changes fastest.
    public var axes: [SweepAxis]

    /// How many points there are; nil when they are beyond counting.
    public var points: Int? {
      var product = 1
      for axis in axes {
        let (next, overflow) = product.multipliedReportingOverflow(by: axis.values.count)
        if overflow { return nil }
        product = next
      }
      return product
    }

    /// The values of a point, one an axis.
    public func settings(of point: Int) -> [ScenarioOverride] {
      var rest = point
      var settings: [ScenarioOverride] = []
      for axis in axes.reversed() {
        settings.append(
          ScenarioOverride(path: axis.path, value: axis.values[rest % axis.values.count]))
        rest /= axis.values.count
      }
      return settings.reversed()
    }
  }

  /// One point of the grid.
  public struct Point: Sendable {
    /// From 0, in the order of the grid.
    public var index: Int
    /// One for each axis, in their order.
    public var settings: [ScenarioOverride]
    /// The scenario with the settings.
    public var scenario: Scenario
  }

  public let header: Header
  /// The scenario as it stands.
  public let scenario: Scenario
  public let points: [Point]
  /// The strategies of your own that the scenario may name.
  public var strategies = StrategyRegistry()

  /// Reads a scenario file and makes all points of it.
  ///
  /// - Parameters:
  ///   - overrides: Keys set at every point.
  ///   - axes: The keys that change; those of the scenario's key `sweep` when there are none.
  ///   - change: Changes every point's scenario, such as its seed.
  /// - Throws: `ScenarioError` when a point cannot be read, `SweepMistake` when there is nothing to
  ///   sweep or too much.
  public init(
    contentsOf path: String, overrides: [ScenarioOverride] = [], axes: [SweepAxis] = [],
    change: (inout Scenario) -> Void = { _ in }
  ) throws {
    self = try Self(ScenarioSource(overrides) { $0.load(path: path) }, axes, change)
  }

  /// Makes all points of a scenario whose text is no file.
  ///
  /// Parameters and errors are those of `init(contentsOf:overrides:axes:change:)`.
  public init(
    text: String, named name: String, overrides: [ScenarioOverride] = [], axes: [SweepAxis] = [],
    change: (inout Scenario) -> Void = { _ in }
  ) throws {
    let source = try ScenarioSource(overrides) { $0.load(bytes: Array(text.utf8), named: name) }
    self = try Self(source, axes, change)
  }

  private init(
    _ source: ScenarioSource, _ axes: [SweepAxis], _ change: (inout Scenario) -> Void
  ) throws {
    var scenario = source.scenario
    change(&scenario)
    self.scenario = scenario
    header = Header(
      scenario: scenario.name, digest: scenario.digest, overrides: scenario.overrides,
      seed: scenario.seed, replications: scenario.replications,
      axes: axes.isEmpty ? scenario.sweep : axes)
    let count = try Self.count(header)
    var points: [Point] = []
    for index in 0..<count {
      let settings = header.settings(of: index)
      var changed = try source.scenario(with: settings, from: "--vary")
      change(&changed)
      points.append(Point(index: index, settings: settings, scenario: changed))
    }
    self.points = points
  }

  private static func count(_ header: Header) throws(SweepMistake) -> Int {
    let paths = header.axes.map(\.path)
    if paths.isEmpty {
      throw SweepMistake("the scenario has no key 'sweep' and nothing else says what to vary")
    }
    for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
      throw SweepMistake("\(quoted(path)) is varied twice")
    }
    guard let count = header.points, count <= Limits.sweepPoints else {
      throw SweepMistake("the grid has more than \(Limits.sweepPoints) points; name fewer values")
    }
    return count
  }
}

extension Sweep.Point {
  /// The settings as of `--set`, for messages.
  public var settingsText: String {
    settings.map { "\($0.path)=\($0.value)" }.joined(separator: " ")
  }
}
