import Scheduler
import Testing

@testable import AKSPerf

/// What callbacks do that come when much has happened since their event.
@Suite("Late callbacks")
struct LateCallbackTests {
  typealias W = TinyWorld

  private func rule(
    on trigger: FaultRule.Trigger, do effect: FaultRule.Effect, delay: Int64? = nil,
    when change: (inout FaultRule.Condition) -> Void = { _ in }
  ) -> FaultRule {
    var rule = FaultRule(on: trigger, do: effect)
    rule.delay = delay.map { W.milliseconds($0) }
    change(&rule.condition)
    return rule
  }

  @Test("a failure that is heard after a fill is not tried again, whatever the policy")
  func failureAfterFill() throws {
    // Failed at once and heard at 0.5 s; the second load fills at 0.3 s, and its ad is shown.
    for retry in [
      RetryPolicy.list([.milliseconds(50)]), .fixed(W.milliseconds(50)),
      .exponential(base: .milliseconds(50), cap: .seconds(1)),
    ] {
      let report = try W.run([
        W.load(), W.wait(200), W.load(), W.wait(150), W.show(.skip), W.wait(1_000),
      ]) {
        $0.backends[0].outages = [
          BackendOutage(from: .zero, to: .milliseconds(150), kind: .down)
        ]
        $0.placeholders[0].remote.retry = retry
        $0.networks[0].faults.rules = [
          self.rule(on: .callback(.onFailedToLoad), do: .delay, delay: 500)
        ]
      }
      #expect(report.n(.loads) == 2 && report.n(.loadFailures) == 1 && report.n(.shows) == 1)
      #expect(report.n(.onFailedToLoad) == 1 && report.n(.retries) == 0)
    }
  }

  // MARK: Rewards at dismissals

  private func dismissed(
    completion: Double = 1, wait: Int64 = 60_000, _ change: (inout Scenario) -> Void
  ) throws -> (Int, [Hazard]) {
    let report = try W.run([W.show(.load), W.wait(wait)], format: .rewarded) {
      $0.app.pays = .dismissed
      $0.completion = PerFormat(repeating: completion)
      change(&$0)
    }
    return (report.n(.rewards), report.hazards.map(\.rule))
  }

  @Test("an app that pays at the dismissal pays when it hears of it, early or late")
  func paysWhenHeard() throws {
    let late: (inout Scenario) -> Void = { $0.networks[0].faults.lateDismiss = 1 }
    #expect(try dismissed(late) == (1, [.callbackLate]))
    #expect(try dismissed(completion: 0, late) == (1, [.callbackLate, .rewardWithoutView]))
    #expect(try dismissed(wait: 1_000, late) == (0, [.callbackLate, .rewardNotPaid]))
    #expect(try dismissed(completion: 0, wait: 1_000, late) == (0, [.callbackLate]))
    let early: (inout Scenario) -> Void = { $0.networks[0].faults.earlyDismiss = 1 }
    #expect(try dismissed(early) == (1, [.callbackEarly]))
    #expect(try dismissed(completion: 0, early) == (1, [.callbackEarly, .rewardWithoutView]))
  }

  // MARK: Ends of shows

  @Test("a failed show that is heard late, or never, refills when it is heard")
  func failedShow() throws {
    func run(
      _ rules: [FaultRule], wait: Int64 = 60_000, watchdog: SimDuration? = nil
    ) throws -> Report {
      try W.run([W.load(), W.wait(200), W.show(.skip), W.wait(wait)]) {
        $0.placeholders[0].cache.refill = .afterFailure
        $0.networks[0].faults.rules = [self.rule(on: .show, do: .fail)] + rules
        $0.app.watchdog = watchdog
      }
    }
    // Failed at 0.2 s.
    #expect(try run([]).n(.loads) == 2)
    let heard = rule(on: .callback(.onAdFailedToShow), do: .delay, delay: 2_000)
    let late = try run([heard])
    #expect(late.n(.loads) == 2 && late.n(.onAdFailedToShow) == 1)
    #expect(late.n(.adsLost) == 1 && late.us(.timeToCallback) == 2_000_000)
    #expect(try run([heard], wait: 1_900).n(.loads) == 1)
    let lost = rule(on: .callback(.onAdFailedToShow), do: .lose)
    #expect(try run([lost]).n(.loads) == 1)
    // The watchdog refills what a dismissal would.
    #expect(try run([lost], watchdog: .seconds(5)).n(.loads) == 1)
  }

  @Test("a late failure of a show does not refill what a dismissal would")
  func failedShowIsNoDismissal() throws {
    let report = try W.run([W.load(), W.wait(200), W.show(.skip), W.wait(60_000)]) {
      $0.placeholders[0].cache.refill = .onDismiss
      $0.networks[0].faults.rules = [
        self.rule(on: .show, do: .fail),
        self.rule(on: .callback(.onAdFailedToShow), do: .delay, delay: 2_000),
      ]
    }
    #expect(report.n(.loads) == 1 && report.n(.onAdFailedToShow) == 1)
  }

