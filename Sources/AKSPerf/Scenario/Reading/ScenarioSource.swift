import Scheduler

/// A scenario's text that was read once, and the scenarios it makes with keys changed.
///
/// Files are read for the scenario as it stands; what a change names in addition is read when it is
/// asked for. One source serves one thread.
struct ScenarioSource {
  /// The scenario as it stands, with the overrides of the source.
  let scenario: Scenario
  /// With the overrides.
  let tree: JSONValue
  private let loader: ScenarioLoader

  /// Reads a tree with overrides on top of it.
  ///
  /// - Throws: All mistakes with their places.
  init(
    _ overrides: [ScenarioOverride], _ load: (ScenarioLoader) -> JSONValue?
  ) throws(ScenarioError) {
    let log = SourceLog()
    let loader = ScenarioLoader(log: log)
    guard let tree = load(loader), !log.hasErrors else { throw log.error }
    self.tree = try Self.apply(overrides, "--set", to: tree, log, loader)
    self.loader = loader
    scenario = try Self.read(self.tree, log, loader, overrides) { decoder, tree in
      decoder.checkSweep(tree)
      // What is expected is expected of the scenario as it stands, not of a changed one.
      if overrides.isEmpty { decoder.checkExpectation(tree) }
    }
  }

  /// The scenario with further keys changed.
  ///
  /// - Parameter name: What diagnostics call the texts of the changes.
  /// - Throws: All mistakes with their places.
  func scenario(
    with settings: [ScenarioOverride], from name: String
  ) throws(ScenarioError) -> Scenario {
    let log = SourceLog()
    let copy = loader.copy(for: log)
    let changed = try Self.apply(settings, name, to: tree, log, copy)
    return try Self.read(changed, log, copy, scenario.overrides + settings) { _, _ in }
  }

  private static func apply(
    _ overrides: [ScenarioOverride], _ name: String, to tree: JSONValue, _ log: SourceLog,
    _ loader: ScenarioLoader
  ) throws(ScenarioError) -> JSONValue {
    var tree = tree
    for item in overrides {
      let applier = OverrideApplier(log, source: loader.add(item, named: name))
      if let changed = applier.apply(item, to: tree) { tree = changed }
    }
    if log.hasErrors { throw log.error }
    return tree
  }

  private static func read(
    _ tree: JSONValue, _ log: SourceLog, _ loader: ScenarioLoader,
    _ overrides: [ScenarioOverride], _ check: (ScenarioDecoder, JSONValue) -> Void
  ) throws(ScenarioError) -> Scenario {
    let context = ReadingContext(log: log, files: loader)
    guard let root = ObjectReader(tree, Shapes.root, context) else { throw log.error }
    let decoder = ScenarioDecoder(root, context)
    var scenario = decoder.scenario()
    if !log.hasErrors { check(decoder, tree) }
    if log.hasErrors { throw log.error }
    decoder.advise(on: scenario)
    scenario.sweep = decoder.sweepAxes()
    scenario.digest = ScenarioDigest.of(tree, scenario, context.measurements)
    scenario.overrides = overrides
    scenario.files = loader.read.files
    scenario.warnings = log.warnings
    scenario.advice = log.advice
    scenario.unbuilt = log.unbuilt
    return scenario
  }
}

extension SourceLog {
  /// The error of everything found; to be asked for when something is wrong.
  fileprivate var error: ScenarioError {
    guard let failure else { preconditionFailure("nothing can be wrong without a finding") }
    return failure
  }
}
