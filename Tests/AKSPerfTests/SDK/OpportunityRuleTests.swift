import Scheduler
import Testing

@testable import AKSPerf

/// What an opportunity is, what it finds and how it ends, as one table.
@Suite("Rules of opportunities")
struct OpportunityRuleTests {
  typealias W = TinyWorld

  @Test("each step that wants an ad on screen is one opportunity, and no other step is")
  func steps() throws {
    let table: [(AdFormat, JourneyStep, Int)] = [
      (.interstitial, W.show(.load), 1), (.rewarded, W.show(.load), 1),
      (.rewarded, .loadAndShow(placeholder: 0, budget: nil), 1),
      (.appOpen, .appOpen(placeholder: 0, flow: .manual(budget: nil)), 1),
      (.appOpen, .appOpen(placeholder: 0, flow: .automatic(splash: .seconds(5))), 1),
      (.banner, .banner(placeholder: 0), 1), (.native, .native(placeholder: 0), 1),
      (.featurePromotion, .featurePromotion(placeholder: 0), 1), (.interstitial, W.load(), 0),
      (.banner, .hide(placeholder: 0), 0), (.interstitial, W.away(2_000), 0),
      (.interstitial, .sheet(time: W.milliseconds(50), kind: .picker), 0),
      (.interstitial, .fold, 0), (.interstitial, .radio(0), 0),
    ]
    for (format, step, wanted) in table {
      let report = try W.run([step, W.wait(200)], format: format) { $0.networks[0].isHouse = true }
      #expect(report.n(.opportunities) == wanted, "\(step)")
      #expect(report.n(.eligible) == wanted && report.n(.shown) == wanted)
    }
  }

  @Test("an eligible opportunity finds one of five, and ends in one of four")
  func foundAndEnds() throws {
    let large = WindowSize(width: 780, height: 844)
    let small = WindowSize(width: 390, height: 844)
    let table: [([JourneyStep], Found, Outcome)] = [
      ([W.load(awaited: true), W.show(.skip)], .hit, .shown),
      ([W.load(), W.show(.wait)], .joined, .shown),
      ([W.load(), W.show(.skip)], .joined, .skipped),
      ([W.show(.load, budget: 50)], .cold, .skipped),
      ([W.load(awaited: true), W.wait(9_000), W.show(.load)], .expired, .shown),
      (
        [
          .resize(large, window: nil), W.load(awaited: true), .resize(small, window: nil),
          W.wait(500), W.show(.skip),
        ], .unfit, .skipped
      ),
    ]
    for (steps, found, outcome) in table {
      let report = try W.run(steps) { $0.networks[0].expiry = PerFormat(repeating: .seconds(8)) }
      #expect(report.n(found: found) == 1 && report.n(outcome) == 1, "\(found) \(outcome)")
      #expect(report.n(.found) == 1 && report.n(.outcomes) == 1)
    }
    let abandoned = try W.run([W.show(.load), W.wait(200)]) { $0.patience = W.milliseconds(50) }
    #expect(abandoned.n(.abandoned) == 1 && abandoned.n(.patience, of: .outcomes) == 1)
    // The load goes on for the cache.
    #expect(abandoned.n(.loadsFilled) == 1 && abandoned.n(.adsLost) == 1)
    let failed = try W.run([W.show(.load)]) { $0.networks[0].fill = PerFormat(repeating: 0) }
    #expect(failed.n(.failed) == 1 && failed.n(found: .cold) == 1)
  }

  @Test("the default times of the guides hold where a scenario names none")
  func defaults() throws {
    let scenario = try Minimal.read([("config", "{ backend: 'exchange' }")])
    #expect(scenario.config?.refresh == .seconds(3_600))
    #expect(scenario.launch.suspendAfter == .seconds(5))
    #expect(scenario.networks[0].presentTimeout == .seconds(5))
    #expect(scenario.networks[0].expiry[.appOpen] == .hours(4))
    #expect(AppOpenReturns().minAway == .seconds(17) && AppOpenReturns().ignores == .all)
    let open = try Minimal.read([
      ("placeholders", "{ x: { format: 'appOpen', primary: 'ADMOB' } }"),
      ("journeys", "{ main: [{ appOpen: 'x' }] }"),
    ])
    guard case .appOpen(_, .automatic(let splash), _)? = open.journeys[0].steps.first else {
      Issue.record("an app open is automatic by default")
      return
    }
    #expect(splash == .seconds(5))
  }
}
