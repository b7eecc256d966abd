import Scheduler
import Testing

@testable import AKSPerf

@Suite("Late answers")
struct LateAnswerTests {
  typealias W = TinyWorld

  /// A network that answers at 100 ms and is given up at 40 ms, and one that fills at 70 ms.
  private func run(
    _ late: AdNetwork.LateAnswer, prices: (late: Double, other: Double) = (1, 2), depth: Int = 1,
    otherFills: Double = 1, _ steps: [JourneyStep] = [W.load(), W.wait(300)]
  ) throws -> Report {
    try W.run(steps) { scenario in
      scenario.networks[0].timeout = .milliseconds(40)
      scenario.networks[0].lateAnswer = late
      scenario.networks[0].price = PerFormat(repeating: .constant(prices.late))
      W.addNetwork(to: &scenario, answer: 30, fill: otherFills, price: prices.other)
      scenario.placeholders[0].cache.depth = depth
    }
  }

  @Test("a dropped answer leaves no trace but its count")
  func drop() throws {
    let report = try run(.drop)
    #expect(report.n(.fills) == 1 && report.n(.adsLoaded) == 1)
    #expect(report.n(.lateAnswersDropped) == 1)
    #expect(report.n(.lateAnswersCached) + report.n(.lateAnswersDelivered) == 0)
    #expect(report.n(.requestsTimedOut) == 1 && report.n(.requestsAnswered) == 1)
    // It would have come at 100 ms.
    #expect(try run(.drop, [W.load(), W.wait(99)]).n(.lateAnswersDropped) == 0)
  }

  @Test("only a fill is a late answer, whatever becomes of it")
  func onlyFills() throws {
    for late in [AdNetwork.LateAnswer.drop, .cache, .deliver] {
      func fills(_ change: (inout Scenario) -> Void) throws -> Int {
        let report = try W.run([W.load(), W.wait(300)], answer: 100) { scenario in
          scenario.networks[0].timeout = .milliseconds(40)
          scenario.networks[0].lateAnswer = late
          change(&scenario)
        }
        return report.n(.lateAnswersDropped) + report.n(.lateAnswersCached)
          + report.n(.lateAnswersDelivered)
      }
      #expect(try fills { _ in } == 1)
      #expect(try fills { $0.networks[0].fill = PerFormat(repeating: 0) } == 0)
      #expect(try fills { $0.placeholders[0].remote.waterfall[0].floor = 1 } == 0)
      // Given up by the deadline, and while the creative is on its way.
      #expect(try fills { $0.placeholders[0].remote.deadline = .milliseconds(30) } == 1)
      let creative = try fills {
        $0.backends[0].service = W.milliseconds(10)
        $0.networks[0].creative = PerFormat(repeating: .constant(1000))
        $0.networks[0].cdn = 1
        $0.backends.append(TestWorld.external(W.milliseconds(100)))
        $0.backends[1].name = "cdn"
      }
      #expect(creative == 1)
    }
  }

  @Test("an owned backend's dropped answer counts once it comes, unless it drops the work")
  func owned() throws {
    func run(cancels: Bool) throws -> Report {
      try W.run([W.load(), W.wait(300)]) { scenario in
        scenario.backends[0] = TestWorld.owned(servers: 1, service: W.milliseconds(100))
        scenario.backends[0].cancelOnDisconnect = cancels
        scenario.networks[0].timeout = .milliseconds(40)
      }
    }
    let goesOn = try run(cancels: false)
    #expect(goesOn.n(.lateAnswersDropped) == 1 && goesOn.n(.fills) == 0)
    #expect(try run(cancels: true).n(.lateAnswersDropped) == 0)
  }

  @Test("nobody waits for an answer that will be dropped")
  func dropIsNotAwaited() throws {
    let report = try run(
      .drop, otherFills: 0, [W.load(), W.wait(80), W.show(.wait, budget: 10_000)])
    #expect(report.n(.notReady, of: .outcomes) == 1 && report.us(.timeToOutcome) == 0)
  }

