import Foundation
import Testing

@testable import perfbench

@Suite struct SweepCommandTests {
  private let folder: TemporaryFolder
  static let short = [
    "--replications", "2", "--set", "duration=1m", "--set", "warmup=0s", "--set",
    "arrivals.rate=20/m",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func sweep(_ words: [String]) throws -> Invocation {
    try Invocation(["sweep"] + Self.short + words, in: folder.url)
  }

  @Test func aTableIsPrintedForTheBuiltInScenario() throws {
    let vary = ["--vary", "networks.MAX.timeout=2s..8s:2"]
    let text = try sweep(vary)
    #expect(text.code == 0 && text.messages.isEmpty, "\(text.messages)")
    #expect(text.output.hasPrefix("sweep of scenario level-game, seed 42\n2 replications at each"))
    #expect(text.output.contains("  networks.MAX.timeout: 2s, 8s\n"))
    let csv = try sweep(vary + ["--format", "csv", "--metrics", "coverage", "--jobs", "1"])
    #expect(csv.output.hasPrefix("point,networks.MAX.timeout,scope,"))
    #expect(csv.output == (try sweep(vary + ["--format", "csv", "--metrics", "coverage"])).output)
    let run = try Invocation(
      ["run", "--format", "csv", "--set", "networks.MAX.timeout=8s"] + Self.short)
    let rows = run.output.split(separator: "\n").filter { $0.contains(",coverage,") }
    let swept = csv.output.split(separator: "\n").filter { $0.hasPrefix("1,8s,") }
    #expect(swept.map { $0.dropFirst(5) } == rows)
    #expect(rows.count > 9)
  }

  @Test func aScenarioFromStandardInputIsReadOnceForAllPoints() throws {
    let starter = try Invocation(["init", "-"]).output
    let result = try Invocation(
      ["sweep", "-", "--vary", "seed=1,2", "-o", "out.ndjson", "--format", "ndjson"] + Self.short,
      input: starter, in: folder.url)
    #expect(result.code == 0, "\(result.messages)")
    let lines = folder.text(of: "out.ndjson").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("{\"point\": 1, \"set\": {\"seed\": \"2\"}, \"scope\"") })
  }

  @Test(arguments: [
    ([], 64, "nothing else says what to vary; give --vary PATH=VALUES"),
    (["--vary", "arrivals.rate"], 64, "it must be a path"),
    (["--vary", "seed=1,2", "--seed", "3"], 64, "exclude each other"),
    (["--vary", "seed=1,2", "--metrics", "coverag"], 64, "did you mean 'coverage'?"),
    (["--vary", "seed=1,2", "--format", "json"], 64, "must be one of text, csv, ndjson"),
    (["--vary", "arrivals.rat=1/s"], 64, "--vary:1:10: error: unknown key"),
    (["--vary", "nets.x.y=1,2"], 64, "unknown key"),
    (["--vary", "seed=1,x"], 65, "--vary:1:6: error"),
    (["--vary", "seed=1", "missing.json5"], 66, "no such file"),
  ])
  func whatCannotBeSweptIsAMistake(_ words: [String], _ code: Int32, _ part: String) throws {
    let result = try sweep(words)
    #expect(result.code == code, "\(result.messages)")
    #expect(result.messages.contains(part), "\(result.messages)")
    #expect(result.output.isEmpty)
  }

  @Test func anOptionDoesNotOverruleTheKeyOfTheScenario() throws {
    let set = ["--set", "sweep={seed: [1, 2]}", "--seed", "5"]
    let result = try sweep(set)
    #expect(result.code == 64 && result.messages.contains("varies 'seed', and --seed sets it"))
  }

  @Test func aSignalLeavesNothingBehind() throws {
    let running = try Running(
      ["sweep", "--vary", "seed=1,2", "-o", "table", "--replications", "500"],
      in: folder.url)
    try running.waitUntilListening(and: 0.5)
    running.process.interrupt()
    let end = running.wait()
    #expect(end.code == 130)
    #expect(end.messages.contains("nothing was written"), "\(end.messages)")
    #expect(folder.names.isEmpty)
  }
}
