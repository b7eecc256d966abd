import Scheduler
import Testing

@testable import AKSPerf

/// Adapters that cannot start without the network.
@Suite("Starts of adapters")
struct AdapterStartTests {
  typealias W = TinyWorld

  /// A launch without a radio: the SDK has started at 0.5 s, an adapter takes 0.7 s.
  private func run(
    _ steps: [JourneyStep], retry: LaunchPath.InitRetry = .none,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      var none = Radio(name: "none")
      none.isOffline = true
      $0.radios.append(none)
      $0.sessionClasses[0].radio = 1
      $0.launch.sdkStart = W.milliseconds(500)
      $0.launch.initRetry = retry
      $0.networks[0].initialisation = W.milliseconds(700)
      $0.networks[0].initNeedsNetwork = true
      $0.placeholders[0].cache.depth = 9
      change(&$0)
    }
  }

  private let steps = [
    W.wait(2_000), .radio(0), W.load(awaited: true), W.wait(5_000), W.load(awaited: true),
  ]

  @Test("one that finds no network never starts, and its network is not asked")
  func never() throws {
    let report = try run(steps)
    #expect(report.n(.notStarted, of: .loadFailures) == 2 && report.n(.requests) == 0)
    #expect(report.us(.loadFailureLatency) == 0)
    #expect(report.n(.notStarted, of: .attemptOutcomes) == 2)
  }

  @Test("it starts when a radio is back, and its loads wait for it")
  func online() throws {
    // Back at 2.0 s, ready at 2.7 s.
    let report = try run(steps, retry: .online)
    #expect(report.range(.loadLatency) == [100_000, 800_000])
    #expect(report.n(.loadFailures) == 0)
  }

  @Test("it tries again each so often")
  func every() throws {
    // In vain at 0.5 s and 1.5 s; started at 2.5 s.
    let report = try run(steps, retry: .every(.seconds(1)))
    #expect(report.n(.notStarted, of: .loadFailures) == 1)
    #expect(report.n(.loadsFilled) == 1 && report.us(.loadLatency) == 100_000)
    let slow = try run(
      [W.wait(2_000), .radio(0), W.wait(600), W.load(awaited: true)], retry: .every(.seconds(1)))
    // Called at 2.6 s, ready at 3.2 s.
    #expect(slow.us(.loadLatency) == 700_000)
  }

  @Test("nobody waits for one that has failed")
  func others() throws {
    let report = try run([W.wait(100), W.load(awaited: true)]) {
      $0.networks[0].initialisation = W.milliseconds(5_000)
      W.addNetwork(to: &$0, answer: 10)
      $0.networks[1].initialisation = W.milliseconds(200)
      $0.radios[0].blocks = [0]
      $0.sessionClasses[0].radio = 0
    }
    // Called at 0.1 s; the other adapter is ready at 0.7 s.
    #expect(report.us(.loadLatency) == 610_000)
    #expect(report.n(.notStarted, of: .attemptOutcomes) == 1)
  }

  @Test("content that waits for the SDK does not wait for an adapter that has failed")
  func content() throws {
    // The SDK has started at 1 s; one adapter takes 10 s, the other, which is reached, 2 s.
    func content(_ change: (inout Scenario) -> Void = { _ in }) throws -> Int? {
      try run([W.load(), W.wait(100)]) {
        $0.launch.firstFrame = W.milliseconds(500)
        $0.launch.sdkStart = W.milliseconds(1_000)
        $0.launch.contentWaits = .sdk
        $0.networks[0].initialisation = W.milliseconds(10_000)
        change(&$0)
      }.us(.timeToContent)
    }
    #expect(try content() == 1_000_000)
    #expect(try content { $0.sessionClasses[0].radio = 0 } == 11_000_000)
    let other = try content {
      W.addNetwork(to: &$0, answer: 10)
      $0.networks[1].initialisation = W.milliseconds(2_000)
      $0.radios[0].blocks = [0]
      $0.sessionClasses[0].radio = 0
    }
    #expect(other == 3_000_000)
  }

  @Test("with a network it starts as any other")
  func started() throws {
    for gate in [LaunchPath.InitGate.all, .own] {
      let report = try run([W.load(awaited: true)]) {
        $0.sessionClasses[0].radio = 0
        $0.launch.initGate = gate
      }
      #expect(report.us(.loadLatency) == 1_300_000)
    }
    let none = try run([W.load(awaited: true)]) {
      $0.sessionClasses[0].radio = 0
      $0.launch.initGate = .none
    }
    #expect(none.us(.loadLatency) == 600_000)
  }

  @Test("without a gate a load waits for none, and one that has failed is still not there")
  func withoutGate() throws {
    func run(_ retry: LaunchPath.InitRetry) throws -> Report {
      try self.run([W.wait(2_000), .radio(0), W.load(awaited: true)], retry: retry) {
        $0.launch.initGate = .none
      }
    }
    #expect(try run(.none).n(.notStarted, of: .loadFailures) == 1)
    #expect(try run(.online).us(.loadLatency) == 100_000)
  }

  @Test("initialising anew starts what had failed")
  func anew() throws {
    let report = try run([W.wait(1_000), .radio(0), W.away(3_000), W.load(awaited: true)]) {
      $0.app.reinitAfter = .seconds(1)
    }
    #expect(report.us(.loadLatency) == 800_000)
  }

  /// A launch over a radio that blocks the backend; the radio 2 reaches it.
  private func runBlocked(
    _ steps: [JourneyStep], retry: LaunchPath.InitRetry = .none,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try run(steps, retry: retry) {
      var clean = $0.radios[0]
      clean.name = "clean"
      $0.radios.append(clean)
      $0.radios[0].blocks = [0]
      $0.sessionClasses[0].radio = 0
      $0.networks[0].initFailsAfter = W.milliseconds(2_000)
      change(&$0)
    }
  }

  @Test("a start that fails takes its time, bounded as an initialisation is; loads wait for it")
  func failsLater() throws {
    // From 0.5 to 2.5 s.
    let all = try runBlocked([W.load(awaited: true)])
    #expect(all.n(.notStarted, of: .loadFailures) == 1 && all.n(.requests) == 0)
    #expect(all.us(.loadFailureLatency) == 2_500_000 && all.us(.attemptLatency) == 0)
    let own = try runBlocked([W.load(awaited: true)]) { $0.launch.initGate = .own }
    #expect(own.n(.notStarted, of: .loadFailures) == 1 && own.n(.requests) == 0)
    #expect(own.us(.loadFailureLatency) == 2_500_000 && own.us(.attemptLatency) == 2_000_000)
    let bounded = try runBlocked([W.load(awaited: true)]) { $0.launch.initTimeout = .seconds(1) }
    #expect(bounded.us(.loadFailureLatency) == 1_500_000)
    let none = try runBlocked([W.load(awaited: true)]) { $0.launch.initGate = .none }
    #expect(none.n(.networkError, of: .loadFailures) == 1)
    #expect(none.us(.loadFailureLatency) == 500_000)
  }

  @Test("the next try comes so long after the failure")
  func everyAfterFailure() throws {
    // Failed at 2.5 s, tried again at 3.5 s, ready at 4.2 s.
    let report = try runBlocked(
      [W.wait(3_000), .radio(2), W.load(awaited: true), W.wait(1_000), W.load(awaited: true)],
      retry: .every(.seconds(1)))
    #expect(report.n(.notStarted, of: .loadFailures) == 1)
    #expect(report.us(.loadFailureLatency) == 0 && report.us(.loadLatency) == 300_000)
  }

  @Test("a radio that is back before the failure is used at it")
  func onlineMeanwhile() throws {
    // Back at 1.0 s; failed and started at 2.5 s, ready at 3.2 s.
    let report = try runBlocked(
      [W.wait(1_000), .radio(2), W.load(awaited: true)], retry: .online)
    #expect(report.us(.loadLatency) == 2_300_000 && report.n(.loadFailures) == 0)
  }

  @Test("a trace tells of it")
  func trace() throws {
    let scenario = W.scenario([W.load()]) {
      $0.networks[0].initNeedsNetwork = true
      $0.radios[0].isOffline = true
    }
    let text = try Simulation(scenario).trace(session: 0).text
    let line = try #require(text.split(separator: "\n").first { $0.contains("adapter start") })
    #expect(line.contains("NET") && line.hasSuffix("offline"))
  }
}

