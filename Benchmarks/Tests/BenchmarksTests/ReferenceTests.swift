import Testing

@testable import benchmarks

@Suite struct ReferenceTests {
  @Test func theModelHoldsTheNumberOfSessionsAndRepeatsItself() throws {
    let load = ReferenceLoad(sessions: 1_000, minutes: 6)
    let runs = try [ReferenceRun.measured(load), ReferenceRun.measured(load)]
    #expect(ReferenceBenchmark.failures(load, runs) == [])
    #expect(runs[0].events == runs[1].events)
    // Loads try one network or more, and what is shown was filled before.
    #expect(runs[0].attempts > runs[0].loads)
    #expect(runs[0].loads > runs[0].fills)
    #expect(runs[0].fills > runs[0].shows)
    #expect(runs[0].shows > runs[0].sessions)
  }

  @Test func oneSessionIsOneSession() throws {
    let run = try ReferenceRun.measured(ReferenceLoad(sessions: 1, minutes: 5))
    #expect(run.sessions == 1)
    #expect(run.peakConcurrent == 1)
  }

  @Test func aWrongNumberOfSessionsAndAnotherFingerprintAreFound() throws {
    let load = ReferenceLoad(sessions: 1_000, minutes: 1)
    let run = try ReferenceRun.measured(load)
    var other = run
    other.meanConcurrent = 1_000
    other.fingerprint = "0"
    // In the first minute the number is still growing.
    #expect(ReferenceBenchmark.failures(load, [run, other]).count == 2)
  }

  @Test func theWholeSmallSizeRunsWithoutAFailure() throws {
    let rows = try ReferenceBenchmark.rows(Plan(size: .small, runs: 1))
    #expect(rows.count == 10)
    #expect(rows.flatMap(\.failures) == [])
    #expect(rows.allSatisfy { ($0.figure ?? 0) > 0 })
  }

  @Test func aRunSurvivesItsLines() throws {
    let run = try ReferenceRun.measured(ReferenceLoad(sessions: 1, minutes: 5))
    let pairs = Subprocess.pairs(in: run.lines.joined(separator: "\n"))
    #expect(try ReferenceRun(pairs).lines == run.lines)
    #expect(throws: Failure.self) { try ReferenceRun([:]) }
  }
}
