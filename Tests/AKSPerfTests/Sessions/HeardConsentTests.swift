import Scheduler
import Testing

@testable import AKSPerf

/// Apps that start their SDK beside the consent flow, with what the user had said before.
@Suite("Consent that is heard at the next launch")
struct HeardConsentTests {
  typealias W = TinyWorld

  /// First frame at 0.4 s, the request 0.25 s, the form 3 s, the SDK 0.5 s, an ad 0.1 s.
  private func run(
    _ heard: ConsentFlow.Heard, given: Double = 0, arrivals: ArrivalProcess? = nil,
    _ steps: [JourneyStep] = [.appOpen(placeholder: 0, flow: .automatic(splash: .seconds(60)))],
    format: AdFormat = .appOpen, change: (inout LaunchPath) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      $0.users.firstLaunch = 1
      $0.launch.firstFrame = W.milliseconds(400)
      $0.launch.sdkStart = W.milliseconds(500)
      $0.launch.initGate = .none
      var flow = ConsentFlow()
      flow.request = W.milliseconds(250)
      flow.dwell = W.milliseconds(3_000)
      flow.given = given
      flow.heard = heard
      $0.launch.consent = flow
      change(&$0.launch)
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      if let arrivals { $0.arrivals = arrivals }
    }
  }

  @Test("the SDK does not wait, and nobody has refused at a first launch")
  func first() throws {
    let later = try run(.nextLaunch)
    #expect(later.us(.appOpenReady) == 600_000 && later.n(.shows) == 1)
    let now = try run(.now)
    #expect(now.n(.shows) == 0 && now.n(.noConsent, of: .loadFailures) == 1)
    #expect(try run(.now, given: 1).us(.appOpenReady) == 4_000_000)
  }

  @Test("what a user has said holds from the next launch on")
  func population() throws {
    let closed = ArrivalProcess.closed(sessions: 10, pause: .constant(60e9), rampUp: .zero)
    let later = try run(.nextLaunch, arrivals: closed)
    #expect(later.n(.sessionsStarted) > 200 && later.n(.shows) == 10)
    #expect(later.n(.shows, [.firstLaunch(true)]) == 10)
    #expect(try run(.now, arrivals: closed).n(.shows) == 0)
    // One who could not be asked at the first launch is asked at a later one, and heard after it.
    let asked = try run(.nextLaunch, arrivals: closed) {
      $0.consent?.asks = .everyLaunch
      $0.consent?.timeout = .milliseconds(500)
      $0.consent?.request = .uniform(low: 0, high: 1e9)
    }
    #expect(asked.n(.shows) > 10 && asked.n(.shows) < 60)
  }

  @Test("limited ads are for those who had refused before")
  func limited() throws {
    func revenue(_ heard: ConsentFlow.Heard) throws -> Int {
      try run(heard) {
        var factors = DemandFactors()
        factors.price = 0.25
        $0.consent?.refused = .limited(factors)
      }.n(.revenue)
    }
    #expect(try revenue(.nextLaunch) == 8_000 && revenue(.now) == 2_000)
  }

  @Test("who has not been asked yet to be tracked is not tracked")
  func tracking() throws {
    func revenue(_ heard: ConsentFlow.Heard, _ steps: [JourneyStep]? = nil) throws -> Int {
      func change(_ launch: inout LaunchPath) {
        launch.trackingPrompt = W.milliseconds(2_000)
        launch.tracking = TrackingChoice()
        launch.tracking?.denied.price = 0.5
      }
      guard let steps else { return try run(heard, given: 1, change: change).n(.revenue) }
      return try run(heard, given: 1, steps, format: .interstitial, change: change).n(.revenue)
    }
    #expect(try revenue(.nextLaunch) == 4_000 && revenue(.now) == 8_000)
    // Behind the prompt the answer is known.
    #expect(try revenue(.nextLaunch, [W.show(.load)]) == 8_000)
  }

  @Test("form and prompt hold content back all the same")
  func content() throws {
    for heard in ConsentFlow.Heard.allCases {
      let report = try run(heard, given: 1, [W.wait(1_000)], format: .interstitial)
      #expect(report.us(.timeToContent) == 3_400_000)
    }
  }
}
