import Scheduler
import Testing

@testable import AKSPerf

/// Rules that act on callbacks of a show if load was called since.
@Suite("Loads during shows")
struct LoadedMeanwhileTests {
  typealias W = TinyWorld

  /// Two shows of 5 s with 1 s between them; the dismissals are lost if load was called meanwhile.
  private func run(
    _ refill: CachePolicy.Refill, isLoadedMeanwhile: Bool = true, format: AdFormat = .interstitial,
    on trigger: FaultRule.Trigger = .dismiss, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let steps = [W.show(.load), W.wait(1_000), W.show(.load), W.wait(1_000)]
    return try W.run(steps, format: format) {
      $0.placeholders[0].cache.refill = refill
      $0.networks[0].faults.rules = [
        W.rule(on: trigger, do: .lose) { $0.isLoadedMeanwhile = isLoadedMeanwhile }
      ]
      $0.app.watchdog = .zero
      change(&$0)
    }
  }

  @Test("a refill while the ad is up takes its dismissal, and one at its end does not")
  func refills() throws {
    let taken = try run(.onShow)
    #expect(taken.n(.shows) == 2 && taken.n(.onAdDismissed) == 0)
    #expect(taken.hazards.map(\.rule) == [.callbackLost] && taken.hazards.map(\.count) == [2])
    let kept = try run(.onDismiss)
    #expect(kept.n(.shows) == 2 && kept.n(.onAdDismissed) == 2 && kept.hazards.isEmpty)
  }

  @Test("without the condition the rule takes each dismissal")
  func always() throws {
    #expect(try run([], isLoadedMeanwhile: false).n(.onAdDismissed) == 0)
    #expect(try run([]).n(.onAdDismissed) == 2)
  }

  @Test("shown is reported before the refill that it makes, and the reward behind it")
  func callbacks() throws {
    #expect(try run(.onShow, on: .show).n(.onAdShown) == 2)
    let reward = try run(.onShow, format: .rewarded, on: .reward)
    #expect(reward.n(.shows) == 2 && reward.n(.onAdRewarded) == 0)
    #expect(try run(.onDismiss, format: .rewarded, on: .reward).n(.onAdRewarded) == 2)
  }

  @Test("a load of another placeholder takes nothing, and one of the same a step before neither")
  func others() throws {
    func dismissals(of placeholder: Int) throws -> Int {
      try run([]) {
        var other = $0.placeholders[0]
        other.name = "other"
        $0.placeholders.append(other)
        $0.app.timers = [
          AppTimer(every: .seconds(2), placeholder: placeholder, action: .load)
        ]
      }.n(.onAdDismissed)
    }
    // The timer fires at 2 s, in the first show, and each 2 s from then on.
    #expect(try dismissals(of: 0) == 0)
    #expect(try dismissals(of: 1) == 2)
  }
}
