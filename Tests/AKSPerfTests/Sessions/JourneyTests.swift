import Scheduler
import Testing

@testable import AKSPerf

@Suite("Journeys")
struct JourneyTests {
  typealias W = TinyWorld

  /// How many times a step inside is reached, by the load calls it makes.
  private func calls(_ steps: [JourneyStep], at: [SimDuration] = [.zero]) throws -> Int {
    try W.run(steps, at: at).n(.loadCalls)
  }

  @Test("a repeat runs its steps as often as it says, also nested and not at all")
  func repeats() throws {
    func times(_ n: Double, _ steps: [JourneyStep]) -> JourneyStep {
      .repeated(count: .constant(n), steps: steps)
    }
    #expect(try calls([times(0, [W.load()])]) == 0)
    #expect(try calls([times(-3, [W.load()])]) == 0)
    #expect(try calls([times(5, [W.load(), W.wait(10)])]) == 5)
    #expect(try calls([times(4, [times(3, [times(2, [W.load()])])])]) == 24)
    #expect(try calls([times(4, []), W.load()]) == 1)
  }

  @Test("a geometric repeat has its mean")
  func geometric() throws {
    let steps: [JourneyStep] = [.repeated(count: .geometric(mean: 4), steps: [W.load()])]
    let at = (0..<2_000).map { SimDuration.milliseconds(Int64($0)) }
    let calls = try self.calls(steps, at: at)
    #expect(abs(Double(calls) / 2_000 - 4) < 0.35)
  }

  @Test("inner loops draw anew in each turn of the outer one")
  func innerDraws() throws {
    let steps: [JourneyStep] = [
      .repeated(
        count: .constant(500), steps: [.repeated(count: .geometric(mean: 3), steps: [W.load()])])
    ]
    #expect(abs(Double(try calls(steps)) / 500 - 3) < 0.5)
  }

  @Test("a choice takes its branches in proportion to their weights")
  func choice() throws {
    let steps: [JourneyStep] = [
      .choose([
        .init(weight: 3, steps: [W.load()]), .init(weight: 1, steps: [W.load(), W.load()]),
        .init(weight: 0, steps: [W.load(), W.load(), W.load(), W.load()]),
      ])
    ]
    let at = (0..<2_000).map { SimDuration.milliseconds(Int64($0)) }
    #expect(abs(Double(try calls(steps, at: at)) / 2_000 - 1.25) < 0.05)
  }

  @Test("an end in the middle of loops ends the session")
  func end() throws {
    let report = try W.run([
      .repeated(
        count: .constant(9), steps: [W.load(), .choose([.init(weight: 1, steps: [.end])])]),
      W.load(),
    ])
    #expect(report.n(.loadCalls) == 1 && report.sessionsEnded == 1)
  }

  @Test("a loop that takes no time is stopped with an error that names it so")
  func endless() {
    let steps: [JourneyStep] = [
      .repeated(count: .constant(4e9), steps: [W.show(.skip), .wait(.constant(0))])
    ]
    #expect(throws: SimulationError.endlessInstant(time: .zero, replication: 0)) {
      try W.run(steps)
    }
  }

  @Test("more than a turn of 2²⁴ loops has keys left")
  func keys() {
    var key = DrawKey(user: 1)
    key.retry = .max
    key.attempt = 255
    let words = key.counter(.journey).words
    key.retry = .max - 1
    #expect(key.counter(.journey).words != words)
    key.retry = 0
    key.block = 1 << 24 - 1
    _ = key.counter(.journey)
    // The last inner try's creative, on its last round trip.
    let last = key.with(block: UInt32(Limits.innerTries) << 1).ofCreative.ofTrip(60)
    _ = last.counter(.jitter)
  }
}

