import Scheduler
import Testing

@testable import AKSPerf

/// Networks whose ads age from their bid on.
@Suite("Expiry from the bid")
struct BidExpiryTests {
  typealias W = TinyWorld

  /// A load of 0.6 s that ends with an ad of 0.1 s; ads expire after `expiry` milliseconds.
  private func run(
    _ from: AdNetwork.ExpiryFrom, expiry: Int64 = 1_000, _ steps: [JourneyStep],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      W.addNetwork(to: &$0, answer: 600, price: 1)
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      $0.placeholders[0].remote.strategy = .parallel(batch: 2, pick: .price, batchTimeout: nil)
      for k in 0...1 {
        $0.networks[k].expiry = PerFormat(repeating: .milliseconds(expiry))
        $0.networks[k].expiryFrom = from
      }
      change(&$0)
    }
  }

  private func found(_ from: AdNetwork.ExpiryFrom, at show: Int64) throws -> Bool {
    try run(from, [W.load(), W.wait(show), W.show(.skip)]).n(found: .hit) == 1
  }

  @Test("an ad expires so long after its bid, or after its load")
  func exact() throws {
    #expect(try found(.bid, at: 1_099) && !found(.bid, at: 1_100))
    #expect(try found(.load, at: 1_599) && !found(.load, at: 1_600))
  }

  @Test("a slot is refilled then")
  func refilled() throws {
    // Loads from 0 to 0.6 s and from 1.1 s to 1.7 s.
    func run(_ from: AdNetwork.ExpiryFrom) throws -> Report {
      try self.run(from, [W.load(), W.wait(2_000), W.show(.skip)]) {
        $0.placeholders[0].cache.refill = .onExpiry
      }
    }
    let bid = try run(.bid)
    #expect(bid.us(.cacheAge) == 300_000 && bid.n(.adsExpired) == 1)
    #expect(try run(.load).n(found: .joined) == 1)
  }

  @Test("an ad that has expired when its load ends is not shown")
  func already() throws {
    func run(
      _ from: AdNetwork.ExpiryFrom, expiry: Int64, otherFill: Double = 0
    ) throws -> Report {
      try self.run(from, expiry: expiry, [W.show(.load), W.wait(100)]) {
        $0.networks[1].fill = PerFormat(repeating: otherFill)
      }
    }
    let bid = try run(.bid, expiry: 500)
    #expect(bid.n(.expired, of: .outcomes) == 1 && bid.n(.shows) == 0)
    #expect(bid.n(.adsExpired) == 1 && bid.us(.timeToOutcome) == 600_000)
    #expect(try run(.bid, expiry: 501).n(.shows) == 1)
    #expect(try run(.load, expiry: 500).n(.shows) == 1)
    // An ad that lost to it, and came just now, takes the place that it leaves.
    let other = try run(.bid, expiry: 500, otherFill: 1)
    #expect(other.n(.shows, [.network("NET1")]) == 1 && other.n(.adsExpired) == 1)
  }

  @Test("networks that do not check show it, and know how old it is")
  func shown() throws {
    func run(_ from: AdNetwork.ExpiryFrom) throws -> Report {
      try self.run(from, [W.load(), W.wait(1_300), W.show(.skip)]) {
        for k in 0...1 {
          $0.networks[k].checksExpiry = false
          $0.networks[k].expiryEvent = false
          $0.networks[k].expiredPays = false
          $0.networks[k].showOverhead = W.milliseconds(100)
        }
      }
    }
    let bid = try run(.bid)
    #expect(bid.n(.shows) == 1 && bid.n(.revenue) == 0)
    #expect(bid.hazards.map(\.rule) == [.expiredAdShown])
    let load = try run(.load)
    #expect(load.n(.revenue) == 8_000 && load.hazards.isEmpty)
  }

  @Test("of several ads each has its own bid")
  func several() throws {
    // The second load starts at 0.7 s and ends at 1.3 s: of its ads one expires at 1.8 s.
    let steps = [W.load(), W.wait(700), W.load(), W.wait(1_050), W.show(.skip), W.show(.skip)]
    func run(_ change: (inout Scenario) -> Void = { _ in }) throws -> Report {
      try self.run(.bid, steps) {
        $0.placeholders[0].cache.depth = 2
        $0.networks[1].fill = PerFormat(repeating: 0)
        change(&$0)
      }
    }
    let report = try run()
    #expect(report.n(.adsExpired) == 1 && report.n(.shows) == 1)
    #expect(report.us(.cacheAge) == 450_000)
  }

  /// An answer after `answer` milliseconds, whose creative takes 3 s more.
  private func slow(
    answer: Int64, format: AdFormat = .interstitial, _ steps: [JourneyStep],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format, answer: answer) {
      var cdn = TestWorld.external(W.milliseconds(3_000))
      cdn.name = "cdn"
      $0.backends.append(cdn)
      $0.networks[0].cdn = 1
      $0.networks[0].creative = PerFormat(repeating: .constant(1_000))
      $0.networks[0].price = PerFormat(repeating: .constant(9))
      $0.networks[0].expiry = PerFormat(repeating: .seconds(1))
      $0.networks[0].expiryFrom = .bid
      change(&$0)
    }
  }

  @Test("a late answer that has expired is not shown, and displaces no ad")
  func lateAnswer() throws {
    func late(_ steps: [JourneyStep], change: (inout Scenario) -> Void) throws -> Report {
      try slow(answer: 1_500, steps) {
        $0.networks[0].timeout = .seconds(2)
        $0.networks[0].lateAnswer = .cache
        change(&$0)
      }
    }
    // It comes at 4.5 s, and its bid came at 1.5 s.
    let steps = [W.load(), W.show(.wait), W.wait(100)]
    let waited = try late(steps) { _ in }
    #expect(waited.n(.expired, of: .outcomes) == 1 && waited.n(.shows) == 0)
    #expect(waited.us(.timeToOutcome) == 4_500_000 && waited.n(.adsExpired) == 1)
    let fresh = try late(steps) { $0.networks[0].expiry = PerFormat(repeating: .seconds(4)) }
    #expect(fresh.n(.shows) == 1 && fresh.us(.timeToShow) == 4_500_000)
    let other = try late([W.load(), W.wait(5_000), W.show(.skip)]) {
      W.addNetwork(to: &$0, answer: 100, price: 1)
    }
    #expect(other.n(.shows, [.network("NET1")]) == 1 && other.n(.adsDisplaced) == 0)
    #expect(other.n(.lateAnswersDropped) == 1)
  }

  @Test("a view takes none that has expired, whoever else waits for its load")
  func view() throws {
    let steps = [JourneyStep.banner(placeholder: 0), W.load(awaited: true), W.wait(100)]
    let report = try slow(answer: 500, format: .banner, steps)
    #expect(report.n(.impressions) == 0 && report.n(.expired, of: .outcomes) == 1)
    #expect(report.us(.timeToOutcome) == 3_500_000 && report.n(.loadsJoined) == 1)
    let fresh = try slow(answer: 500, format: .banner, steps) {
      $0.networks[0].expiry = PerFormat(repeating: .seconds(4))
    }
    #expect(fresh.n(.impressions) == 1)
  }
}
