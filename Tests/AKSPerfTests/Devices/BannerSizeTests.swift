import Scheduler
import Testing

@testable import AKSPerf

/// Banners that are cut off, or of another size than the one asked for.
@Suite("Sizes of banners")
struct BannerSizeTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  private let banner = JourneyStep.banner(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], _ size: BannerSize, reloads: ViewTraits.Reloads = .transition,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try V.run(steps, format: .banner) {
      $0.placeholders[0].view.size = size
      $0.placeholders[0].view.reloads = reloads
      $0.placeholders[0].view.refresh = .seconds(10)
      change(&$0)
    }
  }

  private func resize(_ width: Double, _ height: Double) -> JourneyStep {
    .resize(WindowSize(width: width, height: height), window: nil)
  }

  @Test("each banner that comes on screen wider or higher than its window is cut off")
  func clipped() throws {
    // 468 points in 390: shown at 0.1, 10.2 and 20.3 s.
    let wide = try run([banner, W.wait(25_000)], .fullBanner)
    #expect(wide.n(.bannerClipped) == 3 && wide.n(.impressions) == 3)
    #expect(wide.hazards.map(\.rule) == [.bannerClipped])
    #expect(wide.hazards.map(\.labels) == [[.placeholder("slot"), .network("NET")]])
    #expect(try run([banner, W.wait(25_000)], .banner).hazards.isEmpty)
    // 250 points high in 200.
    let high = try run([resize(390, 200), banner, W.wait(1_000)], .mediumRectangle)
    #expect(high.n(.bannerClipped) == 1)
    // Without a step that changes windows, too.
    let still = try W.run([banner, W.wait(1_000)], format: .banner) {
      $0.devices[0].windows = [WindowSize(width: 319, height: 844)]
    }
    #expect(still.n(.bannerClipped) == 1)
  }

  @Test("a banner on screen is cut off when its window becomes too small for it, once")
  func shrinks() throws {
    let steps = [JourneyStep.unfold, banner, W.wait(1_000), .fold, W.wait(100), resize(380, 800)]
    #expect(try run(steps, .fullBanner).n(.bannerClipped) == 1)
    #expect(try run(steps, .banner).hazards.isEmpty)
    // As often as it becomes so.
    let twice = steps + [W.wait(100), .unfold, W.wait(100), .fold, W.wait(100)]
    #expect(try run(twice, .fullBanner).n(.bannerClipped) == 2)
    // A window that is not its own does nothing to it.
    let other = try V.run(
      [banner, W.wait(1_000), .resize(WindowSize(width: 300, height: 300), window: 1)],
      on: V.tablet, format: .banner)
    #expect(other.hazards.isEmpty)
    // Nor does one change while nothing is on screen.
    #expect(try run([.unfold, banner, W.wait(50), .fold], .fullBanner).hazards.isEmpty)
  }

  @Test("an anchored banner that was loaded for another window has the wrong size")
  func anchored() throws {
    let steps = [W.load(), W.wait(200), .unfold, W.wait(500), banner, W.wait(1_000)]
    let cached = try run(steps, .adaptive)
    #expect(cached.n(.bannerWrongSize) == 1 && cached.n(.bannerClipped) == 0)
    let narrow = [
      JourneyStep.unfold, W.load(), W.wait(200), .fold, W.wait(500), banner, W.wait(1_000),
    ]
    let wide = try run(narrow, .adaptive)
    #expect(wide.n(.bannerWrongSize) == 1 && wide.n(.bannerClipped) == 1)
    // Of one on screen, unless it loads anew for its window.
    let shown = [banner, W.wait(1_000), .unfold, W.wait(1_000)]
    #expect(try run(shown, .adaptive, reloads: .never).n(.bannerWrongSize) == 1)
    #expect(try run(shown, .adaptive, reloads: .sizeChange).hazards.isEmpty)
    #expect(try run(shown, .adaptive, reloads: .transition).hazards.isEmpty)
    #expect(try run(shown, .banner, reloads: .never).hazards.isEmpty)
  }

  @Test("a network may have banners of one size only, whatever is asked for")
  func networkSize() throws {
    let report = try run([banner, W.wait(15_000)], .banner) {
      $0.networks[0].bannerSize = .mediumRectangle
    }
    #expect(report.n(.bannerWrongSize) == 2 && report.n(.bannerClipped) == 0)
    #expect(report.n(.setBannerSize) == 1)
    let same = try run([banner, W.wait(15_000)], .banner) { $0.networks[0].bannerSize = .banner }
    #expect(same.hazards.isEmpty)
    let anchored = try run([banner, W.wait(1_000)], .adaptive) {
      $0.networks[0].bannerSize = .fullBanner
    }
    #expect(anchored.n(.bannerWrongSize) == 1 && anchored.n(.bannerClipped) == 1)
  }
}
