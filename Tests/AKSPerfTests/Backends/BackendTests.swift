import Scheduler
import Testing

@testable import AKSPerf

@Suite("Backends")
struct BackendTests {
  typealias W = TinyWorld

  /// Sessions at `at` that load once from an owned backend of one server, 100 ms a request.
  private func run(
    at: [Int64], wait: Int64 = 1_000, duration: SimDuration = .hours(1),
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(
      [W.load(awaited: true), W.wait(wait)], at: at.map { .milliseconds($0) }, duration: duration
    ) { scenario in
      scenario.backends[0].owned = true
      change(&scenario)
    }
  }

  @Test("requests queue for the server")
  func queue() throws {
    let report = try run(at: [0, 0, 0])
    #expect(report.range(.loadLatency) == [100_000, 300_000])
    #expect(report.range(.backendWait) == [0, 200_000])
    #expect(report.us(.backendService) == 100_000)
    #expect(report.n(.backendServed, [.backend("server")]) == 3)
  }

  @Test("the queue limit counts those that wait; what is refused hears at once")
  func queueLimit() throws {
    for limit in [0, 1] {
      let report = try run(at: [0, 0, 0]) { $0.backends[0].queueLimit = limit }
      #expect(report.n(.backendRejected) == 2 - limit)
      #expect(report.n(.rejected, of: .loadFailures) == 2 - limit)
      #expect(report.us(.loadFailureLatency) == 0)
    }
  }

  @Test("a rate limit refuses beyond its burst and is counted as a rejection")
  func rateLimit() throws {
    let report = try run(at: [0, 1, 2, 1_000]) {
      $0.backends[0].servers = 9
      $0.backends[0].rateLimitPerSecond = 2
    }
    #expect(report.n(.backendRejected) == 1 && report.n(.backendThrottled) == 0)
    #expect(report.n(.rateLimited, of: .loadFailures) == 1)
    #expect(report.ratio(.loss)?.estimate.value == 0.25)
  }

  private func outage(
    _ kind: BackendOutage.Kind, at: [Int64], owned: Bool = true, timeout: Int64? = nil
  ) throws -> Report {
    try run(at: at) {
      $0.backends[0].owned = owned
      $0.networks[0].timeout = timeout.map { .milliseconds($0) }
      $0.backends[0].outages = [
        BackendOutage(from: .milliseconds(150), to: .milliseconds(400), kind: kind)
      ]
    }
  }

  @Test("down: what is in service is lost, what arrives is refused, what waits goes on after it")
  func down() throws {
    let report = try outage(.down, at: [0, 50, 120, 200])
    // Served at 0; in service from 100 and lost at 150; waiting from 120 to 400; refused at 200.
    #expect(report.n(.backendLost) == 1 && report.n(.backendRejected) == 1)
    #expect(report.n(.outage, of: .loadFailures) == 2)
    #expect(report.range(.loadFailureLatency) == [0, 100_000])
    #expect(report.range(.loadLatency) == [100_000, 380_000])
  }

  @Test("blackhole: what is lost or arrives is never answered")
  func blackhole() throws {
    let report = try outage(.blackhole, at: [50, 100, 200], timeout: 1_000)
    #expect(report.n(.backendLost) == 2 && report.n(.timeout, of: .loadFailures) == 2)
    #expect(report.us(.loadFailureLatency) == 1_000_000)
    let external = try outage(.blackhole, at: [100, 200], owned: false, timeout: 1_000)
    #expect(external.n(.timeout, of: .loadFailures) == 1 && external.n(.loadsFilled) == 1)
  }

  @Test("slow: service that starts inside takes the factor longer")
  func slow() throws {
    let owned = try outage(.slow(factor: 3), at: [100, 150, 500])
    #expect(owned.range(.backendService) == [100_000, 300_000])
    let external = try outage(.slow(factor: 3), at: [100, 150, 399, 400], owned: false)
    #expect(external.range(.loadLatency) == [100_000, 300_000])
    #expect(external.metric(.loadLatency)?.mean.value == 200_000)
  }

