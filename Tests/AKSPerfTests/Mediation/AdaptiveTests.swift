import Scheduler
import Testing

@testable import AKSPerf

@Suite("Orders that are learned")
struct AdaptiveTests {
  typealias W = TinyWorld
  typealias Net = ParallelTests.Net

  /// Loads that find an empty slot each time, 2 s apart.
  private static let again = [
    JourneyStep.repeated(
      count: .constant(1e6), steps: [W.load(awaited: true), W.wait(2000)])
  ]

  private func scenario(
    _ nets: [Net], _ order: AdaptiveOrder, _ steps: [JourneyStep], at: [SimDuration] = [.zero],
    change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    W.scenario(steps, at: at, answer: nets[0].answer) { scenario in
      scenario.networks[0].price = PerFormat(repeating: .constant(nets[0].price))
      scenario.networks[0].fill = PerFormat(repeating: nets[0].fill)
      for net in nets.dropFirst() {
        W.addNetwork(to: &scenario, answer: net.answer, fill: net.fill, price: net.price)
      }
      for index in nets.indices {
        scenario.networks[index].expiry = PerFormat(repeating: .seconds(1))
      }
      scenario.fillPersistence = nil
      scenario.placeholders[0].remote.strategy = .adaptive(order)
      change(&scenario)
    }
  }

  private func order(
    _ scope: AdaptiveOrder.Scope = .user, explore: Int? = nil, memory: Int = 20
  ) -> AdaptiveOrder {
    var order = AdaptiveOrder()
    order.scope = scope
    order.explore = explore
    order.memory = memory
    order.timeCost = 100
    return order
  }

  /// A failing entry before one that fills.
  private let two = [Net(answer: 100, price: 1, fill: 0), Net(answer: 50, price: 1)]
  /// Answers that are three times as slow as one another; the last is best.
  private let three = [
    Net(answer: 90, price: 5), Net(answer: 30, price: 5), Net(answer: 10, price: 5),
  ]

  @Test("adaptive finds the best order of a stationary world within explore · n · memory loads")
  func findsTheBestOrder() throws {
    let report = try Simulation(
      scenario(three, order(explore: 5), Self.again) {
        $0.warmup = .fixed(.seconds(300 * 3))
      }
    ).run()
    let best = report.n(.loadsFilled, [.network("NET2")])
    #expect(report.n(.loads) > 1000)
    // Every load that does not explore asks the best one, and so does a third of those that do.
    #expect(abs(report.n(.exploredLoads) - report.n(.loads) / 5) <= 1)
    #expect(abs(report.n(.loads) - best - report.n(.exploredLoads) * 2 / 3) <= 2)
  }

  @Test("it follows a change within as many loads")
  func followsAChange() throws {
    let report = try Simulation(
      scenario(three, order(explore: 5), Self.again) { scenario in
        scenario.backends[2].outages = [
          BackendOutage(from: .seconds(600), to: .hours(2), kind: .slow(factor: 20))
        ]
        scenario.warmup = .fixed(.seconds(600 + 300 * 3))
      }
    ).run()
    let best = report.n(.loadsFilled, [.network("NET1")])
    #expect(report.n(.loads) > 900)
    #expect(abs(report.n(.loads) - best - report.n(.exploredLoads) * 2 / 3) <= 2)
  }

  @Test("a session's next load asks what filled the last one first")
  func learnsInASession() throws {
    let report = try Simulation(
      scenario(two, order(), [W.load(awaited: true), W.wait(2000), W.load(awaited: true)])
    ).run()
    #expect(report.range(.loadLatency) == [50_000, 150_000] && report.n(.attempts) == 3)
    #expect(report.n(.exploredLoads) == 0)
  }

  @Test func learningOfAUserOutlivesALaunch() throws {
    let open = try Simulation(
      scenario(two, order(), [W.load(awaited: true)], at: [.zero, .seconds(10)])
    ).run()
    #expect(open.n(.loads) == 2 && open.n(.attempts) == 4)
    let closed = try Simulation(
      scenario(two, order(), [W.load(awaited: true)]) {
        $0.arrivals = .closed(sessions: 1, pause: .constant(600e9), rampUp: .zero)
      }
    ).run()
    #expect(closed.n(.loads) == 6 && closed.n(.attempts) == 7)
  }

  @Test func aFleetLearnsTogetherAndStaysDeterministicForAnyJobs() throws {
    var scenario = scenario(
      two, order(.fleet), [W.load(awaited: true)], at: [.zero, .seconds(10), .seconds(20)])
    scenario.replications = 4
    let report = try Simulation(scenario).run()
    // Each replication is a world of its own.
    #expect(report.n(.loads) == 12 && report.n(.attempts) == 16)
    let jobs = try Simulation(scenario).run(jobs: 3)
    #expect(jobs.results == report.results)
  }

  @Test("who knows nothing asks in the order of the waterfall, to the last transition")
  func knowsNothing() throws {
    let adaptive = scenario(three, order(), [W.load(awaited: true)])
    var sequential = adaptive
    sequential.placeholders[0].remote.strategy = .sequential
    #expect(
      try Simulation(adaptive).run().header.fingerprint
        == Simulation(sequential).run().header.fingerprint)
  }

  @Test("what a cancelled attempt took tells nothing")
  func cancelled() throws {
    let report = try Simulation(
      scenario(
        [Net(answer: 100, price: 9), Net(answer: 50, price: 1)], order(),
        [W.load(), W.wait(2000), W.load(), W.wait(2000)]
      ) {
        $0.placeholders[0].remote.deadline = .milliseconds(70)
      }
    ).run()
    // The first entry is still unknown, and so asked first again.
    #expect(report.n(.attempts, [.network("NET")]) == 2 && report.n(.loadFailures) == 2)
  }

  @Test("an attempt that a breaker refuses tells nothing of its network")
  func refused() throws {
    let report = try Simulation(
      scenario(
        [Net(answer: 100, price: 9), Net(answer: 50, price: 1)], order(),
        [W.load(1, awaited: true), W.load(awaited: true), W.wait(3000), W.load(awaited: true)]
      ) {
        $0.networks[0].breaker = CircuitBreaker(failures: 1, lasts: .seconds(1))
        var other = $0.placeholders[0]
        other.name = "other"
        other.remote.strategy = .sequential
        other.remote.waterfall = [WaterfallEntry(network: 0)]
        other.remote.waterfall[0].timeout = .after(.milliseconds(40))
        $0.placeholders.append(other)
      }
    ).run()
    // The breaker is open at the first of the two; the network is asked first as soon as it can.
    #expect(report.n(.loadsFilled, [.network("NET")]) == 1)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
  }

  @Test("phases of a learned order are those of its attempts")
  func phases() throws {
    let explanation = try Simulation(
      scenario(two, order(), [W.show(.load)]) {
        $0.networks[1].prepare = W.milliseconds(20)
      }
    ).explain()
    let row = try #require(explanation.rows.first)
    #expect(row[.noFill] == .milliseconds(100) && row[.prepare] == .milliseconds(20))
    #expect(row[.server] == .milliseconds(50) && row.total == .milliseconds(170))
  }
}
