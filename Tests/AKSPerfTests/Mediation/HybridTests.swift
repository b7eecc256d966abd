import Scheduler
import Testing

@testable import AKSPerf

@Suite("An auction before a waterfall")
struct HybridTests {
  typealias W = TinyWorld
  typealias Net = ParallelTests.Net

  /// The first network bids; the others have floors of 1 USD.
  private func run(
    _ nets: [Net], strategy: MediationStrategy? = nil, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run([W.load(), W.wait(1000)], answer: nets[0].answer) { scenario in
      scenario.networks[0].price = PerFormat(repeating: .constant(nets[0].price))
      scenario.networks[0].fill = PerFormat(repeating: nets[0].fill)
      for net in nets.dropFirst() {
        W.addNetwork(to: &scenario, answer: net.answer, fill: net.fill, price: net.price)
      }
      for entry in 1..<nets.count { scenario.placeholders[0].remote.waterfall[entry].floor = 1 }
      var auction = Auction()
      auction.side = .client
      scenario.placeholders[0].remote.strategy = strategy ?? .hybrid(auction)
      change(&scenario)
    }
  }

  @Test func theBestBidIsTheFloorOfThePricedWaterfall() throws {
    let nets = [
      Net(answer: 40, price: 5), Net(answer: 20, price: 5), Net(answer: 10, price: 6),
    ]
    let report = try run(nets)
    // The bid at 40 ms; 5 does not beat 5, 6 does.
    #expect(report.us(.loadLatency) == 70_000 && report.us(.auctionLatency) == 40_000)
    #expect(report.n(.loadsFilled, [.network("NET2")]) == 1)
    #expect(report.n(.belowFloor, of: .attemptOutcomes) == 1)
    #expect(report.n(.outbid, of: .attemptOutcomes) == 1)
  }

  @Test func theBestBidIsLoadedWhenTheWaterfallIsExhausted() throws {
    let report = try run([
      Net(answer: 40, price: 5), Net(answer: 20, price: 5), Net(answer: 10, price: 2),
    ])
    #expect(report.us(.loadLatency) == 70_000)
    #expect(report.n(.loadsFilled, [.network("NET")]) == 1)
  }

  @Test func withoutABidHybridIsSequential() throws {
    let nets = [
      Net(answer: 40, price: 5, fill: 0), Net(answer: 20, price: 5, fill: 0),
      Net(answer: 10, price: 2),
    ]
    let report = try run(nets)
    #expect(report.us(.loadLatency) == 70_000)
    #expect(report.n(.loadsFilled, [.network("NET2")]) == 1 && report.n(.auctions) == 1)
    // When nobody bids at all it is the waterfall to the last transition.
    func nobodyBids(_ scenario: inout Scenario) {
      scenario.placeholders[0].remote.waterfall[0].bids = false
    }
    let hybrid = try run(nets, change: nobodyBids)
    let sequential = try run(nets, strategy: .sequential, change: nobodyBids)
    #expect(hybrid.header.fingerprint == sequential.header.fingerprint)
    #expect(hybrid.n(.auctions) == 0)
  }

  @Test func anEntryWithAFloorBidsIfItSaysSo() throws {
    let report = try run([Net(answer: 40, price: 5), Net(answer: 20, price: 9)]) {
      $0.placeholders[0].remote.waterfall[1].bids = true
    }
    #expect(report.us(.loadLatency) == 40_000 && report.n(.bids) == 2)
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
  }
}
