import Scheduler
import Testing

@testable import AKSPerf

/// Users who end the app because an ad does not go away, and splashes that end theirs.
@Suite("Ads that are up too long")
struct StuckAdTests {
  typealias W = TinyWorld

  @Test("a user ends the app when an ad is up for longer than they stand")
  func killed() throws {
    func run(_ milliseconds: Int64) throws -> Report {
      try W.run([W.load(awaited: true), W.show(.skip)], duration: .seconds(3)) {
        $0.users.killsAfter = W.milliseconds(milliseconds)
      }
    }
    // Up at 0.1 s, ended at 2.1 s, launched again at once, ended at 4.2 s.
    let report = try run(2_000)
    #expect(report.n(.sessionsTerminated) == 2 && report.n(.shows) == 2)
    #expect(report.n(.completedViews) == 0 && report.n(.onAdDismissed) == 0)
    let patient = try run(5_000)
    #expect(patient.n(.sessionsTerminated) == 0 && patient.n(.completedViews) == 1)
    #expect(patient.n(.sessionsEnded) == 1)
  }

  @Test("a splash that is over takes its ad along")
  func splash() throws {
    func run(_ seconds: Int64, ends: Bool = true) throws -> Report {
      try W.run(
        [.appOpen(placeholder: 0, flow: .automatic(splash: .seconds(seconds))), W.wait(100)],
        format: .appOpen
      ) { $0.placeholders[0].appCode.splashEndsAd = ends }
    }
    let short = try run(3)
    #expect(short.us(.timeToContent) == 3_000_000 && short.n(.completedViews) == 0)
    let long = try run(6)
    #expect(long.us(.timeToContent) == 5_100_000 && long.n(.completedViews) == 1)
    let plain = try run(3, ends: false)
    #expect(plain.us(.timeToContent) == 5_100_000 && plain.n(.completedViews) == 1)
  }

  @Test("rules count the shows of native ads and banners too")
  func shows() throws {
    let native = JourneyStep.native(placeholder: 0)
    let hide = JourneyStep.hide(placeholder: 0)
    let once = [native, W.wait(1_000), hide]
    let report = try W.run(once + once + once, format: .native) {
      $0.networks[0].faults.rules = [
        W.rule(on: .callback(.onNativeLoaded), do: .duplicate) { $0.showsAtLeast = 2 }
      ]
    }
    #expect(report.n(.onNativeLoaded) == 4 && report.n(.onNativeShown) == 3)
  }

  /// Ads of 30 s, users who stand 20 s of them, and leave each for a minute.
  private func left(_ fate: AdLeave.OnReturn) throws -> Report {
    try W.run([W.load(awaited: true), W.show(.skip)], duration: .seconds(3)) {
      $0.adDuration = PerFormat(repeating: W.milliseconds(30_000))
      $0.users.killsAfter = W.milliseconds(20_000)
      $0.leaveDuringAd = AdLeave(probability: 1, away: W.milliseconds(60_000))
      $0.leaveDuringAd?.onReturn = fate
    }
  }

  @Test("nobody ends an app for an ad that is gone when they are back")
  func gone() throws {
    let closed = try left(.closed)
    #expect(closed.n(.sessionsTerminated) == 0 && closed.n(.onAdDismissed) == 1)
    let kept = try left(.kept)
    #expect(kept.n(.adLeaves) >= 1 && kept.n(.sessionsTerminated) >= 1)
    #expect(kept.n(.completedViews) == 0 && kept.n(.onAdDismissed) == 0)
  }

  @Test("a blocked main thread keeps nobody from ending the app")
  func blocked() throws {
    let report = try W.run([W.load(awaited: true), W.show(.skip)], duration: .seconds(3)) {
      $0.users.killsAfter = W.milliseconds(2_000)
      $0.networks[0].faults.rules = [W.rule(on: .callback(.onAdShown), do: .block, delay: 60_000)]
    }
    #expect(report.n(.sessionsTerminated) == 2 && report.n(.shows) == 2)
  }
}
