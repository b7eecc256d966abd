import Scheduler
import Testing

@testable import AKSPerf

/// Callbacks that wait for the end of an ad, or are lost as the user leaves, at exact instants.
@Suite("Held and lost callbacks")
struct HeldCallbackTests {
  typealias W = TinyWorld

  private func held(_ trigger: FaultRule.Trigger) -> FaultRule {
    var rule = FaultRule(on: trigger, do: .delay)
    rule.isUntilDismissal = true
    return rule
  }

  @Test("what is held until the dismissal is heard as the ad leaves the screen")
  func opening() throws {
    // Up from 0.1 to 5.1 s.
    let report = try W.run([W.show(.load), W.wait(1_000)]) {
      $0.networks[0].faults.rules = [self.held(.show), self.held(.dismiss)]
    }
    #expect(report.us(.timeToCallback) == 5_000_000)
    #expect(report.n(.onAdShown) == 1 && report.n(.onAdDismissed) == 1)
    #expect(report.hazards.map(\.rule) == [.callbackLate] && report.hazards[0].count == 1)
  }

  @Test("without an ad on screen nothing is held")
  func failure() throws {
    let report = try W.run([W.load(), W.wait(200), W.show(.skip), W.wait(1_000)]) {
      $0.networks[0].faults.rules = [
        W.rule(on: .show, do: .fail), self.held(.show), self.held(.load),
      ]
    }
    #expect(report.n(.onLoaded) == 1 && report.n(.onAdFailedToShow) == 1)
    #expect(report.hazards.isEmpty)
  }

  @Test("the end of a load is held as well, and the app acts on it when it hears it")
  func load() throws {
    // The refill of 0.2 s fails at 0.3 s, is heard at 5.2 s, and tried again at 6.2 s.
    func retries(_ rules: [FaultRule], wait: Int64) throws -> Report {
      try W.run([W.load(), W.wait(200), W.show(.skip), W.wait(wait)]) {
        $0.placeholders[0].cache.refill = .onShow
        $0.placeholders[0].remote.retry = .fixed(W.milliseconds(1_000))
        $0.networks[0].faults.rules = rules
        $0.backends[0].outages = [
          BackendOutage(from: .milliseconds(150), to: .hours(1), kind: .down)
        ]
      }
    }
    let late = try retries([held(.load)], wait: 1_050)
    #expect(late.n(.retries) == 1 && late.n(.callbackLate) == 1)
    #expect(late.range(.timeToCallback) == [5_000_000, 5_000_000])
    #expect(try retries([held(.load)], wait: 950).n(.retries) == 0)
    #expect(try retries([], wait: 950).n(.retries) == 5)
  }

  // MARK: Leaving

  /// A rewarded ad up from 0.1 to 5.1 s, after which the user leaves so many milliseconds later.
  private func leaves(
    after wait: Int64?, within: Int64 = 1_000, delay: Int64 = 0, pays: AppTraits.Pays = .earned,
    watchdog: SimDuration? = nil
  ) throws -> Report {
    var steps = [W.show(.load)]
    if let wait { steps += wait > 0 ? [W.wait(wait), W.away(3_000)] : [W.away(3_000)] }
    steps += [W.wait(9_000), W.load(), W.wait(500), W.show(.skip)]
    return try W.run(steps, format: .rewarded) {
      $0.app.pays = pays
      $0.app.watchdog = watchdog
      $0.placeholders[0].remote.waterfall[0].timeout = .none
      $0.networks[0].rewardCallbacks = .earned
      for trigger in [FaultRule.Trigger.reward, .dismiss] {
        $0.networks[0].faults.rules += [
          W.rule(on: trigger, do: .lose) {
            $0.leftWithin = .milliseconds(within)
            $0.to = .seconds(10)
          }
        ]
        if delay == 0 { continue }
        $0.networks[0].faults.rules.append(
          W.rule(on: trigger, do: .delay, delay: delay) { $0.to = .seconds(10) })
      }
    }
  }

  @Test("who leaves right after the ad never hears of its reward and its end")
  func leavesAtOnce() throws {
    for pays in [AppTraits.Pays.earned, .once, .both] {
      let report = try leaves(after: 0, pays: pays)
      #expect(report.n(.rewards) == 0 && report.n(.onAdRewarded) == 0)
      #expect(report.hazards.map(\.rule) == [.callbackLost, .rewardNotPaid])
      #expect(report.hazards.map(\.count) == [2, 1])
      // The app takes the first ad for being up.
      #expect(report.n(.busy, of: .outcomes) == 1 && report.n(.shows) == 1)
    }
    let watched = try leaves(after: 0, watchdog: .seconds(12))
    #expect(watched.n(.shows) == 2 && watched.n(.rewards) == 1)
  }

  @Test("who stays hears of both")
  func stays() throws {
    let report = try leaves(after: nil)
    #expect(report.n(.rewards) == 2 && report.n(.shows) == 2 && report.hazards.isEmpty)
  }

  @Test("what is heard by then, and what is too old, is not lost")
  func tooLate() throws {
    #expect(try leaves(after: 400).n(.callbackLost) == 0)
    #expect(try leaves(after: 400, delay: 500).n(.callbackLost) == 2)
    #expect(try leaves(after: 400, delay: 400).n(.callbackLost) == 0)
    #expect(try leaves(after: 400, within: 399, delay: 500).n(.callbackLost) == 0)
    #expect(try leaves(after: 400, within: 400, delay: 500).n(.callbackLost) == 2)
  }

  @Test("a rule looks at who has left, so long ago as it says")
  func leftBefore() throws {
    // Back at 3 s, shown at 3.1 s and dismissed at 8.1 s.
    func late(_ within: Int64) throws -> Int {
      try W.run([W.away(3_000), W.show(.load), W.wait(9_000)]) {
        $0.networks[0].faults.rules = [
          W.rule(on: .dismiss, do: .delay, delay: 1) { $0.leftWithin = .milliseconds(within) }
        ]
      }.n(.callbackLate)
    }
    #expect(try late(8_100) == 1 && late(8_099) == 0)
    #expect(
      try W.run([W.show(.load), W.wait(9_000)]) {
        $0.networks[0].faults.rules = [
          W.rule(on: .dismiss, do: .lose) { $0.leftWithin = .hours(1) }
        ]
      }.n(.callbackLost) == 0)
  }
}
