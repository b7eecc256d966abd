import Scheduler
import Testing

@testable import AKSPerf

/// Timers that load and show beside the journey, at exact instants.
@Suite("Timers of the app")
struct AppTimerTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], _ actions: [AppTimer.Action], every: SimDuration = .seconds(10),
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      $0.app.timers = actions.map { AppTimer(every: every, placeholder: 0, action: $0) }
      change(&$0)
    }
  }

  @Test("a timer loads once a period, whatever the journey waits for")
  func loads() throws {
    // At 10, 20 and 30 s, the first into an empty slot.
    let report = try run([W.wait(35_000)], [.load])
    #expect(report.n(.loadCalls) == 3 && report.n(.loads) == 1 && report.n(.loadsAnswered) == 2)
    #expect(try run([W.wait(9_999)], [.load]).n(.loadCalls) == 0)
  }

  @Test("a timer shows what is ready, and the step that falls due waits for its end")
  func shows() throws {
    // Up from 10 to 15 s: the load of 11 s is called at 15 s, and its ad shown at 15.5 s.
    let report = try run(
      [W.load(), W.wait(11_000), W.load(), W.wait(500), W.show(.skip), W.wait(1_000)],
      [.show(stacks: false)])
    #expect(report.n(.shows) == 2 && report.n(.opportunities) == 2)
    #expect(report.range(.cacheAge) == [400_000, 9_900_000])
  }

  @Test("a show under an ad fails as busy, or comes up behind it")
  func busy() throws {
    // Three ads of 30 s, the first from 5 s on; the others behind it, and then none is left.
    func run(stacks: Bool) throws -> Report {
      let steps = [W.load(), W.load(), W.load(), W.wait(5_000), W.show(.skip), W.wait(1)]
      return try self.run(steps, [.show(stacks: stacks)]) {
        $0.adDuration = PerFormat(repeating: W.milliseconds(30_000))
        $0.placeholders[0].cache.depth = 3
      }
    }
    let refused = try run(stacks: false)
    #expect(refused.n(.shows) == 1 && refused.n(.busy, of: .showCallsEnded) == 3)
    let stacked = try run(stacks: true)
    #expect(stacked.n(.shows) == 3 && stacked.n(.busy, of: .showCallsEnded) == 9)
  }
}
