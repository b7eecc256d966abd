import Scheduler
import Testing

@testable import AKSPerf

/// Timers that outlive their load, at exact instants: a load takes 100 ms and has 1 s.
@Suite("Timers of earlier loads")
struct StaleTimerTests {
  typealias W = TinyWorld

  /// A banner whose next load starts at 100 ms + `refresh`.
  private func banner(refresh: Int64, isStale: Bool = true) throws -> Report {
    try W.run([.banner(placeholder: 0), W.wait(1_800)], format: .banner) {
      $0.networks[0].timeout = .seconds(1)
      $0.placeholders[0].view.refresh = .milliseconds(refresh)
      $0.placeholders[0].appCode.staleTimer = isStale
    }
  }

  @Test("the timer of a banner's load ends the next one, and the app hears of it")
  func refresh() throws {
    let report = try banner(refresh: 850)
    #expect(report.n(.callbackStale) == 1 && report.n(.timeout, of: .loadFailures) == 1)
    #expect(report.us(.loadFailureLatency) == 50_000 && report.n(.loads) == 2)
    #expect(report.n(.onBannerFailedToLoad) == 1 && report.n(.impressions) == 1)
    let clean = try banner(refresh: 850, isStale: false)
    #expect(clean.hazards.isEmpty && clean.n(.loadsFilled) == 2)
    #expect(clean.n(.onBannerFailedToLoad) == 0)
  }

  @Test("it does nothing while no load is under way")
  func between() throws {
    let report = try banner(refresh: 950)
    #expect(report.hazards.isEmpty && report.n(.loadsFilled) == 2)
  }

  @Test("it runs for the deadline or, without one, for the timeout of the first entry")
  func length() throws {
    func report(_ change: (inout Scenario) -> Void) throws -> Report {
      try W.run([W.show(.load), W.wait(350), W.load(awaited: true)]) {
        $0.adDuration = PerFormat(repeating: W.milliseconds(500))
        $0.placeholders[0].appCode.staleTimer = true
        change(&$0)
      }
    }
    // The second load is under way from 950 ms to 1050 ms.
    let timeout = try report { $0.networks[0].timeout = .seconds(1) }
    #expect(timeout.us(.loadFailureLatency) == 50_000 && timeout.n(.onFailedToLoad) == 1)
    let deadline = try report {
      $0.networks[0].timeout = .seconds(9)
      $0.placeholders[0].remote.deadline = .milliseconds(1_020)
    }
    #expect(deadline.us(.loadFailureLatency) == 70_000)
    #expect(try report { _ in }.hazards.isEmpty)
  }

  @Test("a load that its own timer has ended leaves none behind")
  func ownTimer() throws {
    let report = try W.run([W.load(awaited: true), W.load(awaited: true)]) {
      $0.networks[0].timeout = .milliseconds(60)
      $0.placeholders[0].appCode.staleTimer = true
    }
    #expect(report.hazards.isEmpty && report.us(.loadFailureLatency) == 60_000)
  }
}
