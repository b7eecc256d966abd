import Scheduler
import Testing

@testable import AKSPerf

/// Networks that show only their newest ad, at exact instants.
@Suite("Networks with one live ad")
struct OneLiveTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], oneLive: Bool = true, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      $0.networks[0].oneLive = oneLive
      $0.placeholders[0].cache.depth = 3
      change(&$0)
    }
  }

  @Test("of three ads loaded together the last alone can be shown")
  func three() throws {
    let steps =
      [W.load(), W.load(), W.load()] + (0..<3).flatMap { _ in [W.wait(1_000), W.show(.skip)] }
    let report = try run(steps)
    #expect(report.n(.adsLoaded) == 3 && report.n(.shows) == 1 && report.n(.adsUnfit) == 2)
    #expect(report.n(.internalError, of: .outcomes) == 2 && report.n(.onAdFailedToShow) == 2)
    #expect(try run(steps, oneLive: false).n(.shows) == 3)
  }

  @Test("the ad of another network, and one that comes after a show, is not concerned")
  func others() throws {
    let turn = [W.load(), W.wait(200), W.show(.skip)]
    let turns = try run(turn + turn)
    #expect(turns.n(.shows) == 2 && turns.n(.adsUnfit) == 0)
    // The second load finds the first network without demand.
    let two = try run([W.load(), W.wait(200), W.load(), W.wait(500), W.show(.skip)]) {
      W.addNetwork(to: &$0, answer: 100)
      $0.backends[0].outages = [
        BackendOutage(from: .milliseconds(150), to: .hours(1), kind: .down)
      ]
    }
    #expect(two.n(.adsLoaded) == 2 && two.n(.shows) == 1)
  }
}