@Suite("Closed populations")
struct PopulationTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], users: Int = 1, pause: Int64 = 1_000,
    duration: SimDuration = .seconds(100), change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, duration: duration) {
      $0.arrivals = .closed(
        sessions: users, pause: W.milliseconds(pause), rampUp: .seconds(Int64(users)))
      $0.adDuration = PerFormat(repeating: .constant(0))
      change(&$0)
    }
  }

  @Test("a user launches again after a pause, and first launches are spread over the ramp")
  func relaunch() throws {
    // Two users, 0 and 1 s, sessions of 4 s and pauses of 1 s: 20 launches each before 100 s.
    let report = try run([W.wait(4_000)], users: 2)
    #expect(report.n(.sessionsStarted) == 40 && report.n(.dailyUsers) == 2)
    #expect(report.peakConcurrent == 2)
    let mean = report.gauge(.concurrentSessions)?.mean.value ?? 0
    #expect(abs(mean - 1.59) < 0.011)
  }

  @Test("a frequency cap outlives the session")
  func caps() throws {
    let report = try run([W.show(.load)]) {
      $0.placeholders[0].cap = FrequencyCap(shows: 3, per: .seconds(50))
    }
    // Shows at 0.1, 1.2 and 2.3 s; then again once 50.1 s have passed.
    #expect(report.n(.shows) == 6)
    let gap = try run([W.show(.load)]) { $0.placeholders[0].minGap = .seconds(30) }
    #expect(gap.n(.shows) == 4)
  }

  @Test("purchases and a refused consent outlive the session, with and without a config")
  func traits() throws {
    for hasConfig in [false, true] {
      func service(_ scenario: inout Scenario) {
        if hasConfig { scenario.config = RemoteConfig(backend: 0) }
      }
      let removed = try run([W.load()], users: 5) {
        $0.users.removeAds = 1
        service(&$0)
      }
      #expect(removed.n(.loads) == 0 && removed.n(.loadsGated) > 50)
      let refused = try run([W.load()], users: 5) {
        var consent = ConsentFlow()
        consent.given = 0
        $0.launch.consent = consent
        service(&$0)
      }
      #expect(refused.n(.loads) == 0 && refused.n(.loadsGated) > 50)
    }
  }

  @Test("an activated config serves the next launch until it is stale")
  func config() throws {
    let report = try run([W.wait(4_000)]) {
      var config = RemoteConfig(backend: 0)
      config.refresh = .seconds(20)
      $0.config = config
      $0.users.firstLaunch = 1
    }
    // Fetched at 0 s, activated at 0.1 s; stale at the launches of 25, 50 and 75 s.
    #expect(report.n(.configFetches) == 4)
    #expect(report.n(.sessionsStarted, [.firstLaunch(true)]) == 1)
  }

  @Test("prices decay with the shows of a day, whatever the session, and recover overnight")
  func decay() throws {
    let report = try run([W.show(.load)], pause: 10 * 3_600_000, duration: .hours(36)) {
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      $0.priceDecay = 0.5
    }
    // Shows at 0, 10, 20 | 30 h: 8, 4, 2 | 8 thousandths.
    #expect(report.n(.shows) == 4 && report.n(.revenue) == 22_000)
    #expect(report.n(.dailyUsers) == 2)
  }

  @Test("the day of a run that starts in the evening ends at midnight")
  func midnight() throws {
    let process = ArrivalProcess.diurnal(
      perDay: 2_000, peakAt: .zero, peakToTrough: 2, startAt: .minutes(23 * 60 + 30))
    let report = try W.run([W.show(.load), W.wait(20 * 60_000), W.show(.load)], answer: 0) {
      $0.arrivals = process
      $0.adDuration = PerFormat(repeating: .constant(0))
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      $0.placeholders[0].cache.refill = []
      $0.priceDecay = 0.5
    }
    let (end, midnight) = (SimTime.zero + .hours(1), SimTime.zero + .minutes(30))
    var clock = ArrivalClock(process, random: RandomStream(seed: 7, replication: 0))
    var (sessions, revenue) = (0, 0)
    while let first = clock.next(), first < end {
      let second = first + .minutes(20)
      sessions += 1
      revenue += 8_000
      if second < end { revenue += (first < midnight) == (second < midnight) ? 4_000 : 8_000 }
    }
    #expect(sessions > 20 && report.n(.sessionsStarted) == sessions)
    #expect(report.n(.revenue) == revenue)
  }

  @Test("a user whose first launch was in the warm-up is counted at the first that counts")
  func dailyUsers() throws {
    let report = try run([W.wait(4_000)], users: 3) { $0.warmup = .fixed(.seconds(50)) }
    #expect(report.n(.dailyUsers) == 3)
  }
}

