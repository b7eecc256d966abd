import Scheduler
import Testing

@testable import AKSPerf

/// Views that come up after the app has taken them down, at exact instants.
@Suite("Views that are not removed")
struct GhostViewTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)
  private let hide = JourneyStep.hide(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], ghost: Double = 1, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: .banner) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.placeholders[0].view.ghost = ghost
      change(&$0)
    }
  }

  @Test("a banner that is hidden before its ad comes appears with it, and stays")
  func appears() throws {
    // Asked for at 0, hidden at 0.05 s, shown at 0.1, 10.2 and 20.3 s.
    let steps = [banner, W.wait(50), hide, W.wait(5_000), hide, W.wait(16_000)]
    let report = try run(steps)
    #expect(report.n(.impressions) == 3 && report.n(.shows) == 0)
    #expect(report.n(.cancelled, of: .outcomes) == 1 && report.n(.abandoned) == 1)
    #expect(report.hazards.map(\.rule) == [.viewNotRemoved] && report.hazards[0].count == 3)
    let none = try run(steps, ghost: 0)
    #expect(none.n(.impressions) == 0 && none.hazards.map(\.rule) == [.loadedThenFailed])
  }

  @Test("one whose ad is there is hidden as ever, and one put up anew takes its place")
  func hides() throws {
    let shown = try run([banner, W.wait(150), hide, W.wait(20_000)])
    #expect(shown.n(.impressions) == 1 && shown.hazards.isEmpty)
    let again = try run([
      banner, W.wait(50), hide, W.wait(1_000), banner, W.wait(1_000), hide, W.wait(20_000),
    ])
    #expect(again.n(.impressions) == 2 && again.n(.shows) == 1)
    #expect(again.hazards.map(\.count) == [1])
  }

  @Test("its stacked refresh timers stop as the app takes it down")
  func timers() throws {
    // Shown at 0.1 s and at 4.1 s; the first timer would be over at 10.1 s.
    let steps = [banner, W.wait(4_000), banner, W.wait(50), hide, W.wait(7_000)]
    let report = try run(steps) { $0.placeholders[0].view.refreshLoops = .stack }
    #expect(report.n(.impressions) == 2 && report.n(.refreshes) == 0)
  }
}
