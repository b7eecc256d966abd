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
    try ScenarioSource(overrides, load).scenario
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
