import Scheduler
import Testing

@testable import AKSPerf

@Suite("Loads")
struct LoadTests {
  typealias W = TinyWorld

  @Test("calls start, join and are answered, with one callback each")
  func calls() throws {
    let report = try W.run([W.load(), W.load(), W.load(), W.wait(200), W.load(), W.wait(1)])
    #expect(report.n(.loadCalls) == 4 && report.n(.loadCallbacks) == 4)
    #expect(report.n(.loads) == 1 && report.n(.loadsJoined) == 2 && report.n(.loadsAnswered) == 1)
    #expect(report.n(.onLoaded) == 4)
    #expect(report.us(.loadLatency) == 100_000)
    #expect(report.metric(.loadLatency)?.count == 1)
    #expect(report.n(.adsLost) == 1 && report.n(.adsLoaded) == 1)
  }

  @Test("a no-fill tries the next entry, and the depth at the fill is counted")
  func waterfall() throws {
    let report = try W.run([W.load(awaited: true)]) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      W.addNetwork(to: &scenario, answer: 30)
    }
    #expect(report.us(.loadLatency) == 130_000)
    #expect(report.n(.fillDepthSum) == 2 && report.n(.attempts) == 2)
    #expect(report.us(.attemptLatency, [.network("NET")]) == 100_000)
    #expect(report.us(.attemptLatency, [.network("NET1")]) == 30_000)
    #expect(report.n(.noFill, of: .attemptOutcomes) == 1)
    #expect(report.n(.requests) == 2 && report.n(.requestsAnswered) == 2)
  }

  @Test("an attempt's timeout is its entry's, its network's or none, and the load goes on")
  func timeouts() throws {
    for (timeout, latency) in [
      (WaterfallEntry.Timeout.ofNetwork, 40_000 + 30_000), (.after(.milliseconds(7)), 37_000),
      (.none, 100_000),
    ] {
      let report = try W.run([W.load(awaited: true)]) { scenario in
        scenario.networks[0].timeout = .milliseconds(40)
        scenario.placeholders[0].remote.waterfall[0].timeout = timeout
        W.addNetwork(to: &scenario, answer: 30)
      }
      #expect(report.us(.loadLatency) == latency)
      #expect(report.n(.requestsTimedOut) == (timeout == .none ? 0 : 1))
    }
  }

  @Test("a deadline ends the load and its attempt, and cancels its request")
  func deadline() throws {
    let report = try W.run([W.load(awaited: true)]) {
      $0.placeholders[0].remote.deadline = .milliseconds(60)
    }
    #expect(report.us(.loadFailureLatency, [.reason(.deadline)]) == 60_000)
    #expect(report.n(.requestsCancelled) == 1 && report.n(.onFailedToLoad) == 1)
    #expect(report.n(.attemptOutcomes, [.outcome(.cancelled)]) == 1)
  }

  @Test("different failures of a waterfall end as exhausted, equal ones as themselves")
  func reasons() throws {
    let mixed = try W.run([W.load(awaited: true)]) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      W.addNetwork(to: &scenario, answer: 30)
      scenario.networks[1].timeout = .milliseconds(10)
    }
    #expect(mixed.us(.loadFailureLatency, [.reason(.exhausted)]) == 110_000)
    let equal = try W.run([W.load(awaited: true)]) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      W.addNetwork(to: &scenario, answer: 30, fill: 0)
    }
    #expect(equal.us(.loadFailureLatency, [.reason(.noFill)]) == 130_000)
  }

  /// Calls of load by when the n-th one starts: a load's failure at each try.
  private func tries(_ retry: RetryPolicy, wait: Int64) throws -> Report {
    try W.run([W.load(), W.wait(wait)]) { scenario in
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.placeholders[0].remote.retry = retry
    }
  }

  @Test("retries come after fixed, listed and doubling pauses")
  func retries() throws {
    #expect(try tries(.none, wait: 60_000).n(.loads) == 1)
    // Loads start at 0, 1.1, 2.2 … s.
    #expect(try tries(.fixed(.constant(1e9)), wait: 5_550).n(.loads) == 6)
    let list = try tries(.list([.seconds(1), .seconds(3)]), wait: 60_000)
    #expect(list.n(.loads) == 3 && list.n(.retries) == 2)
    // Pauses of 2, 4 and 8 s: loads start at 0, 2.1, 6.2 and 14.3 s.
    let exponential = RetryPolicy.exponential(base: .seconds(1), cap: .seconds(64))
    #expect(try tries(exponential, wait: 14_299).n(.loads) == 3)
    #expect(try tries(exponential, wait: 14_301).n(.loads) == 4)
  }

  @Test("a list of retries ends, at the latest with the 250th")
  func longList() throws {
    let long = RetryPolicy.list(Array(repeating: .milliseconds(1), count: 70_000))
    let report = try tries(long, wait: 60_000)
    #expect(report.n(.loads) == 251 && report.n(.retries) == 250)
  }

  @Test("a call counts by its own start, whichever load it joins")
  func windows() throws {
    let steps = [W.load(), W.wait(100), W.load(), W.load(), W.wait(300)]
    func run(warmUp: Int64, until: SimDuration) throws -> Report {
      try W.run(steps, answer: 200, duration: until) {
        $0.warmup = .fixed(.milliseconds(warmUp))
      }
    }
    let after = try run(warmUp: 50, until: .hours(1))
    #expect(after.n(.loads) == 0 && after.n(.loadsJoined) == 2)
    #expect(after.n(.loadCalls) == 2 && after.n(.loadCallbacks) == 2 && after.n(.onLoaded) == 2)
    let before = try run(warmUp: 0, until: .milliseconds(50))
    #expect(before.n(.loads) == 1 && before.n(.loadsJoined) == 0)
    #expect(
      before.n(.loadCalls) == 1 && before.n(.loadCallbacks) == 1 && before.n(.onLoaded) == 1)
  }

  @Test("a step that waits for its load goes on at that load's end only")
  func awaited() throws {
    func found(_ steps: [JourneyStep], depth: Int = 2, fill: Double = 0) throws -> Found? {
      let report = try W.run(steps + [W.show(.skip), W.wait(500)]) {
        $0.networks[0].fill = PerFormat(repeating: fill)
        $0.placeholders[0].cache.depth = depth
      }
      return Found.allCases.first { report.n(found: $0) == 1 }
    }
    // The older load ends at 100 ms, the awaited one at 130 ms.
    #expect(try found([W.load(), W.wait(30), W.load(awaited: true)]) == .cold)
    #expect(try found([W.load(), W.wait(30), W.load(awaited: true)], fill: 1) == .hit)
    let budget = JourneyStep.load(placeholder: 0, awaited: true, budget: W.milliseconds(99))
    #expect(try found([W.load(), W.wait(30), budget]) == .joined)
    // Joined, and answered at once.
    #expect(try found([W.load(), W.load(awaited: true)], depth: 1, fill: 1) == .hit)
    #expect(
      try found([W.load(), W.wait(200), W.load(awaited: true)], depth: 1, fill: 1) == .hit)
  }

  @Test("a load resets the failures in a row")
  func resets() throws {
    // Down for 3 s, up until 20 s, down again. Failures at 0, 2 s; loaded at 6.1 s; failed at 20 s
    // and again two seconds later, which a run of three failures would have made sixteen.
    let report = try W.run([
      W.load(), W.wait(10_000), W.show(.skip), W.wait(10_000 - 5_000), W.load(), W.wait(2_050),
    ]) { scenario in
      scenario.backends[0].outages = [
        BackendOutage(from: .zero, to: .seconds(3), kind: .down),
        BackendOutage(from: .seconds(20), to: .seconds(60), kind: .down),
      ]
      scenario.placeholders[0].remote.retry = .exponential(base: .seconds(1), cap: .seconds(64))
    }
    #expect(report.n(.loadsFilled) == 1 && report.n(.shows) == 1)
    #expect(report.n(.loads) == 5 && report.n(.outage, of: .loadFailures) == 4)
  }

  @Test("inner tries after a no-fill go on to their total, and the last is final")
  func innerTries() throws {
    func run(timeout: SimDuration?) throws -> Report {
      try W.run([W.load(awaited: true)]) { scenario in
        scenario.networks[0].fill = PerFormat(repeating: 0)
        scenario.networks[0].timeout = timeout
        var inner = InnerMediation()
        inner.noFillRetries = NoFillRetries(every: .constant(1e9), total: .seconds(3))
        scenario.networks[0].inner = inner
      }
    }
    // Asked at 0, 1.1, 2.2 and, cut to the total, 3 s.
    let whole = try run(timeout: nil)
    #expect(whole.n(.requests) == 4 && whole.us(.loadFailureLatency) == 3_100_000)
    // An outer timeout in a pause and in a try.
    let paused = try run(timeout: .milliseconds(1_500))
    #expect(paused.n(.requests) == 2 && paused.us(.loadFailureLatency) == 1_500_000)
    #expect(paused.n(.requestsTimedOut) == 0 && paused.n(.requestsAnswered) == 2)
    let asking = try run(timeout: .milliseconds(1_150))
    #expect(asking.n(.requestsTimedOut) == 1 && asking.n(.requestsAnswered) == 1)
  }

  @Test("a session's end fails its open loads and loses its ads")
  func sessionEnd() throws {
    let report = try W.run([W.load(0), W.load(1), W.wait(50)]) { scenario in
      var second = scenario.placeholders[0]
      second.name = "second"
      scenario.placeholders.append(second)
      var quick = AdNetwork(name: "QUICK", backend: 1)
      quick.connection = nil
      scenario.networks.append(quick)
      scenario.backends.append(Backend(name: "instant"))
      scenario.placeholders[1].remote.waterfall[0].network = 1
    }
    #expect(report.us(.loadFailureLatency, [.reason(.sessionEnded)]) == 50_000)
    #expect(report.n(.adsLost) == 1 && report.n(.requestsCancelled) == 1)
    #expect(report.n(.adsWasted) == 1)
  }

  @Test("a step that ends the session in its ad's callback leaves nothing to refill")
  func endInCallback() throws {
    let report = try W.run([W.load(awaited: true), .end], at: [.zero, .seconds(1)]) {
      $0.placeholders[0].cache.depth = 3
      $0.placeholders[0].cache.refill = [.onDismiss]
    }
    #expect(report.n(.loads) == 2 && report.n(.adsLost) == 2 && report.sessionsEnded == 2)
  }
}
