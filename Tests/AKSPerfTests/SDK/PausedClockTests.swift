import Scheduler
import Testing

@testable import AKSPerf

/// What becomes of a banner's clock when the user leaves, at exact instants.
@Suite("Clocks of banners and absences")
struct PausedClockTests {
  typealias W = TinyWorld

  /// A banner of 0.1 s, due at 10.1 s; the user is away from 6 to 9 s.
  private func impressions(
    _ onReturn: ViewTraits.OnReturn, rest: Int64, away: Int64 = 3_000,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Int {
    try W.run(
      [.banner(placeholder: 0), W.wait(6_000), W.away(away), W.wait(rest)], format: .banner
    ) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.placeholders[0].view.onReturn = onReturn
      change(&$0)
    }.n(.impressions)
  }

  @Test("it runs on, goes on, begins anew, or is over")
  func words() throws {
    // Shown 0.1 s after 10.1, 13.1, 19 and 9 s.
    let due: [(ViewTraits.OnReturn, Int64)] = [
      (.runs, 1_200), (.resume, 4_200), (.restart, 10_100), (.load, 100),
    ]
    for (word, rest) in due {
      #expect(try impressions(word, rest: rest + 1) == 2)
      #expect(try impressions(word, rest: rest - 1) == 1)
    }
  }

  @Test("a clock that stands still asks for nothing meanwhile, however long")
  func absence() throws {
    #expect(try impressions(.resume, rest: 4_201, away: 500_000) == 2)
    #expect(try impressions(.resume, rest: 4_199, away: 500_000) == 1)
    #expect(try impressions(.restart, rest: 10_101, away: 500_000) == 2)
    #expect(try impressions(.load, rest: 101, away: 500_000) == 2)
  }

  @Test("an ad that comes meanwhile is shown at the return, and its clock begins then")
  func inFlight() throws {
    // Asked for at 5.9 s, answered at 7.9 s, on screen at 9 s; the next one at 21 s.
    func run(_ rest: Int64) throws -> Int {
      try impressions(.resume, rest: rest) {
        $0.backends[0].service = W.milliseconds(2_000)
        $0.placeholders[0].view.refresh = .milliseconds(3_900)
      }
    }
    #expect(try run(1) == 2)
    #expect(try run(5_901) == 3 && run(5_899) == 2)
  }

  @Test("absences look for clocks only where one may stop")
  func table() throws {
    func stops(_ onReturn: ViewTraits.OnReturn, _ step: JourneyStep) throws -> Bool {
      let scenario = W.scenario([step], format: .banner) {
        $0.placeholders[0].view.onReturn = onReturn
      }
      return try CompiledScenario(scenario).tables.app.stopsClocks
    }
    let banner = JourneyStep.banner(placeholder: 0)
    #expect(try stops(.resume, banner) && stops(.restart, banner) && stops(.load, banner))
    #expect(try !stops(.runs, banner) && !stops(.resume, W.load()))
  }
}