  @Test("an external backend that is down refuses; down counts more than slow")
  func externalDown() throws {
    let report = try run(at: [200]) {
      $0.backends[0].owned = false
      $0.backends[0].outages = [
        BackendOutage(from: .zero, to: .seconds(1), kind: .slow(factor: 2)),
        BackendOutage(from: .zero, to: .seconds(1), kind: .down),
      ]
    }
    #expect(report.n(.outage, of: .loadFailures) == 1 && report.us(.loadFailureLatency) == 0)
  }

  @Test("a client that gives up leaves its work behind unless the backend cancels it")
  func disconnect() throws {
    func run(cancels: Bool) throws -> Report {
      try self.run(at: [0, 10, 20]) {
        $0.networks[0].timeout = .milliseconds(50)
        $0.backends[0].cancelOnDisconnect = cancels
      }
    }
    let works = try run(cancels: false)
    #expect(works.n(.backendServed) == 3 && works.n(.backendCancelled) == 0)
    #expect(works.n(.loadsFilled) == 0)
    let cancels = try run(cancels: true)
    #expect(cancels.n(.backendCancelled) == 3 && cancels.n(.backendServed) == 0)
    #expect(cancels.n(.requestsTimedOut) == 3)
  }

  @Test("an outage that loses two requests of a session which then ends withdraws none twice")
  func lostTogether() throws {
    let report = try W.run([W.load(1), W.load(0, awaited: true)]) { scenario in
      scenario.backends[0].owned = true
      scenario.backends[0].servers = 2
      scenario.backends[0].cancelOnDisconnect = true
      scenario.backends[0].outages = [
        BackendOutage(from: .milliseconds(50), to: .milliseconds(90), kind: .down)
      ]
      var second = scenario.placeholders[0]
      second.name = "second"
      scenario.placeholders.append(second)
    }
    #expect(report.n(.backendLost) == 2 && report.n(.loadFailures) == 2)
  }

  @Test("what was never served waited for ever, unless it was refused")
  func neverServed() throws {
    // In service and lost at 20; queued and withdrawn at 60; swallowed at 30.
    let report = try run(at: [0, 10, 30]) {
      $0.networks[0].timeout = .milliseconds(50)
      $0.backends[0].cancelOnDisconnect = true
      $0.backends[0].outages = [
        BackendOutage(from: .milliseconds(20), to: .seconds(9), kind: .blackhole)
      ]
    }
    #expect(report.n(.backendCancelled) == 1 && report.n(.backendLost) == 2)
    #expect(report.never(.backendWait) == 2 && report.metric(.backendWait)?.minimum == 0)
    let refused = try run(at: [0, 0]) { $0.backends[0].queueLimit = 0 }
    #expect(refused.n(.backendRejected) == 1 && refused.never(.backendWait) == 0)
  }

  @Test("a request counts at a backend when it gets there, and not when it does not")
  func requestsPerSecond() throws {
    func arrivals(timeout: Int64?, owned: Bool, duration: Int64 = 3_600_000) throws -> Int {
      let report = try W.run(
        [W.load(), W.wait(9_000)], answer: 100, duration: .milliseconds(duration)
      ) {
        $0.backends[0].owned = owned
        $0.radios[0].roundTrip = W.milliseconds(400)
        $0.networks[0].connection = ConnectionCost()
        $0.networks[0].timeout = timeout.map { .milliseconds($0) }
      }
      return Int(report.gauge(.requestsPerSecond)?.peak ?? -1)
    }
    for owned in [false, true] {
      // Connected at 1200 ms, there at 1400 ms.
      #expect(try arrivals(timeout: nil, owned: owned) == 1)
      #expect(try arrivals(timeout: 1_300, owned: owned) == 1)
      #expect(try arrivals(timeout: 1_100, owned: owned) == 0)
      #expect(try arrivals(timeout: nil, owned: owned, duration: 1_400) == 0)
      #expect(try arrivals(timeout: nil, owned: owned, duration: 1_401) == 1)
    }
  }

  @Test("what is queued or in service at the end is open, and its wait endless")
  func open() throws {
    let report = try run(at: [0, 0], duration: .seconds(1)) {
      $0.drain = .seconds(1)
      $0.backends[0].service = W.milliseconds(60_000)
    }
    #expect(report.n(.backendOpen) == 2 && report.never(.backendWait) == 1)
    #expect(report.n(.backendArrived) == 2)
  }
}
