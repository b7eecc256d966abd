import Testing

@testable import AKSPerf

/// Capacities of queues, and of keys that are named.
@Suite("Capacity")
struct CapacitySearchTests {
  /// A queue: one request a session, 100 ms of service on average.
  private func search(
    key: String? = nil, overrides: [ScenarioOverride] = [],
    service: String = "{ exponential: { mean: \"100ms\" } }", rate: String = "4/s",
    servers: Int = 1, slo: String = "load_latency: \"p(95)<600ms\"", seconds: Int = 40
  ) throws -> CapacitySearch {
    let text = """
      { name: "queue", seed: 5, duration: "\(seconds)s", warmup: "5s", drain: "10m",
        replications: 20,
        arrivals: { process: "poisson", rate: "\(rate)" },
        backends: { server: { owned: true, servers: \(servers), service: \(service) } },
        networks: { NET: { backend: "server", connection: "none" } },
        placeholders: { p: { format: "interstitial", waterfall: [{ network: "NET" }] } },
        journeys: { main: [{ load: "p", await: true }] },
        slo: { \(slo) } }
      """
    return try CapacitySearch(text: text, named: "queue", key: key, overrides: overrides)
  }

  @Test("keys are read with their unit, and set in it")
  func keys() throws {
    let search = try search()
    let rate = search.key
    #expect(rate.path == "arrivals.rate" && rate.number == 4 && rate.unit == "/s" && !rate.isWhole)
    #expect(rate.text(of: 4.5) == "4.5/s" && rate.number(of: "5/s") == 5)
    #expect(rate.text(of: 1.234567) == "1.234567/s" && rate.text(of: 0.00001) == "0.00001/s")
    #expect(rate.number(of: "5/m") == nil && rate.number(of: "5") == nil)
    let servers = try search.key("backends.server.servers")
    #expect(servers.number == 1 && servers.isWhole && servers.text(of: 3) == "3")
    #expect(servers.number(of: "2.5") == nil)
    let changed = try self.search(
      overrides: [ScenarioOverride(path: "arrivals.rate", value: "9/m")]
    ).key
    #expect(changed.number == 9 && changed.unit == "/m")
    #expect(
      search.keys.map(\.path) == [
        "arrivals.rate", "backends.server.servers", "backends.server.service.exponential.mean",
      ])
    for path in ["arrivals.burst", "arrivals", "arrivals.process", "arrivals..rate"] {
      #expect(throws: ScenarioKeyError.self) { _ = try search.key(path) }
    }
  }

  @Test("of a service without chance the capacity is exact, and the curve has its knee")
  func deterministic() throws {
    // Evenly spaced launches never wait below 10 a second, and queue without end above.
    var search = try search(
      overrides: [ScenarioOverride(path: "arrivals.process", value: "constant")],
      service: "\"100ms\"", slo: "load_latency: \"p(50)<150ms\"")
    search.replications = 10
    search.sensitiveTo = [try search.key("backends.server.servers")]
    let answer = try search.run(jobs: 2)
    #expect(answer.ending == .found && answer.replications == 10)
    let pass = try #require(answer.pass)
    let fail = try #require(answer.fail)
    // Just above, the queue grows so slowly that the window ends before it is long.
    #expect(pass > 9.9 && pass < 10.1 && fail > 10 && fail <= pass * 1.02)
    #expect(answer.headroom.map { abs($0 - (pass / 4 - 1)) < 1e-12 } == true)
    #expect(answer.knee.map { $0 > 9 && $0 < 10.2 } == true)
    #expect(answer.limits.contains { $0.contains("backend 'server' is busy") })
    let more = try #require(answer.sensitivity.last)
    #expect(more.number == 2 && more.change.map { abs($0 - 1) < 0.03 } == true)
    // One server less is none.
    #expect(answer.sensitivity.count == 1)
    #expect(CapacityReport(answer).csv().split(separator: "\n").count > 10)
  }

  @Test("a scenario without an objective has no capacity")
  func noObjective() throws {
    for slo in ["", "load_latency: { check: \"p(95)<1s\", level: \"warn\" }"] {
      let search = try search(slo: slo)
      #expect(throws: ScenarioKeyError.self) { _ = try search.run() }
    }
  }

  @Test("what no load can meet is said, and what any load meets")
  func without() throws {
    func ending(_ limit: String) throws -> CapacityAnswer.Ending {
      var search = try search(
        service: "\"10ms\"", slo: "load_latency: \"p(50)<\(limit)\"")
      search.bounds = 4...16
      search.makesCurve = false
      search.replications = 10
      let answer = try search.run()
      let again = try search.run(jobs: 2)
      #expect(CapacityReport(again).json() == CapacityReport(answer).json())
      #expect(CapacityReport(again).text() == CapacityReport(answer).text())
      return answer.ending
    }
    #expect(try ending("5ms") == .noPass && ending("1s") == .noFail)
  }
}
