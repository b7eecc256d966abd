import Scheduler
import Testing

@testable import AKSPerf

/// Consent requests that a backend answers after 0.25 s, at exact instants.
@Suite("Consent requests over the radio")
struct ConsentRequestTests {
  typealias W = TinyWorld

  private static let splash = [
    JourneyStep.appOpen(placeholder: 0, flow: .automatic(splash: .seconds(60)))
  ]

  /// First frame at 0.4 s, the form 3 s, the SDK 0.5 s, an ad 0.1 s.
  private func run(
    _ steps: [JourneyStep] = splash, first: Bool = true, given: Double = 1,
    at: [SimDuration] = [.zero], outage: BackendOutage.Kind? = nil,
    until end: SimDuration = .hours(1),
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let isSplash = steps.count == 1 && steps == Self.splash
    return try W.run(steps, format: isSplash ? .appOpen : .interstitial, at: at) {
      $0.users.firstLaunch = first ? 1 : 0
      $0.launch.firstFrame = W.milliseconds(400)
      $0.launch.sdkStart = W.milliseconds(500)
      $0.launch.initGate = .none
      var server = TestWorld.external(W.milliseconds(250))
      server.name = "consent"
      if let outage { server.outages = [BackendOutage(from: .zero, to: end, kind: outage)] }
      $0.backends.append(server)
      var flow = ConsentFlow()
      flow.backend = 1
      flow.connection = nil
      flow.dwell = W.milliseconds(3_000)
      flow.given = given
      $0.launch.consent = flow
      change(&$0)
    }
  }

  private let content = [W.wait(1_000)]

  @Test("the SDK waits for the answer and the form, and content for the form")
  func answered() throws {
    #expect(try run().us(.appOpenReady) == 400_000 + 3_000_000 + 500_000 + 100_000)
    #expect(try run(content).us(.timeToContent) == 3_400_000)
    let slow = try run(content) { $0.backends[1].service = W.milliseconds(700) }
    #expect(slow.us(.timeToContent) == 3_700_000)
    // Without the backend the request takes the time that is drawn, none here.
    let drawn = try run(content) {
      $0.launch.consent?.backend = nil
      $0.backends[1].service = W.milliseconds(700)
    }
    #expect(drawn.us(.timeToContent) == 3_400_000)
    #expect(try run(given: 0).n(.noConsent, of: .loadFailures) == 1)
  }

  @Test("the radio takes its time, and so does a connection")
  func radio() throws {
    func run(_ cost: ConnectionCost?) throws -> Int? {
      try self.run(content) {
        $0.radios[0].roundTrip = W.milliseconds(100)
        $0.launch.consent?.connection = cost
      }.us(.timeToContent)
    }
    // Three round trips, one, and the service.
    #expect(try run(ConnectionCost()) == 650_000 + 3_000_000)
    #expect(try run(nil) == 400_000 + 3_000_000)
  }

  @Test("launches queue at a backend of one's own")
  func owned() throws {
    let report = try run(content, at: [.zero, .zero]) {
      $0.backends[1] = TestWorld.owned(servers: 1, service: W.milliseconds(250))
      $0.backends[1].name = "consent"
    }
    #expect(report.range(.timeToContent) == [3_400_000, 3_500_000])
    #expect(report.n(.backendServed) == 2)
  }

  @Test("a request that fails ends at once, and the user has said nothing")
  func failed() throws {
    let down = try run(given: 0, outage: .down)
    #expect(down.us(.appOpenReady) == 600_000 && down.n(.shows) == 1)
    #expect(try run(content, outage: .down).us(.timeToContent) == 400_000)
    let offline = try run(content) { $0.radios[0].isOffline = true }
    #expect(offline.us(.timeToContent) == 400_000)
    let blocked = try run(content) {
      $0.radios[0].blocks = [1]
      $0.radios[0].roundTrip = W.milliseconds(900)
    }
    #expect(blocked.us(.timeToContent) == 900_000)
  }

