import Foundation
import Scheduler
import Testing

@testable import AKSPerf

/// What one session did, told event by event.
@Suite struct TraceTests {
  typealias W = TinyWorld

  /// Two networks, the first without demand, a cap of one show, and what else gives reasons.
  private static func scenario(_ steps: [JourneyStep], _ format: AdFormat) -> Scenario {
    W.scenario(steps, format: format) { scenario in
      W.addNetwork(to: &scenario, answer: 250, price: 3.2)
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.networks[1].prepare = W.milliseconds(20)
      scenario.networks[1].showOverhead = W.milliseconds(40)
      scenario.placeholders[0].remote.waterfall[1].floor = 1.5
      scenario.placeholders[0].remote.waterfall[1].timeout = .after(.seconds(2))
      scenario.placeholders[0].cap = FrequencyCap(shows: 1, per: .minutes(10))
      scenario.launch.sdkStart = W.milliseconds(300)
    }
  }

  private static let appOpen = JourneyStep.appOpen(
    placeholder: 0, flow: .automatic(splash: .seconds(3)))

  private static let steps: [(name: String, format: AdFormat, steps: [JourneyStep])] = [
    (
      "interstitial", .interstitial,
      [W.load(), W.load(), W.wait(900), W.show(.skip), W.show(.skip)]
    ),
    ("rewarded", .rewarded, [W.load(awaited: true), W.wait(10), W.show(.wait, budget: 4000)]),
    ("rewarded-in-one-call", .rewarded, [.loadAndShow(placeholder: 0, budget: nil)]),
    ("app-open", .appOpen, [appOpen, W.wait(500)]),
  ]

  private static func golden(_ name: String) -> URL {
    Shipped.root.appendingPathComponent("Tests/AKSPerfTests/Fixtures/trace-\(name).txt")
  }

