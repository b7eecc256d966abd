import Scheduler
import Testing

@testable import AKSPerf

@Suite("Loads in batches")
struct ParallelTests {
  typealias W = TinyWorld

  /// A network's answer in milliseconds, its price, and whether it fills.
  struct Net {
    var answer: Int64
    var price: Double
    var fill = 1.0
  }

  static func run(
    _ nets: [Net], batch: Int = 2, pick: MediationStrategy.Pick = .price, timeout: Int64? = nil,
    depth: Int = 1, _ steps: [JourneyStep] = [W.load(), W.wait(1000)],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, answer: nets[0].answer) { scenario in
      scenario.networks[0].price = PerFormat(repeating: .constant(nets[0].price))
      scenario.networks[0].fill = PerFormat(repeating: nets[0].fill)
      for net in nets.dropFirst() {
        W.addNetwork(to: &scenario, answer: net.answer, fill: net.fill, price: net.price)
      }
      scenario.placeholders[0].remote.strategy = .parallel(
        batch: batch, pick: pick, batchTimeout: timeout.map { .milliseconds($0) })
      scenario.placeholders[0].cache.depth = depth
      change(&scenario)
    }
  }

  private let two = [Net(answer: 100, price: 5), Net(answer: 40, price: 1)]

  @Test func aBatchOfTwoEndsWithItsFirstFillUnderPickFirst() throws {
    let report = try Self.run(two, pick: .first)
    #expect(report.us(.loadLatency) == 40_000)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.n(.attempts) == 2 && report.n(.attemptsCancelled) == 1)
    #expect(report.n(.requests) == 2 && report.n(.requestsCancelled) == 1)
    #expect(report.n(.cancelled, of: .attemptOutcomes) == 1)
    #expect(report.n(.fillsHeld) == 0)
    // What the client has hung up on is answered after all, and dropped.
    #expect(report.n(.lateAnswersDropped) == 1)
  }

  @Test func aBatchOfTwoEndsWithItsDearestFillUnderPickPrice() throws {
    let report = try Self.run(two)
    #expect(report.us(.loadLatency) == 100_000)
    #expect(report.n(.loadsFilled, [.network("NET")]) == 1 && report.n(.fills) == 2)
    #expect(report.n(.fillsHeld) == 1 && report.n(.fillsWasted) == 1)
    #expect(report.n(.attemptsCancelled) == 0 && report.n(.adsWasted) == 2)
    #expect(report.us(.attemptLatency, [.network("NET1")]) == 40_000)
    #expect(report.ratio(.winnerPrice)?.estimate.value == 5)
  }

  @Test func aTieInPriceGoesToTheEarlierEntry() throws {
    let report = try Self.run([Net(answer: 100, price: 5), Net(answer: 40, price: 5)])
    #expect(report.n(.loadsFilled, [.network("NET")]) == 1)
    let instant = try Self.run(
      [Net(answer: 0, price: 1), Net(answer: 0, price: 1)], pick: .first)
    #expect(instant.us(.loadLatency) == 0 && instant.n(.loadsFilled, [.network("NET")]) == 1)
    #expect(instant.n(.fills) == 2 && instant.n(.fillsWasted) == 1)
  }

  @Test func theBatchTimeoutTakesTheDearestFillSoFar() throws {
    let report = try Self.run(
      [Net(answer: 30, price: 1), Net(answer: 50, price: 3), Net(answer: 100, price: 9)],
      batch: 3, timeout: 60)
    #expect(report.us(.loadLatency) == 60_000)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.n(.requestsTimedOut) == 1 && report.n(.attemptsCancelled) == 0)
    #expect(report.n(.timeout, of: .attemptOutcomes) == 1)
    let none = try Self.run(two, timeout: 30)
    #expect(none.us(.loadFailureLatency) == 30_000)
    #expect(none.n(.timeout, of: .loadFailures) == 1 && none.n(.requestsTimedOut) == 2)
  }

  @Test func theNextBatchStartsWhenAllOfOneFail() throws {
    let nets = [
      Net(answer: 100, price: 1, fill: 0), Net(answer: 40, price: 1, fill: 0),
      Net(answer: 50, price: 1), Net(answer: 20, price: 1),
    ]
    let report = try Self.run(nets, pick: .first)
    #expect(report.us(.loadLatency) == 120_000)
    #expect(report.ratio(.waterfallDepthAtFill)?.estimate.value == 4)
    let fails = try Self.run(Array(nets[..<2]), batch: 1)
    #expect(fails.us(.loadFailureLatency) == 140_000)
    #expect(fails.n(.noFill, of: .loadFailures) == 1)
    let instant = try Self.run(
      nets.map { Net(answer: 0, price: 1, fill: $0.fill) }, batch: 1, pick: .first)
    #expect(instant.n(.attempts) == 3 && instant.us(.loadLatency) == 0)
  }

  @Test func batchesOfOneAreAWaterfallToTheLastTransition() throws {
    let nets = [
      Net(answer: 100, price: 1, fill: 0), Net(answer: 40, price: 3), Net(answer: 10, price: 9),
    ]
    let batches = try Self.run(nets, batch: 1)
    let waterfall = try Self.run(nets) { $0.placeholders[0].remote.strategy = .sequential }
    #expect(batches.header.fingerprint == waterfall.header.fingerprint)
    #expect(batches.us(.loadLatency) == 140_000)
  }

  @Test func anAttemptsOwnTimeoutEndsItAlone() throws {
    let report = try Self.run(two) { $0.networks[0].timeout = .milliseconds(60) }
    #expect(report.us(.loadLatency) == 60_000)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    let other = try Self.run(two) { $0.networks[1].timeout = .milliseconds(20) }
    #expect(other.us(.loadLatency) == 100_000 && other.n(.requestsTimedOut) == 1)
  }

  @Test func theDeadlineEndsTheWholeBatch() throws {
    let report = try Self.run(two) {
      $0.placeholders[0].remote.deadline = .milliseconds(30)
    }
    #expect(report.us(.loadFailureLatency) == 30_000)
    #expect(report.n(.deadline, of: .loadFailures) == 1 && report.n(.requestsCancelled) == 2)
    #expect(report.n(.deadline, of: .attemptOutcomes) == 2)
  }

  @Test func aFillInHandIsTheResultAtTheDeadline() throws {
    let report = try Self.run(two) {
      $0.placeholders[0].remote.deadline = .milliseconds(50)
    }
    #expect(report.us(.loadLatency) == 50_000 && report.n(.loadFailures) == 0)
    #expect(report.n(.deadline, of: .attemptOutcomes) == 1)
    #expect(report.n(.attemptsCancelled) == 1)
  }

  @Test func aSessionThatEndsLosesTheFillsInHand() throws {
    let report = try Self.run(two, [W.load(), W.wait(50)])
    #expect(report.n(.sessionEnded, of: .loadFailures) == 1)
    #expect(report.n(.fills) == 1 && report.n(.fillsWasted) == 1 && report.n(.adsWasted) == 1)
  }

  @Test func aWaitForABatchIsTheServers() throws {
    let explanation = try Simulation(
      W.scenario([W.show(.load)], answer: 100) { scenario in
        scenario.networks[0].prepare = W.milliseconds(20)
        W.addNetwork(to: &scenario, answer: 40, fill: 0)
        scenario.placeholders[0].remote.strategy = .parallel(
          batch: 2, pick: .price, batchTimeout: nil)
        scenario.networks[0].showOverhead = W.milliseconds(7)
      }
    ).explain()
    #expect(explanation.report.us(.timeToShow) == 127_000)
    let row = try #require(explanation.rows.first)
    #expect(row[.server] == .milliseconds(120) && row[.show] == .milliseconds(7))
  }
}

