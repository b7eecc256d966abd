import Scheduler
import Testing

@testable import AKSPerf

/// Shows whose end the app hears of while their ad is still there, or still to come.
@Suite("Ends reported before they come")
struct ReportedEndTests {
  typealias W = TinyWorld

  private static let steps = [W.show(.load), W.wait(1_000)]

  private func late(
    _ fate: AdNetwork.LatePresentation, format: AdFormat = .interstitial,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(Self.steps, format: format) {
      $0.networks[0].showOverhead = W.milliseconds(8_000)
      $0.networks[0].presentTimeout = .seconds(5)
      $0.networks[0].latePresentation = fate
      change(&$0)
    }
  }

  @Test("an ad beyond the timeout is lost, or is reported failed and comes all the same")
  func failedThenShown() throws {
    let lost = try late(.lost)
    #expect(lost.n(.presentTimeout, of: .outcomes) == 1 && lost.n(.shows) == 0)
    #expect(lost.n(.onAdFailedToShow) == 1 && lost.hazards.isEmpty)
    let shown = try late(.shown)
    #expect(shown.n(.presentTimeout, of: .outcomes) == 0 && shown.n(.shows) == 1)
    #expect(shown.n(.impressions) == 1 && shown.n(.adsShown) == 1 && shown.n(.adsUnfit) == 0)
    #expect(shown.us(.timeToShow) == 8_100_000)
    #expect(shown.n(.onAdFailedToShow) == 1 && shown.n(.onAdShown) == 1)
    #expect(shown.n(.onAdDismissed) == 0)
    #expect(shown.hazards.map(\.rule) == [.failedThenShown] && shown.hazards.map(\.count) == [1])
  }

  @Test("an ad that comes in time is shown as any, whatever becomes of late ones")
  func inTime() throws {
    let report = try late(.shown) { $0.networks[0].presentTimeout = .seconds(8) }
    #expect(report.n(.shows) == 1 && report.n(.onAdFailedToShow) == 0)
    #expect(report.n(.onAdDismissed) == 1 && report.hazards.isEmpty)
  }

  @Test("a failure that is reported refills the slot, and the end of the ad does not")
  func refillsOnce() throws {
    func loads(_ refill: CachePolicy.Refill) throws -> Int {
      try late(.shown) { $0.placeholders[0].cache.refill = refill }.n(.loads)
    }
    #expect(try loads([]) == 1 && loads(.onDismiss) == 1 && loads(.afterFailure) == 2)
  }

  @Test("a late show that brings nothing has failed, and the next ad is shown")
  func latePhantom() throws {
    for fate in AdNetwork.LatePresentation.allCases {
      let report = try W.run([W.show(.load), W.show(.load)]) {
        $0.networks[0].showOverhead = W.milliseconds(8_000)
        $0.networks[0].presentTimeout = .seconds(5)
        $0.networks[0].latePresentation = fate
        $0.networks[0].faults.phantomShow = 1
      }
      #expect(report.n(.presentTimeout, of: .outcomes) == 2 && report.n(.shows) == 0)
      #expect(report.n(.onAdFailedToShow) == 2 && report.n(.adsUnfit) == 2)
      #expect(report.hazards.isEmpty)
    }
  }

  private func left(
    _ steps: [JourneyStep] = steps, format: AdFormat = .interstitial, isClick: Bool,
    _ reports: ClickBehaviour.Report, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      if isClick {
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(20_000))
        $0.click?.reports = reports
      } else {
        $0.leaveDuringAd = AdLeave(probability: 1, away: W.milliseconds(20_000))
        $0.leaveDuringAd?.reports = reports
      }
      change(&$0)
    }
  }

  @Test("an ad is reported dismissed once, at its end or at a leave", arguments: [true, false])
  func dismissedAtLeave(isClick: Bool) throws {
    let plain = try left(isClick: isClick, .atEnd)
    #expect(plain.n(.onAdDismissed) == 1 && plain.hazards.isEmpty)
    let early = try left(isClick: isClick, .atLeave)
    #expect(early.n(.onAdDismissed) == 1 && early.n(.completedViews) == 1)
    #expect(early.hazards.map(\.rule) == [.callbackEarly] && early.hazards.map(\.count) == [1])
    let rewarded = try left(format: .rewarded, isClick: isClick, .atLeave)
    #expect(rewarded.n(.onAdRewardedAdDismissed) == 1 && rewarded.n(.onRewardedCompleted) == 1)
  }

  @Test("the slot is refilled as the user leaves, so its ad is older at the next show")
  func refillsAtLeave() throws {
    func age(_ reports: ClickBehaviour.Report) throws -> Int {
      let steps = [W.show(.load), W.wait(1_000), W.show(.skip)]
      return try #require(
        try left(steps, isClick: false, reports) {
          $0.placeholders[0].cache.refill = .onDismiss
        }.us(.cacheAge))
    }
    let (atEnd, atLeave) = (try age(.atEnd), try age(.atLeave))
    #expect(atEnd == 900_000 && atLeave > 20_000_000 && atLeave < 26_000_000)
  }

  @Test("a lost ad reports nothing, and one that is early by a rule as well is reported once")
  func once() throws {
    let lost = try left(isClick: false, .atLeave) { $0.leaveDuringAd?.onReturn = .lost }
    #expect(lost.n(.onAdDismissed) == 0 && lost.hazards.map(\.rule) == [.callbackLost])
    let closed = try left(isClick: false, .atLeave) { $0.leaveDuringAd?.onReturn = .closed }
    #expect(closed.n(.onAdDismissed) == 1 && closed.n(.completedViews) == 0)
    #expect(closed.hazards.map(\.rule) == [.callbackEarly])
    let both = try left(isClick: true, .atLeave) {
      $0.networks[0].faults.rules = [W.rule(on: .dismiss, do: .early, delay: 1)]
    }
    #expect(both.n(.onAdDismissed) == 1 && both.hazards.map(\.count) == [1])
  }
}
