import Scheduler
import Testing

@testable import AKSPerf

/// Life in the background: grace time, suspension and what comes of it on resume.
@Suite("Absences")
struct AbsenceTests {
  typealias W = TinyWorld

  private static let suspended: LabelSet = [.suspended(true)]

  @Test("a background no longer than the grace time suspends nothing")
  func grace() throws {
    let short = try W.run([W.load(), W.away(5_000)], answer: 4_900)
    #expect(short.n(.backgrounds) == 1 && short.n(.suspensions) == 0)
    #expect(short.us(.loadLatency) == 4_900_000)
    // Of one longer, the grace time is as before.
    let long = try W.run([W.load(), W.away(5_001)], answer: 4_900)
    #expect(long.n(.suspensions) == 1 && long.us(.loadLatency) == 4_900_000)
    let patient = try W.run([W.load(), W.away(60_000)], answer: 40_000) {
      $0.launch.suspendAfter = .minutes(1)
    }
    #expect(patient.n(.suspensions) == 0 && patient.us(.loadLatency) == 40_000_000)
  }

  @Test("suspended nothing runs, and requests in flight fail on resume")
  func lost() throws {
    let report = try W.run([W.load(), W.away(60_000), W.wait(1_000)], answer: 10_000)
    #expect(report.us(.loadFailureLatency, Self.suspended) == 60_000_000)
    #expect(report.n(.suspended, of: .loadFailures) == 1)
    #expect(report.n(.suspended, of: .attemptOutcomes) == 1)
    #expect(report.n(.requests) == 1 && report.n(.requestsCancelled) == 1)
    #expect(report.n(.onFailedToLoad) == 1 && report.n(.sessionsEnded) == 1)
  }

  @Test("loads that span a suspension stay out of the headline, and go on with the next entry")
  func headline() throws {
    let report = try W.run(
      [W.load(), W.away(60_000), W.wait(1_000), W.show(.skip), W.load(awaited: true)],
      answer: 10_000
    ) { W.addNetwork(to: &$0, answer: 100) }
    #expect(report.us(.loadLatency, Self.suspended) == 60_100_000)
    #expect(report.us(.attemptLatency, Self.suspended) == 60_000_000)
    // What started after the resume is in it: the second attempt, and the second load.
    #expect(report.us(.loadLatency) == 10_000_000)
    #expect(report.range(.attemptLatency) == [100_000, 10_000_000])
    #expect(report.n(.loadsFilled, [.suspended(true)]) == 1 && report.n(.loadsFilled) == 2)
    #expect(report.n(.shows) == 1)
  }

  @Test("a load that is still in flight at the end of the run has an endless latency beside it")
  func open() throws {
    let report = try W.run(
      [W.load(), W.away(7_200_000)], answer: 10_000, duration: .minutes(1)
    ) { $0.drain = .zero }
    #expect(report.never(.loadLatency) == 0)
    #expect(report.metric(.loadLatency, Self.suspended)?.never == 1)
    #expect(report.n(.loadsOpen) == 1 && report.n(.requestsOpen) == 1)
  }

  @Test("transfers stop and what had come is wasted")
  func transfers() throws {
    let report = try W.run([W.load(), W.away(60_000)]) {
      $0.radios[0].slowStart = false
      $0.radios[0].downBitsPerSecond = 8e6
      $0.networks[0].creative = PerFormat(repeating: .constant(10_000_000))
    }
    // From 0.1 s to the suspension at 5 s.
    #expect(report.n(.bytesDownloaded) == 4_900_000 && report.n(.bytesWasted) == 4_900_000)
    #expect(report.n(.fills) == 0 && report.n(.suspended, of: .loadFailures) == 1)
  }

