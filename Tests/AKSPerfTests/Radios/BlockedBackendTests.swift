import Scheduler
import Testing

@testable import AKSPerf

/// Radios over which some backends are not reached.
@Suite("Blocked backends")
struct BlockedBackendTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep] = [W.load(awaited: true)], change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      $0.radios[0].roundTrip = W.milliseconds(40)
      $0.radios[0].blocks = [0]
      $0.placeholders[0].cache.depth = 3
      change(&$0)
    }
  }

  @Test("a request to one fails after a round trip, and the next network is asked")
  func refused() throws {
    let report = try run()
    #expect(report.us(.loadFailureLatency, [.reason(.networkError)]) == 40_000)
    #expect(report.n(.requests) == 1 && report.n(.requestsAnswered) == 1)
    let next = try run { W.addNetwork(to: &$0, answer: 10) }
    #expect(next.us(.loadLatency) == 90_000)
  }

  @Test("one that is silently blocked ends with its timeout")
  func silent() throws {
    for cover in AdNetwork.TimeoutCover.allCases where cover != .nothing {
      let report = try run {
        $0.radios[0].blockedAs = .silent
        $0.networks[0].timeout = .seconds(2)
        $0.networks[0].timeoutCovers = cover
      }
      #expect(report.us(.loadFailureLatency, [.reason(.timeout)]) == 2_000_000)
    }
    let never = try run([W.load(), W.wait(9_000)]) { $0.radios[0].blockedAs = .silent }
    #expect(never.us(.loadFailureLatency, [.reason(.sessionEnded)]) == 9_000_000)
  }

  @Test("over another radio it is reached")
  func otherRadio() throws {
    let report = try run([.radio(1), W.load(awaited: true), .radio(0), W.load(awaited: true)]) {
      $0.radios.append(Radio(name: "free"))
    }
    #expect(report.us(.loadLatency) == 100_000)
    #expect(report.n(.networkError, of: .loadFailures) == 1)
  }

  @Test("configs, creatives and auctions need their backends as well")
  func others() throws {
    let config = try run([W.wait(500)]) {
      $0.config = RemoteConfig(backend: 0)
      $0.users.firstLaunch = 1
    }
    #expect(config.n(.networkError, of: .configFetchFailures) == 1)
    let creative = try run {
      W.addNetwork(to: &$0, answer: 10)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 1)]
      $0.networks[1].cdn = 0
      $0.networks[1].creative = PerFormat(repeating: .constant(1_000))
    }
    // An answer after 50 ms, a creative that fails after 40 ms more.
    #expect(creative.us(.loadFailureLatency, [.reason(.networkError)]) == 90_000)
    var auction = Auction()
    auction.side = .server
    let bidding = try run { $0.placeholders[0].remote.strategy = .bidding(auction) }
    #expect(bidding.us(.loadFailureLatency) == 40_000)
  }

  @Test("what never reaches a backend counts at no throttle")
  func throttle() throws {
    let report = try run([W.load(awaited: true), W.load(awaited: true)]) {
      $0.backends[0].throttle = Throttle(failures: 1, per: .hours(1), lasts: .hours(1))
    }
    #expect(report.n(.networkError, of: .loadFailures) == 2)
    #expect(report.n(.backendArrived, [.backend("server")]) == 0)
  }
}
