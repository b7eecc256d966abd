import Scheduler
import Testing

@testable import AKSPerf

@Suite("Auctions")
struct AuctionTests {
  typealias W = TinyWorld
  typealias Net = ParallelTests.Net

  private func run(
    _ nets: [Net], side: Auction.Side = .client, tmax: Int64? = nil, tokens: Int64? = nil,
    _ steps: [JourneyStep] = [W.load(), W.wait(1000)], at: [SimDuration] = [.zero],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, at: at, answer: nets[0].answer) { scenario in
      scenario.networks[0].price = PerFormat(repeating: .constant(nets[0].price))
      scenario.networks[0].fill = PerFormat(repeating: nets[0].fill)
      for net in nets.dropFirst() {
        W.addNetwork(to: &scenario, answer: net.answer, fill: net.fill, price: net.price)
      }
      var auction = Auction()
      auction.side = side
      auction.tmax = tmax.map { .milliseconds($0) }
      auction.tokenTimeout = tokens.map { .milliseconds($0) }
      scenario.placeholders[0].remote.strategy = .bidding(auction)
      change(&scenario)
    }
  }

  private let two = [Net(answer: 100, price: 5), Net(answer: 40, price: 1)]

  @Test func theAuctionClosesAtTmaxWithTheBestBidSoFar() throws {
    let report = try run(two, tmax: 60)
    #expect(report.us(.loadLatency) == 60_000 && report.us(.auctionLatency) == 60_000)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.n(.requests) == 2 && report.n(.requestsTimedOut) == 1)
    #expect(report.n(.bids) == 1 && report.n(.auctions) == 1)
    // A bid that comes late is no fill that comes late.
    #expect(report.n(.lateAnswersDropped) == 0 && report.n(.attempts) == 2)
    let open = try run(two)
    #expect(open.us(.loadLatency) == 100_000 && open.n(.loadsFilled, [.network("NET")]) == 1)
  }

  @Test func aLateBidIsDroppedWhateverBecomesOfLateAnswers() throws {
    let report = try run(two, tmax: 60) { $0.networks[0].lateAnswer = .cache }
    #expect(report.n(.fills) == 1 && report.n(.lateAnswersCached) == 0)
  }

  @Test func aLosingBidderIsToldOutbid() throws {
    let report = try run(two)
    #expect(report.n(.outbid, of: .attemptOutcomes) == 1)
    #expect(report.n(.attemptOutcomes, [.outcome(.cancelled)]) == 1)
    // It has brought no ad, and its work was done.
    #expect(report.n(.fills) == 1 && report.n(.attemptsCancelled) == 0)
    #expect(report.n(.requestsAnswered) == 2)
  }

  @Test func theWinnersCreativeIsLoadedAfterTheAuction() throws {
    let report = try run(two) { scenario in
      for index in 0..<2 {
        scenario.networks[index].creative = PerFormat(repeating: .constant(1000))
        scenario.networks[index].cdn = 2
      }
      scenario.backends.append(TestWorld.external(W.milliseconds(30)))
      scenario.backends[2].name = "cdn"
    }
    #expect(report.us(.auctionLatency) == 100_000 && report.us(.loadLatency) == 130_000)
    #expect(report.n(.bytesDownloaded) == 1000)
  }

  @Test func whenTheWinnersCreativeFailsTheNextBidIsLoaded() throws {
    let report = try run(two) { scenario in
      scenario.networks[0].creative = PerFormat(repeating: .constant(1000))
      scenario.networks[0].cdn = 2
      scenario.backends.append(TestWorld.external(W.milliseconds(30)))
      scenario.backends[2].name = "cdn"
      scenario.backends[2].outages = [
        BackendOutage(from: .zero, to: .hours(1), kind: .down)
      ]
    }
    #expect(report.us(.loadLatency) == 100_000)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.n(.outage, of: .attemptOutcomes) == 1)
  }

  @Test func theCreativeOfABidHasAsMuchTimeAsTheBid() throws {
    func run(timeout: Int64) throws -> Report {
      try self.run([Net(answer: 100, price: 5)]) { scenario in
        scenario.networks[0].timeout = .milliseconds(timeout)
        scenario.networks[0].creative = PerFormat(repeating: .constant(1000))
        scenario.networks[0].cdn = 1
        scenario.backends.append(TestWorld.external(W.milliseconds(110)))
        scenario.backends[1].name = "cdn"
      }
    }
    #expect(try run(timeout: 120).us(.loadLatency) == 210_000)
    #expect(try run(timeout: 105).us(.loadFailureLatency) == 205_000)
  }

  @Test func floorsHoldInAnAuction() throws {
    let report = try run(two) { $0.placeholders[0].remote.waterfall[0].floor = 6 }
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.n(.belowFloor, of: .attemptOutcomes) == 1 && report.n(.bids) == 1)
  }

  @Test func whoDoesNotBidIsNotAsked() throws {
    let report = try run(two) { $0.placeholders[0].remote.waterfall[0].bids = false }
    #expect(report.n(.attempts) == 1 && report.n(.loadsFilled, [.network("NET1")]) == 1)
  }

  @Test func theDeadlineEndsAnAuction() throws {
    for side in Auction.Side.allCases {
      let report = try run(two, side: side) {
        $0.placeholders[0].remote.deadline = .milliseconds(70)
      }
      #expect(report.us(.loadFailureLatency) == 70_000)
      #expect(report.n(.deadline, of: .loadFailures) == 1)
      #expect(report.n(.requestsCancelled) == 1)
      #expect(report.n(.deadline, of: .attemptOutcomes) == 2)
    }
  }

  // MARK: On a server

  @Test func theServerIsAskedOnce() throws {
    let report = try run(two, side: .server) { scenario in
      scenario.networks[0].prepare = W.milliseconds(10)
      scenario.networks[1].prepare = W.milliseconds(30)
      scenario.networks[0].requestSize = .constant(300)
      scenario.networks[1].requestSize = .constant(500)
      scenario.networks[0].responseSize = .constant(700)
    }
    // Tokens at 30 ms, bids at 130.
    #expect(report.us(.loadLatency) == 130_000 && report.us(.auctionLatency) == 130_000)
    #expect(report.n(.requests) == 1 && report.n(.requestsAnswered) == 1)
    #expect(report.n(.requests, [.network("NET")]) == 0)
    #expect(report.n(.bids) == 2 && report.n(.loadsFilled, [.network("NET")]) == 1)
    #expect(report.n(.bytesUploaded) == 800 && report.n(.bytesDownloaded) == 700)
  }

  @Test func aBidderWithoutATokenInTimeIsLeftOut() throws {
    let report = try run(two, side: .server, tokens: 20) { scenario in
      scenario.networks[0].prepare = W.milliseconds(10)
      scenario.networks[1].prepare = W.milliseconds(30)
    }
    #expect(report.us(.loadLatency) == 120_000)
    #expect(report.n(.tokenTimeout, of: .attemptOutcomes) == 1 && report.n(.bids) == 1)
    let none = try run(two, side: .server, tokens: 20) {
      for index in 0..<2 { $0.networks[index].prepare = W.milliseconds(30) }
    }
    #expect(none.us(.loadFailureLatency) == 20_000 && none.n(.requests) == 0)
    #expect(none.n(.tokenTimeout, of: .loadFailures) == 1)
  }

  @Test func theServerClosesTheAuctionAtTmax() throws {
    let report = try run(two, side: .server, tmax: 60) { scenario in
      scenario.radios[0].roundTrip = W.milliseconds(50)
      scenario.networks[0].prepare = W.milliseconds(10)
    }
    // Tokens at 10 ms, there at 35, closed at 95, back at 120.
    #expect(report.us(.loadLatency) == 120_000)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.n(.timeout, of: .attemptOutcomes) == 1)
    #expect(report.n(.requestsTimedOut) == 0)
  }

  @Test func theServersOwnServiceTakesItsTime() throws {
    for isOwned in [false, true] {
      let report = try run(two, side: .server, at: [.zero, .zero]) { scenario in
        var exchange =
          isOwned
          ? TestWorld.owned(servers: 1, service: W.milliseconds(25))
          : TestWorld.external(W.milliseconds(25))
        exchange.name = "exchange"
        scenario.backends.append(exchange)
        var auction = Auction()
        auction.backend = 2
        scenario.placeholders[0].remote.strategy = .bidding(auction)
      }
      #expect(report.range(.loadLatency) == (isOwned ? [125_000, 150_000] : [125_000, 125_000]))
    }
  }

  @Test func anOwnedBidderBackendQueuesAuctions() throws {
    let report = try run(
      [Net(answer: 100, price: 5)], side: .server, at: [.zero, .zero]
    ) { scenario in
      scenario.backends[0] = TestWorld.owned(servers: 1, service: W.milliseconds(100))
      scenario.networks[0].prepare = W.milliseconds(5)
    }
    // The auction itself takes no time there, and the second bid waits for the first.
    #expect(report.range(.loadLatency) == [105_000, 205_000])
    #expect(report.n(.backendArrived) == 4)
  }

  @Test func aServerThatRefusesEndsTheLoad() throws {
    let report = try run(two, side: .server) { scenario in
      scenario.backends[0].outages = [
        BackendOutage(from: .zero, to: .hours(1), kind: .down)
      ]
    }
    #expect(report.n(.outage, of: .loadFailures) == 1)
    #expect(report.n(.outage, of: .attemptOutcomes) == 2 && report.n(.bids) == 0)
  }

  @Test func aSessionThatEndsHangsUp() throws {
    let report = try run(two, side: .server, [W.load(), W.wait(50)])
    #expect(report.n(.sessionEnded, of: .loadFailures) == 1)
    #expect(report.n(.requestsCancelled) == 1 && report.n(.requests) == 1)
  }
}
