import Scheduler
import Testing

@testable import AKSPerf

/// Loads that are refused without a connection, and what the app hears of failed loads of views.
@Suite("Refused loads")
struct RefusedLoadTests {
  typealias W = TinyWorld

  /// A launch over a radio that reaches nothing; the radio 0 does.
  private func run(
    _ steps: [JourneyStep], format: AdFormat = .interstitial, retry: RetryPolicy,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      var none = Radio(name: "none")
      none.isOffline = true
      $0.radios.append(none)
      $0.sessionClasses[0].radio = 1
      $0.placeholders[0].remote.retry = retry
      $0.placeholders[0].view.refresh = nil
      change(&$0)
    }
  }

  private let tenSeconds = RetryPolicy.fixed(TinyWorld.milliseconds(10_000))

  @Test("a first load that is refused as offline is tried again")
  func first() throws {
    let steps = [W.load(), W.wait(15_000), .radio(0), W.wait(20_000), W.show(.skip)]
    // Refused at 0 and 10 s, loaded at 20.1 s, shown at 35 s.
    let report = try run(steps, retry: tenSeconds)
    #expect(report.n(.offline, of: .loadsGated) == 2 && report.n(.onFailedToLoad) == 2)
    #expect(report.n(.loads) == 1 && report.n(.retries) == 1 && report.n(.onLoaded) == 1)
    #expect(report.us(.cacheAge) == 14_900_000)
    // At 0, 10 and 14 s; the list has no more.
    let list = try run(steps, retry: .list([.seconds(10), .seconds(4)]))
    #expect(list.n(.offline, of: .loadsGated) == 3 && list.n(.loads) == 0)
    let none = try run(steps, retry: .none)
    #expect(none.n(.offline, of: .loadsGated) == 1 && none.n(.loads) == 0)
  }

  @Test("a further call that is refused is one failure more, and its retry the only one")
  func second() throws {
    let steps = [
      W.load(), W.wait(5_000), W.load(), W.wait(7_000), .radio(0), W.wait(8_000), W.show(.skip),
    ]
    // Refused at 0 and 5 s, loaded at 15.1 s, shown at 20 s.
    let report = try run(steps, retry: tenSeconds)
    #expect(report.n(.loadCalls) == 3 && report.us(.cacheAge) == 4_900_000)
  }

  @Test("a refill that is refused is tried again, and a call on a full slot is no failure")
  func refill() throws {
    let steps = [
      W.load(), W.wait(1_000), .radio(1), W.load(), W.show(.skip), W.wait(3_000), .radio(0),
      W.wait(10_000), W.show(.skip),
    ]
    // The ad of 1 s is gone at 6 s; refused then, and loaded at 13.1 s: the first of the list.
    let report = try run(steps, retry: .list([.seconds(7), .seconds(1)])) {
      $0.sessionClasses[0].radio = 0
      $0.placeholders[0].cache.refill = .onDismiss
      $0.radios[1].isOffline = true
    }
    #expect(report.n(.offline, of: .loadsGated) == 2 && report.n(.shows) == 2)
    #expect(report.range(.cacheAge) == [900_000, 5_900_000])
  }

  @Test("a view that is refused is loaded by a retry, and the app hears of each failure")
  func views() throws {
    for format in [AdFormat.banner, .native] {
      let step: JourneyStep =
        format == .banner ? .banner(placeholder: 0) : .native(placeholder: 0)
      let report = try run(
        [step, W.wait(15_000), .radio(0), W.wait(20_000)], format: format, retry: tenSeconds)
      #expect(report.n(.impressions) == 1 && report.n(.loads) == 1)
      let callbacks: [Callback] =
        format == .banner
        ? [.onBannerFailedToLoad, .onBannerLoaded] : [.onNativeFailedToLoad, .onNativeLoaded]
      #expect(callbacks.map { report.n($0) } == [2, 1])
    }
  }

  @Test("a failed retry of a view without an ad is reported, as its success is")
  func failedRetry() throws {
    func run(_ rules: [FaultRule] = []) throws -> Report {
      try self.run(
        [.banner(placeholder: 0), W.wait(35_000)], format: .banner, retry: tenSeconds
      ) {
        $0.sessionClasses[0].radio = 0
        $0.backends[0].outages = [BackendOutage(from: .zero, to: .seconds(15), kind: .down)]
        $0.networks[0].faults.rules = rules
      }
    }
    // Failed at 0 and 10 s, loaded at 20.1 s.
    let report = try run()
    #expect(report.n(.onBannerFailedToLoad) == 2 && report.n(.onBannerLoaded) == 1)
    #expect(report.n(.loads) == 3 && report.n(.impressions) == 1)
    let twice = try run([W.rule(on: .callback(.onBannerFailedToLoad), do: .duplicate)])
    #expect(twice.n(.onBannerFailedToLoad) == 4 && twice.n(.loads) == 3)
    // The first failure is heard at 4 s, and its retry comes at 14 s; the view goes on at once
    // with the failure of that, whose report comes at 18 s.
    let late = try run([
      W.rule(on: .callback(.onBannerFailedToLoad), do: .delay, delay: 4_000)
    ])
    #expect(late.n(.onBannerFailedToLoad) == 2 && late.n(.loads) == 3)
    #expect(late.us(.loadLatency) == 100_000 && late.n(.impressions) == 1)
  }

  @Test("a failed refresh is reported only if its key says so")
  func repeatsFailed() throws {
    func failures(_ repeats: Bool, retry: RetryPolicy = .none) throws -> Int {
      // Refreshes at 10.1 and 20.1 s fail at once.
      try run([.banner(placeholder: 0), W.wait(35_000)], format: .banner, retry: retry) {
        $0.sessionClasses[0].radio = 0
        $0.placeholders[0].view.refresh = .seconds(10)
        $0.placeholders[0].view.repeatsFailed = repeats
        $0.backends[0].outages = [BackendOutage(from: .seconds(5), to: .seconds(25), kind: .down)]
      }.n(.onBannerFailedToLoad)
    }
    #expect(try failures(false) == 0)
    #expect(try failures(true) == 2)
    // That of 10.1 s, and its retries at 16.1 and 22.1 s, each of which sets the refresh anew.
    let retry = RetryPolicy.list([.seconds(6), .seconds(6)])
    #expect(try failures(false, retry: retry) == 0)
    #expect(try failures(true, retry: retry) == 3)
  }

  @Test("an app whose session ends hears nothing of the loads that end with it")
  func ended() throws {
    let report = try W.run([W.load(), W.wait(50)])
    #expect(report.n(.sessionEnded, of: .loadFailures) == 1 && report.n(.loadCallbacks) == 1)
    #expect(report.n(.callbacks) == 0)
    // A fault cannot lose what is not reported.
    let faulty = try W.run([W.load(), W.wait(50)]) {
      $0.networks[0].faults.rules = [W.rule(on: .load, do: .lose)]
    }
    #expect(faulty.hazards.isEmpty)
    let lines = try Simulation(W.scenario([W.load(), W.wait(50)])).trace(session: 0).text
    #expect(!lines.contains("onFailedToLoad"))
  }

  @Test("a view that is put up while a load is under way calls load as `onBusy` says")
  func busyViews() throws {
    func run(_ onBusy: AppCode.OnBusy) throws -> Report {
      let banner = JourneyStep.banner(placeholder: 0)
      return try W.run([banner, W.wait(50), banner, W.wait(1_000)], format: .banner) {
        $0.placeholders[0].appCode.onBusy = onBusy
        $0.placeholders[0].view.refresh = nil
      }
    }
    let join = try run(.join)
    #expect(join.n(.loadCalls) == 1 && join.n(.impressions) == 1 && join.n(.onBannerLoaded) == 1)
    let error = try run(.error)
    #expect(error.n(.busy, of: .loadsGated) == 1 && error.n(.onBannerFailedToLoad) == 1)
    #expect(error.n(.impressions) == 1 && error.n(.loads) == 1)
    let drop = try run(.drop)
    #expect(drop.n(.loadsIgnored) == 1 && drop.n(.callbackLost) == 1 && drop.n(.loads) == 1)
    #expect(drop.n(.impressions) == 1 && drop.n(.onBannerFailedToLoad) == 0)
    let parallel = try run(.parallel)
    #expect(parallel.n(.loads) == 2 && parallel.n(.onBannerLoaded) == 2)
    #expect(parallel.n(.impressions) == 1 && parallel.n(.adsLost) == 1)
  }
}
