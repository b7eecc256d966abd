import Scheduler

/// Reads scenarios: JSON5 text in, plain values out, with every mistake at once.
public enum ScenarioReader {
  /// Reads a scenario from a text that is no file, such as an embedded one.
  ///
  /// - Parameters:
  ///   - text: The scenario; it cannot name other files.
  ///   - name: What diagnostics call the text.
  ///   - overrides: Keys set on top of it, in order.
  /// - Throws: All mistakes with their places.
  public static func read(
    text: String, named name: String, overrides: [ScenarioOverride] = []
  ) throws(ScenarioError) -> Scenario {
    try read(overrides) { $0.load(bytes: Array(text.utf8), named: name) }
  }

  static func read(
    _ overrides: [ScenarioOverride], _ load: (ScenarioLoader) -> JSONValue?
  ) throws(ScenarioError) -> Scenario {
    let log = SourceLog()
    let loader = ScenarioLoader(log: log)
    guard var tree = load(loader), !log.hasErrors else { throw log.error }
    for item in overrides {
      let applier = OverrideApplier(log, source: loader.add(item))
      if let changed = applier.apply(item, to: tree) { tree = changed }
    }
    if log.hasErrors { throw log.error }
    let context = ReadingContext(log: log, files: loader)
    guard let root = ObjectReader(tree, Shapes.root, context) else { throw log.error }
    let decoder = ScenarioDecoder(root, context)
    var scenario = decoder.scenario()
    if !log.hasErrors {
      decoder.checkSweep(tree)
      // What is expected is expected of the scenario as it stands, not of a changed one.
      if overrides.isEmpty { decoder.checkExpectation(tree) }
    }
    if log.hasErrors { throw log.error }
    decoder.advise(on: scenario)
    scenario.digest = ScenarioDigest.of(tree, scenario, context.measurements)
    scenario.overrides = overrides
    scenario.files = loader.read.files
    scenario.warnings = log.warnings
    scenario.advice = log.advice
    scenario.unbuilt = log.unbuilt
    return scenario
  }
}

extension Scenario {
  /// Reads a scenario file with what it includes.
  ///
  /// - Parameters:
  ///   - path: A file or a pipe; files it names are looked up beside it.
  ///   - overrides: Keys set on top of it, in order.
  /// - Throws: All mistakes with their places, or why the file cannot be read.
  public init(
    contentsOf path: String, overrides: [ScenarioOverride] = []
  ) throws(ScenarioError) {
    self = try ScenarioReader.read(overrides) { $0.load(path: path) }
  }
}

extension SourceLog {
  /// The error of everything found; to be asked for when something is wrong.
  fileprivate var error: ScenarioError {
    guard let failure else { preconditionFailure("nothing can be wrong without a finding") }
    return failure
  }
}
