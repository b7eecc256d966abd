import Scheduler
import Testing

@testable import AKSPerf

/// Rewards that are earned before the end of an ad, and clicks on views that rules act on.
@Suite("Rewards before the end, clicks of views")
struct EarnedRewardTests {
  typealias W = TinyWorld

  private func run(
    at share: Double, completion: Double, shows: Int = 1, oneCall: Bool = false,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let step: JourneyStep =
      oneCall ? .loadAndShow(placeholder: 0, budget: nil) : W.show(.load)
    return try W.run(
      [.repeated(count: .constant(Double(shows)), steps: [step])], format: .rewarded,
      duration: .hours(24)
    ) {
      $0.networks[0].rewardAt = share
      $0.completion = PerFormat(repeating: completion)
      change(&$0)
    }
  }

  @Test("whoever closes an ad after that share of its time is paid")
  func share() throws {
    for share in [0, 0.3, 0.8] {
      let report = try run(at: share, completion: 0, shows: 2_000)
      let paid = Double(report.n(.onAdRewarded)) / 2_000
      #expect(abs(paid - (1 - share)) < 0.03, "\(share)")
      #expect(report.n(.rewardWithoutView) == report.n(.onAdRewarded))
      #expect(report.n(.rewardedViews) == 0 && report.n(.rewardPaidTwice) == 0)
    }
    let closed = try run(at: 0, completion: 0, shows: 100)
    #expect(closed.n(.onAdRewarded) == 100 && closed.n(.onRewardedCompleted) == 0)
    let full = try run(at: 0, completion: 0, shows: 100) { $0.app.pays = .completed }
    #expect(full.n(.rewards) == 0 && full.n(.rewardWithoutView) == 0)
    let other = try run(at: 0, completion: 0, shows: 100) {
      $0.networks[0].rewardCallbacks = .completed
    }
    #expect(other.n(.onAdRewarded) == 0 && other.n(.onRewardedCompleted) == 100)
    #expect(try run(at: 1, completion: 0, shows: 100).n(.onAdRewarded) == 0)
    let viewed = try run(at: 0.3, completion: 1, shows: 100)
    #expect(viewed.n(.rewardedViews) == 100 && viewed.n(.onAdRewarded) == 100)
    #expect(viewed.hazards.isEmpty)
  }

  @Test("the one-call form succeeds for them too")
  func oneCall() throws {
    #expect(try run(at: 0, completion: 0, oneCall: true).n(.onRewardedAdSuccess) == 1)
    #expect(try run(at: 1, completion: 0, oneCall: true).n(.onRewardedAdFailed) == 1)
  }

  @Test("an ad that is gone when its user is back earns nothing")
  func closed() throws {
    func rewards(_ fate: AdLeave.OnReturn) throws -> Int {
      try run(at: 0, completion: 0) {
        $0.leaveDuringAd = AdLeave(probability: 1, away: W.milliseconds(1_000))
        $0.leaveDuringAd?.onReturn = fate
      }.n(.onAdRewarded)
    }
    #expect(try rewards(.closed) == 0 && rewards(.kept) == 1)
  }

  @Test("rules act on clicks of banners and native ads", arguments: [AdFormat.banner, .native])
  func clicks(format: AdFormat) throws {
    let callback: Callback = format == .banner ? .onBannerClicked : .onNativeClicked
    let step: JourneyStep = format == .banner ? .banner(placeholder: 0) : .native(placeholder: 0)
    func run(_ effect: FaultRule.Effect?) throws -> Report {
      try W.run([step, W.wait(600_000)], format: format) {
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(1_000))
        $0.placeholders[0].view.refresh = nil
        if let effect {
          $0.networks[0].faults.rules = [W.rule(on: .callback(callback), do: effect)]
        }
      }
    }
    #expect(try run(nil).n(callback) == 1)
    let twice = try run(.duplicate)
    #expect(twice.n(callback) == 2 && twice.n(.clicks) == 1)
    #expect(twice.hazards.map(\.rule) == [.callbackDuplicated])
    let lost = try run(.lose)
    #expect(lost.n(callback) == 0 && lost.n(.clicks) == 1 && lost.n(.callbackLost) == 1)
    #expect(lost.n(.backgrounds) == 1)
  }
}
