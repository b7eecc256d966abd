import Scheduler
import Testing

@testable import AKSPerf

/// Views that are up and hidden, at exact instants.
@Suite("Hidden views")
struct HiddenViewTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)
  private let cover = JourneyStep.cover(placeholder: 0)
  private let uncover = JourneyStep.uncover(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], pauses: Bool = false, format: AdFormat = .banner,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.placeholders[0].view.pausesHidden = pauses
      $0.networks[0].price = PerFormat(repeating: .constant(2))
      change(&$0)
    }
  }

  @Test("a hidden banner goes on, and each of its impressions is paid for and counted")
  func hidden() throws {
    // Shown at 0.1, 10.2, 20.3 and 30.4 s, the second and the third of them hidden.
    let report = try run([banner, W.wait(5_000), cover, W.wait(20_000), uncover, W.wait(10_000)])
    #expect(report.n(.impressions) == 4 && report.n(.revenue) == 8_000)
    #expect(report.n(.impressionsHidden) == 2 && report.n(.impressionHidden) == 2)
    #expect(report.n(.impressionsHidden, [.network("NET")]) == 2)
    #expect(report.hazards.map(\.rule) == [.impressionHidden])
    #expect(report.n(.onBannerShown) == 4)
  }

  @Test("the place is hidden, whatever is put up there")
  func place() throws {
    let before = try run([cover, banner, W.wait(5_000)])
    #expect(before.n(.impressions) == 1 && before.n(.impressionsHidden) == 1)
    let again = try run([cover, banner, W.wait(50), .hide(placeholder: 0), banner, W.wait(5_000)])
    #expect(again.n(.impressions) == 1 && again.n(.impressionsHidden) == 1)
    let seen = try run([cover, uncover, banner, W.wait(5_000)])
    #expect(seen.n(.impressions) == 1 && seen.n(.impressionsHidden) == 0 && seen.hazards.isEmpty)
    let native = try run(
      [cover, cover, .native(placeholder: 0), W.wait(5_000)], format: .native)
    #expect(native.n(.impressionsHidden) == 1 && native.n(.onNativeShown) == 1)
  }

  @Test("a refresh that pauses waits until the banner is seen, and comes at once if it is overdue")
  func pauses() throws {
    let steps = [banner, W.wait(5_000), cover, W.wait(20_000), uncover, W.wait(10_300)]
    // Due at 10.1 s, asked for at 25 s, shown at 25.1 s; due again at 35.1 s, shown at 35.2 s.
    let report = try run(steps, pauses: true)
    #expect(report.n(.refreshes) == 2 && report.n(.impressions) == 3)
    #expect(report.n(.impressionsHidden) == 0 && report.hazards.isEmpty)
    // What is not due yet keeps its time.
    let early = [banner, W.wait(2_000), cover, W.wait(3_000), uncover, W.wait(5_250)]
    #expect(try run(early, pauses: true).n(.impressions) == 2)
    // One that is put up anew while it is overdue has a time of its own.
    let anew = [banner, W.wait(5_000), cover, W.wait(20_000), banner, uncover, W.wait(5_000)]
    let put = try run(anew, pauses: true)
    #expect(put.n(.refreshes) == 0 && put.n(.impressions) == 2)
  }

  @Test("what nobody sees is not clicked")
  func clicks() throws {
    func clicks(_ steps: [JourneyStep]) throws -> Int {
      try run(steps) {
        $0.placeholders[0].view.refresh = nil
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(100))
      }.n(.clicks)
    }
    #expect(try clicks([banner, W.wait(70_000)]) == 1)
    #expect(try clicks([banner, cover, W.wait(70_000)]) == 0)
  }

  @Test("only views are covered")
  func formats() throws {
    #expect(
      throws: SimulationError.invalidScenario(
        "step 'cover' cannot have placeholder 'slot' of format interstitial")
    ) { try W.run([cover]) }
  }
}
