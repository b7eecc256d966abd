import Foundation

@testable import AKSPerf

/// Files beside the tests.
enum Fixtures {
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  static let package = tests.deletingLastPathComponent().deletingLastPathComponent()
  static let example = tests.appendingPathComponent("Fixtures/scenario-example.json5").path
}
