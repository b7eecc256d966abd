import Scheduler
import Testing

@testable import AKSPerf

/// A mediator of no demand of its own, which answers after 100 ms and asks two networks then.
@Suite("Networks that are mediators")
struct InnerTests {
  typealias W = TinyWorld

  private func scenario(
    _ steps: [JourneyStep], fills: (Double, Double), price: Double = 0,
    change: (inout Scenario) -> Void
  ) -> Scenario {
    W.scenario(steps) { scenario in
      W.addNetwork(to: &scenario, answer: 30, fill: fills.0)
      W.addNetwork(to: &scenario, answer: 20, fill: fills.1, price: price)
      scenario.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      scenario.networks[0].fill = PerFormat(repeating: 0)
      var inner = InnerMediation()
      inner.waterfall = [WaterfallEntry(network: 1), WaterfallEntry(network: 2)]
      scenario.networks[0].inner = inner
      change(&scenario)
    }
  }

  private func run(
    _ steps: [JourneyStep] = [W.load(), W.wait(9_000)], fills: (Double, Double) = (0, 1),
    price: Double = 0, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try Simulation(scenario(steps, fills: fills, price: price, change: change)).run()
  }

  @Test("an inner waterfall is asked in order, and its ad is the outer network's")
  func anInnerWaterfallIsAskedInOrder() throws {
    let report = try run([W.load(), W.wait(200), W.show(.skip)])
    #expect(report.us(.loadLatency) == 150_000)
    #expect(report.n(.attempts) == 3 && report.n(.requests) == 3 && report.n(.innerAttempts) == 2)
    #expect(report.us(.attemptLatency, [.network("NET")]) == 150_000)
    #expect(report.us(.attemptLatency, [.network("NET1")]) == 30_000)
    #expect(report.us(.attemptLatency, [.network("NET2")]) == 20_000)
    #expect(report.n(.attemptOutcomes, [.outcome(.filled)]) == 2)
    #expect(report.n(.fills) == 1 && report.n(.fills, [.network("NET")]) == 1)
    #expect(report.n(.adsShown, [.network("NET")]) == 1)
    #expect(try run(fills: (1, 1)).us(.loadLatency) == 130_000)
    let own = try run { $0.networks[0].fill = PerFormat(repeating: 1) }
    #expect(own.us(.loadLatency) == 100_000 && own.n(.innerAttempts) == 0)
  }

  @Test("an inner round without an ad is a no-fill, and the next entry is asked")
  func exhausted() throws {
    let report = try run(fills: (0, 0))
    #expect(report.us(.loadFailureLatency) == 150_000)
    #expect(report.n(.noFill, of: .loadFailures) == 1 && report.n(.innerAttempts) == 2)
    let next = try run(fills: (0, 0)) {
      W.addNetwork(to: &$0, answer: 40)
    }
    #expect(next.us(.loadLatency) == 190_000)
    #expect(next.ratio(.waterfallDepthAtFill)?.estimate.value == 2)
  }

  @Test("the outer timeout cuts through inner attempts")
  func theOuterTimeoutCutsThroughInnerAttempts() throws {
    let report = try run { $0.networks[0].timeout = .milliseconds(120) }
    #expect(report.us(.loadFailureLatency) == 120_000)
    #expect(report.n(.timeout, of: .loadFailures) == 1)
    #expect(report.n(.attemptOutcomes, [.outcome(.timeout)]) == 1)
    #expect(report.n(.attemptOutcomes, [.outcome(.cancelled)]) == 1)
    #expect(report.n(.requestsAnswered) == 1 && report.n(.requestsCancelled) == 1)
    #expect(report.us(.attemptLatency, [.network("NET1")]) == 20_000)
    let deadline = try run { $0.placeholders[0].remote.deadline = .milliseconds(140) }
    #expect(deadline.us(.loadFailureLatency) == 140_000)
    #expect(deadline.n(.attemptOutcomes, [.outcome(.cancelled)]) == 2)
    let ended = try run([W.load(), W.wait(120)])
    #expect(ended.n(.sessionEnded, of: .loadFailures) == 1)
    #expect(ended.n(.sessionEnded, of: .attemptOutcomes) == 2)
  }

  @Test("an inner attempt has its own timeout, after which its answer is dropped")
  func innerTimeout() throws {
    for late in [AdNetwork.LateAnswer.drop, .deliver] {
      let report = try run(fills: (1, 1)) {
        $0.networks[1].timeout = .milliseconds(10)
        $0.networks[1].lateAnswer = late
      }
      #expect(report.us(.loadLatency) == 130_000)
      #expect(report.n(.requestsTimedOut) == 1 && report.n(.adsLoaded) == 1)
      #expect(report.n(.fills) == 1)
    }
    let last = try run(fills: (0, 1)) {
      $0.networks[2].timeout = .milliseconds(10)
      $0.networks[0].timeout = .milliseconds(600)
      $0.networks[0].inner?.noFillRetries = NoFillRetries(
        every: W.milliseconds(400), total: .seconds(5))
    }
    // The timeout of the outer attempt is looked at again: 140 ms, 540 ms, and cut at 600 ms.
    #expect(last.us(.loadFailureLatency) == 600_000)
    #expect(last.n(.timeout, of: .loadFailures) == 1)
  }