  @Test("a dismissal that was reported early refills once")
  func earlyDismissalRefillsOnce() throws {
    // Up from 0.2 to 5.2 s; the refill of 0.2 s fails at once.
    let report = try W.run([W.load(), W.wait(200), W.show(.skip), W.wait(60_000)]) {
      $0.placeholders[0].cache.refill = .onDismiss
      $0.networks[0].faults.earlyDismiss = 1
      $0.backends[0].outages = [
        BackendOutage(from: .milliseconds(150), to: .hours(1), kind: .down)
      ]
    }
    #expect(report.n(.shows) == 1 && report.n(.loads) == 2 && report.n(.loadFailures) == 1)
  }

  @Test("what app and SDK refuse no network reports, and it winds no watchdog up")
  func ownRefusals() throws {
    // Up from 0.1 to 5.1 s, for the app up to 10.1 s; the user taps at 5.3, 9.3 and 13.3 s.
    let taps = JourneyStep.repeated(
      count: .constant(3), steps: [W.show(.wait), W.wait(4_000)])
    let report = try W.run([W.show(.load), W.load(), W.wait(200), taps]) {
      $0.app.watchdog = .seconds(10)
      $0.networks[0].faults.rules = [
        self.rule(on: .dismiss, do: .lose),
        self.rule(on: .callback(.onAdFailedToShow), do: .lose),
      ]
    }
    #expect(report.n(.busy, of: .outcomes) == 2 && report.n(.shows) == 2)
    #expect(report.n(.onAdFailedToShow) == 2)
    #expect(report.n(.callbackLost) == 2)
  }

  // MARK: Early callbacks

  @Test("an early reward that a block holds up to the end of the ad is none: it is paid once")
  func earlyBehindABlock() throws {
    // Up from 0.1 to 5.1 s, due at 4.1 s, and the main thread blocked from 4 to 5.1 s.
    let report = try W.run([W.load(1), W.show(.load), W.wait(9_000)], format: .rewarded) {
      W.addNetwork(to: &$0, answer: 100)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 1)])))
      $0.networks[1].prepare = W.milliseconds(4_000)
      $0.networks[1].mainThread = W.milliseconds(1_100)
      $0.networks[0].faults.rules = [self.rule(on: .reward, do: .early, delay: 1_000)]
      $0.app.pays = .earned
    }
    #expect(report.n(.rewards) == 1 && report.n(.onAdRewarded) == 1)
    #expect(report.n(.callbackEarly) == 0 && report.n(.rewardedViews) == 1)
  }

  @Test("before the end of a clicked ad is before the end that it has")
  func earlyOnAClickedAd() throws {
    // Up from 0.2 s for 5 s and an absence of 20 s; the dismissal is reported 10 ms before.
    func run(_ rules: [FaultRule]) throws -> Report {
      try W.run([W.load(), W.wait(200), W.show(.skip), W.show(.skip)]) {
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(20_000))
        $0.placeholders[0].cache.refill = .onDismiss
        $0.networks[0].faults.rules = rules
      }
    }
    // The refill takes 100 ms from then on, and the step joins it.
    let report = try run([rule(on: .dismiss, do: .early, delay: 10)])
    #expect(report.n(found: .joined) == 1 && report.n(.callbackEarly) == 1)
    #expect(report.n(.clicks) == 1 && report.n(.shows) == 1)
  }

  // MARK: Loads

  @Test("the late callback of a step that gave up ends no later one")
  func abandonedStep() throws {
    // The first load ends at 0.1 s and is heard at 1.1 s; its step gives up at 0.2 s. The second
    // step, of 0.2 s on, waits for a load of its own, heard at 1.3 s.
    let steps: [JourneyStep] = [
      .load(placeholder: 0, awaited: true, budget: W.milliseconds(200)),
      W.load(awaited: true), W.load(1, awaited: true),
    ]
    let report = try W.run(steps) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.networks[0].faults.rules = [self.rule(on: .load, do: .delay, delay: 1_000)]
      W.addNetwork(to: &$0, answer: 100)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders.append(
        Placeholder(
          name: "last", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 1)])))
      $0.networks[1].expiry = PerFormat(repeating: nil)
      $0.duration = .milliseconds(1_250)
    }
    // The last load starts after the window.
    #expect(report.n(.loads) == 2 && report.n(.loads, [.format(.rewarded)]) == 0)
  }

  @Test("a step that waits ends when the ad it hears of has gone")
  func goneAd() throws {
    // Filled at 0.1 s, expired at 0.3 s, heard of at 1.1 s.
    let report = try W.run([W.show(.load), W.wait(10)]) {
      $0.networks[0].expiry = PerFormat(repeating: .milliseconds(200))
      $0.networks[0].faults.rules = [self.rule(on: .load, do: .delay, delay: 1_000)]
    }
    #expect(report.n(.expired, of: .outcomes) == 1 && report.us(.timeToOutcome) == 1_100_000)
  }
}
