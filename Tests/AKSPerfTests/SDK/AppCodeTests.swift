import Scheduler
import Testing

@testable import AKSPerf

/// Mistakes of the app's own code, and what it must allow for.
@Suite("The app's own code")
struct AppCodeTests {
  typealias W = TinyWorld

  // MARK: Rewards

  /// One rewarded ad; gives the rewards paid and the hazards.
  private func rewards(
    _ pays: AppTraits.Pays, completion: Double = 1,
    _ step: JourneyStep = W.show(.load), change: (inout Scenario) -> Void = { _ in }
  ) throws -> (Int, [Hazard]) {
    let report = try W.run([step, W.wait(60_000)], format: .rewarded) {
      $0.app.pays = pays
      $0.completion = PerFormat(repeating: completion)
      change(&$0)
    }
    return (report.n(.rewards), report.hazards.map(\.rule))
  }

  @Test("both reward callbacks pay twice")
  func bothRewardCallbacksPayTwice() throws {
    #expect(try rewards(.both) == (2, [.rewardPaidTwice]))
    #expect(try rewards(.both) { $0.networks[0].rewardCallbacks = .earned } == (1, []))
  }

  @Test("paying once pays exactly once")
  func payingOncePaysExactlyOnce() throws {
    for callbacks in AdNetwork.RewardCallbacks.allCases {
      #expect(try rewards(.once) { $0.networks[0].rewardCallbacks = callbacks } == (1, []))
    }
    let twice = try rewards(.once) { $0.networks[0].faults.duplicateReward = 1 }
    #expect(twice == (1, [.callbackDuplicated]))
    #expect(try rewards(.once, completion: 0) == (0, []))
  }

