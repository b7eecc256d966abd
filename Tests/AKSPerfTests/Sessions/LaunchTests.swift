import Scheduler
import Testing

@testable import AKSPerf

@Suite("Launches")
struct LaunchTests {
  typealias W = TinyWorld

  private func run(
    first: Bool, gate: LaunchPath.InitGate = .all, consent: Bool = true,
    initTimeout: SimDuration? = nil, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let steps: [JourneyStep] = [
      .appOpen(placeholder: 0, flow: .automatic(splash: .seconds(60)))
    ]
    return try W.run(steps, format: .appOpen) { scenario in
      scenario.users.firstLaunch = first ? 1 : 0
      scenario.launch.firstFrame = W.milliseconds(400)
      scenario.launch.sdkStart = W.milliseconds(500)
      scenario.launch.initGate = gate
      scenario.launch.initTimeout = initTimeout
      if consent {
        var flow = ConsentFlow()
        flow.request = W.milliseconds(250)
        flow.dwell = W.milliseconds(3_000)
        scenario.launch.consent = flow
        scenario.launch.trackingPrompt = W.milliseconds(2_000)
      }
      scenario.networks[0].initialisation = W.milliseconds(700)
      // A slow adapter that no entry before the first needs.
      W.addNetwork(to: &scenario, answer: 10)
      scenario.networks[1].initialisation = W.milliseconds(1_900)
      change(&scenario)
    }
  }

  @Test("prompts come after the first frame, on a first launch only, and the SDK after them")
  func prompts() throws {
    // The form needs the first frame at 0.4 s: up until 3.4 s, the prompt until 5.4 s.
    let first = try run(first: true, gate: .none)
    #expect(first.us(.appOpenReady) == 5_400_000 + 500_000 + 100_000)
    // A returning user has neither: the SDK starts beside the first frame.
    let later = try run(first: false, gate: .none)
    #expect(later.us(.appOpenReady) == 600_000)
    #expect(later.n(.appOpenInBudget) == 1)
  }

  @Test("a request longer than the first frame holds the form back")
  func slowRequest() throws {
    let report = try run(first: true, gate: .none) {
      $0.launch.consent?.request = W.milliseconds(900)
      $0.launch.trackingPrompt = nil
    }
    #expect(report.us(.appOpenReady) == 900_000 + 3_000_000 + 500_000 + 100_000)
  }

  @Test("without a form to show, only the request holds the SDK back")
  func noForm() throws {
    let report = try run(first: true, gate: .none) {
      $0.launch.consent?.formShare = 0
      $0.launch.trackingPrompt = nil
    }
    #expect(report.us(.appOpenReady) == 250_000 + 500_000 + 100_000)
  }

  @Test("a load waits for all adapters side by side, for its own, or for none")
  func gates() throws {
    #expect(
      try run(first: false, gate: .all, consent: false).us(.appOpenReady)
        == 500_000 + 1_900_000 + 100_000)
    #expect(
      try run(first: false, gate: .own, consent: false).us(.appOpenReady)
        == 500_000 + 700_000 + 100_000)
    #expect(
      try run(first: false, gate: .none, consent: false).us(.appOpenReady) == 600_000)
    #expect(
      try run(first: false, gate: .all, consent: false, initTimeout: .seconds(1))
        .us(.appOpenReady) == 500_000 + 1_000_000 + 100_000)
  }

  @Test("an attempt's timeout runs from its adapter on; the deadline bounds the wait for it")
  func ownAdapter() throws {
    func run(
      _ timeout: Int64, deadline: Int64? = nil, initTimeout: Int64? = nil
    ) throws -> Report {
      try W.run([W.load(awaited: true)]) {
        $0.launch.sdkStart = W.milliseconds(500)
        $0.launch.initGate = .own
        $0.launch.initTimeout = initTimeout.map { .milliseconds($0) }
        $0.networks[0].initialisation = W.milliseconds(700)
        $0.networks[0].prepare = W.milliseconds(20)
        $0.networks[0].timeout = .milliseconds(timeout)
        $0.placeholders[0].remote.deadline = deadline.map { .milliseconds($0) }
      }
    }
    let filled = try run(121)
    #expect(filled.us(.loadLatency) == 1_320_000 && filled.us(.attemptLatency) == 820_000)
    #expect(try run(90).us(.loadFailureLatency, [.reason(.timeout)]) == 1_290_000)
    #expect(try run(15).us(.loadFailureLatency, [.reason(.timeout)]) == 1_215_000)
    #expect(
      try run(121, deadline: 900).us(.loadFailureLatency, [.reason(.deadline)]) == 900_000)
    #expect(try run(121, initTimeout: 200).us(.loadLatency) == 820_000)
  }

  @Test("steps that need content wait for the prompts; content appears when they are gone")
  func content() throws {
    let report = try W.run([W.wait(10)]) {
      $0.users.firstLaunch = 1
      $0.launch.firstFrame = W.milliseconds(400)
      $0.launch.trackingPrompt = W.milliseconds(2_000)
    }
    #expect(report.us(.timeToContent) == 2_400_000)
    #expect(report.n(.sessionsStarted, [.firstLaunch(true)]) == 1)
  }
}