@Suite("Fills that lose to a better one")
struct LosingFillTests {
  typealias W = TinyWorld
  typealias Net = ParallelTests.Net

  private let two = [Net(answer: 100, price: 5), Net(answer: 40, price: 1)]

  @Test func aLosingFillEntersTheSlotIfItHasRoom() throws {
    let report = try ParallelTests.run(two, depth: 2)
    #expect(report.n(.fillsDisplaced) == 1 && report.n(.fillsWasted) == 0)
    #expect(report.n(.adsLoaded) == 2 && report.n(.adsLost) == 2)
    // The winner is the older one, and the loser is shown after it without another load.
    let shows = try ParallelTests.run(two, depth: 2, [W.show(.load), W.show(.skip)])
    #expect(shows.n(.shows) == 2 && shows.n(.loads) == 1)
    #expect(shows.n(.shows, [.network("NET")]) == 1)
  }

  @Test func aLosingFillElseIsWasted() throws {
    let report = try ParallelTests.run(two)
    #expect(report.n(.fillsDisplaced) == 0 && report.n(.fillsWasted) == 1)
    #expect(report.n(.adsLoaded) == 1)
  }

  @Test func aLosingFillReplacesTheCheapestIfDearer() throws {
    let report = try ParallelTests.run(
      [Net(answer: 10, price: 5), Net(answer: 10, price: 3), Net(answer: 10, price: 1)], batch: 3,
      depth: 3, [W.load(awaited: true), W.show(.skip), W.load(), W.wait(100)])
    // The first load fills the slot with 5, 3 and 1; 5 is shown; the second brings 5, and then its
    // 3 takes the place of the 1 and its 1 is worth less than all that is there.
    #expect(report.n(.adsDisplaced, [.network("NET2")]) == 1 && report.n(.adsDisplaced) == 1)
    #expect(report.n(.fillsDisplaced) == 3 && report.n(.fillsWasted) == 1)
  }

