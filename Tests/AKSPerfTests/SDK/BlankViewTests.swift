import Scheduler
import Testing

@testable import AKSPerf

/// Views that are up without an ad, at exact instants: a load takes 100 ms.
@Suite("Views without an ad")
struct BlankViewTests {
  typealias W = TinyWorld

  private let banner = JourneyStep.banner(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], keeps: Bool = false, format: AdFormat = .banner,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      $0.placeholders[0].view.refresh = .seconds(10)
      $0.placeholders[0].view.refreshKeeps = keeps
      change(&$0)
    }
  }

  /// How many times there were, the shortest and the longest, in milliseconds.
  private func gaps(_ report: Report) -> [Int] {
    guard let row = report.metric(.viewBlankTime), let least = row.minimum, let most = row.maximum
    else { return [] }
    return [Int(row.count), Int(least) / 1000, Int(most) / 1000]
  }

  @Test("a banner is blank until its first ad, and during refreshes that keep none")
  func refreshes() throws {
    // Ads at 0.1, 10.2 and 20.3 s.
    let emptied = try run([banner, W.wait(25_000)])
    #expect(gaps(emptied) == [3, 100, 100] && emptied.n(.impressions) == 3)
    #expect(emptied.us(.viewBlankTime, [.format(.banner)]) == 100_000)
    #expect(emptied.n(.sizeCallbacks) == 1 && emptied.n(.onBannerLoaded) == 1)
    // Where all keep their ads nobody measures it.
    let kept = try run([banner, W.wait(25_000)], keeps: true)
    #expect(kept.metric(.viewBlankTime) == nil && kept.n(.impressions) == 3)
  }

  @Test("an emptying refresh that fails leaves the banner blank until the next ad")
  func failures() throws {
    // The refreshes at 10.1 and 20.1 s fail at once; the one at 30.1 s fills.
    let report = try run([banner, W.wait(35_000)]) {
      $0.backends[0].outages = [
        BackendOutage(from: .seconds(5), to: .seconds(25), kind: .down)
      ]
    }
    #expect(gaps(report) == [2, 100, 20_100])
  }

  @Test("the time ends when the view is taken down, covered, or its session ends")
  func ends() throws {
    let hidden = try run([banner, W.wait(50), .hide(placeholder: 0), W.wait(1_000)])
    #expect(gaps(hidden) == [1, 50, 50])
    let covered = try run([
      banner, W.wait(20), .cover(placeholder: 0), W.wait(30), .uncover(placeholder: 0),
      W.wait(1_000),
    ])
    #expect(gaps(covered) == [2, 20, 50])
    let empty = try run([banner, W.wait(1_000)]) {
      $0.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(gaps(empty) == [1, 1_000, 1_000])
  }

  @Test("a view that finds an ad is blank for no time; no other ad has such a time")
  func others() throws {
    #expect(gaps(try run([W.load(), W.wait(200), banner, W.wait(500)])) == [1, 0, 0])
    let native = [JourneyStep.native(placeholder: 0), W.wait(1_000)]
    #expect(gaps(try run(native, format: .native)) == [1, 100, 100])
    let scrolled = try run(native, format: .native) {
      $0.placeholders[0].view.isInScrollView = true
    }
    #expect(scrolled.n(.impressions) == 1 && scrolled.metric(.viewBlankTime) == nil)
    let full = try run([W.show(.load)], format: .interstitial)
    #expect(full.n(.shows) == 1 && full.metric(.viewBlankTime) == nil)
  }

  @Test("the run's end finds a time without an ad open")
  func open() throws {
    let report = try W.run([banner, W.wait(90_000)], format: .banner, duration: .seconds(20)) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].view.refreshKeeps = false
    }
    let row = try #require(report.metric(.viewBlankTime))
    #expect(row.count == 1)
  }

  @Test("a banner without refreshes asks again after a failure, until an ad comes")
  func onlyAfterFailure() throws {
    func run(_ steps: [JourneyStep], _ after: ViewTraits.AfterFailure) throws -> Report {
      try self.run(steps) {
        $0.placeholders[0].view.refresh = nil
        $0.placeholders[0].view.refreshAfterFailure = after
        $0.backends[0].outages = [BackendOutage(from: .zero, to: .seconds(5), kind: .down)]
      }
    }
    // Fails at 0, 2 and 4 s; asked at 6 s it fills.
    let steps = [banner, W.wait(35_000)]
    let again = try run(steps, .after(.seconds(2)))
    #expect(again.n(.refreshes) == 3 && again.n(.loadFailures) == 3)
    #expect(again.n(.impressions) == 1 && gaps(again) == [1, 6_100, 6_100])
    for never in [ViewTraits.AfterFailure.continues, .stops] {
      #expect(try run(steps, never).n(.refreshes) == 0)
    }
    // Due at 2 s while the user is away: put off to 4 s, and then to 6 s.
    let away = try run(
      [banner, W.wait(1_000), W.away(2_500), W.wait(31_000)], .after(.seconds(2)))
    #expect(away.n(.refreshes) == 2 && away.n(.loadFailures) == 2 && away.n(.impressions) == 1)
  }
}
