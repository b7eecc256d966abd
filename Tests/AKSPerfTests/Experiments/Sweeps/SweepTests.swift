import Testing

@testable import AKSPerf

@Suite struct SweepTests {
  /// A small scenario of two networks as a text.
  static let text = """
    {
      name: "small", seed: 11, duration: "40s", drain: "20s", replications: 3,
      arrivals: { process: "poisson", rate: "2/s" },
      backends: { exchange: { service: { exponential: { mean: "300ms" } } } },
      networks: {
        A: { backend: "exchange", fill: 0.5, price: 2, timeout: "4s" },
        B: { backend: "exchange", fill: 0.8, price: 1 },
      },
      placeholders: {
        level_end: {
          format: "interstitial", waterfall: [{ network: "A" }, { network: "B" }],
          deadline: "20s" },
      },
      journeys: { main: [{ load: "level_end" }, { wait: "3s" },
        { show: "level_end", ifNotReady: "skip" }] },
      slo: { "coverage": "rate>0.5" },
      sweep: { "networks.A.fill": [0.2, 0.6],
        "networks.A.timeout": { from: "1s", to: "3s", steps: 3 } },
    }
    """

  static func sweep(
    _ axes: [SweepAxis] = [], overrides: [ScenarioOverride] = []
  ) throws -> Sweep {
    try Sweep(text: text, named: "small.json5", overrides: overrides, axes: axes)
  }

  static func single(_ settings: [ScenarioOverride]) throws -> Report {
    try Simulation(
      ScenarioReader.read(text: text, named: "small.json5", overrides: settings)
    ).run()
  }

