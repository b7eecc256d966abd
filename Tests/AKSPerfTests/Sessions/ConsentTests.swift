import Scheduler
import Testing

@testable import AKSPerf

/// When users are asked for consent and to be tracked, and what their answers are worth.
@Suite("Consent")
struct ConsentTests {
  typealias W = TinyWorld

  /// A splash: first frame at 0.4 s, the request 0.25 s, the form 3 s, the SDK 0.5 s, an ad 0.1 s.
  private func run(
    first: Bool, arrivals: ArrivalProcess? = nil,
    flow change: (inout ConsentFlow) -> Void = { _ in }, tracking: TrackingChoice? = nil
  ) throws -> Report {
    try W.run(
      [.appOpen(placeholder: 0, flow: .automatic(splash: .seconds(60)))], format: .appOpen
    ) { scenario in
      scenario.users.firstLaunch = first ? 1 : 0
      scenario.launch.firstFrame = W.milliseconds(400)
      scenario.launch.sdkStart = W.milliseconds(500)
      scenario.launch.initGate = .none
      var flow = ConsentFlow()
      flow.request = W.milliseconds(250)
      flow.dwell = W.milliseconds(3_000)
      change(&flow)
      scenario.launch.consent = flow
      scenario.launch.tracking = tracking
      scenario.networks[0].price = PerFormat(repeating: .constant(8))
      if let arrivals { scenario.arrivals = arrivals }
    }
  }

  @Test("the request is made at first launches, or at each, without a form for who was asked")
  func asks() throws {
    for asks in ConsentFlow.Asks.allCases {
      let first = try run(first: true, flow: { $0.asks = asks })
      #expect(first.us(.appOpenReady) == 400_000 + 3_000_000 + 500_000 + 100_000)
    }
    #expect(try run(first: false).us(.appOpenReady) == 500_000 + 100_000)
    let each = try run(first: false, flow: { $0.asks = .everyLaunch })
    #expect(each.us(.appOpenReady) == 250_000 + 500_000 + 100_000)
  }

  @Test("a launch whose request takes too long goes on without a form, and nobody has refused")
  func timeout() throws {
    func run(_ timeout: SimDuration?) throws -> Report {
      try self.run(
        first: true,
        flow: {
          $0.request = W.milliseconds(900)
          $0.given = 0
          $0.timeout = timeout
        })
    }
    let late = try run(.milliseconds(899))
    #expect(late.us(.appOpenReady) == 899_000 + 500_000 + 100_000 && late.n(.shows) == 1)
    #expect(late.n(.noConsent, of: .loadFailures) == 0)
    for timeout in [nil, SimDuration.milliseconds(900)] {
      let asked = try run(timeout)
      #expect(asked.n(.shows) == 0 && asked.n(.noConsent, of: .loadFailures) == 1)
    }
  }

  @Test("who could not be asked is asked at a later launch that makes the request")
  func later() throws {
    func run(_ asks: ConsentFlow.Asks) throws -> (shows: Int, sessions: Int) {
      let report = try self.run(
        first: true,
        arrivals: .closed(sessions: 200, pause: .constant(20e9), rampUp: .zero),
        flow: {
          $0.asks = asks
          $0.given = 0
          $0.timeout = .milliseconds(500)
          $0.request = .uniform(low: 0, high: 1e9)
        })
      return (report.n(.shows), report.n(.sessionsStarted))
    }
    // Half of the users are never asked, and have ads at each launch.
    let once = try run(.firstLaunch)
    #expect(abs(Double(once.shows) / Double(once.sessions) - 0.5) < 0.12)
    // Of those, half are at the next one, and so on: one show a user, of over a hundred launches.
    let each = try run(.everyLaunch)
    #expect(each.sessions > 200 * 100 && each.shows > 120 && each.shows < 300)
  }

  @Test("a user who refuses gets limited ads where the app asks for such")
  func limited() throws {
    func revenue(_ refused: ConsentFlow.Refusal, given: Double = 0) throws -> Int {
      try run(
        first: true,
        flow: {
          $0.given = given
          $0.refused = refused
        }
      ).n(.revenue)
    }
    var factors = DemandFactors()
    factors.price = 0.25
    #expect(try revenue(.noAds) == 0)
    #expect(try revenue(.limited(factors)) == 2_000)
    #expect(try revenue(.limited(DemandFactors())) == 8_000)
    #expect(try revenue(.limited(factors), given: 1) == 8_000)
    let report = try run(
      first: true, arrivals: .trace(Array(repeating: .zero, count: 2_000)),
      flow: {
        factors.fill = 0.25
        $0.given = 0
        $0.refused = .limited(factors)
      })
    #expect(report.n(.noConsent, of: .loadFailures) == 0 && report.n(.loads) == 2_000)
    #expect(abs(Double(report.n(.loadsFilled)) / 2_000 - 0.25) < 0.03)
    #expect(report.n(.revenue) == report.n(.shows) * 2_000)
  }

