import Testing

@testable import AKSPerf

@Suite struct ShardTests {
  /// A run with batches, owned backends, hazards, splits and objectives among its seeds.
  static func scenario(_ seed: UInt64, replications: Int) -> Scenario {
    var scenario = RandomScenario.make(seed: seed)
    scenario.replications = replications
    return scenario
  }

  static func parts(
    _ simulation: Simulation, of count: Int
  ) throws -> [ShardMerge.Named] {
    try (1...count).map { number in
      let part = try simulation.run(try #require(Shard(number, of: count)))
      return ShardMerge.Named("\(number).part", try ShardPart(bytes: Array(part.text.utf8)))
    }
  }

  private static func forms(_ report: Report) -> [String] {
    [TextReport(report).render(), JSONReport(report).render(), CSVReport(report).render()]
  }

  @Test func aShardTakesEveryNthOfARow() throws {
    let shards = try (1...3).map { try #require(Shard($0, of: 3)) }
    #expect(shards.map { $0.share(of: Array(0..<8)) } == [[0, 3, 6], [1, 4, 7], [2, 5]])
    #expect(Shard(5, of: 9)?.share(of: [1, 2, 3]) == [])
    #expect(Shard("3/16")?.description == "3/16")
    for text in ["0/3", "4/3", "1", "1/", "/2", "1/2/3", "+1/2", "1/100001", "a/b", " 1/2", "-1/2"]
    {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [1, 3, 16])
  func anyNumberOfShardsInAnyOrderMakesTheReportOfOneRun(_ count: Int) throws {
    let simulation = Simulation(Self.scenario(24, replications: 3))
    let parts = try Self.parts(simulation, of: count)
    let whole = Self.forms(try simulation.run(jobs: 2))
    let even = parts.filter { $0.part.shard.number.isMultiple(of: 2) }
    let odd = parts.filter { !$0.part.shard.number.isMultiple(of: 2) }
    for order in [parts, even + odd + [parts[0]]] {
      let merge = try ShardMerge(order)
      #expect(merge.missing.isEmpty && merge.count == count)
      #expect(Self.forms(merge.report()) == whole)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func aPartReadsBackAsItWas(_ seed: UInt64) throws {
    // One replication of stationary arrivals is measured in batches too.
    let simulation = Simulation(Self.scenario(seed, replications: seed.isMultiple(of: 2) ? 1 : 2))
    let part = try simulation.run(try #require(Shard(1, of: 1)))
    let read = try ShardPart(bytes: Array(part.text.utf8))
    #expect(read == part)
    #expect(read.text == part.text)
    #expect(try ShardMerge([.init("a", read)]).report().results == part.points[0].results)
  }

  @Test func theBuiltInScenarioWithAllItsObjectivesIsMergedToTheSameBytes() throws {
    var scenario = try Scenario.embeddedDefault(overrides: [
      ScenarioOverride(path: "duration", value: "3m"),
      ScenarioOverride(path: "warmup", value: "1m"),
      ScenarioOverride(path: "arrivals.rate", value: "20/m"),
      ScenarioOverride(path: "split", value: "['network,outcome', 'format,source']"),
    ])
    scenario.replications = 11
    let simulation = Simulation(scenario)
    let merge = try ShardMerge(try Self.parts(simulation, of: 2))
    #expect(Self.forms(merge.report()) == Self.forms(try simulation.run(jobs: 2)))
    #expect(merge.report().objectives.count == 7)
    #expect(merge.report().header.overrides.count == 4)
  }

  @Test func aSweepInShardsIsTheSameTable() throws {
    let sweep = try SweepTests.sweep()
    for count in [1, 3, 16, 20] {
      let parts = try (1...count).map { number in
        let part = try sweep.run(try #require(Shard(number, of: count)))
        return ShardMerge.Named("\(number)", try ShardPart(bytes: Array(part.text.utf8)))
      }
      let merge = try ShardMerge(parts.reversed())
      #expect(merge.study == sweep.study && merge.study.isSweep)
      for form in SweepTable.Form.allCases {
        let table = SweepTable(sweep.header, form: form)
        let whole = table.render(try sweep.run { table.rows(of: $0.index, $1) })
        #expect(merge.render(table) == whole)
      }
    }
  }

  @Test func missingShardsAreNamed() throws {
    let parts = try Self.parts(Simulation(Self.scenario(3, replications: 2)), of: 5)
    #expect(try ShardMerge([parts[3], parts[1]]).missing == [1, 3, 5])
  }

  @Test func partsThatDoNotBelongTogetherAreRefused() throws {
    let simulation = Simulation(Self.scenario(3, replications: 2))
    let parts = try Self.parts(simulation, of: 2)
    func refusal(_ other: ShardPart) -> String {
      do {
        _ = try ShardMerge([parts[0], .init("other", other)])
        return "merged"
      } catch {
        return error.message
      }
    }
    var other = parts[1].part
    #expect(refusal(other) == "merged")
    other.study.version = "9"
    #expect(refusal(other).contains("another version: 9, not 0.1.0"))
    other = parts[1].part
    other.study.header.seed += 1
    #expect(refusal(other).contains("'other' is not of the run of '1.part': another seed"))
    other = parts[1].part
    other.study.header.digest = "0"
    #expect(refusal(other).contains("another scenario"))
    other = parts[1].part
    other.study.header.replications = 3
    #expect(refusal(other).contains("another number of replications: 3, not 2"))
    other = parts[1].part
    other.study.header.axes = [SweepAxis(path: "seed", values: ["1"])]
    #expect(refusal(other).contains("a sweep, not a run"))
    #expect(refusal(try Self.parts(simulation, of: 3)[1].part).contains("same number of shards"))
    other = parts[0].part
    other.points[0].results[0].events += 1
    #expect(refusal(other).contains("both shard 1/2 and differ"))
    other = parts[1].part
    other.points[0].results[0].index = 0
    #expect(refusal(other).contains("each replication once"))
    other = parts[1].part
    other.points[0].plan.isClosed.toggle()
    #expect(refusal(other).contains("something else"))
  }
}
