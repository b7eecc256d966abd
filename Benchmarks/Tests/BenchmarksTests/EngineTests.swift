import Scheduler
import Testing

@testable import benchmarks

/// The hold model on a plain array: the oracle of every pending-event set.
private struct SlowHold {
  var law: Law
  var size: Int
  private var pending: [(time: Int64, sequence: Int, payload: UInt64)] = []
  private var sequence = 0
  private var step = 0

  init(law: Law, size: Int) {
    self.law = law
    self.size = size
  }

  private mutating func add(_ time: Int64, _ payload: UInt64) {
    pending.append((time, sequence, payload))
    sequence += 1
  }

  mutating func run(_ table: [Int64], holds: Int) -> PopChecksum {
    let increment = { (step: Int) in table[step % table.count] }
    var checksum = PopChecksum()
    let cancels = law == .cancelHeavy
    while step < (cancels ? size / 2 : size) {
      add(increment(step), UInt64(cancels ? 2 * step : step))
      if cancels { add(Law.timeout.nanoseconds, UInt64(2 * step + 1)) }
      step += 1
    }
    for _ in 0..<holds {
      let first = pending.indices.min {
        (pending[$0].time, pending[$0].sequence) < (pending[$1].time, pending[$1].sequence)
      }
      let event = pending.remove(at: first!)
      checksum.add(SimTime(nanoseconds: event.time), event.payload)
      let isTimeout = cancels && event.payload & 1 == 1
      if !isTimeout {
        if cancels { pending.removeAll { $0.payload == event.payload | 1 } }
        add(event.time + increment(step), event.payload)
      }
      if cancels { add(event.time + Law.timeout.nanoseconds, event.payload | 1) }
      step += 1
    }
    return checksum
  }
}

@Suite struct EngineTests {
  @Test(arguments: Law.allCases) func popsAreThoseOfASortedArray(_ law: Law) throws {
    let table = try law.increments
    let outcome = HoldModel(law: law, size: 64, warm: 500, holds: 500).run(table)
    var slow = SlowHold(law: law, size: 64)
    #expect(outcome.checksum == slow.run(table, holds: 1_000))
  }

  @Test(arguments: Law.allCases) func incrementsHaveAboutTheMeanTheyClaim(_ law: Law) throws {
    let table = try law.increments
    #expect(table.count == Law.tableSize)
    let mean = table.map(Double.init).reduce(0, +) / Double(table.count)
    // The mean of the heavy tail is made by values that a table of this size hardly holds.
    #expect(abs(mean / 1e9 - 1) < (law == .heavyTailed ? 0.7 : 0.02))
  }

  @Test func theQueueHasTheMeanOfItsFormula() throws {
    let outcome = SingleServer.run(customers: 400_000)
    try SingleServerBenchmark.check("perfbench", mean: outcome.meanSeconds, 400_000)
    #expect(throws: Failure.self) {
      try SingleServerBenchmark.check("another", mean: 8, 4_000_000)
    }
    #expect(abs(SingleServer.standardError(customers: 1_000_000) - 0.1705) < 0.001)
  }

  /// Every peer of the hold model pops the same, and every one of M/M/1 has the mean.
  @Test(.serialized, arguments: ["hold", "mm1", "draws", "records", "stations", "cores"])
  func theSmallSizeIsRight(_ name: String) throws {
    try Peers.install(["cpp", "simpy"])
    let benchmark = try #require(Benchmarks.catalogue.first { $0.name == name })
    let rows = try benchmark.measure(Plan(size: .small, runs: 1))
    #expect(rows.flatMap(\.failures) == [])
    for row in rows where row.figure == nil {
      #expect(row.remark.hasPrefix("missing: "), "\(row.subject), \(row.size): \(row.contender)")
    }
    let wanted = name == "hold" ? ["std::priority_queue"] : name == "mm1" ? ["SimPy"] : []
    for peer in wanted { #expect(rows.contains { $0.contender == peer && $0.figure != nil }) }
  }
}
