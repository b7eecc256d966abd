import Scheduler
import Testing

@testable import AKSPerf

@Suite("The course of a load with an auction")
struct AuctionMachineTests {
  private let tmax = SimDuration.milliseconds(60)

  private func machine(
    bidders: [Int], others: [Int] = [], server: Bool = false, tokens: SimDuration? = nil
  ) -> AuctionMachine {
    AuctionMachine(
      entries: bidders.count + others.count, bidders: EntrySet(bidders),
      others: EntrySet(others), isServerSide: server, tmax: tmax, tokenTimeout: tokens)
  }

  /// What a machine decides up to the next wait or end.
  private func course(
    _ machine: inout AuctionMachine, _ event: StrategyEvent, bid: Offer? = nil
  ) -> [StrategyAction] {
    var actions: [StrategyAction] = []
    var told: StrategyEvent? = event
    while actions.count < 1000 {
      actions.append(machine.decide(told, StrategyFacts(bestBid: bid)))
      told = nil
      switch actions[actions.count - 1] {
      case .wait, .accept, .fail: return actions
      default: continue
      }
    }
    return actions
  }

  private let low = Offer(entry: 0, price: 3)
  private let high = Offer(entry: 1, price: 8)

  @Test("the bidders are asked at once, the best bid is loaded, then the next one")
  func client() {
    var machine = machine(bidders: [0, 1])
    #expect(
      course(&machine, .started)
        == [.wake(after: tmax), .ask(entry: 0), .ask(entry: 1), .wait])
    #expect(course(&machine, .bid(entry: 0), bid: low) == [.wait])
    #expect(course(&machine, .bid(entry: 1), bid: high) == [.closed, .load(entry: 1), .wait])
    // Its time is over after the auction is.
    #expect(course(&machine, .woke, bid: low) == [.wait])
    #expect(course(&machine, .failed(entry: 1, .outage), bid: low) == [.load(entry: 0), .wait])
    #expect(course(&machine, .failed(entry: 0, .outage)) == [.fail(nil)])
  }

  @Test("the auction closes at its time with what has come")
  func closes() {
    var machine = machine(bidders: [0, 1])
    _ = course(&machine, .started)
    _ = course(&machine, .bid(entry: 0), bid: low)
    #expect(
      course(&machine, .woke, bid: low)
        == [.timeOut(.timeout), .closed, .load(entry: 0), .wait])
    #expect(course(&machine, .filled(entry: 0)) == [.accept(entry: 0)])
  }

  @Test("without a bid the load fails")
  func nobody() {
    var machine = machine(bidders: [0])
    _ = course(&machine, .started)
    #expect(course(&machine, .failed(entry: 0, .noFill)) == [.closed, .fail(nil)])
    var empty = self.machine(bidders: [])
    #expect(course(&empty, .started) == [.fail(nil)])
  }

  @Test("a server is called with the tokens that came in time, and closes the auction")
  func server() {
    var machine = machine(bidders: [0, 1, 2], server: true, tokens: .milliseconds(9))
    #expect(
      course(&machine, .started)
        == [.wake(after: .milliseconds(9))] + (0..<3).map { .ask(entry: $0) } + [.wait])
    #expect(course(&machine, .token(entry: 0)) == [.wait])
    #expect(course(&machine, .token(entry: 2)) == [.wait])
    #expect(course(&machine, .woke) == [.timeOut(.tokenTimeout), .callServer, .wait])
    #expect(course(&machine, .serverReached) == [.wake(after: tmax), .askBidders, .wait])
    #expect(course(&machine, .failed(entry: 2, .noFill)) == [.wait])
    #expect(course(&machine, .bid(entry: 0), bid: low) == [.answerClient, .wait])
    #expect(
      course(&machine, .serverAnswered(nil), bid: low) == [.closed, .load(entry: 0), .wait])
  }

  @Test("a server that refuses ends the auction, one without tokens is not called")
  func noServer() {
    var refused = machine(bidders: [0], server: true)
    _ = course(&refused, .started)
    #expect(course(&refused, .token(entry: 0)) == [.callServer, .wait])
    #expect(course(&refused, .serverAnswered(.outage)) == [.closed, .fail(nil)])
    var silent = machine(bidders: [0], server: true)
    _ = course(&silent, .started)
    #expect(course(&silent, .failed(entry: 0, .timeout)) == [.closed, .fail(nil)])
  }

  @Test("the others are asked in order and must bring more than the best bid")
  func hybrid() {
    var machine = machine(bidders: [1], others: [0, 2])
    #expect(course(&machine, .started) == [.wake(after: tmax), .ask(entry: 1), .wait])
    #expect(
      course(&machine, .bid(entry: 1), bid: high)
        == [.closed, .attempt(entry: 0, atLeast: 9), .wait])
    #expect(
      course(&machine, .failed(entry: 0, .noFill), bid: high)
        == [.attempt(entry: 2, atLeast: 9), .wait])
    #expect(
      course(&machine, .failed(entry: 2, .noFill), bid: high) == [.load(entry: 1), .wait])
    var alone = self.machine(bidders: [], others: [0, 1])
    #expect(course(&alone, .started) == [.attempt(entry: 0, atLeast: 0), .wait])
  }
}