  @Test("connections die with a suspension, and only then")
  func connections() throws {
    func latencies(_ away: Int64) throws -> [Int] {
      try W.run([W.load(awaited: true), W.away(away), W.load(awaited: true)]) {
        $0.radios[0].roundTrip = W.milliseconds(100)
        $0.networks[0].connection = ConnectionCost()
        $0.placeholders[0].cache.depth = 2
      }.range(.loadLatency)
    }
    #expect(try latencies(4_000) == [200_000, 500_000])
    #expect(try latencies(6_000) == [500_000, 500_000])
  }

  @Test("a late answer that is under way dies, one that is on the backend alone is counted there")
  func lateAnswers() throws {
    func run(_ late: AdNetwork.LateAnswer) throws -> Report {
      try W.run([W.load(), W.away(60_000), W.wait(1_000), W.show(.skip)], answer: 10_000) {
        $0.networks[0].timeout = .seconds(2)
        $0.networks[0].lateAnswer = late
      }
    }
    let cached = try run(.cache)
    #expect(cached.n(.lateAnswersCached) == 0 && cached.n(.shows) == 0)
    #expect(cached.us(.loadFailureLatency) == 2_000_000)
    let dropped = try run(.drop)
    #expect(dropped.n(.lateAnswersDropped) == 1 && dropped.n(.bytesDownloaded) == 0)
  }

  @Test("ad expiry goes on in wall time")
  func expiry() throws {
    func run(_ away: Int64) throws -> Report {
      try W.run([W.load(awaited: true), W.away(away), W.show(.skip)]) {
        $0.networks[0].expiry = PerFormat(repeating: .seconds(30))
      }
    }
    #expect(try run(29_000).n(found: .hit) == 1)
    let stale = try run(31_000)
    #expect(stale.n(found: .expired) == 1 && stale.n(.adsExpired) == 1)
    // Its timer is overdue on resume, and refills before the journey goes on.
    let refilled = try W.run([W.load(awaited: true), W.away(31_000), W.show(.wait)]) {
      $0.networks[0].expiry = PerFormat(repeating: .seconds(30))
      $0.placeholders[0].cache.refill = .onExpiry
    }
    #expect(refilled.n(found: .joined) == 1 && refilled.us(.timeToShow) == 100_000)
  }

  @Test("config age goes on in wall time: a stale one is fetched on the return")
  func configAge() throws {
    func fetches(_ aways: [Int64]) throws -> Int {
      try W.run(aways.map { W.away($0) }) {
        $0.config = RemoteConfig(backend: 0)
        $0.config?.connection = nil
        $0.config?.refresh = .seconds(30)
      }.n(.configFetches)
    }
    #expect(try fetches([29_000]) == 0)
    #expect(try fetches([31_000]) == 1)
    #expect(try fetches([20_000, 20_000, 20_000, 20_000]) == 2)
  }

  @Test("a config fetch in flight is lost, and made again on the return")
  func configLost() throws {
    let report = try W.run([W.away(31_000), W.wait(20_000)], answer: 10_000) {
      $0.users.firstLaunch = 1
      $0.config = RemoteConfig(backend: 0)
      $0.config?.connection = nil
    }
    #expect(report.n(.configFetches) == 2 && report.n(.configFetchFailures) == 1)
    #expect(report.n(.suspended, of: .configFetchFailures) == 1)
  }

  @Test("a wait counts foreground time")
  func waits() throws {
    let report = try W.run([
      W.load(awaited: true), W.wait(1_000), W.away(60_000), W.wait(1_000), W.show(.skip),
    ])
    #expect(report.us(.cacheAge) == 62_000_000)
  }

  @Test("adapters are initialised anew after a long absence, if the app does so")
  func reinitialised() throws {
    func latency(_ away: Int64) throws -> Int? {
      try W.run([W.wait(1_000), W.away(away), W.load(awaited: true)]) {
        $0.networks[0].initialisation = W.milliseconds(700)
        $0.app.reinitAfter = .seconds(30)
      }.us(.loadLatency)
    }
    #expect(try latency(29_000) == 100_000)
    #expect(try latency(30_000) == 800_000)
  }

  // MARK: Order

