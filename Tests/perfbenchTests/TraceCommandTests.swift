import Foundation
import Testing

@testable import perfbench

@Suite struct TraceCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func trace(_ words: [String]) throws -> Invocation {
    try Invocation(["trace"] + words, in: folder.url)
  }

  private static let quick = ["--set", "duration=1m", "--set", "warmup=0s"]

  @Test func aSessionIsPrintedLineByLine() throws {
    let result = try trace(["--session", "3"] + Self.quick)
    #expect(result.code == 0, "\(result.messages)")
    let lines = result.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("session 3 of replication 0 of level-game, seed "))
    #expect(lines[1].contains("since launch") && lines[1].hasSuffix("why"))
    #expect(lines[2].contains(" launched ") && lines[2].contains("+0:00.000000"))
    #expect(
      result.output == (try trace(["--session", "3", "--format", "text"] + Self.quick)).output)
    let other = try trace(["--session", "3", "--seed", "9", "--replication", "1"] + Self.quick)
    #expect(other.code == 0 && other.output != result.output)
    #expect(other.output.hasPrefix("session 3 of replication 1 of level-game, seed 9\n"))
    #expect(try trace(["--session", "3", "-o", "out"] + Self.quick).output.isEmpty)
    #expect(folder.text(of: "out") == result.output)
  }

  @Test func withoutANumberItIsTheFirstSession() throws {
    let result = try trace(Self.quick)
    #expect(result.code == 0)
    #expect(result.output == (try trace(["--session", "0"] + Self.quick)).output)
    #expect(result.output.hasPrefix("session 0 of replication 0 of level-game, seed "))
  }

  @Test(arguments: [
    (["trace", "--session", "x"], "an integer from 0"),
    (["trace", "--session", "1", "--format", "json"], "must be one of text"),
    (["trace", "--session", "1", "--replications", "2"], "Did you mean '--replication'?"),
  ])
  func wrongUsageExits64(_ words: [String], _ part: String) throws {
    let result = try Invocation(words)
    #expect(result.code == 64 && result.output.isEmpty)
    #expect(result.messages.contains(part), "\(result.messages)")
    #expect(result.messages.contains("\nUsage: perfbench trace"))
  }

  @Test func aSessionThatIsNotThereExits64AndABadScenario65() throws {
    let missing = try trace(["--session", "1000000"] + Self.quick)
    #expect(missing.code == 64)
    #expect(missing.messages.contains("there is no session 1000000: replication 0 has "))
    #expect(try trace(["--session", "0", "--replication", "5000"]).code == 64)
    let unbuilt = try trace(["--session", "0", "--set", "warmup=auto"])
    #expect(unbuilt.code == 65 && unbuilt.output.isEmpty)
    #expect([64, 65].contains(try trace(["--session", "0", "--set", "nosuch=1"]).code))
    #expect(try trace(["none.json5", "--session", "0"]).code == 66)
  }
}