  @Test func aLosingFillReplacesTheOldestOnATie() throws {
    let report = try ParallelTests.run(
      [
        Net(answer: 10, price: 5), Net(answer: 10, price: 3), Net(answer: 10, price: 1),
        Net(answer: 10, price: 1),
      ], batch: 4, depth: 3, [W.load(awaited: true), W.show(.skip), W.load(), W.wait(100)]
    ) { scenario in
      scenario.backends[1].outages = [
        BackendOutage(from: .zero, to: .seconds(1), kind: .down)
      ]
    }
    #expect(report.n(.adsDisplaced, [.network("NET2")]) == 1 && report.n(.adsDisplaced) == 1)
    #expect(report.n(.fillsDisplaced) == 3 && report.n(.fillsWasted) == 2)
  }

  @Test func requestsAndBytesOfCancelledAttemptsCount() throws {
    let report = try ParallelTests.run(
      [Net(answer: 10, price: 1), Net(answer: 40, price: 1)], pick: .first
    ) { scenario in
      scenario.networks[0].responseSize = .constant(500)
      scenario.networks[0].creative = PerFormat(repeating: .constant(1000))
      scenario.networks[0].cdn = 2
      scenario.backends.append(TestWorld.external(W.milliseconds(100)))
      scenario.backends[2].name = "cdn"
    }
    #expect(report.n(.requests) == 2 && report.n(.requestsAnswered) == 2)
    #expect(report.n(.bytesCancelled) == 500 && report.n(.bytesDownloaded) == 500)
    let half = try ParallelTests.run(
      [Net(answer: 0, price: 1), Net(answer: 40, price: 1)], pick: .first
    ) { scenario in
      scenario.networks[0].creative = PerFormat(repeating: .constant(1000))
      scenario.radios[0].downBitsPerSecond = 80_000
      scenario.radios[0].slowStart = false
    }
    #expect(half.us(.loadLatency) == 40_000)
    #expect(half.n(.bytesCancelled) == 400 && half.n(.bytesWasted) == 400)
  }

  @Test func aCancelledAttemptGoesOnIfItsNetworkKeepsLateAnswers() throws {
    let report = try ParallelTests.run(two, pick: .first, depth: 2) {
      $0.networks[0].lateAnswer = .cache
    }
    #expect(report.n(.attemptsCancelled) == 1 && report.n(.lateAnswersCached) == 1)
    #expect(report.n(.adsLoaded) == 2)
  }

  @Test func whatStreamsInOfALosingFillIsWastedToo() throws {
    let report = try ParallelTests.run(
      [Net(answer: 100, price: 5), Net(answer: 0, price: 1)]
    ) { scenario in
      scenario.networks[1].creative = PerFormat(repeating: .constant(3000))
      scenario.networks[1].ready = .stream(bytes: 500)
      scenario.radios[0].downBitsPerSecond = 80_000
      scenario.radios[0].slowStart = false
    }
    #expect(report.us(.attemptLatency, [.network("NET1")]) == 50_000)
    #expect(report.n(.bytesWasted) == 3000 && report.n(.bytesDownloaded) == 3000)
  }
}
