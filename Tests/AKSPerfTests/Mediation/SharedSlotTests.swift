import Scheduler
import Testing

@testable import AKSPerf

/// Two placeholders of one network, which answers after 100 ms.
@Suite("Slots keyed by network")
struct SharedSlotTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], format: AdFormat = .interstitial,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) { scenario in
      scenario.networks[0].price = PerFormat(repeating: .constant(5))
      scenario.placeholders[0].cache.keyedBy = .network
      var second = scenario.placeholders[0]
      second.name = "second"
      second.format = format
      scenario.placeholders.append(second)
      change(&scenario)
    }
  }

  @Test("two placeholders share one network's slot: an ad that is there needs no request")
  func twoPlaceholdersShareOneNetworkSlot() throws {
    let report = try run([W.load(0), W.wait(200), W.load(1), W.show(.skip, 1)])
    #expect(report.n(.requests) == 1 && report.n(.loads) == 2 && report.n(.loadsFilled) == 2)
    #expect(report.range(.loadLatency) == [0, 100_000])
    #expect(report.n(.onLoaded) == 2 && report.n(.fills) == 1)
    #expect(report.n(.adsLoaded) == 1 && report.n(.adsShown) == 1 && report.n(.adsWasted) == 0)
    #expect(report.n(.shows, [.placeholder("second")]) == 1)
    // Taken back by the first, it is still one ad.
    let back = try run([W.load(0), W.wait(200), W.load(1), W.load(0), W.show(.skip, 0)])
    #expect(back.n(.requests) == 1 && back.n(.adsLoaded) == 1 && back.n(.adsShown) == 1)
  }

  @Test("an opportunity finds what a sibling holds")
  func find() throws {
    let report = try run([W.load(0), W.wait(200), W.show(.skip, 1), W.show(.skip, 0)])
    #expect(report.n(found: .hit) == 1 && report.n(found: .cold) == 1)
    #expect(report.n(.shows, [.placeholder("second")]) == 1)
    let dear = try run([W.load(0), W.wait(200), W.show(.skip, 1)]) {
      $0.placeholders[1].remote.waterfall[0].floor = 6
    }
    #expect(dear.n(found: .hit) == 0)
  }

  @Test("a load whose network loads for a sibling is refused")
  func aLoadBusyElsewhereIsRefused() throws {
    let report = try run([W.load(0), W.load(1), W.wait(200)])
    #expect(report.n(.busy, of: .loadFailures) == 1)
    #expect(report.n(.loadFailures, [.placeholder("second")]) == 1)
    #expect(report.n(.requests) == 1 && report.n(.loadsFilled) == 1)
    #expect(try run([W.load(0), W.load(1), W.wait(200)], format: .rewarded).n(.requests) == 2)
    let apart = try run([W.load(0), W.load(1), W.wait(200)]) {
      $0.placeholders[1].cache.keyedBy = .placeholder
    }
    #expect(apart.n(.requests) == 2 && apart.n(.loadsFilled) == 2)
  }

  @Test("the next network of the waterfall may serve what the first one cannot")
  func fallsBack() throws {
    let report = try run([W.load(0), W.load(1), W.wait(200)]) {
      W.addNetwork(to: &$0, answer: 30)
      $0.placeholders[1].remote.waterfall = $0.placeholders[0].remote.waterfall
    }
    #expect(report.range(.loadLatency) == [30_000, 100_000] && report.n(.adsLoaded) == 2)
  }

  @Test("an ad that is too cheap for the other placeholder stays where it is")
  func floor() throws {
    let report = try run([W.load(0), W.wait(200), W.load(1), W.show(.skip, 0)]) {
      $0.placeholders[1].remote.waterfall[0].floor = 6
    }
    #expect(report.n(.noFill, of: .loadFailures) == 1 && report.n(.requests) == 1)
    #expect(report.n(.shows, [.placeholder("slot")]) == 1)
    let enough = try run([W.load(0), W.wait(200), W.load(1)]) {
      $0.placeholders[1].remote.waterfall[0].floor = 5
    }
    #expect(enough.n(.loadsFilled) == 2)
  }

  @Test("an expired ad of a sibling is nothing to take")
  func expired() throws {
    let report = try run([W.load(0), W.wait(400), W.load(1), W.wait(200)]) {
      $0.networks[0].expiry = PerFormat(repeating: .milliseconds(300))
    }
    #expect(report.n(.requests) == 2 && report.n(.adsExpired) == 1)
  }

  @Test("every network keeps its own expiry in one cache")
  func everyNetworkKeepsItsOwnExpiryInOneCache() throws {
    let report = try W.run([
      W.load(), W.wait(200), W.load(), W.wait(1800), W.show(.skip), W.show(.skip),
    ]) { scenario in
      // The first network fills at 100 ms and is silent from 150 ms on; then the second one fills.
      scenario.placeholders[0].cache.depth = 2
      scenario.networks[0].timeout = .milliseconds(120)
      scenario.networks[0].expiry = PerFormat(repeating: .seconds(1))
      scenario.backends[0].outages = [
        BackendOutage(from: .milliseconds(150), to: .hours(1), kind: .blackhole)
      ]
      W.addNetwork(to: &scenario, answer: 30)
      scenario.networks[1].expiry = PerFormat(repeating: .seconds(5))
    }
    #expect(report.n(.adsLoaded) == 2)
    #expect(report.n(.adsExpired, [.network("NET")]) == 1)
    #expect(report.n(.adsShown, [.network("NET1")]) == 1 && report.n(.adsShown) == 1)
  }
}