@Suite("What counts")
struct WindowTests {
  typealias W = TinyWorld

  @Test("an item belongs to the instant it starts")
  func starts() throws {
    // Sessions at 9.95, 10, 19.999 and 20 s in a window from 10 to 20 s; loads 100 ms later.
    let at: [SimDuration] = [
      .milliseconds(9_950), .seconds(10), .milliseconds(19_999), .seconds(20),
    ]
    let report = try W.run(
      [W.wait(100), W.load(awaited: true)], at: at, duration: .seconds(20)
    ) { $0.warmup = .fixed(.seconds(10)) }
    #expect(report.n(.sessionsStarted) == 2 && report.n(.sessionsEnded) == 2)
    // The load of the session before the window counts, that of the last one does not.
    #expect(report.n(.loads) == 2 && report.metric(.loadLatency)?.count == 2)
  }

  @Test("what is open after the drain counts as open and as endless")
  func open() throws {
    let report = try W.run(
      [.show(placeholder: 0, ifNotReady: .load, budget: nil)], duration: .seconds(10)
    ) {
      $0.drain = .seconds(5)
      $0.backends[0].service = W.milliseconds(60_000)
    }
    #expect(report.n(.loadsOpen) == 1 && report.never(.loadLatency) == 1)
    #expect(report.n(.requestsOpen) == 1 && report.never(.attemptLatency) == 1)
    #expect(report.n(.opportunitiesOpen) == 1 && report.never(.timeToOutcome) == 1)
    #expect(report.metric(.timeToShow, [.ofOpportunities])?.never == 1)
    #expect(report.sessionsEnded == 0)
  }

  @Test("a launch that never reached content counts as endless")
  func noContent() throws {
    let report = try W.run([W.wait(1)], duration: .seconds(10)) {
      $0.drain = .zero
      $0.launch.firstFrame = W.milliseconds(20_000)
    }
    #expect(report.never(.timeToContent) == 1)
  }

  @Test("the run ends when the last counted item has, not at the drain")
  func drain() throws {
    let report = try W.run([W.wait(3_000)], duration: .seconds(2)) { $0.drain = .hours(5) }
    #expect(report.virtualDuration == .seconds(3))
  }

  @Test("a span in which nothing can count is an error")
  func spans() {
    func error(_ change: (inout Scenario) -> Void) -> String? {
      do {
        _ = try W.run([W.wait(1)], change: change)
        return nil
      } catch { return "\(error)" }
    }
    #expect(error { $0.warmup = .fixed(.hours(1)) }?.contains("warm-up") == true)
    #expect(error { $0.replications = 0 }?.contains("replication") == true)
    #expect(error { _ in } == nil)
  }

  @Test("what weighs 0 is never chosen, first or last")
  func weightless() throws {
    func branch(_ weight: Double, _ steps: [JourneyStep]) -> JourneyStep.Branch {
      .init(weight: weight, steps: steps)
    }
    let at = (0..<500).map { SimDuration.milliseconds(Int64($0)) }
    let choice = JourneyStep.choose([branch(0, [W.load()]), branch(1, []), branch(0, [W.load()])])
    #expect(try W.run([choice], at: at).n(.loadCalls) == 0)
    let report = try W.run([W.load()], at: at) {
      $0.journeys.append(Journey(name: "other", steps: []))
      let loading = $0.sessionClasses[0]
      var other = loading
      other.journey = 1
      $0.sessionClasses = [loading, other, loading]
      $0.sessionClasses[0].weight = 0
      $0.sessionClasses[2].weight = 0
    }
    #expect(report.n(.sessionsStarted) == 500 && report.n(.loadCalls) == 0)
  }
}
