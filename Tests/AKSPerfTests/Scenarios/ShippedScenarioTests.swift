import AKSPerf
import Foundation
import Testing

@Suite struct ShippedScenarioTests {
  @Test func everyScenarioOfTheFolderIsKnown() throws {
    let folder = Shipped.root.appendingPathComponent("scenarios")
    var found: [String] = []
    for part in ["", "capacity/", "devices/"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent(part).path)
      found += names.filter { $0.hasSuffix(".json5") }.map { part + $0.dropLast(6) }
    }
    // What others include is no scenario of its own.
    #expect(found.filter { $0 != "capacity/level-game" }.sorted() == Shipped.names.sorted())
  }

  @Test(arguments: Shipped.names) func itReadsWithoutANote(_ name: String) throws {
    let scenario = try Shipped.read(name)
    #expect(scenario.warnings == [] && scenario.advice == [])
    #expect(scenario.unbuilt == [])
    #expect(!scenario.description.isEmpty)
    #expect(!scenario.slo.isEmpty)
  }

  @Test(arguments: Shipped.names) func itsSourcesAreNamed(_ name: String) throws {
    let text = try String(contentsOfFile: Shipped.path(name), encoding: .utf8)
    #expect(text.contains("// "))
    #expect(text.contains("guess"), "no file is without a guess")
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
  }

  @Test(arguments: Shipped.names) func itRunsTwiceWithOneFingerprint(_ name: String) throws {
    var scenario = try Shipped.read(name, isShort: true)
    scenario.replications = 2
    scenario.warmup = .fixed(.zero)
    // Time enough for the journeys to go once round.
    scenario.duration = min(scenario.duration, .minutes(3))
    scenario.drain = min(scenario.drain, .minutes(5))
    let first = try Simulation(scenario).run(jobs: 1)
    let second = try Simulation(scenario).run(jobs: 2)
    #expect(first.events > 100)
    #expect(first.header == second.header)
    #expect(first.events == second.events)
    scenario.seed &+= 1
    #expect(try Simulation(scenario).run(jobs: 2).header.fingerprint != first.header.fingerprint)
  }

  @Test func theCapacityScenariosAreTheDefaultGame() throws {
    let game = try Shipped.read("default")
    for name in ["capacity/10k-concurrent", "capacity/200k-concurrent"] {
      var other = try Shipped.read(name)
      #expect(other.networks == game.networks)
      #expect(other.placeholders == game.placeholders)
      #expect(other.journeys == game.journeys)
      #expect(other.sessionClasses == game.sessionClasses)
      #expect(other.radios == game.radios)
      #expect(other.geos == game.geos)
      #expect(other.users == game.users)
      #expect(other.launch == game.launch)
      #expect(other.adDuration == game.adDuration)
      #expect(other.patience == game.patience)
      // Only the size of the config service is another.
      other.backends[0].servers = game.backends[0].servers
      other.backends[0].queueLimit = game.backends[0].queueLimit
      #expect(other.backends == game.backends)
    }
  }
}

@Suite struct EmbeddedScenarioTests {
  static let source = Shipped.root.appendingPathComponent(
    "Sources/AKSPerf/Scenario/EmbeddedScenarios.swift")

  @Test func theEmbeddedDefaultIsTheFileByteForByte() throws {
    let file = try String(contentsOfFile: Shipped.path("default"), encoding: .utf8)
    if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
      try Self.embed(file)
      return
    }
    #expect(
      Array(EmbeddedScenarios.default.utf8) == Array(file.utf8),
      "PERFBENCH_UPDATE=1 swift test --filter EmbeddedScenarioTests takes the file over")
  }

  @Test func theEmbeddedDefaultTakesOverrides() throws {
    let scenario = try Scenario.embeddedDefault(
      overrides: [ScenarioOverride(path: "arrivals.rate", value: "3/s")])
    #expect(scenario.arrivals == .poisson(ratePerSecond: 3))
    #expect(try Scenario.embeddedDefault().digest == Shipped.read("default").digest)
    #expect(throws: ScenarioError.self) {
      try Scenario.embeddedDefault(overrides: [ScenarioOverride(path: "nmae", value: "x")])
    }
  }

  @Test func theStarterIsTheDefaultWithoutItsSchema() throws {
    let starter = try ScenarioReader.read(text: EmbeddedScenarios.starter, named: "starter")
    #expect(starter.networks == (try Scenario.embeddedDefault().networks))
    #expect(!EmbeddedScenarios.starter.contains("$schema"))
    #expect(EmbeddedScenarios.starter.hasSuffix("}\n"))
  }

  /// Puts `text` between the quotes of the source file.
  private static func embed(_ text: String) throws {
    let old = try String(contentsOf: source, encoding: .utf8)
    let start = try #require(old.range(of: "#\"\"\"\n"))
    let end = try #require(old.range(of: "\n\n    \"\"\"#"))
    let body = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    let new = old[..<start.upperBound] + body + old[end.lowerBound...]
    try Data(new.utf8).write(to: source)
  }
}
