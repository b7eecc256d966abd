import Scheduler
import Testing

@testable import AKSPerf

@Suite("Causes of hazards")
struct HazardCauseTests {
  typealias W = TinyWorld

  typealias V = WindowWorld

  /// A run with what causes a hazard.
  private func run(_ hazard: Hazard) throws -> Report {
    var steps: [JourneyStep] = [W.show(.load), W.wait(9000)]
    var change: (inout Scenario) -> Void = { _ in }
    switch hazard {
    case .callbackDuplicated: change = { $0.networks[0].faults.duplicateCallback = 1 }
    case .callbackLost: change = { $0.networks[0].faults.lostDismiss = 1 }
    case .callbackEarly: change = { $0.networks[0].faults.earlyDismiss = 1 }
    case .callbackLate: change = { $0.networks[0].faults.lateDismiss = 1 }
    case .callbackStale:
      steps = [W.load(), W.wait(9000)]
      change = {
        $0.networks[0].timeout = .milliseconds(40)
        $0.networks[0].lateAnswer = .deliver
      }
    case .loadedThenFailed: change = { $0.networks[0].faults.failedAfterLoaded = 1 }
    case .rewardPaidTwice: change = { $0.app.pays = .both }
    case .rewardWithoutView:
      change = {
        $0.app.pays = .dismissed
        $0.completion = PerFormat(repeating: 0)
      }
    case .rewardNotPaid: change = { $0.networks[0].faults.lostReward = 1 }
    case .showBeforeLoad: steps = [W.show(.call)]
    case .expiredAdShown:
      steps = [W.load(), W.wait(9000), W.show(.skip)]
      change = {
        $0.networks[0].expiry = PerFormat(repeating: .seconds(5))
        $0.networks[0].expiryEvent = false
        $0.networks[0].checksExpiry = false
      }
    case .appOpenOverContent:
      return try W.run([W.load(), W.wait(9000)], format: .appOpen) {
        $0.placeholders[0].appCode.showOnLoad = .always
      }
    case .stickyBusyFlag:
      steps = [W.load(awaited: true), W.load()]
      change = {
        $0.networks[0].fill = PerFormat(repeating: 0)
        $0.placeholders[0].appCode.busyFlag = .sticky
      }
    case .retryStorm:
      steps = [W.load(), W.wait(60_000)]
      change = {
        $0.networks[0].fill = PerFormat(repeating: 0)
        $0.placeholders[0].remote.retry = .fixed(W.milliseconds(1))
      }
    case .cacheGrowth:
      steps = [.repeated(count: .constant(100), steps: [W.show(.load)])]
      change = { $0.networks[0].leak = .constant(1) }
    case .failedThenShown:
      change = {
        $0.networks[0].showOverhead = W.milliseconds(8_000)
        $0.networks[0].latePresentation = .shown
      }
    case .playbackStalled, .impressionHidden, .bannerClipped, .bannerWrongSize:
      return try runOnScreen(hazard)
    case .viewNotRemoved:
      return try W.run(
        [.banner(placeholder: 0), W.wait(50), .hide(placeholder: 0), W.wait(100)], format: .banner
      ) { $0.placeholders[0].view.ghost = 1 }
    case .duplicateLoad:
      return try V.run([W.load(), .unfold, W.wait(2000)], answer: 1000, onResize: .reload)
    case .wrongWindowLoad: return try V.run([V.load(nil, .window(1))], on: V.tablet)
    case .loadWithoutScene: return try V.run([V.load(.viewDidLoad)])
    }
    return try W.run(steps, format: .rewarded, change: change)
  }

  /// A run with what is wrong with an ad on screen.
  private func runOnScreen(_ hazard: Hazard) throws -> Report {
    let banner = JourneyStep.banner(placeholder: 0)
    switch hazard {
    case .playbackStalled:
      // A megabyte of it comes each second, and it lasts five.
      return try W.run([W.show(.load), W.wait(9000)], format: .rewarded) {
        $0.radios[0].downBitsPerSecond = 8e6
        $0.networks[0].creative = PerFormat(repeating: .constant(9e6))
        $0.networks[0].ready = .stream(bytes: 1e6)
        $0.networks[0].stalls = true
      }
    case .impressionHidden:
      return try W.run([.cover(placeholder: 0), banner, W.wait(200)], format: .banner)
    case .bannerClipped:
      return try W.run([banner, W.wait(200)], format: .banner) {
        $0.placeholders[0].view.size = .fullBanner
      }
    default:
      return try W.run([banner, W.wait(200)], format: .banner) {
        $0.networks[0].bannerSize = .mediumRectangle
      }
    }
  }

  @Test("every hazard can be caused, and is counted", arguments: Hazard.allCases)
  func everyHazardCanBeCausedAndIsCounted(hazard: Hazard) throws {
    let report = try run(hazard)
    #expect(report.hazards.map(\.rule).contains(hazard))
  }

  @Test("none comes of itself")
  func none() throws {
    let steps = [W.load(), W.load(), W.show(.load), W.show(.load), W.wait(9000), W.show(.skip)]
    for format in [AdFormat.interstitial, .rewarded, .appOpen] {
      let report = try W.run(steps, format: format) {
        $0.placeholders[0].cache.refill = [.onDismiss, .onExpiry, .afterFailure]
        $0.completion = PerFormat(repeating: 0.5)
      }
      #expect(report.hazards.isEmpty)
    }
  }
}