  @Test(arguments: steps.indices) func aTraceIsAsInItsFile(_ index: Int) throws {
    let (name, format, steps) = Self.steps[index]
    let text = try Simulation(Self.scenario(steps, format)).trace(session: 0).text
    let file = Self.golden(name)
    if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "trace-\(name).txt differs; PERFBENCH_UPDATE=1 accepts")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 130 })
  }

  /// One replication of the default game, which has an owned backend, with or without a trace.
  private func output(tracing user: UInt64?) throws -> (Report, TraceLog) {
    let simulation = Simulation(
      try Shipped.read(
        "default", [("replications", "1"), ("duration", "12m"), ("warmup", "4m")]))
    var world = try simulation.world(
      simulation.compiled(), simulation.plan, replication: 0, explaining: false)
    if let user { world.tracedUser = user }
    try world.runEvents(isCancelled: { false }, progress: { _ in })
    let log = world.trace
    return (try simulation.report(of: [try world.end().result]), log)
  }

  @Test func tracingChangesNeitherFingerprintNorReport() throws {
    let (plain, nothing) = try output(tracing: nil)
    let (traced, log) = try output(tracing: 40)
    #expect(nothing.lines.isEmpty && log.lines.count > 20)
    #expect(traced.header == plain.header && traced.events == plain.events)
    #expect(JSONReport(traced).render() == JSONReport(plain).render())
  }

  @Test func aSessionDoesAloneWhatItDoesAmongOthers() throws {
    var scenario = try Shipped.read("rewarded-game", [("duration", "15m")])
    let alone = try Simulation(scenario).trace(session: 7, replication: 2)
    #expect(alone.events.count > 20 && alone.hasEnded && !alone.isCut)
    // A backend that nobody asks makes sessions share something.
    var backend = Backend(name: "unused")
    backend.owned = true
    scenario.backends.append(backend)
    let among = try Simulation(scenario).trace(session: 7, replication: 2)
    #expect(among.events == alone.events && among.text == alone.text)
  }

  @Test func timesAscendAndLinesAddUpToTheCounts() throws {
    let scenario = Self.scenario(
      [W.load(), W.load(), W.wait(900), W.show(.skip), W.show(.load), W.wait(50)], .interstitial)
    let report = try Simulation(scenario).run()
    let events = try Simulation(scenario).trace(session: 0).events
    for (earlier, later) in zip(events, events.dropFirst()) { #expect(earlier.time <= later.time) }
    func lines(_ what: String) -> Int { events.count { $0.what == what } }
    #expect(report.n(.loads) == 1 && report.n(.loadCalls) == 2)
    #expect(lines("load called") == report.n(.loadCalls))
    #expect(lines("load started") == report.n(.loads))
    #expect(lines("attempt started") == report.n(.attempts))
    #expect(lines("request sent") == report.n(.requests))
    #expect(lines("opportunity") == report.n(.opportunities))
    #expect(lines("shown") == report.n(.shows))
    #expect(lines("session ended") == 1)
    for callback in [Callback.onLoaded, .onAdShown, .onAdDismissed] {
      let own = events.filter { $0.kind == .callback && $0.what == callback.name }
      #expect(own.count == (callback == .onLoaded ? 1 : report.n(callback)))
    }
  }

  @Test func aLineTellsWhy() throws {
    let scenario = Self.scenario([W.load(), W.wait(900), W.show(.skip)], .interstitial)
    let events = try Simulation(scenario).trace(session: 0).events
    func why(_ what: String, _ network: String? = nil) -> [String] {
      events.filter { $0.what == what && $0.network == network }.map(\.why)
    }
    #expect(why("load called") == ["starts a load"])
    #expect(why("load started") == ["waits 0.300 s for the SDK and its adapters"])
    #expect(why("attempt started", "NET1") == ["entry 2 of 2, floor 1.50 USD, timeout 2.000 s"])
    #expect(why("answered", "NET") == ["no bid"])
    #expect(why("answered", "NET1") == ["bids 3.20 USD"])
    #expect(why("opportunity") == ["finds hit"])
    #expect(why("ad left", "NET1") == ["3.20 USD, to be shown"])
  }

  @Test func hazardsStandInTheTrace() throws {
    let scenario = W.scenario([W.load(), W.wait(500)], answer: 300) {
      $0.networks[0].lateAnswer = .deliver
      $0.placeholders[0].remote.waterfall[0].timeout = .after(.milliseconds(200))
    }
    let events = try Simulation(scenario).trace(session: 0).events
    let hazards = events.filter { $0.kind == .hazard }
    #expect(hazards.map(\.what) == ["callback_stale"])
    #expect(hazards.first?.network == "NET" && hazards.first?.placeholder == "slot")
  }

  @Test func everyLaunchOfAUserIsTracedOrOne() throws {
    var scenario = W.scenario([W.wait(60_000)], duration: .minutes(10))
    scenario.arrivals = .closed(sessions: 3, pause: W.milliseconds(30_000), rampUp: .minutes(1))
    let simulation = Simulation(scenario)
    let all = try simulation.trace(session: 1)
    let launches = all.events.filter { $0.what == "launched" }
    #expect(launches.count > 3 && launches.map(\.launch) == Array(0..<UInt32(launches.count)))
    let second = try simulation.trace(session: 1, launch: 1)
    #expect(second.events == all.events.filter { $0.launch == 1 })
    #expect(throws: SimulationError.missingSession(1, launch: 99, of: 3, replication: 0)) {
      try simulation.trace(session: 1, launch: 99)
    }
    #expect(throws: SimulationError.missingSession(3, launch: nil, of: 3, replication: 0)) {
      try simulation.trace(session: 3)
    }
  }

  @Test func whatIsNotThereIsRefusedWithHowManyThereAre() throws {
    let simulation = Simulation(W.scenario([W.wait(1)], at: [.zero, .seconds(1)]))
    #expect(throws: SimulationError.missingReplication(1, of: 1)) {
      try simulation.trace(session: 0, replication: 1)
    }
    let error = SimulationError.missingSession(2, launch: nil, of: 2, replication: 0)
    #expect(throws: error) { try simulation.trace(session: 2) }
    #expect(
      error.description == "there is no session 2: replication 0 has 2, numbered from 0")
    #expect(throws: SimulationError.missingSession(.max, launch: nil, of: 2, replication: 0)) {
      try simulation.trace(session: .max)
    }
  }

  @Test func aTraceStopsAtItsLimitAndSaysSo() {
    var log = TraceLog()
    log.limit = 2
    for second in 0..<3 {
      log.add(
        TraceLine(
          time: .zero + .seconds(Int64(second)), start: .zero, launch: 0, sessionClass: 0,
          what: .step))
    }
    #expect(log.lines.count == 2 && log.isFull)
  }

  @Test func aHazardTellsWhoseItIs() throws {
    let steps: [JourneyStep] = [.load(placeholder: 0, awaited: false, budget: nil), W.wait(60_000)]
    let scenario = W.scenario(steps) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(1_000))
    }
    let hazards = try Simulation(scenario).trace(session: 0).events.filter { $0.kind == .hazard }
    #expect(hazards.map(\.what) == ["retry_storm"])
    #expect(hazards.map(\.placeholder) == ["slot"] && hazards.map(\.network) == ["NET"])
  }

  @Test func whatAMediatorAsksInsideTellsItsPlaceholder() throws {
    let scenario = W.scenario([W.load(), W.wait(500)]) {
      W.addNetwork(to: &$0, answer: 10)
      $0.placeholders[0].remote.waterfall.removeLast()
      $0.networks[0].fill = PerFormat(repeating: 0)
      var inner = InnerMediation()
      inner.waterfall = [WaterfallEntry(network: 1)]
      $0.networks[0].inner = inner
    }
    let events = try Simulation(scenario).trace(session: 0).events
    let inside = events.filter { $0.network == "NET1" }
    #expect(inside.count == 4 && inside.allSatisfy { $0.placeholder == "slot" })
  }
}
