import Scheduler
import Testing

@testable import AKSPerf

/// Bidders that use the time that an auction gives them, at exact instants.
@Suite("Bidders that use their time")
struct BidTimeTests {
  typealias W = TinyWorld

  /// A bid of 5 after 100 ms, and one of 1 after 40 ms, or at its share of the auction's time.
  private func run(
    bidsAt: Double, side: Auction.Side = .client, tmax: Int64? = 500, sessions: Int = 1,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run([W.load(), W.wait(1000)], at: Array(repeating: .zero, count: sessions)) {
      $0.networks[0].price = PerFormat(repeating: .constant(5))
      W.addNetwork(to: &$0, answer: 40, price: 1)
      $0.networks[1].bidsAt = bidsAt
      var auction = Auction()
      auction.side = side
      auction.tmax = tmax.map { .milliseconds($0) }
      $0.placeholders[0].remote.strategy = .bidding(auction)
      change(&$0)
    }
  }

  @Test("a bidder answers no sooner than its share of the auction's time")
  func share() throws {
    for side in Auction.Side.allCases {
      let plain = try run(bidsAt: 0, side: side)
      #expect(plain.us(.auctionLatency) == 100_000 && plain.n(.bids) == 2)
      let late = try run(bidsAt: 0.6, side: side)
      #expect(late.us(.auctionLatency) == 300_000 && late.n(.bids) == 2)
      #expect(late.us(.loadLatency) == 300_000)
      #expect(late.n(.loadsFilled, [.network("NET")]) == 1)
      // A slower backend is as slow as it is.
      #expect(try run(bidsAt: 0.06, side: side).us(.auctionLatency) == 100_000)
      let slow = try run(bidsAt: 0.6, side: side) { $0.backends[1].service = W.milliseconds(310) }
      #expect(slow.us(.auctionLatency) == 310_000)
    }
  }

  @Test("the time runs from the request, so that all of it may be more than there is")
  func prepared() throws {
    func run(_ side: Auction.Side, bidsAt: Double) throws -> Report {
      try self.run(bidsAt: bidsAt, side: side) { $0.networks[1].prepare = W.milliseconds(30) }
    }
    #expect(try run(.client, bidsAt: 0.6).us(.auctionLatency) == 330_000)
    let over = try run(.client, bidsAt: 0.95)
    #expect(over.us(.auctionLatency) == 500_000 && over.n(.bids) == 1)
    #expect(over.n(.requestsTimedOut) == 1)
    // A server asks with all tokens there, at 30 ms.
    #expect(try run(.server, bidsAt: 0.6).us(.auctionLatency) == 330_000)
    let server = try run(.server, bidsAt: 0.95)
    #expect(server.us(.auctionLatency) == 505_000 && server.n(.bids) == 2)
  }

  @Test("a request leaves when its connection is there")
  func connected() throws {
    // Three round trips to connect, and 500 ms from there on.
    let report = try run(bidsAt: 0.5, tmax: 1_000) {
      $0.networks[1].connection = ConnectionCost()
      $0.radios[0].roundTrip = W.milliseconds(100)
    }
    #expect(report.us(.auctionLatency) == 800_000)
  }

  @Test("at the very close the auction is closed")
  func close() throws {
    for side in Auction.Side.allCases {
      let report = try run(bidsAt: 1, side: side)
      #expect(report.us(.auctionLatency) == 500_000 && report.n(.bids) == 1)
    }
  }

  @Test("a refusal comes at once, and no bid when a bid would")
  func answers() throws {
    let refused = try run(bidsAt: 0.6) {
      $0.backends[1].outages = [BackendOutage(from: .zero, to: .hours(1), kind: .down)]
    }
    #expect(refused.us(.auctionLatency) == 100_000)
    let none = try run(bidsAt: 0.6) { $0.networks[1].fill = PerFormat(repeating: 0) }
    #expect(none.us(.auctionLatency) == 300_000 && none.n(.noFill, of: .attemptOutcomes) == 1)
  }

  @Test("without a time to use, or an auction, nothing is held back")
  func elsewhere() throws {
    #expect(try run(bidsAt: 0.6, tmax: nil).us(.auctionLatency) == 100_000)
    let waterfall = try run(bidsAt: 0.6) {
      $0.placeholders[0].remote.strategy = .sequential
      $0.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(waterfall.us(.loadLatency) == 140_000)
  }

  @Test("a bidder that waits keeps no server of its backend busy")
  func owned() throws {
    for side in Auction.Side.allCases {
      let report = try run(bidsAt: 0.6, side: side, sessions: 2) {
        $0.backends[1] = TestWorld.owned(servers: 1, service: W.milliseconds(40))
        $0.backends[1].name = "server1"
      }
      #expect(report.range(.auctionLatency) == [300_000, 300_000])
      #expect(report.us(.backendService) == 40_000)
    }
  }

  @Test("a late answer of an auction that is over comes as late")
  func unheard() throws {
    let report = try run(bidsAt: 0.9) {
      $0.networks[1].timeout = .milliseconds(200)
      $0.networks[1].lateAnswer = .cache
    }
    #expect(report.us(.auctionLatency) == 200_000 && report.n(.bids) == 1)
  }
}
