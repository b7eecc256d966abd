import Scheduler
import Testing

@testable import AKSPerf

/// Returns that open other ads than app-open ones, and ads whose end opens the next.
@Suite("What returns open")
struct ReturnShowTests {
  typealias W = TinyWorld

  /// Slot 0 opens the app, slot 1 has interstitials of 5 s, of which three are ready.
  private func run(
    chains: Bool = false, minAway: SimDuration = .zero, placeholder: Int? = 1, ready: Int = 3,
    _ after: [JourneyStep] = [W.away(60_000)], change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    var rules = AppOpenReturns()
    rules.minAway = minAway
    rules.placeholder = placeholder
    rules.chains = chains
    let open = JourneyStep.appOpen(
      placeholder: 0, flow: .automatic(splash: .seconds(60)), returns: rules)
    let loads = (0..<ready).map { _ in W.load(1, awaited: true) }
    return try W.run(loads + [open] + after, format: .appOpen) {
      $0.placeholders[0].cache.refill = .onDismiss
      $0.placeholders.append(
        Placeholder(
          name: "level", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      $0.placeholders[1].cache.depth = 3
      $0.placeholders[1].cache.refill = []
      change(&$0)
    }
  }

  @Test("a return opens the ad that the rule names, and no other")
  func named() throws {
    let report = try run()
    let (open, level) = (
      LabelSet([.format(.appOpen)]), LabelSet([.format(.interstitial)])
    )
    #expect(report.n(.shows, open) == 1 && report.n(.shows, level) == 1)
    #expect(report.n(.appOpenReturns) == 1 && report.n(.appOpenReturns, level) == 1)
    #expect(report.n(.appOpenReturnsShown, level) == 1)
    #expect(report.ratio(.appOpenOnReturn)?.estimate.value == 1)
    // App-open times are of app-open ads only: that of the launch, after the loads.
    #expect(report.range(.appOpenTime).count == 2 && report.metric(.appOpenTime, level) == nil)
    let own = try run(placeholder: nil)
    #expect(own.n(.appOpenReturns, open) == 1 && own.n(.shows, level) == 0)
  }

  @Test("a return that finds none ready waits for none, and loads one for the next")
  func notReady() throws {
    let report = try run(ready: 0, [W.away(60_000), W.wait(1_000), W.away(60_000), W.wait(1_000)])
    let level = LabelSet([.format(.interstitial)])
    #expect(report.n(.appOpenReturns, level) == 2 && report.n(.appOpenReturnsShown, level) == 1)
    #expect(report.n(.loads, level) == 1)
  }

  @Test("the end of an ad that a return has opened is a return only where ads chain")
  func chain() throws {
    let plain = try run()
    #expect(plain.n(.appOpenReturns) == 1 && plain.n(.showsBackToBack) == 0)
    let level = LabelSet([.format(.interstitial)])
    let chained = try run(chains: true)
    // The three that are ready, one behind the other, and a wish that is not fulfilled.
    #expect(chained.n(.shows, level) == 3 && chained.n(.showsBackToBack) == 2)
    #expect(chained.n(.appOpenReturns) == 4 && chained.n(.appOpenReturnsShown) == 3)
    #expect(chained.ratio(.appOpenOnReturn)?.estimate.value == 0.75)
    #expect(chained.n(.loads, level) == 4 && chained.n(.sessionsEnded) == 1)
  }

  @Test("the journey goes on behind the last ad of a chain")
  func goesOn() throws {
    // The return and its ad come 60 s after the launch's, each ad of the chain 5 s later.
    func end(_ chains: Bool) throws -> Int? {
      try run(chains: chains, [W.load(2, awaited: true), W.away(60_000), W.show(.skip, 2)]) {
        $0.placeholders.append(
          Placeholder(
            name: "coins", format: .rewarded,
            remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      }.us(.cacheAge, [.format(.rewarded)])
    }
    #expect(try end(false) == 65_000_000)
    #expect(try end(true) == 75_000_000)
  }

  @Test("the launch's ad and those of steps start no chain")
  func others() throws {
    let report = try run(chains: true, [W.show(.skip, 1), W.wait(1_000)])
    #expect(report.n(.appOpenReturns) == 0 && report.n(.shows) == 2)
  }

  @Test("each link of a chain is a return of the time that its ad was up")
  func minimum() throws {
    let short = try run(chains: true, minAway: .milliseconds(5_001))
    #expect(short.n(.shows) == 2 && short.n(.tooShortAway, of: .opportunitiesGated) == 1)
    #expect(try run(chains: true, minAway: .milliseconds(5_000)).n(.shows) == 4)
    // Nobody has been away for no time.
    let none = try run(chains: true) { $0.adDuration = PerFormat(repeating: .constant(0)) }
    #expect(none.n(.shows) == 2 && none.n(.appOpenReturns) == 1)
  }

  @Test("a chain of app-open ads goes on as long as one is ready")
  func endless() throws {
    let report = try run(chains: true, placeholder: nil, ready: 0) {
      $0.placeholders[0].cache.refill = .onShow
      $0.drain = .zero
    }
    // From 65.1 s on one each 5 s, up to the end of the hour, and that of the launch.
    #expect(report.n(.shows) == 707 + 1 && report.n(.sessionsEnded) == 0)
  }
}
