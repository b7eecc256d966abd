import Scheduler
import Testing

@testable import AKSPerf

/// Banners: their opportunity, their refreshes and what the app hears, at exact instants.
@Suite("Banners")
struct BannerTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let report = try W.run(steps, format: .banner, change: change)
    #expect(report.n(.loadCalls) == report.n(.loadCallbacks))
    let ads = report.n(.adsShown) + report.n(.adsLost) + report.n(.adsExpired)
    #expect(report.n(.adsLoaded) == ads + report.n(.adsUnfit) + report.n(.adsDisplaced))
    return report
  }

  @Test("a banner does not block, and its opportunity ends with its first ad")
  func shown() throws {
    let report = try run([banner, W.wait(1_000)]) {
      $0.networks[0].price = PerFormat(repeating: .constant(8))
    }
    #expect(report.n(.opportunities) == 1 && report.n(.eligible) == 1)
    #expect(report.n(found: .cold) == 1 && report.n(.shown) == 1 && report.n(.views) == 1)
    #expect(report.us(.timeToShow) == 100_000 && report.us(.timeToOutcome) == 100_000)
    #expect(report.n(.showCalls) == 1 && report.n(.showCallsEnded) == 1)
    #expect(report.n(.impressions) == 1 && report.n(.revenue) == 8_000)
    #expect(report.n(.adsShown) == 1 && report.n(.sizeCallbacks) == 1)
    #expect(report.n(.impressions, [.source(.fresh)]) == 1)
    #expect(
      heard(report) == [.onBannerLoaded: 1, .setBannerSize: 1, .onBannerShown: 1])
  }

  /// Callbacks by name.
  private func heard(_ report: Report) -> [Callback: Int] {
    Dictionary(
      uniqueKeysWithValues: Callback.allCases.map { ($0, report.n($0)) }.filter { $0.1 > 0 })
  }

  @Test("a banner finds a ready ad, a load under way, an expired ad or nothing")
  func found() throws {
    let hit = try run([W.load(), W.wait(200), banner, W.wait(50)])
    #expect(hit.n(found: .hit) == 1 && hit.us(.timeToShow) == 0 && hit.n(.loadCalls) == 1)
    #expect(hit.us(.cacheAge) == 100_000 && hit.n(.showsFromEarlierLoad) == 1)
    let joined = try run([W.load(), W.wait(40), banner, W.wait(100)])
    #expect(joined.n(found: .joined) == 1 && joined.us(.timeToShow) == 60_000)
    #expect(joined.n(.loadCalls) == 1 && joined.n(.onBannerLoaded) == 1)
    let expired = try run([W.load(), W.wait(400), banner, W.wait(200)]) {
      $0.networks[0].expiry[.banner] = .milliseconds(300)
    }
    #expect(expired.n(found: .expired) == 1 && expired.us(.timeToShow) == 100_000)
    #expect(expired.n(.adsExpired) == 1)
  }

  @Test("a banner whose first load fails is told so once, and asks again at its refresh")
  func failed() throws {
    let report = try run([banner, W.wait(25_000)]) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].view.refresh = .seconds(10)
    }
    #expect(report.n(.failed) == 1 && report.n(.noFill, of: .outcomes) == 1)
    #expect(report.us(.timeToOutcome) == 100_000)
    // At 10.1 s and 20.2 s.
    #expect(report.n(.refreshes) == 2 && report.n(.requests) == 3)
    #expect(heard(report) == [.onBannerFailedToLoad: 1])
  }

  @Test("each refresh is a load and an impression, of which the app hears shown only")
  func refresh() throws {
    func run35(_ change: (inout Scenario) -> Void = { _ in }) throws -> Report {
      try run([banner, W.wait(35_000)]) {
        $0.placeholders[0].view.refresh = .seconds(10)
        $0.networks[0].price = PerFormat(repeating: .constant(2))
        change(&$0)
      }
    }
    // Shown at 0.1, 10.2, 20.3 and 30.4 s.
    let report = try run35()
    #expect(report.n(.shows) == 1 && report.n(.impressions) == 4 && report.n(.adsShown) == 4)
    #expect(report.n(.refreshes) == 3 && report.n(.loads) == 4 && report.n(.revenue) == 8_000)
    #expect(heard(report) == [.onBannerLoaded: 1, .setBannerSize: 1, .onBannerShown: 4])
    #expect(try run35 { $0.placeholders[0].view.refresh = nil }.n(.impressions) == 1)
    // The first ad to leave brings one in reserve: 0.1, 10.2, and without a wait 20.2 and 30.2 s.
    let reserve = try run35 { $0.placeholders[0].cache.refill = .onDismiss }
    #expect(reserve.n(.impressions) == 4 && reserve.n(.impressions, [.source(.cache)]) == 2)
    #expect(reserve.n(.adsLost) == 1)
  }

  @Test("a network that checks refuses the expired ad that a refresh is answered with")
  func staleReserve() throws {
    func run(checks: Bool) throws -> Report {
      // Shown at 0.1 s, with an ad in reserve from 0.3 s on; the next one is due at 10.1 s.
      try self.run([banner, W.wait(200), W.load(), W.wait(24_800)]) {
        $0.placeholders[0].view.refresh = .seconds(10)
        $0.placeholders[0].cache.refill = .onDismiss
        $0.networks[0].expiry[.banner] = .seconds(5)
        $0.networks[0].expiryEvent = false
        $0.networks[0].checksExpiry = checks
      }
    }
    // At 10.1 and 20.1 s, a reserve of 9.8 and of 9.9 s.
    let unchecked = try run(checks: false)
    #expect(unchecked.n(.impressions) == 3 && unchecked.n(.expiredAdShown) == 2)
    // At 10.1 s it keeps the ad that it has; at 20.1 s it loads.
    let checked = try run(checks: true)
    #expect(checked.n(.impressions) == 2 && checked.hazards.isEmpty)
    #expect(checked.n(.loadsAnswered) == 1 && checked.n(.adsExpired) == 1)
  }

  @Test("a refresh repeats loaded only if its key says so")
  func repeatsLoaded() throws {
    func loaded(_ repeats: Bool, _ change: (inout Scenario) -> Void = { _ in }) throws -> Int {
      try run([banner, W.wait(35_000)]) {
        $0.placeholders[0].view.refresh = .seconds(10)
        $0.placeholders[0].view.repeatsLoaded = repeats
        change(&$0)
      }.n(.onBannerLoaded)
    }
    #expect(try loaded(false) == 1)
    #expect(try loaded(true) == 4)
    // The first ad of a view is news, though it comes with a refresh.
    let late: (inout Scenario) -> Void = {
      $0.backends[0].outages = [BackendOutage(from: .zero, to: .seconds(5), kind: .down)]
    }
    #expect(try loaded(false, late) == 1)
    #expect(try loaded(true, late) == 3)
  }

  @Test("a failed refresh tells the app nothing and leaves the ad where it is")
  func failedRefresh() throws {
    let report = try run([banner, W.wait(35_000)]) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.backends[0].outages = [BackendOutage(from: .seconds(5), to: .seconds(25), kind: .down)]
    }
    // Refreshes at 10.1 and 20.1 s fail at once; the one at 30.1 s fills.
    #expect(report.n(.refreshes) == 3 && report.n(.loadFailures) == 2)
    #expect(report.n(.impressions) == 2 && report.n(.onBannerFailedToLoad) == 0)
  }

  @Test("a load that fails puts the next refresh off, on, or ends them")
  func afterFailure() throws {
    func run(
      _ after: ViewTraits.AfterFailure, _ steps: [JourneyStep]? = nil, from: Int64 = 5_000
    ) throws -> Report {
      try self.run(steps ?? [banner, W.wait(35_000)]) {
        $0.placeholders[0].view.refresh = .seconds(10)
        $0.placeholders[0].view.refreshAfterFailure = after
        $0.backends[0].outages = [
          BackendOutage(from: .milliseconds(from), to: .seconds(25), kind: .down)
        ]
      }
    }
    // Shown at 0.1 s; the refresh at 10.1 s fails.
    let stopped = try run(.stops)
    #expect(stopped.n(.refreshes) == 1 && stopped.n(.impressions) == 1)
    // Then at 12.1, 14.1, … 24.1 s, which fail, and at 26.1 s, which fills; due again at 36.2 s.
    let sooner = try run(.after(.seconds(2)))
    #expect(sooner.n(.refreshes) == 9 && sooner.n(.loadFailures) == 8)
    #expect(sooner.n(.impressions) == 2)
    let later = try run(.after(.seconds(30)))
    #expect(later.n(.refreshes) == 1 && later.n(.impressions) == 1)
    // So does a first load, until the view is put up anew, at 28 s.
    let first = try run(
      .stops, [banner, W.wait(28_000), banner, W.wait(10_300)], from: 0)
    #expect(first.n(.failed) == 1 && first.n(.shown) == 1)
    #expect(first.n(.refreshes) == 1 && first.n(.impressions) == 2)
  }

  @Test("a banner that has stopped asks no more, whatever a retry of another load brings")
  func stopped() throws {
    func run(_ after: ViewTraits.AfterFailure) throws -> Report {
      try self.run([banner, W.wait(5_000), W.load(), W.wait(61_000)]) {
        $0.placeholders[0].view.refreshAfterFailure = after
        $0.placeholders[0].remote.retry = .fixed(W.milliseconds(4_000))
        $0.backends[0].outages = [
          BackendOutage(from: .seconds(2), to: .seconds(6), kind: .down)
        ]
      }
    }
    // A load beside the view fails at 5 s; its retry fills at 9.1 s. Due again at 65 s.
    let stopped = try run(.stops)
    #expect(stopped.n(.loadFailures) == 1 && stopped.n(.retries) == 1)
    #expect(stopped.n(.refreshes) == 0 && stopped.n(.impressions) == 1)
    #expect(try run(.continues).n(.refreshes) == 1)
  }

  @Test("a retry of a first load ends the wait for it, whatever its callback says")
  func retries() throws {
    let report = try run([banner, W.wait(5_000)]) {
      $0.backends[0].outages = [BackendOutage(from: .zero, to: .seconds(1), kind: .down)]
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(2_000))
    }
    #expect(report.n(.failed) == 1 && report.n(.impressions) == 1 && report.n(.shows) == 0)
    #expect(report.n(.onBannerFailedToLoad) == 1 && report.n(.onBannerLoaded) == 1)
  }

  @Test("a session that ends before the ad comes abandons the opportunity")
  func abandoned() throws {
    let report = try run([banner, W.wait(50)])
    #expect(report.n(.abandoned) == 1 && report.n(.sessionEnded, of: .outcomes) == 1)
    #expect(report.n(.onBannerFailedToLoad) == 0 && report.n(.adsLoaded) == 0)
  }

  @Test("only the weak container is left: loaded, then failed, and the ad stays cached")
  func onlyTheWeakContainerIsLeft() throws {
    let steps = [banner, W.wait(50), .hide(placeholder: 0), W.wait(200)]
    let report = try run(steps)
    #expect(report.n(.abandoned) == 1 && report.n(.cancelled, of: .outcomes) == 1)
    #expect(heard(report) == [.onBannerLoaded: 1, .onBannerFailedToLoad: 1])
    #expect(report.hazards.map(\.rule) == [.loadedThenFailed])
    #expect(report.hazards.map(\.count) == [1] && report.n(.adsLost) == 1)
    // It is there for the next one.
    let again = try run(steps + [banner, W.wait(10)])
    #expect(again.n(found: .hit) == 1 && again.n(.adsLost) == 0)
    // A banner that is put up again before has its container.
    let back = try run([banner, W.wait(50), .hide(placeholder: 0), W.wait(10), banner, W.wait(90)])
    #expect(back.n(found: .joined) == 1 && back.hazards.isEmpty && back.n(.shown) == 1)
    // A load that no view called has none to lose.
    let alone = try run([W.load(), banner, W.wait(50), .hide(placeholder: 0), W.wait(200)])
    #expect(alone.hazards.isEmpty && alone.n(.onBannerFailedToLoad) == 0)
  }

  @Test("a refill under way when a banner is hidden is none that its view has called")
  func refillUnderWay() throws {
    // Shown at 0.1 s; the refill of its reserve runs to 0.2 s.
    let steps = [banner, W.wait(150), .hide(placeholder: 0), W.wait(200)]
    let report = try run(steps) { $0.placeholders[0].cache.refill = .onDismiss }
    #expect(report.n(.impressions) == 1 && report.n(.loads) == 2)
    #expect(report.hazards.isEmpty && report.n(.onBannerFailedToLoad) == 0)
  }

  @Test("an app that has not heard of a loaded banner hears nothing that contradicts it")
  func unheard() throws {
    let report = try run([banner, W.wait(50), .hide(placeholder: 0), W.wait(200)]) {
      $0.networks[0].faults.lostLoad = 1
    }
    #expect(report.n(.onBannerLoaded) == 0 && report.n(.onBannerFailedToLoad) == 0)
    #expect(report.hazards.map(\.rule) == [.callbackLost])
  }

  @Test("the next ad of a banner is not seen before the user is back")
  func background() throws {
    // Shown at 1 s; the refresh of 11 s fills at 12 s, in the grace time; back at 13.5 s, so that
    // the next refresh is due at 23.5 s and fills at 24.5 s.
    func run(_ wait: Int64) throws -> (Int, Int) {
      let report = try self.run([banner, W.wait(11_500), W.away(2_000), W.wait(wait)]) {
        $0.backends[0] = TestWorld.external(W.milliseconds(1_000))
        $0.placeholders[0].view.refresh = .seconds(10)
      }
      return (report.n(.refreshes), report.n(.impressions))
    }
    #expect(try run(9_900) == (1, 2))
    #expect(try run(10_900) == (2, 2))
    #expect(try run(11_100) == (2, 3))
  }

  @Test("a banner that is put up twice replaces the first, and hidden ones refresh no more")
  func replaced() throws {
    let report = try run([banner, W.wait(40), banner, W.wait(200)])
    #expect(report.n(.cancelled, of: .outcomes) == 1 && report.n(.shown) == 1)
    #expect(report.n(.views) == 2 && report.us(.timeToShow) == 60_000)
    let hidden = try run([banner, W.wait(200), .hide(placeholder: 0), W.wait(300_000)])
    #expect(hidden.n(.impressions) == 1 && hidden.n(.refreshes) == 0)
    #expect(try run([.hide(placeholder: 0), W.wait(5)]).n(.opportunities) == 0)
  }

  @Test("gates keep banners and their refreshes off")
  func gated() throws {
    let removed = try run([banner, W.wait(200)]) { $0.users.removeAds = 1 }
    #expect(removed.n(.adsRemoved, of: .opportunitiesGated) == 1 && removed.n(.views) == 0)
    let capped = try run([banner, W.wait(35_000)]) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.placeholders[0].cap = FrequencyCap(shows: 2, per: .hours(1))
    }
    #expect(capped.n(.impressions) == 2 && capped.n(.refreshes) == 1)
  }

  @Test("prices fall with each banner that was put up before, and not with refreshes")
  func priceDecay() throws {
    let put = [banner, W.wait(15_000), JourneyStep.hide(placeholder: 0)]
    let report = try run([.repeated(count: .constant(2), steps: put)]) {
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.priceDecay = 0.5
    }
    // Each is shown twice; an ad that comes after a show of its format is worth half of it.
    #expect(report.n(.impressions) == 4 && report.n(.revenue) == 8_000 + 4_000 + 4_000 + 2_000)
  }

  @Test("an awaited load of a banner's placeholder brings its ad to the view too")
  func awaited() throws {
    let report = try run([banner, W.wait(200), W.load(awaited: true), W.wait(50)]) {
      $0.backends[0].outages = [
        BackendOutage(from: .zero, to: .milliseconds(150), kind: .down)
      ]
    }
    #expect(report.n(.failed) == 1 && report.n(.impressions) == 1)
  }

  @Test("a scenario made in code cannot give a step a placeholder of another format")
  func mismatch() throws {
    #expect(
      throws: SimulationError.invalidScenario(
        "step 'banner' cannot have placeholder 'slot' of format interstitial")
    ) { try W.run([banner]) }
    #expect(
      throws: SimulationError.invalidScenario(
        "step 'show' cannot have placeholder 'slot' of format banner")
    ) { try W.run([.repeated(count: .constant(1), steps: [W.show(.load)])], format: .banner) }
  }

  @Test("rules of faults act on what is reported of a banner, and not on the banner itself")
  func faults() throws {
    func run(
      on trigger: FaultRule.Trigger, do effect: FaultRule.Effect, repeats: Bool = false
    ) throws -> Report {
      try self.run([banner, W.wait(45_000)]) {
        var rule = FaultRule(on: trigger, do: effect)
        if effect == .delay { rule.delay = W.milliseconds(900) }
        rule.condition.formats = [.banner]
        $0.networks[0].faults.rules = [rule]
        $0.placeholders[0].view.refresh = .seconds(30)
        $0.placeholders[0].view.repeatsLoaded = repeats
      }
    }
    let lost = try run(on: .callback(.onBannerShown), do: .lose)
    #expect(heard(lost) == [.onBannerLoaded: 1, .setBannerSize: 1])
    #expect(lost.n(.impressions) == 2 && lost.hazards.map(\.rule) == [.callbackLost])
    #expect(lost.hazards.map(\.count) == [2])
    let twice = try run(on: .show, do: .duplicate)
    #expect(twice.n(.onBannerShown) == 4 && twice.n(.setBannerSize) == 1)
    let late = try run(on: .show, do: .delay)
    #expect(late.n(.onBannerShown) == 2 && late.us(.timeToCallback) == 900_000)
    #expect(late.us(.timeToShow) == 100_000)
    let repeated = try run(on: .load, do: .duplicate, repeats: true)
    #expect(repeated.n(.onBannerLoaded) == 4)
  }
}
