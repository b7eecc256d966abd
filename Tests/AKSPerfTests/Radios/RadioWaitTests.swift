import Scheduler
import Testing

@testable import AKSPerf

/// Loads that are tried without a radio, and requests that wait for one.
@Suite("Requests that wait for a radio")
struct RadioWaitTests {
  typealias W = TinyWorld

  /// A launch over a radio that reaches nothing; the radio 0 does, and comes at 15 s.
  private static let steps = [W.load(), W.wait(15_000), .radio(0), W.wait(20_000), W.show(.skip)]

  private func run(
    _ steps: [JourneyStep] = Self.steps, waits: Bool = true, checks: Bool = false,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      var none = Radio(name: "none")
      none.isOffline = true
      $0.radios.append(none)
      $0.sessionClasses[0].radio = 1
      $0.app.checksRadio = checks
      $0.networks[0].waitsForRadio = waits
      change(&$0)
    }
  }

  @Test("a request waits until there is a radio")
  func waits() throws {
    let report = try run()
    #expect(report.us(.loadLatency) == 15_100_000 && report.n(.onLoaded) == 1)
    #expect(report.us(.cacheAge) == 19_900_000 && report.n(.requests) == 1)
  }

  @Test("without the wait the attempt fails at once")
  func fails() throws {
    let report = try run(waits: false)
    #expect(report.us(.loadFailureLatency) == 0 && report.n(.onFailedToLoad) == 1)
    #expect(report.n(.attempts) == 1 && report.n(.requests) == 0)
    #expect(report.metric(.attemptLatency, [.reason(.offline)])?.count == 1)
  }

  @Test("an app that checks the radio never comes to the network")
  func refused() throws {
    let report = try run(checks: true)
    #expect(report.n(.loads) == 0 && report.n(.offline, of: .loadsGated) == 1)
  }

  @Test("timeouts and deadlines go on meanwhile")
  func timeouts() throws {
    let timeout = try run { $0.networks[0].timeout = .seconds(5) }
    #expect(timeout.us(.loadFailureLatency) == 5_000_000 && timeout.n(.requests) == 0)
    let connect = try run {
      $0.networks[0].timeout = .seconds(5)
      $0.networks[0].timeoutCovers = .connect
    }
    #expect(connect.us(.loadFailureLatency) == 5_000_000)
    let deadline = try run { $0.placeholders[0].remote.deadline = .seconds(7) }
    #expect(deadline.us(.loadFailureLatency) == 7_000_000)
    #expect(deadline.n(.deadline, of: .loadFailures) == 1)
  }

  @Test("each network is asked in its own way")
  func each() throws {
    let mixed = try run(waits: false) {
      W.addNetwork(to: &$0, answer: 300)
      $0.networks[1].waitsForRadio = true
    }
    // The first one fails at once, the second one waits.
    #expect(mixed.us(.loadLatency) == 15_300_000 && mixed.n(.attempts) == 2)
    let lost = try run([W.load(), W.wait(50), .radio(1), W.wait(950)] + Self.steps) {
      $0.sessionClasses[0].radio = 0
      $0.backends[0].service = W.milliseconds(100)
      W.addNetwork(to: &$0, answer: 300)
      $0.networks[1].waitsForRadio = true
    }
    // What is under way when the radio goes fails; the call at 1 s joins the wait of the next one.
    #expect(lost.n(.networkError, of: .outcomes) == 0 && lost.n(.loadsJoined) == 1)
    #expect(lost.us(.loadLatency) == 16_300_000)
  }

  @Test("all that wait are asked when there is a radio")
  func all() throws {
    let report = try run {
      W.addNetwork(to: &$0, answer: 300)
      $0.networks[1].waitsForRadio = true
      $0.placeholders[0].remote.strategy = .parallel(batch: 2, pick: .first, batchTimeout: nil)
    }
    #expect(report.n(.requests) == 2 && report.us(.loadLatency) == 15_100_000)
    #expect(report.n(.attemptsCancelled) == 1)
  }

  @Test("requests go in the order of their attempts, so that of two answers the first entry wins")
  func order() throws {
    let report = try run {
      W.addNetwork(to: &$0, answer: 100)
      $0.networks[1].waitsForRadio = true
      $0.placeholders[0].remote.strategy = .parallel(batch: 2, pick: .first, batchTimeout: nil)
    }
    #expect(report.n(.adsLoaded, [.network("NET")]) == 1)
  }

  @Test("a further request of a mediator that waits is no connecting one")
  func innerRetry() throws {
    let report = try run([W.load(), W.wait(500), .radio(1), W.wait(15_000), .radio(0)]) {
      $0.sessionClasses[0].radio = 0
      $0.networks[0].fill = PerFormat(repeating: 0)
      var inner = InnerMediation()
      inner.noFillRetries = NoFillRetries(
        every: W.milliseconds(1_000), total: .seconds(17))
      $0.networks[0].inner = inner
      $0.networks[0].timeout = .seconds(5)
      $0.networks[0].timeoutCovers = .connect
      $0.journeys[0].steps.append(W.wait(60_000))
    }
    // No demand at 0.1 s, asked again at 15.5 s for 1.1 s, then at 16.6 s and, last, at 17 s.
    #expect(report.us(.loadFailureLatency) == 17_100_000 && report.n(.requests) == 4)
  }

  @Test("a session that ends takes what waits with it")
  func ends() throws {
    let report = try run([W.load(), W.wait(3_000)])
    #expect(report.n(.sessionsEnded) == 1 && report.n(.sessionEnded, of: .loadFailures) == 1)
    #expect(report.n(.requests) == 0 && report.n(.loadCallbacks) == 1)
  }
}
