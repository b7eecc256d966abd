import Scheduler
import Testing

@testable import AKSPerf

/// Ads that expire each at an age of its own, and what expired ads are paid.
@Suite("Expiry of each ad")
struct ExpiryTests {
  typealias W = TinyWorld

  private func spread(_ wait: Int64, change: (inout Scenario) -> Void = { _ in }) throws -> Report {
    let arrivals = (0..<200).map { SimDuration.seconds($0) }
    return try W.run([W.load(awaited: true), W.wait(wait), W.show(.skip)], at: arrivals) {
      $0.networks[0].expiry = PerFormat(repeating: nil)
      $0.networks[0].expirySpread = PerFormat(repeating: .uniform(low: 2e9, high: 4e9))
      change(&$0)
    }
  }

  @Test("an ad is shown up to its own expiry")
  func drawn() throws {
    #expect(try spread(1_999).n(.shows) == 200)
    #expect(try spread(4_000).n(.adsExpired) == 200)
    let half = try spread(3_000)
    #expect(half.n(.shows) + half.n(.adsExpired) == 200)
    #expect(half.n(.shows) > 70 && half.n(.shows) < 130)
  }

  @Test("an ad that expires makes room for the next one then")
  func timers() throws {
    let report = try spread(4_050) { $0.placeholders[0].cache.refill = .onExpiry }
    // Each second ad is there by then, but for those of first ones that expired just before.
    #expect(report.n(.adsExpired) == 200 && report.n(.loads) == 400)
    #expect(report.n(.shows) > 180 && report.n(.shows) < 200)
  }

  @Test("a show of an expired ad may bring nothing")
  func unpaid() throws {
    func run(pays: Bool, wait: Int64) throws -> Report {
      try W.run([W.load(awaited: true), W.wait(wait), W.show(.skip)]) {
        $0.networks[0].expiry = PerFormat(repeating: .seconds(1))
        $0.networks[0].checksExpiry = false
        $0.networks[0].expiryEvent = false
        $0.networks[0].expiredPays = pays
        $0.networks[0].price = PerFormat(repeating: .constant(8))
      }
    }
    let unpaid = try run(pays: false, wait: 2_000)
    #expect(unpaid.n(.impressions) == 1 && unpaid.n(.revenue) == 0)
    #expect(unpaid.hazards.map(\.rule) == [.expiredAdShown])
    #expect(try run(pays: true, wait: 2_000).n(.revenue) == 8_000)
    #expect(try run(pays: false, wait: 500).n(.revenue) == 8_000)
  }
}
