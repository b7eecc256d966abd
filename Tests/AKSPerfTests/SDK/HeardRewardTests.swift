import Scheduler
import Testing

@testable import AKSPerf

/// What apps pay that go by what they have heard of an ad's end, at exact instants.
@Suite("Rewards that are heard late")
struct HeardRewardTests {
  typealias W = TinyWorld

  /// An ad up from 0.1 to 5.1 s, whose dismissal and reward come so many milliseconds later.
  private func run(
    _ pays: AppTraits.Pays, dismissal: Int64?, reward: Int64,
    _ step: JourneyStep = W.show(.load), wait: Int64 = 60_000,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> (Int, [Hazard]) {
    let report = try W.run([step, W.wait(wait)], format: .rewarded) {
      $0.app.pays = pays
      $0.networks[0].faults.rules = [W.rule(on: .reward, do: .delay, delay: reward)]
      if let dismissal {
        $0.networks[0].faults.rules.append(W.rule(on: .dismiss, do: .delay, delay: dismissal))
      }
      change(&$0)
    }
    return (report.n(.rewards), report.hazards.map(\.rule))
  }

  @Test("a reward heard before the dismissal is paid, one heard after it is not")
  func order() throws {
    for pays in [AppTraits.Pays.earned, .completed] {
      #expect(try run(pays, dismissal: 500, reward: 500) == (1, [.callbackLate]))
      #expect(try run(pays, dismissal: 900, reward: 500) == (1, [.callbackLate]))
      let after = try run(pays, dismissal: 500, reward: 501)
      #expect(after == (0, [.callbackLate, .rewardNotPaid]))
      #expect(try run(pays, dismissal: nil, reward: 1) == (0, [.callbackLate, .rewardNotPaid]))
    }
    let both = try run(.both, dismissal: 900, reward: 500)
    #expect(both == (2, [.callbackLate, .rewardPaidTwice]))
    #expect(try run(.both, dismissal: 400, reward: 500) == (0, [.callbackLate, .rewardNotPaid]))
    #expect(try run(.once, dismissal: 400, reward: 500) == (1, [.callbackLate]))
    #expect(try run(.dismissed, dismissal: 400, reward: 500) == (1, [.callbackLate]))
  }

  @Test("an app whose dismissal is lost listens until its watchdog, or the end of the session")
  func lostDismissal() throws {
    let lost: (inout Scenario) -> Void = { $0.networks[0].faults.lostDismiss = 1 }
    let heard = try run(.earned, dismissal: nil, reward: 20_000, change: lost)
    #expect(heard == (1, [.callbackLost, .callbackLate]))
    let watched = try run(.earned, dismissal: nil, reward: 20_000) {
      lost(&$0)
      $0.app.watchdog = .seconds(10)
    }
    #expect(watched == (0, [.callbackLost, .callbackLate, .rewardNotPaid]))
    let ended = try run(.earned, dismissal: nil, reward: 20_000, wait: 9_000, change: lost)
    #expect(ended == (0, [.callbackLost, .callbackLate, .rewardNotPaid]))
  }

  @Test("a reward after a dismissal that is not heard yet is paid")
  func afterDismissal() throws {
    let steps = [W.show(.load), W.wait(60_000)]
    func rewards(_ rules: [FaultRule]) throws -> (Int, [Hazard]) {
      let report = try W.run(steps, format: .rewarded) {
        $0.app.pays = .earned
        $0.networks[0].rewardAfterDismiss = 1
        $0.networks[0].faults.rules = rules
      }
      return (report.n(.rewards), report.hazards.map(\.rule))
    }
    #expect(try rewards([W.rule(on: .dismiss, do: .delay, delay: 1)]) == (1, [.callbackLate]))
    #expect(try rewards([W.rule(on: .dismiss, do: .lose)]) == (1, [.callbackLost]))
    #expect(try rewards([]) == (0, [.rewardNotPaid]))
  }

  @Test("an app that was told early that its ad is gone does not hear of the reward")
  func earlyDismissal() throws {
    let early: (inout Scenario) -> Void = {
      $0.networks[0].faults.rules = [W.rule(on: .dismiss, do: .early, delay: 1_000)]
    }
    #expect(
      try run(.earned, dismissal: nil, reward: 0, change: early)
        == (0, [.callbackEarly, .rewardNotPaid]))
    #expect(try run(.once, dismissal: nil, reward: 0, change: early) == (1, [.callbackEarly]))
  }

  @Test("a late reward that is reported twice is paid twice while the app listens")
  func duplicates() throws {
    let twice: (inout Scenario) -> Void = { $0.networks[0].faults.duplicateReward = 1 }
    let paid = try run(.earned, dismissal: 900, reward: 500, change: twice)
    #expect(paid == (2, [.callbackDuplicated, .callbackLate, .rewardPaidTwice]))
    let once = try run(.once, dismissal: 400, reward: 500, change: twice)
    #expect(once == (1, [.callbackDuplicated, .callbackLate]))
  }

  @Test("the late success of the one-call form pays when it comes")
  func oneCall() throws {
    let call = JourneyStep.loadAndShow(placeholder: 0, budget: nil)
    for pays in AppTraits.Pays.allCases {
      #expect(try run(pays, dismissal: nil, reward: 500, call) == (1, [.callbackLate]))
    }
  }

  @Test("an account is paid at the first of two callbacks, whichever was reported first")
  func firstHeard() throws {
    let report = try W.run([W.show(.load), W.wait(2_000)], format: .rewarded) {
      $0.networks[0].faults.rules = [
        W.rule(on: .callback(.onAdRewarded), do: .delay, delay: 9_000),
        W.rule(on: .callback(.onRewardedCompleted), do: .delay, delay: 1_000),
      ]
    }
    #expect(report.n(.rewards) == 1 && report.hazards.map(\.rule) == [.callbackLate])
  }
}
