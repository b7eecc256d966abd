import Scheduler
import Testing

@testable import AKSPerf

/// Banners and native ads in windows that change: while they load, are cached, or are on screen.
@Suite("Views in windows that change")
struct ResizedViewTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  private let banner = JourneyStep.banner(placeholder: 0)

  private func run(
    _ steps: [JourneyStep], size: BannerSize = .adaptive,
    reloads: ViewTraits.Reloads = .transition, answer: Int64 = 100,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try V.run(steps, format: .banner, answer: answer) {
      $0.placeholders[0].view.size = size
      $0.placeholders[0].view.reloads = reloads
      $0.placeholders[0].view.refresh = nil
      change(&$0)
    }
  }

  @Test("an anchored banner on screen loads anew for the new width and tells it")
  func shown() throws {
    let report = try run([banner, W.wait(200), .unfold, W.wait(1_000)])
    #expect(report.n(.viewReloads) == 1 && report.n(.loads) == 2 && report.n(.impressions) == 2)
    #expect(report.n(.shows) == 1 && report.n(.onBannerLoaded) == 2)
    #expect(report.n(.setBannerSize) == 2 && report.n(.onBannerSizeChanged) == 1)
    #expect(report.n(.sizeCallbacks) == 3 && report.hazards.isEmpty)
  }

  @Test("UIKit's pattern reloads at each transition, SwiftUI's only when the size is another one")
  func anAnchoredBannerReloadsOnEveryTransitionOrOnASizeChangeOnly() throws {
    let lower = JourneyStep.resize(WindowSize(width: 390, height: 700), window: nil)
    func reloads(_ when: ViewTraits.Reloads, _ step: JourneyStep) throws -> Int {
      try run([banner, W.wait(200), step, W.wait(1_000)], reloads: when).n(.viewReloads)
    }
    #expect(try reloads(.transition, lower) == 1 && reloads(.sizeChange, lower) == 0)
    #expect(try reloads(.transition, .unfold) == 1 && reloads(.sizeChange, .unfold) == 1)
    #expect(try reloads(.never, .unfold) == 0)
    // There and back within one animation is no change.
    let steps = [banner, W.wait(200), .unfold, W.wait(100), .fold, W.wait(1_000)]
    #expect(try run(steps, reloads: .sizeChange).n(.viewReloads) == 0)
    #expect(try run(steps, reloads: .transition).n(.viewReloads) == 1)
  }

  @Test("a banner of a fixed size stays as it is", arguments: BannerSize.allCases)
  func fixed(_ size: BannerSize) throws {
    let report = try run([banner, W.wait(200), .unfold, W.wait(1_000)], size: size)
    #expect(report.n(.viewReloads) == (size == .adaptive ? 1 : 0))
    #expect(report.n(.onBannerSizeChanged) == (size == .adaptive ? 1 : 0))
  }

  @Test("a banner that is still loading keeps the old width, and the reload ends with its load")
  func loading() throws {
    let report = try run([banner, W.wait(50), .unfold, W.wait(3_000)], answer: 1_000)
    #expect(report.n(.viewReloads) == 1 && report.n(.loads) == 1 && report.n(.loadsJoined) == 1)
    #expect(report.n(.duplicateLoad) == 1 && report.n(.onBannerLoaded) == 2)
    #expect(report.n(.sizeCallbacks) == 1 && report.n(.impressions) == 1)
  }

  @Test("a banner in the cache has the width of its load, and is shown with it")
  func cached() throws {
    let steps = [W.load(), W.wait(200), .unfold, W.wait(500), banner, W.wait(500)]
    let report = try run(steps)
    #expect(report.n(found: .hit) == 1 && report.n(.adsUnfit) == 0 && report.n(.shown) == 1)
    #expect(report.n(.viewReloads) == 0 && report.n(.sizeCallbacks) == 1)
    // Folded again it loads for the old width, which it has had all along.
    let back = try run(steps + [.fold, W.wait(1_000)])
    #expect(back.n(.viewReloads) == 1 && back.n(.sizeCallbacks) == 1)
  }

  @Test("a native ad does not reload, in whatever state it is")
  func aNativeDoesNotReload() throws {
    for wait: Int64 in [50, 200] {
      let steps = [
        JourneyStep.native(placeholder: 0), W.wait(wait), .unfold, W.wait(1_000), .fold,
        W.wait(1_000),
      ]
      let report = try V.run(steps, format: .native, onResize: .reload)
      #expect(report.n(.loads) == 1 && report.n(.impressions) == 1 && report.n(.viewReloads) == 0)
      #expect(report.n(.transitions) == 2)
    }
  }

  @Test("a banner goes by its own window, whichever has the focus")
  func ownWindow() throws {
    func reloads(_ window: Int) throws -> Int {
      let resize = JourneyStep.resize(WindowSize(width: 500, height: 1366), window: window)
      let steps = [banner, W.wait(200), .window(1), resize, W.wait(1_000)]
      return try V.run(steps, on: V.tablet, format: .banner) {
        $0.placeholders[0].view.size = .adaptive
        $0.placeholders[0].view.refresh = nil
      }.n(.viewReloads)
    }
    #expect(try reloads(0) == 1 && reloads(1) == 0)
  }

  @Test("the four fixed sizes are those of the interface; an adaptive one follows the window")
  func fourSizes() throws {
    let sizes = try BannerSize.allCases.map { size in
      let scenario = W.scenario([banner], format: .banner) { $0.placeholders[0].view.size = size }
      let compiled = try CompiledScenario(scenario)
      return withExtendedLifetime(compiled) { compiled.tables.views[0].size }
    }
    #expect(sizes.map { $0 >> 16 } == [320, 320, 300, 468, 0])
    #expect(sizes.map { $0 & 0xFFFF } == [50, 100, 250, 60, 0])
  }

  @Test("the height of an anchored banner follows its width between 50 and 90 points")
  func adaptiveSize() throws {
    let world = try World.bare(W.scenario([W.load()]))
    func size(_ width: Double, _ height: Double) -> [UInt32] {
      let packed = world.adaptiveSize(for: SizeRow(width: width, height: height))
      return [packed >> 16, packed & 0xFFFF]
    }
    #expect(size(320, 568) == [320, 50])
    #expect(size(390, 844) == [390, 61])
    #expect(size(780, 844) == [780, 90])
    #expect(size(1024, 400) == [1024, 60])
    #expect(size(844, 300) == [844, 50])
    #expect(size(100_000, 9) == [65_535, 50])
  }
}
