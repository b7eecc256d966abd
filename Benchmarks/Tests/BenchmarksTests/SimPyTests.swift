import Testing

@testable import benchmarks

@Suite struct SimPyTests {
  /// The same model twice, written apart: each count a session agrees within sampling error.
  @Test func countsAgreeWithSimPy() throws {
    try Peers.install(["simpy"])
    let rows = try SimPyBenchmark.rows(Plan(size: .small, runs: 3))
    #expect(rows.count == 2)
    let peer = try #require(rows.last)
    #expect(peer.figure != nil, "\(peer.remark)")
    #expect(peer.failures == [])
    #expect((peer.ratio ?? 0) > 1)
  }

  @Test func aModelThatDiffersIsFound() throws {
    let load = ReferenceLoad(sessions: 200, minutes: 4)
    let runs = try (1...8).map { try ReferenceRun.measured(load, seed: $0) }
    #expect(SimPyBenchmark.differences(runs, runs).allSatisfy { $0.errors == 0 })
    let others = runs.map { run in
      var other = run
      other.shows = run.shows * 9 / 10
      return other
    }
    let found = SimPyBenchmark.differences(runs, others).filter { !$0.isWithinError }
    #expect(found.map(\.name) == ["shows"])
  }
}