  @Test("an app that pays for one callback pays for each of that name, and only for that")
  func oneCallback() throws {
    for pays in [AppTraits.Pays.earned, .completed] {
      #expect(try rewards(pays) == (1, []))
      let twice = try rewards(pays) { $0.networks[0].faults.duplicateReward = 1 }
      #expect(twice == (2, [.callbackDuplicated, .rewardPaidTwice]))
      let lost = try rewards(pays) { $0.networks[0].faults.lostReward = 1 }
      #expect(lost == (0, [.callbackLost, .rewardNotPaid]))
    }
    #expect(
      try rewards(.earned) { $0.networks[0].rewardCallbacks = .completed }
        == (0, [.rewardNotPaid]))
  }

  @Test("an app that pays at the dismissal pays for ads that nobody viewed")
  func dismissed() throws {
    #expect(try rewards(.dismissed) == (1, []))
    #expect(try rewards(.dismissed, completion: 0) == (1, [.rewardWithoutView]))
    #expect(
      try rewards(.dismissed) { $0.networks[0].faults.lostDismiss = 1 }
        == (0, [.callbackLost, .rewardNotPaid]))
  }

  @Test("a reward after the dismissal is paid by an app that keeps an account, and by no other")
  func afterDismissal() throws {
    #expect(try rewards(.once) { $0.networks[0].rewardAfterDismiss = 1 } == (1, []))
    #expect(
      try rewards(.earned) { $0.networks[0].rewardAfterDismiss = 1 } == (0, [.rewardNotPaid]))
    func late(_ pays: AppTraits.Pays, _ delay: Int64) throws -> (Int, [Hazard]) {
      try rewards(pays) {
        var rule = FaultRule(on: .reward, do: .delay)
        rule.delay = W.milliseconds(delay)
        $0.networks[0].faults.rules = [rule]
      }
    }
    #expect(try late(.once, 900) == (1, [.callbackLate]))
    #expect(try late(.earned, 900) == (0, [.callbackLate, .rewardNotPaid]))
    // The session ends before it.
    #expect(try late(.once, 90_000) == (0, [.callbackLate, .rewardNotPaid]))
  }

  @Test("an early reward is paid while the ad is up, and is not reported again")
  func earlyReward() throws {
    let early = try rewards(.earned) {
      $0.networks[0].faults.rules = [FaultRule(on: .reward, do: .early)]
    }
    #expect(early == (1, [.callbackEarly]))
  }

  @Test("the one-call form pays for its success, once for each time it hears of it")
  func oneCall() throws {
    let call = JourneyStep.loadAndShow(placeholder: 0, budget: nil)
    for pays in AppTraits.Pays.allCases { #expect(try rewards(pays, call) == (1, [])) }
    let twice = try rewards(.both, call) { $0.networks[0].faults.duplicateReward = 1 }
    #expect(twice == (2, [.callbackDuplicated, .rewardPaidTwice]))
    #expect(try rewards(.both, completion: 0, call) == (0, []))
  }

  // MARK: Shows

  @Test("show called unasked fails, and is a hazard")
  func showBeforeLoad() throws {
    let report = try W.run([W.show(.call), W.load(), W.show(.call), W.wait(200), W.show(.call)]) {
      _ in
    }
    #expect(report.n(.notReady, of: .outcomes) == 2 && report.n(.shows) == 1)
    #expect(report.n(.showCalls) == 3 && report.n(.onAdFailedToShow) == 2)
    #expect(report.hazards.map(\.rule) == [.showBeforeLoad])
    #expect(report.hazards.map(\.count) == [2])
  }

  @Test("an ad object that is shown again fails once, and a new ad takes its place")
  func singleUseObject() throws {
    let steps = [W.show(.load), W.show(.skip), W.show(.skip), W.wait(200)]
    let report = try W.run(steps) { $0.placeholders[0].cache.reuse = true }
    #expect(report.n(.alreadyUsed, of: .outcomes) == 1 && report.n(.notReady, of: .outcomes) == 1)
    #expect(report.n(.showCalls) == 2 && report.n(.onAdFailedToShow) == 1)
    let refilled = try W.run([W.show(.load), W.wait(200), W.show(.skip)]) {
      $0.placeholders[0].cache.reuse = true
      $0.placeholders[0].cache.refill = .onDismiss
    }
    #expect(refilled.n(.alreadyUsed, of: .outcomes) == 0 && refilled.n(.shows) == 2)
  }

  @Test("a network needs time to settle after an ad")
  func settling() throws {
    func failures(wait: Int64) throws -> Int {
      try W.run([W.show(.load), W.wait(wait), W.show(.skip)]) {
        $0.placeholders[0].cache.depth = 2
        $0.networks[0].settle = .milliseconds(800)
        $0.placeholders[0].cache.refill = .onDismiss
      }.n(.settling, of: .outcomes)
    }
    #expect(try failures(wait: 799) == 1 && failures(wait: 800) == 0)
  }

  @Test("an app that shows from the loaded callback does so in the middle of what it does")
  func showOnLoad() throws {
    func run(_ show: AppCode.ShowOnLoad, _ steps: [JourneyStep]) throws -> Report {
      try W.run(steps) {
        $0.placeholders[0].cache.refill = .onDismiss
        $0.placeholders[0].appCode.showOnLoad = show
      }
    }
    // On screen at 0.1, 5.2, 10.3 and 15.4 s; the session ends with the last ad.
    let steps = [W.load(), W.wait(20_000)]
    let always = try run(.always, steps)
    #expect(always.n(.shows) == 4)
    #expect(always.n(.impressions) == 4)
    #expect(try run(.once, steps).n(.shows) == 1 && run(.never, steps).n(.shows) == 0)
    // The step is due at 1 s and comes at 5.1 s, when the ad is gone and the next one loads.
    let due = try run(.once, [W.load(), W.wait(1000), W.show(.skip), W.wait(150), W.show(.skip)])
    #expect(due.n(.opportunities) == 3 && due.n(.shows) == 2)
    #expect(due.n(.notReady, of: .outcomes) + due.n(found: .joined) == 2)
  }

  @Test("an app-open ad that is shown when it comes may come over content")
  func overContent() throws {
    func hazards(_ show: AppCode.ShowOnLoad, frame: Int64) throws -> [Hazard] {
      try W.run([W.load(), W.wait(9000)], format: .appOpen) {
        $0.placeholders[0].appCode.showOnLoad = show
        $0.launch.firstFrame = W.milliseconds(frame)
      }.hazards.map(\.rule)
    }
    #expect(try hazards(.once, frame: 0) == [.appOpenOverContent])
    #expect(try hazards(.never, frame: 0) == [])
  }

  // MARK: Loads

  @Test("a flag that blocks loads is reset by the callbacks that the app cares for")
  func busyFlag() throws {
    let steps = [W.load(), W.wait(50), W.load(), W.wait(100), W.load(), W.wait(200)]
    func run(_ flag: AppCode.BusyFlag, fill: Double) throws -> Report {
      try W.run(steps) {
        $0.placeholders[0].appCode.busyFlag = flag
        $0.networks[0].fill = PerFormat(repeating: fill)
      }
    }
    // The second call falls into the first load.
    let resets = try run(.resets, fill: 0)
    #expect(resets.n(.loadCalls) == 2 && resets.n(.loadsIgnored) == 1 && resets.hazards.isEmpty)
    let sticky = try run(.sticky, fill: 0)
    #expect(sticky.n(.loadCalls) == 1 && sticky.n(.loadsIgnored) == 2)
    #expect(sticky.hazards.map(\.rule) == [.stickyBusyFlag])
    let filled = try run(.sticky, fill: 1)
    #expect(filled.n(.loadCalls) == 2 && filled.hazards.isEmpty)
    // A callback that never comes leaves any flag set.
    let lost = try W.run(steps) {
      $0.placeholders[0].appCode.busyFlag = .resets
      $0.networks[0].faults.lostLoad = 1
    }
    #expect(lost.hazards.map(\.rule) == [.callbackLost, .stickyBusyFlag])
  }

  @Test("a step whose call is blocked does not wait for it")
  func blockedStep() throws {
    let steps = [W.load(awaited: true), W.load(awaited: true), W.show(.load)]
    let report = try W.run(steps) {
      $0.placeholders[0].appCode.busyFlag = .sticky
      $0.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(report.n(.busy, of: .outcomes) == 1 && report.us(.timeToOutcome) == 0)
  }

  @Test("a load while one is in flight joins, is refused, or is dropped")
  func onBusy() throws {
    let steps = [W.load(), W.wait(50), W.load(), W.wait(200)]
    func run(_ onBusy: AppCode.OnBusy) throws -> Report {
      try W.run(steps) { $0.placeholders[0].appCode.onBusy = onBusy }
    }
    #expect(try run(.join).n(.onLoaded) == 2)
    let error = try run(.error)
    #expect(error.n(.onLoaded) == 1 && error.n(.onFailedToLoad) == 1)
    #expect(error.n(.busy, of: .loadsGated) == 1 && error.hazards.isEmpty)
    let drop = try run(.drop)
    #expect(drop.n(.onLoaded) == 1 && drop.n(.onFailedToLoad) == 0 && drop.n(.loadsIgnored) == 1)
    #expect(drop.n(.loadCalls) == 2 && drop.n(.loadCallbacks) == 2)
    #expect(drop.hazards.map(\.rule) == [.callbackLost])
  }

  // MARK: Age

  /// A load at zero, and a show after `wait` of an ad that expires at 1.1 s.
  private func aged(
    wait: Int64, _ steps: [JourneyStep] = [W.show(.skip)],
    change: (inout Scenario) -> Void
  ) throws -> Report {
    try W.run([W.load(), W.wait(wait)] + steps) {
      $0.networks[0].expiry = PerFormat(repeating: .seconds(1))
      change(&$0)
    }
  }

  @Test("an expiry that nobody tells of is found at the show, and loads are answered until then")
  func withoutEvent() throws {
    let silent = try aged(wait: 2000, [W.load(), W.show(.skip)]) {
      $0.networks[0].expiryEvent = false
    }
    #expect(silent.n(.loadsAnswered) == 1 && silent.n(found: .expired) == 1)
    #expect(silent.n(.adsExpired) == 1 && silent.hazards.isEmpty)
    let told = try aged(wait: 2000, [W.load(), W.show(.skip)]) { _ in }
    #expect(told.n(.loadsAnswered) == 0)
    let refilled = try aged(wait: 2000) {
      $0.networks[0].expiryEvent = false
      $0.placeholders[0].cache.refill = .onExpiry
    }
    #expect(refilled.n(found: .expired) == 1)
  }

  @Test("a network that does not check shows an expired ad, unless it told of it")
  func unchecked() throws {
    func run(event: Bool) throws -> Report {
      try aged(wait: 2000) {
        $0.networks[0].checksExpiry = false
        $0.networks[0].expiryEvent = event
      }
    }
    let shown = try run(event: false)
    #expect(shown.n(.shows) == 1 && shown.n(found: .hit) == 1)
    #expect(shown.hazards.map(\.rule) == [.expiredAdShown])
    #expect(try run(event: true).n(found: .expired) == 1)
  }

  @Test("the app's own clock throws an ad away in time, and refills")
  func ownClock() throws {
    func found(wait: Int64) throws -> Report {
      try aged(wait: wait) {
        $0.networks[0].expiryEvent = false
        $0.placeholders[0].cache.ttl = .milliseconds(600)
        $0.placeholders[0].cache.refill = .onExpiry
      }
    }
    // Thrown away at 700 ms and loaded again by 800 ms; again at 1400 ms.
    #expect(try found(wait: 699).n(.loads) == 1 && found(wait: 699).n(found: .hit) == 1)
    #expect(try found(wait: 750).n(found: .joined) == 1)
    let later = try found(wait: 1000)
    #expect(later.n(found: .hit) == 1 && later.metric(.cacheAge)?.maximum == 200_000)
    #expect(later.n(.adsExpired) == 1)
  }

  @Test("a timeout covers all of an attempt, only its connecting, or nothing")
  func timeoutCovers() throws {
    func latency(_ covers: AdNetwork.TimeoutCover, connecting: Int64) throws -> Report {
      try W.run([W.load(), W.wait(5000)], answer: 900) {
        $0.networks[0].timeout = .milliseconds(500)
        $0.networks[0].timeoutCovers = covers
        var connection = ConnectionCost()
        connection.dns = .time(W.milliseconds(connecting))
        connection.tcp = .roundTrips(0)
        connection.tls = .roundTrips(0)
        $0.networks[0].connection = connection
      }
    }
    #expect(try latency(.all, connecting: 100).us(.loadFailureLatency) == 500_000)
    #expect(try latency(.connect, connecting: 100).us(.loadLatency) == 1_000_000)
    #expect(try latency(.connect, connecting: 600).us(.loadFailureLatency) == 500_000)
    #expect(try latency(.nothing, connecting: 600).us(.loadLatency) == 1_500_000)
  }

  @Test("the room that an app's state takes is taken only where it is needed")
  func room() throws {
    let plain = try CompiledScenario(W.scenario([W.load()])).tables
    let app = try CompiledScenario(W.scenario([W.load()]) { $0.app.pays = .both }).tables
    #expect(!plain.layout.hasApp && app.layout.hasApp && app.features == .app)
    #expect(app.layout.stride - plain.layout.stride <= 64)
  }
}
