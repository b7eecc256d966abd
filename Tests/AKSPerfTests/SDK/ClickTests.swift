import Scheduler
import Testing

@testable import AKSPerf

/// Clicks on full-screen ads, and what the app does while its user is away.
@Suite("Clicks")
struct ClickTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], p: Double = 1, away: Int64 = 20_000, answer: Int64 = 100,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, answer: answer) {
      $0.click = ClickBehaviour(probability: p, away: W.milliseconds(away))
      W.addNetwork(to: &$0, answer: 100)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 1)])))
      change(&$0)
    }
  }

  /// When the first slot's ad, shown at 0.2 s, leaves the screen: by the age of the other one then.
  private func end(p: Double, away: Int64) throws -> Int? {
    try run(
      [W.load(1, awaited: true), W.show(.load), W.show(.skip, 1)], p: p, away: away
    ).us(.cacheAge)
  }

  @Test("a process may die while its user looks at the page of an ad")
  func dies() throws {
    let report = try run([W.load(1, awaited: true), W.show(.load, 1), W.wait(1_000)]) {
      $0.click?.terminated = 1
    }
    let clicks = report.n(.clicks)
    // Each launch ends there, and the next one is cold.
    #expect(clicks > 100 && report.n(.sessionsTerminated) == clicks)
    #expect(report.n(.shows) == clicks && report.n(.completedViews) == 0)
    #expect(report.n(.rewards) == 0 && report.n(.sessionsEnded) == clicks)
    let alive = try run([W.load(1, awaited: true), W.show(.load, 1), W.wait(1_000)])
    #expect(alive.n(.clicks) == 1 && alive.n(.rewards) == 1)
  }

  @Test("a click sends the user away, and the ad's time stands still")
  func away() throws {
    #expect(try end(p: 0, away: 20_000) == 5_100_000)
    #expect(try end(p: 1, away: 20_000) == 25_100_000)
    #expect(try end(p: 1, away: 0) == 5_100_000)
  }

  @Test("a click is counted, and is a background of its own")
  func counted() throws {
    let report = try run([W.show(.load)])
    #expect(report.n(.clicks) == 1 && report.n(.clicks, [.network("NET")]) == 1)
    #expect(report.n(.backgrounds) == 1 && report.n(.suspensions) == 1)
    #expect(report.ratio(.clickRate)?.estimate.value == 1)
    #expect(report.n(.onAdShown) == 1 && report.n(.onAdDismissed) == 1)
    let short = try run([W.show(.load)], away: 4_000)
    #expect(short.n(.backgrounds) == 1 && short.n(.suspensions) == 0)
    #expect(try run([W.show(.load)], p: 0).n(.clicks) == 0)
  }

  @Test("ads are clicked as often as the scenario says")
  func share() throws {
    let steps: [JourneyStep] = [.repeated(count: .constant(2_000), steps: [W.show(.load)])]
    let clicks = try run(steps, p: 0.25, away: 1_000) {
      $0.duration = .hours(24)
      $0.drain = .hours(24)
    }.n(.clicks)
    #expect(abs(Double(clicks) / 2_000 - 0.25) < 0.03)
  }

  @Test("a load in flight at a click fails when the user is back")
  func loads() throws {
    let report = try run([W.load(1, awaited: true), W.load(), W.show(.skip, 1)], answer: 25_000)
    #expect(report.n(.suspended, of: .loadFailures) == 1)
  }

  @Test("the steps of a process that has died behind an ad come to nothing in the next one")
  func deadSteps() throws {
    let report = try run([W.load(), W.wait(60_000), W.load(1, awaited: true)]) {
      $0.placeholders[0].appCode.showOnLoad = .always
      $0.click?.terminated = 1
    }
    // Each process dies within half a minute, and so before the step behind its wait.
    #expect(report.n(.sessionsTerminated) > 100)
    #expect(report.n(.loads, [.placeholder("other")]) == 0)
  }
}
