import Scheduler
import Testing

@testable import AKSPerf

/// Clicks on banners and native ads, which come while the journey waits.
@Suite("Clicks on views")
struct ViewClickTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)
  private let native = JourneyStep.native(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], format: AdFormat = .native, p: Double = 1, away: Int64 = 20_000,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      $0.click = ClickBehaviour(probability: p, away: W.milliseconds(away))
      $0.placeholders[0].view.refresh = nil
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      change(&$0)
    }
  }

  @Test("a click on a banner or a native ad is counted, and is a background of its own")
  func counted() throws {
    for (format, step, callback) in [
      (AdFormat.banner, banner, Callback.onBannerClicked), (.native, native, .onNativeClicked),
    ] {
      let report = try run([step, W.wait(70_000)], format: format)
      #expect(report.n(callback) == 1 && report.n(.clicks) == 1)
      #expect(report.n(.clicks, [.network("NET")]) == 1)
      #expect(report.ratio(.clickRate)?.estimate.value == 1)
      #expect(report.n(.backgrounds) == 1 && report.n(.suspensions) == 1)
      let none = try run([step, W.wait(70_000)], format: format, p: 0)
      #expect(none.n(callback) == 0 && none.n(.clicks) == 0 && none.n(.backgrounds) == 0)
    }
  }

  @Test(
    "a click stops the journey's wait, which counts foreground time",
    arguments: [
      0, 2_000, 20_000,
    ])
  func wait(away: Int64) throws {
    // The other ad is there at 0.1 s and is shown when the wait is over.
    let steps = [W.load(1, awaited: true), native, W.wait(70_000), W.show(.skip, 1)]
    let age = try run(steps, away: away).us(.cacheAge)
    #expect(age == Int(70_000 + away) * 1_000)
    #expect(try run(steps, p: 0, away: away).us(.cacheAge) == 70_000_000)
    // Behind a wait comes another one.
    let waits = (0..<70).map { _ in W.wait(1_000) }
    let many = [W.load(1, awaited: true), native] + waits + [W.show(.skip, 1)]
    #expect(try run(many, away: away).us(.cacheAge) == Int(70_000 + away) * 1_000)
  }

  @Test("each ad of a banner may be clicked, as often as the scenario says")
  func share() throws {
    let report = try run([banner, W.wait(4_000_000)], format: .banner, p: 0.25, away: 1_000) {
      $0.placeholders[0].view.refresh = .seconds(1)
      $0.duration = .hours(24)
      $0.drain = .hours(24)
    }
    let impressions = report.n(.impressions)
    #expect(impressions > 2_500 && report.n(.onBannerClicked) == report.n(.clicks))
    #expect(abs(Double(report.n(.clicks)) / Double(impressions) - 0.25) < 0.03)
  }

  @Test("what is taken down or covered is not clicked")
  func covered() throws {
    let down = try run([native, W.wait(101), .hide(placeholder: 0), W.wait(70_000)])
    #expect(down.n(.clicks) == 0 && down.n(.impressions) == 1)
    let sheet = JourneyStep.sheet(time: W.milliseconds(100_000), kind: .system)
    #expect(try run([sheet, native, W.wait(70_000)]).n(.clicks) == 0)
    let under = try run([native, W.load(1, awaited: true), W.show(.skip, 1)]) {
      $0.adDuration = PerFormat(repeating: W.milliseconds(1_000_000))
    }
    #expect(under.n(.clicks, [.format(.native)]) == 0 && under.n(.onNativeClicked) == 0)
    let away = try run([native, W.wait(101), W.away(100_000), W.wait(200)])
    #expect(away.n(.clicks) == 0 && away.n(.backgrounds) == 1)
  }

  @Test("a click and the end of a wait that come due behind one block both happen")
  func behindABlock() throws {
    // The wait would end at 10.1 s, the main thread is blocked from 5.1 s to 65.1 s.
    let steps = [native, W.wait(101), W.load(1), W.wait(10_000)]
    let scenario = W.scenario(
      steps, format: .native, at: (0..<400).map { SimDuration.seconds($0 * 100) },
      duration: .hours(12)
    ) {
      $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(1_000))
      W.addNetwork(to: &$0, answer: 100)
      $0.networks[1].prepare = W.milliseconds(5_000)
      $0.networks[1].mainThread = W.milliseconds(60_000)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 1)])))
    }
    let report = try Simulation(scenario).run()
    // Of the first minute, ten seconds are before the end of the wait.
    #expect(abs(report.n(.clicks) - 67) < 25, "\(report.n(.clicks))")
    #expect(report.n(.sessionsEnded) == 400 && report.n(.backgrounds) == report.n(.clicks))
  }

  @Test("the return from a click on a view opens no app-open ad")
  func returns() throws {
    var returns = AppOpenReturns()
    returns.minAway = .zero
    let open = JourneyStep.appOpen(
      placeholder: 2, flow: .automatic(splash: .seconds(9)), returns: returns)
    let report = try run([open, native, W.wait(70_000), W.show(.skip, 2)]) {
      $0.placeholders.append(
        Placeholder(
          name: "open", format: .appOpen,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      $0.placeholders[2].cache.refill = .onDismiss
    }
    // The app-open ads of the launch and of the end are clicked as well.
    #expect(report.n(.onNativeClicked) == 1 && report.n(.clicks) == 3)
    #expect(report.n(.returnFromClick, of: .opportunitiesGated) == 3)
  }

  @Test("a click on a promotion leads into the app, and nobody leaves")
  func promotion() throws {
    let report = try run(
      [.featurePromotion(placeholder: 0), W.wait(70_000)], format: .featurePromotion
    ) { $0.networks[0].isHouse = true }
    #expect(report.n(.onFeaturePromotionClicked) == 1 && report.n(.clicks) == 1)
    #expect(report.n(.backgrounds) == 0)
  }

  @Test("a click may close the ad under the page that it opens: its end is never seen")
  func closedByClick() throws {
    func run(_ share: Double, _ change: (inout Scenario) -> Void = { _ in }) throws -> Report {
      try self.run([W.show(.load, 1), W.wait(10)]) {
        $0.networks[0].faults.closedByClick = share
        change(&$0)
      }
    }
    let closed = try run(1)
    #expect(closed.n(.clicks) == 1 && closed.n(.shown) == 1 && closed.n(.completedViews) == 0)
    #expect(closed.n(.rewards) == 0 && closed.n(.onAdRewardedAdDismissed) == 1)
    #expect(closed.hazards.map(\.rule) == [.callbackEarly] && closed.n(.callbackEarly) == 1)
    let open = try run(0)
    #expect(open.n(.completedViews) == 1 && open.n(.rewards) == 1 && open.hazards.isEmpty)
    #expect(try run(1) { $0.click = nil }.n(.completedViews) == 1)
  }
}
