import Scheduler
import Testing

@testable import AKSPerf

/// Banners whose timers go on beside one another: a load takes 0.1 s, a refresh comes after 10 s.
@Suite("Refresh timers that stack")
struct RefreshLoopTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], _ loops: ViewTraits.RefreshLoops = .stack,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: .banner) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.placeholders[0].view.refreshLoops = loops
      change(&$0)
    }
  }

  @Test("a banner put up again has one more timer, and asks twice as often")
  func again() throws {
    let steps = [banner, W.wait(4_000), banner, W.wait(36_000)]
    // Ads at 0.1, 4.1, 14.2, 24.3 and 34.4 s.
    let one = try run(steps, .one)
    #expect(one.n(.impressions) == 5 && one.n(.refreshes) == 3 && one.n(.requests) == 5)
    // And at 10.2, 20.3 and 30.4 s.
    let stack = try run(steps)
    #expect(stack.n(.impressions) == 8 && stack.n(.refreshes) == 6 && stack.n(.requests) == 8)
    #expect(stack.n(.views) == 2 && stack.n(.shows) == 2)
    let once = try run([banner, W.wait(36_000)])
    #expect(once.n(.impressions) == 4 && once.n(.refreshes) == 3)
  }

  @Test("a banner that was taken down has no timer left")
  func hidden() throws {
    let steps = [
      banner, W.wait(4_000), .hide(placeholder: 0), banner, W.wait(36_000),
    ]
    #expect(try run(steps).n(.refreshes) == 3)
  }

  @Test("a timer that the return sets anew runs beside the one that was set before")
  func returns() throws {
    func impressions(
      _ word: ViewTraits.OnReturn, _ loops: ViewTraits.RefreshLoops, rest: Int64
    ) throws -> Int {
      try run([banner, W.wait(6_000), W.away(3_000), W.wait(rest)], loops) {
        $0.placeholders[0].view.onReturn = word
      }.n(.impressions)
    }
    // At 0.1, 10.2 and 19.1 s; without the first timer not at 10.2.
    #expect(try impressions(.restart, .stack, rest: 10_150) == 3)
    #expect(try impressions(.restart, .one, rest: 10_150) == 2)
    // At 0.1, 9.1 and 10.2 s.
    #expect(try impressions(.load, .stack, rest: 1_250) == 3)
    #expect(try impressions(.load, .one, rest: 1_250) == 2)
    // What runs on is not set anew.
    #expect(try impressions(.runs, .stack, rest: 10_150) == 2)
  }

  @Test("a timer that is over while the user is away is put off")
  func away() throws {
    // Due at 10.1 s, and again at 20.1; the other one is due 10 s after the return at 12 s.
    let steps = [banner, W.wait(6_000), W.away(6_000), W.wait(10_500)]
    let report = try run(steps) { $0.placeholders[0].view.onReturn = .restart }
    #expect(report.n(.impressions) == 3 && report.n(.refreshes) == 2)
  }

  @Test("after a failure each timer waits as the banner does")
  func failure() throws {
    func run(_ after: ViewTraits.AfterFailure) throws -> Report {
      try self.run([banner, W.wait(4_000), banner, W.wait(19_000)]) {
        $0.placeholders[0].view.refreshAfterFailure = after
        $0.backends[0].outages = [
          BackendOutage(from: .seconds(9), to: .seconds(12), kind: .down)
        ]
      }
    }
    // The first timer fails at 10.1 s. Ads at 0.1, 4.1, 12.2, 14.2 and 22.3 s.
    let again = try run(.after(.seconds(2)))
    #expect(again.n(.loadFailures) == 1 && again.n(.impressions) == 5)
    // Without it at 0.1, 4.1 and 14.2 s.
    let stopped = try run(.stops)
    #expect(stopped.n(.loadFailures) == 1 && stopped.n(.impressions) == 3)
  }

  @Test("timers of which one waits for an ad join its load")
  func joined() throws {
    let steps = [banner, W.wait(50), banner, W.wait(30_000)]
    // Put up again before its first ad, no timer had been set.
    #expect(try run(steps).n(.refreshes) == 2)
    // Shown at 0.1 and 0.35 s: the first asks at 10.1 s, the second joins, and both ask at 20.5 s.
    let together = try run([banner, W.wait(250), banner, W.wait(25_000)]) {
      $0.backends[0].outages = [
        BackendOutage(from: .seconds(5), to: .hours(1), kind: .slow(factor: 4))
      ]
    }
    #expect(together.n(.refreshes) == 4 && together.n(.loadsJoined) == 2)
    #expect(together.n(.requests) == 4 && together.n(.impressions) == 4)
  }

  @Test("beyond the bound the timer before stops")
  func bound() throws {
    let report = try run([
      .repeated(count: .constant(50), steps: [banner, W.wait(200)]), W.wait(10_050),
    ])
    // The first 32 and the newest, each once.
    #expect(report.n(.refreshes) == 33 && report.n(.impressions) == 83)
  }
}
