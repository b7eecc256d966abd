import AKSPerf
import Scheduler
import Testing

/// The strategies of these tests use what anybody can use.
private struct InOrder: LoadStrategy {
  func start(_ load: StrategyLoad) -> Int { 0 }

  func decide(_ next: inout Int, _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction {
    switch event {
    case .filled(let entry, _): return .accept(entry: entry)
    case .started, .failed:
      defer { next += 1 }
      return next < load.entryCount ? .attempt(entry: next) : .fail
    case nil, .woke, .bid: return .wait
    }
  }
}

/// Does what it is told to do, one action a question.
private struct Script: LoadStrategy {
  var actions: [LoadAction]

  func start(_ load: StrategyLoad) -> Int { 0 }

  func decide(_ next: inout Int, _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction {
    defer { next += 1 }
    return next < actions.count ? actions[next] : .wait
  }
}

/// Starts all, and takes the first ad above a price, or the best one at its time.
private struct GoodEnough: LoadStrategy {
  var price: Double
  var time: SimDuration

  struct Memory {
    var next = 0
    var isTimed = false
    var best: (entry: Int, price: Double)?
  }

  func start(_ load: StrategyLoad) -> Memory { Memory() }

  func decide(_ memory: inout Memory, _ event: LoadEvent?, _ load: StrategyLoad) -> LoadAction {
    if case .filled(let entry, let price) = event {
      if price >= self.price { return .accept(entry: entry) }
      if price > memory.best?.price ?? -1 { memory.best = (entry, price) }
    }
    if event == .woke, let best = memory.best { return .accept(entry: best.entry) }
    if memory.next < load.entryCount {
      defer { memory.next += 1 }
      return .attempt(entry: memory.next)
    }
    if memory.isTimed { return .wait }
    memory.isTimed = true
    return .wake(after: time)
  }
}

@Suite("Strategies of one's own")
struct OwnStrategyTests {
  typealias W = TinyWorld
  typealias Net = ParallelTests.Net

  private let nets = [
    Net(answer: 100, price: 1, fill: 0), Net(answer: 40, price: 3), Net(answer: 70, price: 9),
  ]

  private func run(
    _ strategy: some LoadStrategy, name: String = "mine", depth: Int = 1,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let scenario = W.scenario([W.load(), W.wait(1000)], answer: nets[0].answer) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      for net in nets.dropFirst() {
        W.addNetwork(to: &scenario, answer: net.answer, fill: net.fill, price: net.price)
      }
      scenario.placeholders[0].cache.depth = depth
      scenario.placeholders[0].remote.strategy = .own(name: name)
      change(&scenario)
    }
    var registry = StrategyRegistry()
    registry.register("mine", strategy)
    return try Simulation(scenario, strategies: registry).run()
  }

  @Test func anOwnStrategyEqualToSequentialGivesTheSameFingerprint() throws {
    let own = try run(InOrder())
    let sequential = try run(InOrder()) { $0.placeholders[0].remote.strategy = .sequential }
    #expect(own.header.fingerprint == sequential.header.fingerprint)
    #expect(own.us(.loadLatency) == 140_000)
    #expect(own.n(.loadsFilled, [.strategy("own:mine")]) == 1)
  }

  @Test func anUnknownStrategyNameIsRefusedByName() {
    #expect(
      throws: SimulationError.invalidScenario(
        "no strategy is registered by the name 'yours'; there are 'mine'")
    ) {
      try run(InOrder(), name: "yours")
    }
    #expect(
      throws: SimulationError.invalidScenario(
        "no strategy is registered by the name 'x'; own strategies need a program of their own")
    ) {
      try W.run([W.load()]) { $0.placeholders[0].remote.strategy = .own(name: "x") }
    }
  }

  @Test func itMayWaitForABetterAdAndBeWoken() throws {
    let patient = try run(GoodEnough(price: 5, time: .milliseconds(500)))
    #expect(patient.us(.loadLatency) == 70_000 && patient.n(.fillsHeld) == 1)
    #expect(patient.n(.attemptsCancelled) == 1)
    let hasty = try run(GoodEnough(price: 5, time: .milliseconds(50)))
    #expect(hasty.us(.loadLatency) == 50_000)
    #expect(hasty.n(.loadsFilled, [.network("NET1")]) == 1 && hasty.n(.attemptsCancelled) == 2)
  }

  @Test func itMayAskForBidsAndLoadOne() throws {
    let report = try run(
      Script(actions: [
        .ask(entry: 1), .ask(entry: 2), .wait, .wait, .load(entry: 1), .wait, .accept(entry: 1),
      ]))
    #expect(report.us(.loadLatency) == 70_000 && report.n(.bids) == 2)
    #expect(report.n(.outbid, of: .attemptOutcomes) == 1)
  }

  @Test func aFillThatItCancelsIsOfferedToTheSlot() throws {
    let report = try run(
      Script(actions: [
        .attempt(entry: 1), .attempt(entry: 2), .wait, .cancel(entry: 1), .wait,
        .accept(entry: 2),
      ]), depth: 2)
    #expect(report.us(.loadLatency) == 70_000 && report.n(.fillsDisplaced) == 1)
    #expect(report.n(.adsLoaded) == 2)
  }

  @Test func aFloorOfItsOwnHoldsBesideTheEntrys() throws {
    let report = try run(
      Script(actions: [.attempt(entry: 1, floor: 3.000001), .wait, .fail]))
    #expect(report.us(.loadFailureLatency) == 40_000)
    #expect(report.n(.belowFloor, of: .attemptOutcomes) == 1)
    let enough = try run(Script(actions: [.attempt(entry: 1, floor: 3), .wait, .accept(entry: 1)]))
    #expect(enough.us(.loadLatency) == 40_000)
  }

  @Test(
    "What cannot be done ends the load as the strategy's defect",
    arguments: [
      [.attempt(entry: 3)], [.attempt(entry: -1)], [.attempt(entry: 1), .ask(entry: 1)],
      [.attempt(entry: 1, floor: -1)], [.attempt(entry: 1, floor: .infinity)],
      [.load(entry: 1)], [.accept(entry: 1)], [.cancel(entry: 0)], [.wait],
      [.wake(after: SimDuration(nanoseconds: -1))],
      Array(repeating: .wake(after: .seconds(1)), count: 100),
    ] as [[LoadAction]])
  func defects(actions: [LoadAction]) throws {
    let report = try run(Script(actions: actions))
    #expect(report.n(.internalError, of: .loadFailures) == 1)
    #expect(report.us(.loadFailureLatency) == 0)
  }
}
