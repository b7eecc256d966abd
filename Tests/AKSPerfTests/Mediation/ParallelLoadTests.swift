import Scheduler
import Testing

@testable import AKSPerf

/// Calls of load that load beside a load in flight.
@Suite("Loads beside loads")
struct ParallelLoadTests {
  typealias W = TinyWorld

  /// A load at zero and one at 50 ms, of 100 ms each, and a show at 1 s.
  private func run(
    _ onBusy: AppCode.OnBusy, depth: Int = 1, _ steps: [JourneyStep] = [W.show(.skip)],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run([W.load(), W.wait(50), W.load(), W.wait(950)] + steps) {
      $0.placeholders[0].appCode.onBusy = onBusy
      $0.placeholders[0].cache.depth = depth
      change(&$0)
    }
  }

  @Test("a second call loads for itself, and its ad is wasted where there is no room")
  func wasted() throws {
    let report = try run(.parallel)
    #expect(report.n(.loads) == 2 && report.n(.requests) == 2 && report.n(.loadsJoined) == 0)
    #expect(report.n(.loadsFilled) == 2 && report.n(.onLoaded) == 2)
    #expect(report.n(.adsLoaded) == 1 && report.n(.fillsWasted) == 1)
    #expect(report.n(.shows) == 1 && report.us(.cacheAge) == 900_000)
    let joined = try run(.join)
    #expect(joined.n(.loads) == 1 && joined.n(.requests) == 1 && joined.n(.loadsJoined) == 1)
    #expect(joined.n(.fillsWasted) == 0 && joined.n(.onLoaded) == 2)
  }

  @Test("with room both are kept")
  func kept() throws {
    let report = try run(.parallel, depth: 2, [W.show(.skip), W.show(.skip)])
    #expect(report.n(.adsLoaded) == 2 && report.n(.shows) == 2 && report.n(.fillsWasted) == 0)
  }

  @Test("beyond the depth one of three is wasted, and an awaited call has its answer")
  func beyond() throws {
    let three = [W.load(), W.load(), W.load(awaited: true), W.show(.skip), W.show(.skip)]
    let report = try W.run(three) {
      $0.placeholders[0].appCode.onBusy = .parallel
      $0.placeholders[0].cache.depth = 2
    }
    #expect(report.n(.loads) == 3 && report.n(.adsLoaded) == 2 && report.n(.fillsWasted) == 1)
    #expect(report.n(.shows) == 2 && report.n(.loadCallbacks) == 3)
  }

  @Test("a dearer ad takes the place of the one that came first, and a cheaper one does not")
  func displaced() throws {
    /// The first network is down for the first load only, which has an ad of the second.
    func run(price: Double) throws -> Report {
      try self.run(.parallel) {
        W.addNetwork(to: &$0, answer: 100, price: price)
        $0.networks[0].price = PerFormat(repeating: .constant(5))
        $0.placeholders[0].remote.waterfall.reverse()
        $0.backends[1].outages = [
          BackendOutage(from: .zero, to: .milliseconds(10), kind: .down)
        ]
      }
    }
    let dearer = try run(price: 9)
    #expect(dearer.n(.adsDisplaced) == 1 && dearer.n(.fillsWasted) == 0)
    #expect(dearer.n(.shows, [.network("NET1")]) == 1 && dearer.us(.cacheAge) == 850_000)
    let cheaper = try run(price: 4)
    #expect(cheaper.n(.adsDisplaced) == 0 && cheaper.n(.fillsWasted) == 1)
    #expect(cheaper.n(.shows, [.network("NET")]) == 1 && cheaper.us(.cacheAge) == 900_000)
  }

  @Test("a late answer takes the place of a cheaper ad while another load is in flight")
  func late() throws {
    /// The first network is given up after 2 s and answers after 6.5 s, the second after 4 s.
    func run(_ late: AdNetwork.LateAnswer) throws -> Report {
      try W.run([W.load(), W.wait(1_000), W.load(), W.wait(20_000), W.show(.skip)]) {
        $0.backends[0].service = W.milliseconds(6_500)
        W.addNetwork(to: &$0, answer: 4_000, price: 1)
        $0.networks[0].price = PerFormat(repeating: .constant(9))
        $0.networks[0].timeout = .seconds(2)
        $0.networks[0].lateAnswer = late
        $0.placeholders[0].appCode.onBusy = .parallel
      }
    }
    // Ads of 1 at 6 s and 7 s, late ones of 9 at 6.5 s and 7.5 s.
    let cached = try run(.cache)
    #expect(cached.n(.adsLoaded) == 2 && cached.n(.adsDisplaced) == 1)
    #expect(cached.n(.lateAnswersCached) == 1 && cached.n(.lateAnswersDropped) == 1)
    #expect(cached.n(.fillsWasted, [.network("NET1")]) == 1 && cached.n(.revenue) == 9_000)
    #expect(cached.n(.onLoaded) == 2 && cached.us(.cacheAge) == 14_500_000)
    let delivered = try run(.deliver)
    #expect(delivered.n(.lateAnswersDelivered) == 2 && delivered.n(.onLoaded) == 4)
    #expect(delivered.n(.adsDisplaced) == 1 && delivered.n(.revenue) == 9_000)
  }

  @Test("an ad that lost takes the place of a cheaper one while another load is in flight")
  func lost() throws {
    let steps = [W.load(), W.wait(50), W.load(), W.wait(10), W.load(), W.wait(400)]
    let report = try W.run(steps + [W.show(.skip), W.show(.skip)]) {
      W.addNetwork(to: &$0, answer: 100, price: 5)
      W.addNetwork(to: &$0, answer: 100, price: 1)
      $0.networks[0].price = PerFormat(repeating: .constant(9))
      for k in 0...1 {
        $0.backends[k].outages = [BackendOutage(from: .zero, to: .milliseconds(10), kind: .down)]
      }
      $0.placeholders[0].remote.strategy = .parallel(batch: 3, pick: .price, batchTimeout: nil)
      $0.placeholders[0].appCode.onBusy = .parallel
      $0.placeholders[0].cache.depth = 2
    }
    // An ad of 1 at 100 ms; at 150 ms one of 9, and 5 in the place of 1; at 160 ms 9 in that of 5.
    #expect(report.n(.adsDisplaced) == 2 && report.n(.fillsDisplaced) == 1)
    #expect(report.n(.fillsWasted) == 3 && report.n(.adsLoaded) == 4)
    #expect(report.n(.shows) == 2 && report.n(.revenue) == 18_000)
  }
}