  @Test("a cached answer takes room, or the place of a cheaper ad, or is wasted")
  func cache() throws {
    let room = try run(.cache, depth: 2)
    #expect(room.n(.lateAnswersCached) == 1 && room.n(.adsLost) == 2)
    let dearer = try run(.cache, prices: (5, 2))
    #expect(dearer.n(.lateAnswersCached) == 1 && dearer.n(.adsDisplaced) == 1)
    #expect(dearer.n(.adsLoaded) == 2 && dearer.n(.adsLost) == 1)
    let cheaper = try run(.cache, prices: (1, 2))
    #expect(cheaper.n(.lateAnswersCached) == 0 && cheaper.n(.lateAnswersDropped) == 1)
    #expect(cheaper.n(.adsLoaded) == 1 && cheaper.n(.adsWasted) == 2)
    let equal = try run(.cache, prices: (2, 2))
    #expect(equal.n(.adsDisplaced) == 0)
  }

  @Test("a delivered answer is one more callback, counted as a hazard")
  func deliver() throws {
    let report = try run(.deliver, depth: 2)
    #expect(report.n(.lateAnswersDelivered) == 1 && report.n(.onLoaded) == 2)
    #expect(report.n(.loadCallbacks) == 1)
    #expect(report.hazards.map(\.rule) == [.callbackStale])
    // The callback and its hazard are transitions of their own, the only ones that a cached answer
    // has not.
    let cached = try run(.cache, depth: 2)
    #expect(report.events == cached.events + 2)
    #expect(report.header.fingerprint != cached.header.fingerprint)
  }

  @Test("a step that waits gets the late ad, and ends when that fails too")
  func waiting() throws {
    let steps: [JourneyStep] = [W.load(), W.wait(80), W.show(.wait, budget: 10_000)]
    let shown = try run(.cache, otherFills: 0, steps)
    #expect(shown.n(.onFailedToLoad) == 1)
    #expect(shown.us(.timeToShow) == 20_000 && shown.n(found: .cold) == 1)
    let failed = try W.run(steps) { scenario in
      scenario.networks[0].timeout = .milliseconds(40)
      scenario.networks[0].lateAnswer = .cache
      scenario.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(failed.n(.failed) == 1 && failed.us(.timeToOutcome) == 20_000)
    #expect(failed.n(.lateAnswersDropped) == 0)
  }

  @Test("a late no-fill is not asked again inside")
  func innerTries() throws {
    let report = try W.run([W.load(), W.wait(20_000)]) { scenario in
      scenario.networks[0].timeout = .milliseconds(40)
      scenario.networks[0].lateAnswer = .cache
      scenario.networks[0].fill = PerFormat(repeating: 0)
      var inner = InnerMediation()
      inner.noFillRetries = NoFillRetries(every: .constant(1e9), total: .seconds(9))
      scenario.networks[0].inner = inner
    }
    #expect(report.n(.requests) == 1 && report.n(.requestsTimedOut) == 1)
  }

  @Test("an attempt of another slot is nothing to wait for")
  func otherSlot() throws {
    let report = try W.run([W.load(1), W.show(.wait, budget: 10_000)]) { scenario in
      var second = scenario.placeholders[0]
      second.name = "second"
      scenario.placeholders.append(second)
    }
    #expect(report.n(.notReady, of: .outcomes) == 1 && report.us(.timeToOutcome) == 0)
  }

  @Test("a network that hangs has no late answer to wait for")
  func hung() throws {
    let report = try W.run([W.load(), W.wait(10), W.show(.wait), W.wait(5_000)]) {
      $0.networks[0].timeout = .seconds(1)
      $0.networks[0].lateAnswer = .cache
      $0.networks[0].faults.rules = [FaultRule(on: .request, do: .hang)]
    }
    #expect(report.us(.timeToOutcome) == 990_000 && report.n(.opportunitiesOpen) == 0)
  }
}
