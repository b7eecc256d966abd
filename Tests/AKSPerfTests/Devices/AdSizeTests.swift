import Scheduler
import Testing

@testable import AKSPerf

/// Networks that have full-screen ads of some sizes only; the window is 390 × 844, unfolded 780.
@Suite("Sizes of a network's full-screen ads")
struct AdSizeTests {
  typealias W = TinyWorld

  private static let phone = WindowSize(width: 390, height: 844)

  private func size(_ width: Double, _ height: Double) -> WindowSize {
    WindowSize(width: width, height: height)
  }

  @Test("a network without a size for the window is not asked")
  func tooLarge() throws {
    let steps = [W.load(), W.wait(1000)]
    for sizes in [[size(391, 10)], [size(10, 845), size(400, 400)]] {
      let report = try W.run(steps) { $0.networks[0].sizes = sizes }
      #expect(report.n(.invalidRequest, of: .loadFailures) == 1 && report.n(.requests) == 0)
      #expect(report.n(.invalidRequest, of: .attemptOutcomes) == 1)
    }
    let exact = try W.run(steps) { $0.networks[0].sizes = [Self.phone] }
    #expect(exact.n(.loadsFilled) == 1)
    let banner = try W.run(steps, format: .banner) { $0.networks[0].sizes = [size(391, 10)] }
    #expect(banner.n(.loadsFilled) == 1)
  }

  @Test("the next entry is asked instead")
  func nextEntry() throws {
    let report = try W.run([W.load(), W.wait(1000)]) {
      W.addNetwork(to: &$0, answer: 300)
      $0.networks[0].sizes = [size(400, 400)]
    }
    #expect(report.n(.loadsFilled, [.network("NET1")]) == 1)
    #expect(report.us(.loadLatency) == 300_000 && report.n(.requests) == 1)
  }

  @Test("a breaker learns nothing from it")
  func breaker() throws {
    let report = try W.run([W.load(), W.wait(1000), W.load(), W.wait(1000)]) {
      $0.networks[0].sizes = [size(400, 400)]
      $0.networks[0].breaker = CircuitBreaker(failures: 1, lasts: .hours(1))
    }
    #expect(report.n(.invalidRequest, of: .attemptOutcomes) == 2)
  }

  @Test("an ad has the largest size that fits the window it is loaded for")
  func largest() throws {
    func outcome(_ sizes: [WindowSize]?) throws -> Report {
      try WindowWorld.run(
        [
          .unfold, W.wait(1000), W.load(), W.wait(1000), .fold, W.wait(1000), W.show(.skip),
        ], canPresent: false
      ) { $0.networks[0].sizes = sizes }
    }
    #expect(try outcome(nil).n(.adTooLarge, of: .outcomes) == 1)
    #expect(try outcome([size(320, 480)]).n(.shows) == 1)
    #expect(try outcome([size(320, 480), size(600, 500)]).n(.adTooLarge, of: .outcomes) == 1)
    // The largest does not fit the unfolded display either, so the smaller one is loaded.
    #expect(try outcome([size(900, 900), size(320, 480)]).n(.shows) == 1)
  }
}