/// Devices on which everything takes longer.
@Suite("Slow devices")
struct SlowDeviceTests {
  typealias W = TinyWorld

  @Test("each time of the device has a factor of its own, and timeouts have none")
  func factors() throws {
    func run(_ timeout: SimDuration? = nil, slow: Bool = true) throws -> Report {
      try W.run([W.load(awaited: true)]) {
        $0.launch.firstFrame = W.milliseconds(400)
        $0.launch.sdkStart = W.milliseconds(500)
        $0.launch.initTimeout = timeout
        $0.networks[0].initialisation = W.milliseconds(700)
        $0.networks[0].prepare = W.milliseconds(20)
        $0.networks[0].mainThread = W.milliseconds(100)
        if !slow { return }
        $0.devices[0].slowdown.firstFrame = 2
        $0.devices[0].slowdown.sdkStart = 3
        $0.devices[0].slowdown.initialisation = 4
        $0.devices[0].slowdown.prepare = 5
        $0.devices[0].slowdown.mainThread = 6
      }
    }
    let slow = try run()
    // Frame 0.8 s, SDK 1.5 s, adapter 4.3 s, prepared 4.4 s, free at 5.0 s, answered at 5.1 s.
    #expect(slow.us(.timeToContent) == 800_000)
    #expect(slow.us(.mainThreadBlock) == 600_000)
    #expect(slow.us(.loadLatency) == 4_300_000)
    // The adapter at 2.5 s.
    #expect(try run(.seconds(1)).us(.loadLatency) == 2_500_000)
    #expect(try run(slow: false).us(.loadLatency) == 1_020_000)
  }
}
