import Scheduler
import Testing

@testable import AKSPerf

@Suite("Opportunities")
struct OpportunityTests {
  typealias W = TinyWorld

  @Test("a fresh ad is a hit and is shown after the network's overhead")
  func hit() throws {
    let report = try W.run([W.load(), W.wait(200), W.show(.skip)]) {
      $0.networks[0].showOverhead = .constant(50e6)
    }
    #expect(report.n(found: .hit) == 1 && report.n(.hits) == 1 && report.n(.shown) == 1)
    #expect(report.us(.timeToShow) == 50_000 && report.us(.timeToOutcome) == 50_000)
    #expect(report.us(.cacheAge) == 150_000 && report.n(.showsFromEarlierLoad) == 1)
    #expect(report.n(.shows, [.source(.cache)]) == 1 && report.n(.showCalls) == 1)
  }

  @Test("without an ad a show is skipped, waits for what is under way, or loads")
  func notReady() throws {
    let skipped = try W.run([W.load(), W.show(.skip)])
    #expect(skipped.n(found: .joined) == 1 && skipped.n(.notReady, of: .outcomes) == 1)
    let nothing = try W.run([W.show(.wait)])
    #expect(nothing.n(found: .cold) == 1 && nothing.n(.notReady, of: .outcomes) == 1)
    let waited = try W.run([W.load(), W.wait(60), W.show(.wait)])
    #expect(waited.n(found: .joined) == 1 && waited.us(.timeToShow) == 40_000)
    #expect(waited.n(.loadCalls) == 1 && waited.n(.shows, [.source(.fresh)]) == 1)
    let loaded = try W.run([W.show(.load)])
    #expect(loaded.n(found: .cold) == 1 && loaded.us(.timeToShow) == 100_000)
    let joined = try W.run([W.load(), W.wait(60), W.show(.load)])
    #expect(joined.n(.loadsJoined) == 1 && joined.us(.timeToShow) == 40_000)
  }

  @Test("the earlier of budget and patience ends the wait; the load goes on for the cache")
  func limits() throws {
    func run(budget: Int64, patience: Int64) throws -> Report {
      try W.run([W.show(.load, budget: budget), W.wait(1_000), W.show(.skip)]) {
        $0.patience = W.milliseconds(patience)
      }
    }
    let skipped = try run(budget: 30, patience: 40)
    #expect(skipped.n(.budget, of: .outcomes) == 1 && skipped.n(.skipped) == 1)
    let abandoned = try run(budget: 40, patience: 30)
    #expect(abandoned.n(.patience, of: .outcomes) == 1 && abandoned.n(.abandoned) == 1)
    let tied = try run(budget: 30, patience: 30)
    #expect(tied.n(.budget, of: .outcomes) == 1)
    for report in [skipped, abandoned, tied] {
      #expect(report.range(.timeToOutcome) == [0, 30_000])
      #expect(report.n(found: .hit) == 1 && report.n(.loads) == 1)
    }
  }

  @Test("an awaited load goes on at its callback, its budget or the user's patience")
  func awaitedLoad() throws {
    func end(budget: Int64?, patience: Int64?) throws -> Int? {
      let report = try W.run([
        .load(
          placeholder: 0, awaited: true, budget: budget.map { W.milliseconds($0) }),
        W.show(.wait),
      ]) { $0.patience = patience.map { W.milliseconds($0) } }
      return report.us(.timeToOutcome)
    }
    #expect(try end(budget: nil, patience: nil) == 0)
    #expect(try end(budget: 30, patience: nil) == 70_000)
    #expect(try end(budget: 90, patience: 60) == 40_000)
  }

  @Test("a load's failure ends a show that loads; a wait goes on to the retry")
  func failures() throws {
    func run(_ ready: IfNotReady) throws -> Report {
      // Down until 150 ms: the load at 0 fails, its retry loads.
      try W.run([W.load(), W.show(ready)]) {
        $0.backends[0].outages = [
          BackendOutage(from: .zero, to: .milliseconds(150), kind: .down)
        ]
        $0.placeholders[0].remote.retry = .fixed(.constant(200e6))
      }
    }
    let waited = try run(.wait)
    #expect(waited.us(.timeToShow) == 300_000 && waited.n(.retries) == 1)
    let failed = try W.run([W.show(.load)]) { $0.networks[0].fill = PerFormat(repeating: 0) }
    #expect(failed.n(.failed) == 1 && failed.n(.noFill, of: .outcomes) == 1)
    #expect(failed.us(.timeToOutcome) == 100_000)
  }

  @Test("a show that loads waits for another load under way when its own fails")
  func otherLoad() throws {
    // The first load waits 100 ms, the second is refused at once.
    let report = try W.run([W.load(), W.wait(50), W.show(.load)]) {
      $0.placeholders[0].cache.depth = 2
      $0.backends[0].outages = [
        BackendOutage(from: .milliseconds(50), to: .milliseconds(60), kind: .down)
      ]
    }
    #expect(report.n(.loads) == 2 && report.n(.loadFailures) == 1)
    #expect(report.us(.timeToShow) == 50_000)
  }

