import Scheduler
import Testing

@testable import AKSPerf

/// Fetches of the remote config that are waited for, given up and tried again.
@Suite("Waiting for the config")
struct ConfigWaitTests {
  typealias W = TinyWorld

  /// A config that comes after 0.2 s; under it an ad takes 0.1 s, under the default one 0.03 s.
  private func run(
    _ steps: [JourneyStep] = [W.load(awaited: true)], firstLaunch: Double = 1,
    outage: (BackendOutage.Kind, to: SimDuration)? = nil,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) { scenario in
      W.addNetwork(to: &scenario, answer: 30)
      scenario.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      scenario.placeholders[0].shipped = MediationConfig(waterfall: [WaterfallEntry(network: 1)])
      var service = Backend(name: "config")
      service.service = W.milliseconds(200)
      if let outage {
        service.outages = [BackendOutage(from: .zero, to: outage.to, kind: outage.0)]
      }
      scenario.backends.append(service)
      var config = RemoteConfig(backend: 2)
      config.connection = nil
      config.isAwaited = true
      scenario.config = config
      scenario.users.firstLaunch = firstLaunch
      change(&scenario)
    }
  }

  @Test("the first load waits for the config and then follows it")
  func waits() throws {
    let report = try run()
    #expect(report.us(.loadLatency, [.config(.remote)]) == 300_000)
    #expect(report.n(.loads, [.config(.remote)]) == 1 && report.n(.loads) == 1)
    let plain = try run { $0.config?.isAwaited = false }
    #expect(plain.us(.loadLatency, [.config(.shipped)]) == 30_000)
  }

  @Test("a user who has a config does not wait")
  func returning() throws {
    let report = try run(firstLaunch: 0) {
      $0.users.configAge = W.milliseconds(9_000_000)
    }
    #expect(report.us(.loadLatency, [.config(.remote)]) == 100_000)
    #expect(report.n(.configFetches) == 1)
  }

  @Test("after a fetch that failed ads follow the default config")
  func failed() throws {
    let report = try run(outage: (.down, to: .hours(1)))
    #expect(report.us(.loadLatency, [.config(.shipped)]) == 30_000)
    #expect(report.n(.outage, of: .configFetchFailures) == 1)
  }

  @Test("a fetch that never ends is waited for to the end of the session, and has not come")
  func silent() throws {
    let report = try run([W.load(), W.wait(5_000)], outage: (.blackhole, to: .hours(1)))
    #expect(report.n(.sessionEnded, of: .loadFailures) == 1 && report.n(.requests) == 0)
    #expect(report.n(.loads, [.config(.shipped)]) == 1)
    #expect(report.n(.sessionEnded, of: .configFetchFailures) == 1)
    #expect(report.n(.configFetches) == 1)
  }

  @Test("a fetch that its session does not wait for has not come either")
  func cutOff() throws {
    let report = try run([W.wait(100)])
    #expect(report.n(.sessionEnded, of: .configFetchFailures) == 1)
    #expect(try run([W.wait(300)]).n(.configFetchFailures) == 0)
  }

  @Test("a timeout ends a fetch, and with it the wait")
  func timeout() throws {
    let report = try run(outage: (.blackhole, to: .hours(1))) { $0.config?.timeout = .seconds(1) }
    #expect(report.us(.loadLatency, [.config(.shipped)]) == 1_030_000)
    #expect(report.n(.timeout, of: .configFetchFailures) == 1)
    let inTime = try run { $0.config?.timeout = .seconds(1) }
    #expect(inTime.us(.loadLatency) == 300_000 && inTime.n(.configFetchFailures) == 0)
  }

  @Test("a failed fetch is tried again after its pause, and the wait goes on")
  func retry() throws {
    // Given up at 1.0 s and 2.5 s; the third, at 3.0 s, answers.
    let report = try run(outage: (.blackhole, to: .seconds(2))) {
      $0.config?.timeout = .seconds(1)
      $0.config?.retry = W.milliseconds(500)
    }
    #expect(report.us(.loadLatency, [.config(.remote)]) == 3_300_000)
    #expect(report.n(.configFetches) == 3 && report.n(.timeout, of: .configFetchFailures) == 2)
    let plain = try run([W.wait(1_000), W.load(awaited: true)], outage: (.down, to: .seconds(1))) {
      $0.config?.isAwaited = false
      $0.config?.retry = W.milliseconds(700)
    }
    // Refused at 0 and 0.7 s; the third comes at 1.6 s, after the load has started.
    #expect(plain.us(.loadLatency, [.config(.shipped)]) == 30_000)
    #expect(plain.n(.outage, of: .configFetchFailures) == 2)
  }

  @Test("whether ads are switched off is known when the config has come")
  func switches() throws {
    let on = try run { $0.placeholders[0].shipped?.enabled = false }
    #expect(on.us(.loadLatency, [.config(.remote)]) == 300_000 && on.n(.loadsGated) == 0)
    // Refused after 0.04 s, when the load has begun to wait.
    let off = try run(outage: (.down, to: .hours(1))) {
      $0.radios[0].roundTrip = W.milliseconds(40)
      $0.placeholders[0].shipped?.enabled = false
    }
    #expect(off.us(.loadFailureLatency, [.reason(.disabled)]) == 40_000)
    #expect(off.n(.requests) == 0)
  }

  @Test("a config that comes while the adapters start holds nothing up")
  func adapters() throws {
    let report = try run { $0.launch.sdkStart = W.milliseconds(500) }
    #expect(report.us(.loadLatency, [.config(.remote)]) == 600_000)
  }

  @Test("a load whose deadline is over when the config comes asks nobody")
  func lateForDeadline() throws {
    let report = try run { $0.placeholders[0].remote.deadline = .milliseconds(100) }
    #expect(report.n(.deadline, of: .loadFailures) == 1 && report.n(.requests) == 0)
    #expect(report.us(.loadFailureLatency) == 200_000)
  }
}
