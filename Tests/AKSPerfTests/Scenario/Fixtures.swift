import Foundation
import Testing

@testable import AKSPerf

/// Files beside the tests.
enum Fixtures {
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
  static let example = path("scenario-example.json5")

  static func path(_ name: String) -> String {
    tests.appendingPathComponent("Fixtures/\(name)").path
  }

  /// Reads a changed example as if it lay among the fixtures.
  static func readExample(_ bytes: [UInt8]) throws(ScenarioError) -> Scenario {
    try ScenarioReader.read([]) {
      $0.load(bytes: bytes, named: "example.json5", folder: path(""))
    }
  }

  /// Compares a text with a file, or writes the file when PERFBENCH_UPDATE is 1.
  static func expect(_ text: String, equals file: URL) throws {
    if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let known = try String(contentsOf: file, encoding: .utf8)
    if known == text { return }
    let pairs = zip(
      known.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false))
    let first = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(file.lastPathComponent) differs from line \((first?.offset ?? 0) + 1) on; \
      PERFBENCH_UPDATE=1 writes it anew
      file: \(first?.element.0 ?? "(shorter or longer)")
      now:  \(first?.element.1 ?? "")
      """)
  }
}

/// A folder that goes away with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "perfbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  /// The text without this folder's path, which differs from run to run.
  func stable(_ text: String) -> String {
    text.replacingOccurrences(of: url.path + "/", with: "")
  }
}

/// The smallest scenario, of which tests change keys.
enum Minimal {
  static let keys: [(String, String)] = [
    ("name", "\"small\""),
    ("arrivals", "{ process: \"poisson\", rate: \"5/s\" }"),
    ("backends", "{ exchange: { service: \"80ms\" } }"),
    ("networks", "{ ADMOB: { backend: \"exchange\" }, MAX: { backend: \"exchange\" } }"),
    (
      "placeholders",
      """
      { level_end: { format: "interstitial", primary: "ADMOB" },
          launch: { format: "appOpen", primary: "ADMOB" } }
      """
    ),
    ("journeys", "{ main: [{ show: \"level_end\" }] }"),
  ]

  /// The scenario with some keys changed, added, or left out when nil.
  static func text(_ changes: [(String, String?)] = []) -> String {
    var lines: [String] = []
    for (key, value) in keys {
      if let change = changes.last(where: { $0.0 == key }) {
        if let changed = change.1 { lines.append("  \(key): \(changed),") }
      } else {
        lines.append("  \(key): \(value),")
      }
    }
    for (key, value) in changes where !keys.contains(where: { $0.0 == key }) {
      if let value { lines.append("  \(key): \(value),") }
    }
    return "{\n" + lines.joined(separator: "\n") + "\n}\n"
  }

  static func read(
    _ changes: [(String, String?)] = [], overrides: [ScenarioOverride] = []
  ) throws(ScenarioError) -> Scenario {
    try ScenarioReader.read(text: text(changes), named: "s.json5", overrides: overrides)
  }

  /// What is said about the scenario: mistakes, or else warnings and what is not simulated.
  static func report(_ text: String, overrides: [ScenarioOverride] = []) -> String {
    do throws(ScenarioError) {
      let scenario = try ScenarioReader.read(text: text, named: "s.json5", overrides: overrides)
      let notes = scenario.warnings + scenario.unbuilt
      return notes.isEmpty ? "fine" : notes.map(\.description).joined(separator: "\n")
    } catch {
      return "\(error)\nexit \(error.exitCode)"
    }
  }
}

/// Asks for a mistake and returns it.
func mistake(
  _ body: () throws(ScenarioError) -> Scenario, location: SourceLocation = #_sourceLocation
) -> ScenarioError? {
  do throws(ScenarioError) {
    _ = try body()
    Issue.record("expected a mistake", sourceLocation: location)
    return nil
  } catch {
    return error
  }
}
