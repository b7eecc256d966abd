import Foundation
import Testing

@testable import perfbench

@Suite struct MergeCommandTests {
  private let folder: TemporaryFolder
  private static let short = [
    "--replications", "5", "--set", "duration=1m", "--set", "warmup=0s", "--set",
    "arrivals.rate=20/m",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "parts"), withIntermediateDirectories: false)
  }

  private func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> Invocation {
    try Invocation(words, environment: environment, in: folder.url)
  }

  private var parts: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("parts"))) ?? []
    return all.sorted().map { "parts/\($0)" }
  }

  @Test func partsInAFolderAreMergedToTheBytesOfOneRun() throws {
    for number in [3, 1, 2] {
      let shard = try run(["run", "--shard", "\(number)/3", "-o", "parts"] + Self.short)
      #expect(
        shard.code == 0 && shard.output.isEmpty && shard.messages.isEmpty, "\(shard.messages)")
    }
    #expect(parts == [1, 2, 3].map { "parts/shard-\($0)-of-3.part" })
    for format in ["text", "json", "csv"] {
      let whole = try run(["run", "--format", format] + Self.short)
      let merged = try run(["merge", "--format", format] + parts.reversed())
      #expect(merged.code == 0, "\(merged.messages)")
      #expect(merged.output == whole.output)
    }
  }

  @Test func aPartThatIsThereIsNotMadeAgainAndAnotherOneIsNotReplaced() throws {
    let words = ["run", "--shard", "2/3", "-o", "part"] + Self.short
    #expect(try run(words).code == 0)
    let made = try folder.url.appending(path: "part").resourceValues(forKeys: [
      .contentModificationDateKey
    ])
    let again = try run(words)
    #expect(again.code == 0)
    #expect(again.messages == "shard 2/3 is done: 'part' holds it; nothing was simulated\n")
    let now = try folder.url.appending(path: "part").resourceValues(forKeys: [
      .contentModificationDateKey
    ])
    #expect(now.contentModificationDate == made.contentModificationDate)
    let others: [([String], String)] = [
      (["--seed", "5"], "'part' is a part of another seed: 42, not 5; remove it, or give another"),
      (["--set", "networks.MAX.timeout=9s"], "of another scenario"),
      (["--shard", "1/3"], "'part' is shard 2/3, not 1/3; remove it"),
    ]
    for (change, message) in others {
      let base = change[0] == "--shard" ? words.filter { !["--shard", "2/3"].contains($0) } : words
      let refused = try run(base + change)
      #expect(refused.code == 73)
      #expect(refused.messages.contains(message), "\(refused.messages)")
    }
    try folder.write("mine", to: "part")
    let foreign = try run(words)
    #expect(foreign.code == 73)
    #expect(foreign.messages.contains("is no part of a run"), "\(foreign.messages)")
    #expect(folder.text(of: "part") == "mine")
  }

  @Test func aShardThatIsKilledLeavesNothingAndOnlyItIsMadeAgain() throws {
    let long = ["--replications", "40"]
    let running = try Running(
      ["run", "--shard", "auto/2", "-o", "parts"] + long,
      environment: ["JOB_COMPLETION_INDEX": "0"], in: folder.url)
    try running.waitUntilListening(and: 0.5)
    kill(running.process.processIdentifier, SIGKILL)
    #expect(running.wait().isSignalled)
    #expect(parts.isEmpty)
    let short = Self.short
    for index in ["1", "0", "1"] {
      let shard = try run(
        ["run", "--shard", "auto/2", "-o", "parts"] + short,
        environment: ["JOB_COMPLETION_INDEX": index])
      #expect(shard.code == 0, "\(shard.messages)")
    }
    #expect(try run(["merge"] + parts).output == (try run(["run"] + short)).output)
  }

  @Test func missingShardsAreNamedAndNothingIsWritten() throws {
    for number in [2, 4] {
      #expect(try run(["run", "--shard", "\(number)/7", "-o", "parts"] + Self.short).code == 0)
    }
    let merged = try run(["merge", "-o", "report"] + parts)
    #expect(merged.code == 3)
    #expect(
      merged.messages.hasPrefix("Error: 5 of 7 shards are missing: 1, 3, 5-7. Nothing was written"))
    #expect(merged.messages.contains("'run --shard 1/7'"))
    #expect(folder.names == ["parts"])
  }

  @Test func aSweepInShardsIsMergedToItsTable() throws {
    let sweep =
      ["sweep", "--vary", "networks.MAX.timeout=2s,8s", "--replications", "2"]
      + Self.short.dropFirst(2)
    for number in 1...3 {
      let shard = try run(sweep + ["--shard", "\(number)/3", "-o", "parts/"])
      #expect(shard.code == 0, "\(shard.messages)")
    }
    for format in ["text", "csv", "ndjson"] {
      let merged = try run(["merge", "--format", format] + parts)
      #expect(merged.output == (try run(sweep + ["--format", format])).output)
      #expect(merged.code == 0, "\(merged.messages)")
    }
    let wrong = try run(["merge", "--format", "json"] + parts)
    #expect(wrong.code == 64 && wrong.messages.contains("parts of a sweep"), "\(wrong.messages)")
  }

  @Test(arguments: [
    (["run", "--shard", "1/2"], 64, "needs '--output <file>'"),
    (["run", "--shard", "1/2", "-o", "x", "--format", "json"], 64, "an option of 'merge'"),
    (["run", "--shard", "2", "-o", "x"], 64, "it must be I/N"),
    (
      ["sweep", "--shard", "1/2", "-o", "x", "--metrics", "shows", "--vary", "seed=1"], 64,
      "'merge'"
    ),
    (["merge"], 64, "Missing expected argument"), (["merge", "none"], 66, "'none' no such file"),
    (["merge", "parts"], 66, "is a folder"), (["merge", "/dev/null"], 66, "not a regular file"),
    (["merge", "/proc/self/status"], 65, "is no part"),
  ])
  func whatCannotBeDoneIsAMistake(_ words: [String], _ code: Int32, _ part: String) throws {
    let result = try run(words)
    #expect(result.code == code, "\(result.messages)")
    #expect(result.messages.contains(part), "\(result.messages)")
  }
}