  @Test func theGridOfTheScenarioChangesItsLastKeyFastest() throws {
    let sweep = try Self.sweep()
    #expect(
      sweep.points.map { $0.settings.map(\.value) } == [
        ["0.2", "1s"], ["0.2", "2s"], ["0.2", "3s"], ["0.6", "1s"], ["0.6", "2s"], ["0.6", "3s"],
      ])
    #expect(sweep.points.map(\.index) == [0, 1, 2, 3, 4, 5])
    #expect(sweep.points[4].scenario.networks[0].fill[.interstitial] == 0.6)
    #expect(sweep.points[4].scenario.networks[0].timeout == .seconds(2))
    #expect(sweep.points[4].settingsText == "networks.A.fill=0.6 networks.A.timeout=2s")
    #expect(sweep.header.replications == 3 && sweep.header.seed == 11)
  }

  @Test func axesThatAreGivenTakeThePlaceOfTheScenarios() throws {
    let sweep = try Self.sweep(
      [SweepAxis(path: "seed", values: ["1", "2"])],
      overrides: [ScenarioOverride(path: "duration", value: "30s")])
    #expect(sweep.points.map(\.scenario.seed) == [1, 2])
    #expect(sweep.points.allSatisfy { $0.scenario.duration == .seconds(30) })
    #expect(sweep.points[1].scenario.overrides.map(\.path) == ["duration", "seed"])
  }

  @Test(arguments: [1, 2, 5])
  func eachPointIsTheRunWithItsSettings(_ jobs: Int) throws {
    let sweep = try Self.sweep()
    let reports = try sweep.run(jobs: jobs) { point, report in (point.index, report) }
    #expect(reports.map(\.0) == [0, 1, 2, 3, 4, 5])
    for (index, report) in reports {
      let single = try Self.single(sweep.points[index].settings)
      #expect(JSONReport(report).render() == JSONReport(single).render())
    }
    #expect(Set(reports.map(\.1.header.fingerprint)).count == 6)
  }

  @Test func allPointsSeeTheSameLaunchesAndTheSameLuck() throws {
    let axis = SweepAxis(path: "networks.A.fill", values: ["0.2", "0.4", "0.9"])
    let reports = try Self.sweep([axis]).run { $1 }
    let sessions = reports.map { $0.results.map(\.sessionsStarted) }
    #expect(sessions[0] == sessions[1] && sessions[1] == sessions[2])
    // With common draws a higher fill only adds fills, in every replication.
    for replication in 0..<3 {
      let fills = reports.map { report in
        report.results[replication].tally.counts.first {
          $0.count == .fills && $0.labels == [.network("A")]
        }?.value ?? 0
      }
      #expect(fills[0] < fills[1] && fills[1] < fills[2])
    }
  }

  @Test func whatIsWrongAtAPointIsToldWithItsSettings() throws {
    #expect(throws: ScenarioError.self) {
      try Self.sweep([SweepAxis(path: "networks.A.fill", values: ["0.2", "2"])])
    }
    #expect(throws: SweepMistake("'seed' is varied twice")) {
      try Self.sweep([
        SweepAxis(path: "seed", values: ["1"]), SweepAxis(path: "seed", values: ["2"]),
      ])
    }
    let many = SweepAxis(path: "seed", values: (0..<101).map { "\($0)" })
    var other = many
    other.path = "networks.A.price"
    #expect(throws: SweepMistake.self) { try Self.sweep([many, other]) }
    #expect(throws: SweepMistake.self) {
      try Sweep(text: Self.text, named: "s", overrides: [.init(path: "sweep", value: "null")])
    }
    let unknown = SweepAxis(
      path: "placeholders.level_end.strategy", values: ["sequential", "{ own: { name: 'mine' } }"])
    let sweep = try Self.sweep([unknown])
    do throws(SimulationError) {
      _ = try sweep.run { $1.events }
      Issue.record("it ended")
    } catch {
      #expect(error.description.hasPrefix("at placeholders.level_end.strategy={ own: { name"))
      #expect(
        error.description.hasSuffix(
          "}: no strategy is registered by the name 'mine'; "
            + "own strategies need a program of their own"))
      #expect(error.isOfScenario)
    }
    let whole = try Self.sweep()
    #expect(throws: SimulationError.cancelled) {
      try whole.run(jobs: 1, progress: nil, isCancelled: { true }, { $1.events })
    }
  }

  @Test func aRunIgnoresTheKeyAndItsDigestTooDoes() throws {
    let without = try Self.single([ScenarioOverride(path: "sweep", value: "null")])
    let with = try Self.single([])
    #expect(with.header.digest == without.header.digest)
    #expect(with.results == without.results)
  }

  // MARK: Tables

  private func table(_ form: SweepTable.Form, _ names: [String] = []) throws -> String {
    let sweep = try Self.sweep()
    let table = SweepTable(sweep.header, form: form, names: names)
    return table.render(try sweep.run { table.rows(of: $0.index, $1) })
  }

  @Test func theRowsOfThePointsAreThoseOfSingleRuns() throws {
    let lines = try table(.csv).split(separator: "\n").map { String($0) }
    let sweep = try Self.sweep()
    #expect(lines[0].hasPrefix("point,networks.A.fill,networks.A.timeout,scope,replication,kind,"))
    var expected = [String(lines[0])]
    for point in sweep.points {
      let start = "\(point.index),\(point.settings[0].value),\(point.settings[1].value),"
      let single = CSVReport(try Self.single(point.settings)).render().split(separator: "\n")
      expected += single.dropFirst().map { start + $0 }
    }
    #expect(lines == expected)
    #expect(lines.count > 1_000)
  }

  @Test func namesLeaveOutAllOtherRows() throws {
    let all = try table(.csv).split(separator: "\n")
    let some = try table(.csv, ["coverage", "revenue"]).split(separator: "\n")
    let wanted = all.filter { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return cells[0] == "point" || cells[6] == "coverage" || cells[6] == "revenue"
    }
    #expect(some == wanted)
    #expect(some.count > 6 * 4 * 2)
  }

  @Test func linesOfJSONHaveTheSameFigures() throws {
    let table = try self.table(.csv, ["time_to_show"]).split(separator: "\n")
    let csv = table.dropFirst()
    let count = table[0].split(separator: ",").firstIndex(of: "count")
    let lines = try self.table(.ndjson, ["time_to_show"]).split(separator: "\n")
    #expect(lines.count == csv.count)
    let first = try #require(lines.first)
    var reader = JSONParser(Array(first.utf8), source: 0)
    let document = reader.document()
    let parser = try #require(document)
    #expect(reader.problems.isEmpty)
    #expect(parser["point"]?.number?.unsigned == 0)
    #expect(parser["set"]?["networks.A.timeout"]?.text == "1s")
    #expect(parser["name"]?.text == "time_to_show" && parser["scope"]?.text == "pooled")
    let cells = csv.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    #expect(parser["count"]?.number?.description == count.map { String(cells[$0]) })
    #expect(parser["count"]?.number?.unsigned != nil)
  }

  @Test func theTextHasALineForEachPoint() throws {
    let text = try table(.text)
    let lines = text.split(separator: "\n").map { String($0) }
    #expect(lines[0] == "sweep of scenario small, seed 11")
    #expect(lines[1] == "3 replications at each point")
    #expect(lines[2] == "  networks.A.fill: 0.2, 0.6")
    #expect(lines[3] == "  networks.A.timeout: 1s, 2s, 3s")
    #expect(lines[4].hasPrefix("  fill  timeout        objectives  time_to_show p50"))
    #expect(lines[4].contains("  cache_hit  "))
    #expect(lines.count == 11)
    #expect(lines[10].hasPrefix("  0.6        3s  undecided 1 of 1"))
    #expect(lines.allSatisfy { $0.count <= 100 })
    let many = try table(.text, ["time_to_show", "load_latency", "attempt_latency", "coverage"])
    #expect(
      many.hasSuffix("\nMore figures than fit: name fewer with --metrics, or use --format csv.\n"))
  }
}