  @Test("a request that nobody answers is waited for up to its timeout, or for good")
  func swallowed() throws {
    let timed = try run(given: 0, outage: .blackhole) {
      $0.launch.consent?.timeout = .milliseconds(900)
    }
    #expect(timed.us(.appOpenReady) == 1_500_000 && timed.n(.shows) == 1)
    let never = try run(content, outage: .blackhole)
    #expect(never.us(.timeToContent) == nil && never.n(.sessionsEnded) == 0)
    let late = try run(content) { $0.launch.consent?.timeout = .milliseconds(249) }
    #expect(late.us(.timeToContent) == 400_000)
    let just = try run(content) { $0.launch.consent?.timeout = .milliseconds(251) }
    #expect(just.us(.timeToContent) == 3_400_000)
  }

  @Test("at a later launch it holds the SDK back, and not the content")
  func everyLaunch() throws {
    func later(
      _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
    ) throws -> Report {
      try run(steps, first: false) {
        $0.launch.consent?.asks = .everyLaunch
        change(&$0)
      }
    }
    #expect(try later(Self.splash).us(.appOpenReady) == 850_000)
    #expect(try later(content).us(.timeToContent) == 400_000)
    #expect(try later(content) { $0.launch.contentWaits = .sdk }.us(.timeToContent) == 750_000)
    #expect(try run(Self.splash, first: false).us(.appOpenReady) == 600_000)
    let adapters = try later(Self.splash) {
      $0.launch.initGate = .all
      $0.networks[0].initialisation = W.milliseconds(200)
      $0.networks[0].initNeedsNetwork = true
    }
    #expect(adapters.us(.appOpenReady) == 1_050_000)
    let heard = try later(Self.splash) { $0.launch.consent?.heard = .nextLaunch }
    #expect(heard.us(.appOpenReady) == 600_000)
    // The session ends before its request.
    let short = try later([W.wait(100)]) { $0.launch.firstFrame = .constant(0) }
    #expect(short.n(.sessionsEnded) == 1)
  }

  @Test("a suspended app hears at its return that its request is lost")
  func suspended() throws {
    // Away from 1.4 s to 11.4 s, suspended at 3.4 s; the SDK starts at 11.9 s.
    let steps = [W.load(), W.wait(1_000), W.away(10_000), W.wait(5_000)]
    let report = try run(steps, first: false) {
      $0.launch.consent?.asks = .everyLaunch
      $0.launch.suspendAfter = .seconds(2)
      $0.backends[1].service = W.milliseconds(20_000)
    }
    #expect(report.us(.loadLatency, [.suspended(true)]) == 11_600_000)
  }

  @Test("who could not be asked is asked at the first launch whose request is answered")
  func population() throws {
    // Launches at 0, about 66 and 131 s; the backend is back after 100 s.
    func shows(_ asks: ConsentFlow.Asks) throws -> Int {
      try run(given: 0, outage: .down, until: .seconds(100)) {
        $0.launch.consent?.asks = asks
        $0.arrivals = .closed(sessions: 1, pause: .constant(60e9), rampUp: .zero)
      }.n(.shows)
    }
    #expect(try shows(.everyLaunch) == 2)
    #expect(try shows(.firstLaunch) > 50)
  }

  @Test("a scenario file names the backend, and what it excludes")
  func decoding() throws {
    func flow(_ keys: String) throws -> ConsentFlow? {
      try Minimal.read([("launch", "{ consent: { \(keys) } }")]).launch.consent
    }
    let read = try flow("backend: 'exchange', connection: { tcp: '2rtt' }")
    #expect(read?.backend == 0 && read?.connection?.tcp == .roundTrips(2))
    #expect(try flow("request: '1s'")?.backend == nil)
    for wrong in [
      "backend: 'exchange', request: '1s'", "connection: { tcp: '2rtt' }", "backend: 'nobody'",
    ] {
      #expect(throws: ScenarioError.self) { try flow(wrong) }
    }
    let scenario = W.scenario([W.load()]) {
      $0.launch.consent = ConsentFlow()
      $0.launch.consent?.backend = 0
    }
    #expect(try CompiledScenario(scenario).tables.features == .consentBackend)
  }
}