  @Test("users who are not tracked are worth less, and less again if they refuse consent too")
  func tracking() throws {
    func revenue(allowed: Double, refuses: Bool = false) throws -> Int {
      var tracking = TrackingChoice()
      tracking.allowed = allowed
      tracking.denied.price = 0.5
      var factors = DemandFactors()
      factors.price = 0.25
      return try run(
        first: true,
        flow: {
          $0.given = refuses ? 0 : 1
          $0.refused = .limited(factors)
        }, tracking: tracking
      ).n(.revenue)
    }
    #expect(try revenue(allowed: 1) == 8_000)
    #expect(try revenue(allowed: 0) == 4_000)
    #expect(try revenue(allowed: 0, refuses: true) == 1_000)
    #expect(try revenue(allowed: 1, refuses: true) == 2_000)
  }

  @Test("a trace says what the user of a launch has said")
  func traced() throws {
    let scenario = W.scenario([W.show(.load)]) {
      $0.users.firstLaunch = 1
      $0.launch.consent = ConsentFlow()
      $0.launch.consent?.request = W.milliseconds(900)
      $0.launch.consent?.timeout = .milliseconds(100)
      $0.launch.tracking = TrackingChoice()
      $0.launch.tracking?.allowed = 0
    }
    let text = try Simulation(scenario).trace(session: 0).text
    #expect(text.contains("cannot be asked for consent, does not allow tracking"))
  }

  @Test("the demand is limited only where something says so")
  func features() throws {
    func features(_ change: (inout LaunchPath) -> Void) throws -> FeatureSet {
      try CompiledScenario(W.scenario([W.load()]) { change(&$0.launch) }).tables.features
    }
    #expect(try features { $0.consent = ConsentFlow() } == [])
    #expect(try features { $0.tracking = TrackingChoice() } == .limits)
    let limited = try features {
      $0.consent = ConsentFlow()
      $0.consent?.refused = .limited(DemandFactors())
    }
    #expect(limited == .limits)
  }

  @Test("a scenario file names all of it")
  func decoding() throws {
    var launch = LaunchPath()
    var flow = ConsentFlow()
    flow.asks = .everyLaunch
    flow.timeout = .seconds(5)
    flow.heard = .nextLaunch
    var factors = DemandFactors()
    factors.fill = 0.4
    factors.price = 0.3
    flow.refused = .limited(factors)
    launch.consent = flow
    var tracking = TrackingChoice()
    tracking.allowed = 0.6
    tracking.denied.price = 0.5
    launch.tracking = tracking
    let read = try Minimal.read([
      (
        "launch",
        """
        { consent: { asks: 'everyLaunch', timeout: '5s', heard: 'nextLaunch',
                     refused: { fill: 0.4, price: 0.3 } },
          tracking: { allowed: 0.6, denied: { price: 0.5 } } }
        """
      )
    ])
    #expect(read.launch == launch)
    launch.consent = ConsentFlow()
    launch.tracking = nil
    let plain = try Minimal.read([
      (
        "launch",
        "{ consent: { asks: 'firstLaunch', timeout: 'none', refused: 'noAds' }, tracking: 'none' }"
      )
    ])
    #expect(plain.launch == launch)
  }

  @Test("a request without a form holds the SDK back, and not the content")
  func content() throws {
    for asks in ConsentFlow.Asks.allCases {
      let report = try W.run([W.wait(1_000)]) { scenario in
        scenario.users.firstLaunch = 0
        scenario.launch.firstFrame = W.milliseconds(400)
        var flow = ConsentFlow()
        flow.request = W.milliseconds(2_000)
        flow.asks = asks
        scenario.launch.consent = flow
      }
      #expect(report.us(.timeToContent) == 400_000)
    }
  }

  @Test("content may wait for the SDK, and for its adapters where all loads do")
  func contentWaits() throws {
    func run(_ waits: LaunchPath.ContentWaits, _ gate: LaunchPath.InitGate = .all) throws -> Int? {
      try W.run([W.wait(1_000)]) { scenario in
        scenario.launch.firstFrame = W.milliseconds(400)
        scenario.launch.sdkStart = W.milliseconds(500)
        scenario.launch.contentWaits = waits
        scenario.launch.initGate = gate
        scenario.networks[0].initialisation = W.milliseconds(2_000)
      }.us(.timeToContent)
    }
    #expect(try run(.prompts) == 400_000)
    #expect(try run(.sdk) == 2_500_000)
    #expect(try run(.sdk, .none) == 500_000)
  }
}
