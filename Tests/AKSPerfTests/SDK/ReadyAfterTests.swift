import Scheduler
import Testing

@testable import AKSPerf

/// Networks that report ads loaded before they can be shown.
@Suite("Ads loaded before they are ready")
struct ReadyAfterTests {
  typealias W = TinyWorld

  /// An ad of 0.1 s, shown `wait` milliseconds after the start of its load, and once more.
  private func run(
    _ readyAfter: Int64, wait: Int64, format: AdFormat = .interstitial,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let steps = [W.load(), W.wait(wait), W.show(.skip), W.wait(1_000), W.show(.skip)]
    return try W.run(steps, format: format) {
      $0.networks[0].readyAfter = .milliseconds(readyAfter)
      change(&$0)
    }
  }

  @Test("a show too soon fails, and the ad stays for the next one")
  func tooSoon() throws {
    let report = try run(400, wait: 499)
    #expect(report.n(.notReady, of: .showCallsEnded) == 1 && report.n(.failed) == 1)
    #expect(report.n(.onAdFailedToShow) == 1 && report.n(.shows) == 1)
    #expect(report.n(found: .hit) == 2 && report.n(.loads) == 1 && report.n(.adsUnfit) == 0)
    #expect(report.us(.cacheAge) == 1_399_000)
    let plain = try run(0, wait: 499)
    #expect(plain.n(.notReady, of: .showCallsEnded) == 0 && plain.us(.cacheAge) == 399_000)
    let rewarded = try run(400, wait: 499, format: .rewarded)
    #expect(rewarded.n(.onRewardedFailedToShow) == 1 && rewarded.n(.shows) == 1)
  }

  @Test("a show just then is none too soon")
  func inTime() throws {
    let report = try run(400, wait: 500)
    #expect(report.n(.failed) == 0 && report.us(.cacheAge) == 400_000)
  }

  @Test("a step that loads shows at once, and so never shows such an ad")
  func atOnce() throws {
    let report = try W.run([W.show(.load), W.wait(1_000)]) {
      $0.networks[0].readyAfter = SimDuration(nanoseconds: 1)
    }
    #expect(report.n(.notReady, of: .outcomes) == 1 && report.n(.shows) == 0)
    #expect(report.n(.adsLost) == 1)
  }

  @Test("the network reports the failure, so that its rules act on it")
  func isReported() throws {
    let lost = try run(400, wait: 499) {
      $0.networks[0].faults.rules = [W.rule(on: .callback(.onAdFailedToShow), do: .lose)]
    }
    #expect(lost.n(.onAdFailedToShow) == 1 && lost.hazards.map(\.rule) == [.callbackLost])
    // For the app the ad is up.
    #expect(lost.n(.busy, of: .outcomes) == 1)
  }

  @Test("banners appear as soon as they are loaded")
  func views() throws {
    let report = try W.run([.banner(placeholder: 0), W.wait(1_000)], format: .banner) {
      $0.networks[0].readyAfter = .seconds(30)
    }
    #expect(report.n(.impressions) == 1)
  }
}
