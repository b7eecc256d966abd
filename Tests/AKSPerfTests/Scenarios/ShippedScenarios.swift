import AKSPerf
import Foundation

/// The scenarios of the package, as the tests run them.
enum Shipped {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ name: String) -> String {
    root.appendingPathComponent("scenarios/\(name).json5").path
  }

  /// Every scenario with what makes a run of it short: overrides that leave its world alone.
  static let all: [(name: String, short: [(String, String)])] = [
    ("default", [("duration", "25m"), ("warmup", "5m")]),
    ("news-app-open", [("duration", "15m"), ("warmup", "5m"), ("arrivals.rate", "2.5/s")]),
    ("rewarded-game", [("duration", "20m"), ("arrivals.rate", "1.2/s")]),
    ("radio-mix", []),
    ("measured-latency", [("duration", "15m")]),
    ("config-outage", []),
    ("push-burst", []),
    ("diurnal-day", []),
    (
      "reference",
      [
        ("arrivals.stages[0].at", "1.62/s"), ("arrivals.stages[1].at", "0.247/s"),
        ("duration", "20m"),
      ]
    ),
    ("capacity/10k-concurrent", [("arrivals.rate", "2.5/s"), ("duration", "28m")]),
    ("capacity/200k-concurrent", [("arrivals.rate", "7.7/s")]),
    ("devices/banner-and-native", [("duration", "20m"), ("warmup", "5m")]),
    ("devices/foldable", [("duration", "20m"), ("warmup", "5m")]),
    ("devices/background", [("duration", "25m"), ("warmup", "5m")]),
  ]

  static let names = all.map(\.name)

  /// Whether a run of minutes is wanted: an unoptimised build is forty times slower.
  static let isThorough: Bool = {
    if ProcessInfo.processInfo.environment["PERFBENCH_SLOW"] == "1" { return true }
    #if DEBUG
      return false
    #else
      return true
    #endif
  }()

  static func read(
    _ name: String, _ overrides: [(String, String)] = [], isShort: Bool = false
  ) throws -> Scenario {
    let short = isShort ? all.first { $0.name == name }?.short ?? [] : []
    return try Scenario(
      contentsOf: path(name),
      overrides: (short + overrides).map { ScenarioOverride(path: $0.0, value: $0.1) })
  }

  /// A report of the shortened scenario in ten replications, the least that give a verdict.
  static func judged(_ name: String, _ overrides: [(String, String)] = []) throws -> Report {
    try Simulation(read(name, overrides + [("replications", "10")], isShort: true)).run(jobs: 2)
  }
}