@Suite("Remote config")
struct ConfigTests {
  typealias W = TinyWorld

  /// The remote waterfall has the network that answers at 100 ms, the shipped one another at 30 ms.
  private func run(
    _ steps: [JourneyStep], firstLaunch: Double = 1, age: Int64 = 0,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) { scenario in
      W.addNetwork(to: &scenario, answer: 30)
      scenario.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      scenario.placeholders[0].shipped = MediationConfig(waterfall: [WaterfallEntry(network: 1)])
      var service = Backend(name: "config")
      service.service = W.milliseconds(200)
      scenario.backends.append(service)
      var config = RemoteConfig(backend: 2)
      config.connection = nil
      config.refresh = .seconds(3600)
      scenario.config = config
      scenario.users.firstLaunch = firstLaunch
      scenario.users.configAge = W.milliseconds(age)
      change(&scenario)
    }
  }

  @Test("the shipped config serves until a remote one is activated")
  func activation() throws {
    let report = try run([
      W.load(awaited: true), W.show(.skip), W.load(awaited: true), W.show(.skip),
    ])
    #expect(report.us(.loadLatency, [.config(.shipped)]) == 30_000)
    #expect(report.us(.loadLatency, [.config(.remote)]) == 100_000)
    #expect(report.n(.configFetches) == 1 && report.n(.configFetchFailures) == 0)
  }

  @Test("a load keeps the config it resolved with")
  func keeps() throws {
    let report = try run([W.load(), W.wait(400), W.show(.skip)]) {
      $0.backends[1].service = W.milliseconds(300)
    }
    #expect(report.us(.loadLatency, [.config(.shipped)]) == 300_000)
  }

  @Test("an opportunity, its show and its money keep the config that it began with")
  func opportunityKeeps() throws {
    let report = try run([W.show(.load)]) {
      $0.backends[1].service = W.milliseconds(500)
      $0.networks[1].price = PerFormat(repeating: .constant(8))
    }
    // The config comes at 0.2 s, the show at 0.5 s.
    #expect(report.us(.timeToShow, [.config(.shipped)]) == 500_000)
    let counts: [Count] = [.opportunities, .eligible, .found, .outcomes, .shows, .impressions]
    for count in counts {
      #expect(report.n(count, [.config(.shipped)]) == 1, "\(count)")
      #expect(report.n(count, [.config(.remote)]) == 0, "\(count)")
    }
    #expect(report.n(.revenue, [.config(.shipped)]) == 8_000)
    #expect(report.ratio(.coverage, [.config(.shipped)])?.estimate.value == 1)
  }

  @Test("the app open of a launch keeps the config that its opportunity began with")
  func appOpenKeeps() throws {
    func run(splash: Int64) throws -> Report {
      try self.run([
        .appOpen(placeholder: 0, flow: .automatic(splash: .milliseconds(splash))), W.wait(1_000),
      ]) {
        $0.placeholders[0].format = .appOpen
        $0.backends[1].service = W.milliseconds(500)
      }
    }
    let shown = try run(splash: 900)
    #expect(shown.us(.appOpenTime, [.config(.shipped)]) == 500_000)
    #expect(shown.us(.appOpenReady, [.config(.shipped)]) == 500_000)
    #expect(shown.ratio(.appOpenInBudget, [.config(.shipped)])?.estimate.value == 1)
    let late = try run(splash: 300)
    #expect(late.ratio(.appOpenMissed, [.config(.shipped)])?.estimate.value == 1)
    #expect(late.ratio(.appOpenLate, [.config(.shipped)])?.estimate.value == 1)
    #expect(late.us(.appOpenReady, [.config(.shipped)]) == 500_000)
  }

  @Test("an activated config is used at once and fetched anew only when older than its refresh")
  func refresh() throws {
    let fresh = try run([W.load(awaited: true)], firstLaunch: 0, age: 3_600_000)
    #expect(fresh.n(.configFetches) == 0)
    #expect(fresh.us(.loadLatency, [.config(.remote)]) == 100_000)
    let stale = try run([W.load(awaited: true), W.wait(500)], firstLaunch: 0, age: 3_600_001)
    #expect(stale.n(.configFetches) == 1)
    #expect(stale.us(.loadLatency, [.config(.remote)]) == 100_000)
  }

  @Test("a fetch that fails keeps what there was, and is counted with its reason")
  func failure() throws {
    func run(firstLaunch: Double) throws -> Report {
      try self.run(
        [W.wait(500), W.load(awaited: true)], firstLaunch: firstLaunch, age: 9_000_000
      ) {
        $0.backends[2].outages = [BackendOutage(from: .zero, to: .hours(1), kind: .down)]
      }
    }
    let new = try run(firstLaunch: 1)
    #expect(new.us(.loadLatency, [.config(.shipped)]) == 30_000)
    #expect(new.n(.outage, of: .configFetchFailures) == 1)
    let old = try run(firstLaunch: 0)
    #expect(old.us(.loadLatency, [.config(.remote)]) == 100_000)
  }
}