  @Test("a presentation that takes too long fails, and the next draws its overhead anew")
  func presentTimeout() throws {
    let report = try W.run(
      [.repeated(count: .constant(60), steps: [W.show(.load)])], answer: 0
    ) {
      $0.networks[0].showOverhead = .uniform(low: 0, high: 10e9)
      $0.networks[0].presentTimeout = .seconds(5)
    }
    let failed = report.n(.presentTimeout, of: .outcomes)
    #expect(failed > 10 && failed < 50 && report.n(.shown) == 60 - failed)
    #expect(report.n(.adsUnfit) == failed && report.n(.adsShown) == 60 - failed)
    #expect(report.n(.showCalls) == 60 && report.n(.showCallsEnded) == 60)
    #expect((report.metric(.timeToShow)?.maximum ?? 0) <= 5_000_000)
  }
}

@Suite("Gates")
struct GateTests {
  typealias W = TinyWorld

  private func capped(
    _ cap: FrequencyCap, gap: SimDuration = .zero, _ steps: [JourneyStep]
  ) throws -> Report {
    try W.run(steps) {
      $0.placeholders[0].cap = cap
      $0.placeholders[0].minGap = gap
      $0.adDuration = PerFormat(repeating: .constant(0))
    }
  }

  @Test("a cap gates the show until its oldest show is long enough ago")
  func cap() throws {
    let cap = FrequencyCap(shows: 2, per: .seconds(10))
    // Shows at 0.1 and 4.2 s; the cap opens at 10.1 s.
    let before = try capped(
      cap, [W.show(.load), W.wait(4_000), W.show(.load), W.wait(5_899), W.show(.load)])
    #expect(before.n(.shows) == 2 && before.n(.cap, of: .opportunitiesGated) == 1)
    #expect(before.n(.eligible) == 2 && before.n(.opportunities) == 3)
    let after = try capped(
      cap, [W.show(.load), W.wait(4_000), W.show(.load), W.wait(5_900), W.show(.load)])
    #expect(after.n(.shows) == 3)
  }

  @Test("a cap that opens before an ad would expire does not gate a load; a later one does")
  func loadGate() throws {
    for (per, gated) in [(SimDuration.minutes(59), 0), (.minutes(61), 1)] {
      let report = try capped(
        FrequencyCap(shows: 1, per: per), [W.show(.load), W.load(), W.wait(200)])
      #expect(report.n(.cap, of: .loadsGated) == gated)
      #expect(report.n(.loads) == 2 - gated && report.n(.onFailedToLoad) == gated)
      #expect(report.n(.loadCalls) == report.n(.loadCallbacks))
    }
  }

  @Test("a minimum gap gates the show")
  func gap() throws {
    let report = try W.run(
      [W.show(.load), W.wait(1_999), W.show(.load), W.wait(1), W.show(.load)]
    ) {
      $0.placeholders[0].minGap = .seconds(2)
      $0.adDuration = PerFormat(repeating: .constant(0))
    }
    #expect(report.n(.shows) == 2 && report.n(.minGap, of: .opportunitiesGated) == 1)
  }

  @Test("who has removed ads or refused consent sees and loads none")
  func removedAndRefused() throws {
    let steps: [JourneyStep] = [W.load(), W.wait(200), W.show(.load)]
    let removed = try W.run(steps) { $0.users.removeAds = 1 }
    #expect(removed.n(.adsRemoved, of: .loadsGated) == 1)
    #expect(removed.n(.adsRemoved, of: .opportunitiesGated) == 1 && removed.n(.attempts) == 0)
    let refused = try W.run(steps) {
      var consent = ConsentFlow()
      consent.given = 0
      $0.launch.consent = consent
    }
    #expect(refused.n(.noConsent, of: .loadsGated) == 1)
    #expect(refused.n(.noConsent, of: .opportunitiesGated) == 1 && refused.n(.loads) == 0)
  }

  @Test("before the form is answered nothing is refused; a refusal then fails what waits for it")
  func refusedLater() throws {
    let report = try W.run(
      [.appOpen(placeholder: 0, flow: .automatic(splash: nil)), W.load()], format: .appOpen
    ) {
      var consent = ConsentFlow()
      consent.given = 0
      consent.dwell = W.milliseconds(400)
      $0.launch.consent = consent
      $0.users.firstLaunch = 1
    }
    // The splash cannot know the answer that comes at 0.4 s; the step after it is gated.
    #expect(report.n(.opportunitiesGated) == 0 && report.n(.eligible) == 1)
    #expect(report.n(.noConsent, of: .outcomes) == 1 && report.n(.failed) == 1)
    #expect(report.us(.timeToOutcome) == 400_000 && report.us(.timeToContent) == 400_000)
    #expect(report.n(.appOpenLaunches) == 1 && report.n(.appOpenMissed) == 1)
    #expect(report.n(.noConsent, of: .loadFailures) == 1 && report.n(.attempts) == 0)
    #expect(report.n(.noConsent, of: .loadsGated) == 1)
  }
}