  @Test("inner floors are the higher of both")
  func innerFloorsAreTheHigherOfBoth() throws {
    func fills(outer: Double?, inner: Double?) throws -> Bool {
      try run(price: 5) {
        $0.placeholders[0].remote.waterfall[0].floor = outer
        $0.networks[0].inner?.waterfall[1].floor = inner
      }.n(.loadsFilled) == 1
    }
    #expect(try fills(outer: nil, inner: 5) && fills(outer: 5, inner: 1))
    #expect(try !fills(outer: 6, inner: 1) && !fills(outer: 1, inner: 6))
    #expect(try !fills(outer: 6, inner: nil) && !fills(outer: nil, inner: 6))
  }

  @Test("a round of inner retries asks all again, with draws of its own")
  func aRoundOfInnerRetriesAsksAllAgain() throws {
    func retrying(_ change: @escaping (inout Scenario) -> Void) throws -> Report {
      try run(fills: (0, 0)) {
        $0.networks[0].inner?.noFillRetries = NoFillRetries(
          every: W.milliseconds(1000), total: .milliseconds(2500))
        change(&$0)
      }
    }
    // Rounds of 150 ms at 0, 1.15, 2.3 and 2.5 s.
    let report = try retrying { _ in }
    #expect(report.us(.loadFailureLatency) == 2_650_000)
    #expect(report.n(.requests) == 12 && report.n(.attempts) == 9)
    let drawn = try retrying { $0.backends[1].service = .exponential(mean: 30e6) }
    let times = try #require(drawn.metric(.attemptLatency, [.network("NET1")]))
    #expect(times.count == 4 && times.minimum != times.maximum)
  }

  @Test("mediators inside mediators: the outermost wins, and its timeout cuts through all")
  func nested() throws {
    func nest(_ scenario: inout Scenario) {
      var inner = InnerMediation()
      inner.waterfall = [WaterfallEntry(network: 2)]
      scenario.networks[1].inner = inner
      scenario.networks[0].inner?.waterfall.removeLast()
    }
    let report = try run(change: nest)
    #expect(report.us(.loadLatency) == 150_000 && report.n(.innerAttempts) == 2)
    #expect(report.n(.adsLoaded, [.network("NET")]) == 1)
    let cut = try run {
      nest(&$0)
      $0.networks[0].timeout = .milliseconds(140)
    }
    #expect(cut.us(.loadFailureLatency) == 140_000)
    #expect(cut.n(.attemptOutcomes, [.outcome(.cancelled)]) == 2)
  }

  @Test("what is open at the end counts as open, inside a network too")
  func open() throws {
    let report = try run([W.load(), W.wait(3_600_000)]) {
      $0.duration = .milliseconds(1)
      $0.drain = .milliseconds(119)
    }
    #expect(report.never(.attemptLatency) == 2 && report.n(.requestsOpen) == 1)
    #expect(report.n(.loadsOpen) == 1)
  }

  @Test("a creative inside is the inner network's, and ready as the outer one says")
  func creative() throws {
    let report = try run([W.load(), W.wait(500), W.show(.skip)]) {
      $0.radios[0].downBitsPerSecond = 8e6
      $0.radios[0].slowStart = false
      $0.networks[2].creative = PerFormat(repeating: .constant(100_000))
      $0.networks[2].ready = .stream(bytes: 1)
    }
    // 100 kB at 1 MB/s.
    #expect(report.us(.loadLatency) == 250_000)
    #expect(report.n(.bytesDownloaded, [.network("NET2")]) == 100_000)
    let streamed = try run([W.load(), W.wait(160)]) {
      $0.radios[0].downBitsPerSecond = 8e6
      $0.radios[0].slowStart = false
      $0.networks[2].creative = PerFormat(repeating: .constant(100_000))
      $0.networks[0].ready = .stream(bytes: 1_000)
    }
    #expect(streamed.us(.loadLatency) == 151_000)
    #expect(streamed.n(.bytesDownloaded) == 10_000 && streamed.n(.bytesWasted) == 10_000)
  }

  @Test("tries of a network are told apart wherever they lie")
  func tries() throws {
    let compiled = try CompiledScenario(
      scenario([W.load()], fills: (0, 1)) {
        $0.placeholders[0].remote.waterfall.append(WaterfallEntry(network: 2))
        $0.placeholders[0].remote.waterfall.append(WaterfallEntry(network: 0))
      })
    let rows = (0..<compiled.tables.entries.count).map { compiled.tables.entries[$0] }
    #expect(rows.prefix(7).map(\.network) == [0, 2, 0, 1, 2, 1, 2])
    #expect(rows.prefix(7).map(\.earlierTries) == [0, 1, 1, 0, 0, 1, 2])
    #expect(rows.prefix(3).map(\.firstInner) == [3, 0, 5])
    #expect(MemoryLayout<EntryRow>.stride == 32)
  }

  @Test("what is nested too deep or too wide is refused")
  func bounds() {
    #expect(throws: SimulationError.self) {
      try run { $0.networks[2].inner = $0.networks[0].inner }
    }
    #expect(throws: SimulationError.self) {
      try run {
        let entries = (0..<200).map { _ in WaterfallEntry(network: 1) }
        $0.networks[0].inner?.waterfall = entries
        $0.placeholders[0].remote.waterfall.append(WaterfallEntry(network: 0))
      }
    }
  }

  @Test("a long chain that takes no time does not grow the stack")
  func deep() throws {
    let report = try run(fills: (0, 0)) {
      for index in $0.backends.indices { $0.backends[index].service = .constant(0) }
      $0.networks[0].inner?.waterfall = (0..<250).map { WaterfallEntry(network: 1 + $0 % 2) }
    }
    #expect(report.n(.attempts) == 251 && report.us(.loadFailureLatency) == 0)
  }
}