  @Test("overdue timers fire in the order of their deadlines")
  func order() throws {
    // Two slots retry: the one that waits longer was told to first.
    let report = try W.run([W.load(), W.load(1), W.away(60_000), W.wait(10_000)]) {
      $0.backends[0].owned = true
      $0.backends[0].service = W.milliseconds(1_000)
      $0.networks[0].fill = PerFormat(repeating: 0)
      var other = $0.placeholders[0]
      other.name = "other"
      $0.placeholders[0].remote.retry = .list([.seconds(20)])
      other.remote.retry = .list([.seconds(10)])
      $0.placeholders.append(other)
    }
    // At first they queue in the order of the steps, on resume in that of their deadlines.
    #expect(report.us(.loadFailureLatency, [.placeholder("slot")]) == nil)
    #expect(report.range(.loadFailureLatency) == [1_000_000, 2_000_000])
    #expect(report.metric(.loadFailureLatency, [.placeholder("slot")])?.mean.value == 1_500_000)
    #expect(report.n(.retries) == 2 && report.n(.loads) == 4)
  }

  @Test("a timeout and a deadline that are both overdue fire one after the other")
  func timeoutBeforeDeadline() throws {
    func run(timeout: Int64, deadline: Int64) throws -> Report {
      try W.run([W.load(), W.away(60_000), W.wait(10_000)], answer: 90_000) {
        W.addNetwork(to: &$0, answer: 90_000)
        $0.networks[0].timeout = .milliseconds(timeout)
        $0.placeholders[0].remote.deadline = .milliseconds(deadline)
      }
    }
    let timeout = try run(timeout: 10_000, deadline: 20_000)
    #expect(timeout.n(.attempts) == 2 && timeout.n(.timeout, of: .attemptOutcomes) == 1)
    #expect(timeout.n(.deadline, of: .loadFailures) == 1)
    let deadline = try run(timeout: 20_000, deadline: 10_000)
    #expect(deadline.n(.attempts) == 1 && deadline.n(.deadline, of: .attemptOutcomes) == 1)
    for report in [timeout, deadline] {
      #expect(report.us(.loadFailureLatency, Self.suspended) == 60_000_000)
      #expect(report.n(.suspended, of: .attemptOutcomes) == 0)
    }
  }

  @Test("a load's timer that is early is no deadline that has passed")
  func earlyTimer() throws {
    // The first attempt, over at 2 s, leaves a timer at 6 s; the second one may take until 67 s.
    let report = try W.run([W.load(), W.away(60_000), W.wait(10_000)], answer: 2_000) {
      W.addNetwork(to: &$0, answer: 90_000)
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.networks[0].timeout = .seconds(6)
      $0.networks[1].prepare = W.milliseconds(100)
      $0.networks[1].timeout = .seconds(65)
    }
    #expect(report.n(.suspended, of: .attemptOutcomes) == 1)
    #expect(report.us(.loadFailureLatency, Self.suspended) == 60_000_000)
  }

  @Test("the foreground event comes after what is overdue")
  func foregroundLast() throws {
    // The network has prepared its request at 10 s, so its ad is there when the app is back.
    let report = try W.run(
      [
        W.load(), W.away(60_000),
        .appOpen(placeholder: 0, flow: .automatic(splash: .zero)),
      ], format: .appOpen, answer: 0
    ) { $0.networks[0].prepare = W.milliseconds(10_000) }
    #expect(report.n(.appOpenReturnsShown) == 1 && report.n(found: .hit) == 1)
    #expect(report.us(.loadLatency, Self.suspended) == 60_000_000)
  }

  @Test("a request that is never answered fails on resume as well")
  func hung() throws {
    let report = try W.run([W.load(), W.away(60_000), W.wait(1_000)]) {
      $0.networks[0].timeout = nil
      $0.networks[0].faults.rules = [FaultRule(on: .request, do: .hang)]
    }
    #expect(report.us(.loadFailureLatency, Self.suspended) == 60_000_000)
    #expect(report.n(.suspended, of: .loadFailures) == 1)
  }
}
