import Scheduler
import Testing

@testable import AKSPerf

/// Ads that the app shows from the loaded callback, beside the steps of its journey.
@Suite("Shows of the app's own accord")
struct OwnShowTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  private static func slot(_ name: String, _ format: AdFormat, network: Int = 0) -> Placeholder {
    Placeholder(
      name: name, format: format,
      remote: MediationConfig(waterfall: [WaterfallEntry(network: network)]))
  }

  @Test("an ad that comes up behind another of the app's own holds back the step that falls due")
  func oneAfterTheOther() throws {
    // One is up from 0.2 to 5.2 s; two comes at 0.6 s, is refused, and follows up to 10.2 s. The
    // wait falls due at 6.1 s under it.
    let two = JourneyStep.load(
      placeholder: 1, awaited: false, budget: nil, place: V.place(.viewDidAppear))
    let report = try V.run([
      W.load(2, awaited: true), W.load(), two, W.wait(6_000), W.show(.skip, 2), W.wait(10),
    ]) {
      W.addNetwork(to: &$0, answer: 500)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders += [Self.slot("two", .rewarded, network: 1), Self.slot("third", .appOpen)]
      for index in 0..<2 { $0.placeholders[index].appCode.showOnLoad = .always }
    }
    #expect(report.metric(.cacheAge, [.format(.rewarded)])?.maximum == 4_600_000)
    #expect(report.us(.cacheAge, [.format(.appOpen)]) == 10_100_000)
  }

  @Test("an app-open ad that a return has loaded on the spot holds back the step behind it")
  func onReturn() throws {
    var returns = AppOpenReturns()
    returns.minAway = .zero
    returns.isOn = true
    let open = JourneyStep.appOpen(
      placeholder: 0, flow: .manual(budget: nil), returns: returns)
    let report = try W.run(
      [open, W.wait(10), W.away(1_000), W.wait(100), W.load(1, awaited: true)],
      format: .appOpen, answer: 0
    ) {
      $0.placeholders[0].appCode.showOnLoad = .always
      $0.placeholders.append(Self.slot("level", .interstitial))
    }
    #expect(report.n(.shows) == 2 && report.n(.loadsFilled, [.format(.interstitial)]) == 1)
    #expect(report.n(.sessionsEnded) == 1 && report.n(.opportunitiesOpen) == 0)
  }

  @Test("what a return is refused for leaves the view of the ad that is up as it is")
  func blindReturn() throws {
    var returns = AppOpenReturns()
    returns.minAway = .zero
    returns.isOn = true
    returns.ignores = [.sheet]
    let open = JourneyStep.appOpen(
      placeholder: 0, flow: .manual(budget: nil), returns: returns)
    for cached in [true, false] {
      let report = try W.run([open, W.wait(1_000), W.show(.load, 1)], format: .appOpen) {
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(3_000))
        $0.placeholders[0].cache.refill = cached ? .onDismiss : []
        $0.placeholders.append(Self.slot("bonus", .rewarded))
        $0.networks[0].faults.rules = [FaultRule(on: .reward, do: .early)]
      }
      #expect(report.n(.clicks, [.format(.rewarded)]) == 1 && report.n(.rewardedViews) == 1)
      #expect(report.n(.rewards) == 1 && report.n(.onAdRewarded) == 1)
    }
  }

  @Test("an app-open ad counts as over content when it is shown there, and not when it is refused")
  func overContent() throws {
    func hazards(_ change: @escaping (inout Scenario) -> Void) throws -> [Int] {
      try W.run([W.load(), W.wait(9_000)], format: .appOpen) {
        $0.placeholders[0].appCode.showOnLoad = .once
        change(&$0)
      }.hazards.filter { $0.rule == .appOpenOverContent }.map { Int($0.count) }
    }
    #expect(try hazards { _ in } == [1])
    #expect(try hazards { $0.networks[0].faults.rules = [FaultRule(on: .show, do: .fail)] } == [])
    #expect(try hazards { $0.networks[0].faults.phantomShow = 1 } == [])
    let capped = try W.run(
      [W.load(), W.wait(6_000), W.load(), W.wait(9_000)], format: .appOpen
    ) {
      $0.placeholders[0].appCode.showOnLoad = .once
      $0.placeholders[0].cap = FrequencyCap(shows: 1, per: .hours(1))
    }
    #expect(capped.n(.shows) == 1 && capped.n(.appOpenOverContent) == 1)
  }

  @Test("an ad that the app shows of its own accord holds back the refill of its own slot only")
  func refills() throws {
    // One is up from 0.1 to 5.1 s; two fills at 0.5 s, and once more at 1 s.
    let report = try W.run([W.load(), W.load(1), W.wait(2_000)]) {
      W.addNetwork(to: &$0, answer: 500)
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders[0].cache.refill = .onDismiss
      $0.placeholders[0].appCode.showOnLoad = .always
      $0.placeholders.append(Self.slot("two", .rewarded, network: 1))
      $0.placeholders[1].cache.refill = .onDismiss
      $0.placeholders[1].cache.depth = 2
    }
    #expect(report.n(.loadsFilled, [.format(.rewarded)]) == 2)
  }

  @Test("a slot loads on when the app hears that it has an ad, and not before")
  func chain() throws {
    func loads(_ rule: (inout FaultRule) -> Void) throws -> Int {
      try W.run([W.load(), W.wait(2_000)]) {
        $0.placeholders[0].cache.refill = .onDismiss
        $0.placeholders[0].cache.depth = 3
        var late = FaultRule(on: .load, do: .delay)
        late.delay = W.milliseconds(800)
        rule(&late)
        $0.networks[0].faults.rules = [late]
      }.n(.loads)
    }
    // Heard of at 0.9 s and 1.8 s.
    #expect(try loads { _ in } == 3)
    #expect(try loads { $0.delay = W.milliseconds(950) } == 2)
    #expect(
      try loads {
        $0 = FaultRule(on: .load, do: .lose)
      } == 1)
  }
}
