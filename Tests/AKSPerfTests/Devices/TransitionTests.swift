import Scheduler
import Testing

@testable import AKSPerf

/// Full-screen ads and windows that change between load and show.
@Suite("Windows that change")
struct TransitionTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  /// Loads on the inner display, folds and shows on the outer one.
  private let tooLarge = [
    JourneyStep.unfold, W.wait(500), W.load(), W.wait(200), .fold, W.wait(500), W.show(.skip),
    W.wait(500),
  ]

  @Test("presenting fails when the ad is larger than the window, and costs the ad")
  func aFullScreenAdHasTheSizeOfItsSceneAtLoad() throws {
    let report = try V.run(tooLarge, canPresent: false)
    #expect(report.n(found: .hit) == 1 && report.n(.adTooLarge, of: .outcomes) == 1)
    #expect(report.n(.showCalls) == 1 && report.n(.onAdFailedToShow) == 1)
    #expect(report.n(.adsUnfit) == 1 && report.n(.adsWasted) == 1 && report.n(.transitions) == 2)
    // From the smaller display to the larger one it fits.
    let larger = [W.load(), W.wait(200), .unfold, W.wait(500), W.show(.skip)]
    #expect(try V.run(larger, canPresent: false).n(.shown) == 1)
    let refilled = try V.run(tooLarge, canPresent: false) {
      $0.placeholders[0].cache.refill = .afterFailure
    }
    #expect(refilled.n(.loads) == 2 && refilled.n(.adsLost) == 1)
  }

  @Test("either dimension that exceeds the window is enough")
  func presentingFailsWhenEitherDimensionExceedsTheWindow() throws {
    func outcome(_ width: Double, _ height: Double) throws -> Int {
      let resize = JourneyStep.resize(WindowSize(width: width, height: height), window: nil)
      let steps = [W.load(), W.wait(200), resize, W.wait(500), W.show(.skip)]
      return try V.run(steps, canPresent: false).n(.adTooLarge, of: .outcomes)
    }
    #expect(try outcome(389, 844) == 1)
    #expect(try outcome(390, 843) == 1)
    #expect(try outcome(844, 390) == 1)
    #expect(try outcome(390, 844) == 0)
    #expect(try outcome(391, 900) == 0)
  }

  @Test("an app that asks beforehand finds the ad unfit and goes on as if it had none")
  func canPresentAsksBeforehand() throws {
    let report = try V.run(tooLarge)
    #expect(report.n(found: .unfit) == 1 && report.n(found: .hit) == 0)
    #expect(report.n(.notReady, of: .outcomes) == 1 && report.n(.showCalls) == 0)
    #expect(report.n(.adsUnfit) == 1)
    let loads = try V.run(Array(tooLarge.dropLast(2)) + [W.show(.load)])
    #expect(loads.n(found: .unfit) == 1 && loads.us(.timeToShow) == 100_000)
    // Of two ads the one that fits is shown.
    let steps = [
      JourneyStep.unfold, W.wait(500), W.load(), W.wait(200), .fold, W.wait(500), W.load(),
      W.wait(200), W.show(.skip),
    ]
    let two = try V.run(steps) { $0.placeholders[0].cache.depth = 2 }
    #expect(two.n(found: .hit) == 1 && two.n(.shown) == 1 && two.n(.adsUnfit) == 1)
  }

  @Test("during the animation no ad can be presented, and the ad stays")
  func transition() throws {
    let steps = [
      W.load(), W.wait(200), .unfold, W.show(.skip), W.wait(299), W.show(.skip), W.wait(1),
      W.show(.skip),
    ]
    let report = try V.run(steps)
    #expect(report.n(.transition, of: .outcomes) == 2 && report.n(.shown) == 1)
    #expect(report.n(.adsShown) == 1 && report.n(.adsUnfit) == 0)
    #expect(report.n(.onAdFailedToShow) == 2)
    let instant = try V.run(steps) { $0.app.transition = .zero }
    #expect(instant.n(.transition, of: .outcomes) == 0)
    // An animation that another one interrupts ends with it: at 200 + 200 + 300 ms.
    let twice = [
      W.load(), W.wait(200), JourneyStep.unfold, W.wait(200), .fold, W.wait(299), W.show(.skip),
      W.wait(1), W.show(.skip),
    ]
    #expect(try V.run(twice).n(.transition, of: .outcomes) == 1)
  }

  @Test("an app that checks after a change replaces the ad that does not fit")
  func check() throws {
    let report = try V.run(tooLarge, onResize: .check)
    #expect(report.n(.loads) == 2 && report.n(.adsUnfit) == 1 && report.n(found: .hit) == 1)
    #expect(report.n(.shown) == 1 && report.hazards.isEmpty)
    let fits = [W.load(), W.wait(200), .unfold, W.wait(500), W.show(.skip)]
    #expect(try V.run(fits, onResize: .check).n(.loads) == 1)
  }

  @Test("a check on an ad that is still loading answers nothing, and a wrong size arrives later")
  func aCheckOnALoadingAdAnswersNothing() throws {
    let steps = [
      JourneyStep.unfold, W.wait(500), W.load(), W.wait(50), .fold, W.wait(2_000), W.show(.skip),
    ]
    let report = try V.run(steps, answer: 1_000, onResize: .check, canPresent: false)
    #expect(report.n(.loads) == 1 && report.n(.adTooLarge, of: .outcomes) == 1)
    #expect(try V.run(steps, answer: 1_000, onResize: .check).n(found: .unfit) == 1)
    // With the ad there in time the check would have found it.
    #expect(try V.run(steps, answer: 200, onResize: .check).n(.shown) == 1)
  }

  @Test("an app that reloads after each change starts a load each time")
  func eachTransitionCanStartAnotherLoad() throws {
    let steps = [
      W.load(), W.wait(500), JourneyStep.unfold, W.wait(500), .fold, W.wait(500), .unfold,
      W.wait(500), W.show(.skip),
    ]
    let report = try V.run(steps, onResize: .reload)
    #expect(report.n(.loads) == 4 && report.n(.shown) == 1 && report.hazards.isEmpty)
    // The ad for the outer display fits the inner one and is thrown away; the other does not.
    #expect(report.n(.adsDisplaced) == 2 && report.n(.adsUnfit) == 1)
    // While a load is under way the call ends with it.
    let early = [W.load(), W.wait(50), JourneyStep.unfold, W.wait(2_000), W.show(.skip)]
    let joined = try V.run(early, answer: 1_000, onResize: .reload)
    #expect(joined.n(.loads) == 1 && joined.n(.loadsJoined) == 1)
    #expect(joined.n(.duplicateLoad) == 1 && joined.n(.onLoaded) == 2)
    let second = try V.run(early, answer: 1_000, onResize: .reload) {
      $0.placeholders[0].cache.depth = 2
    }
    #expect(second.n(.loads) == 2 && second.n(.duplicateLoad) == 1)
  }

  @Test("what does not change a window is no transition")
  func nothing() throws {
    let same = JourneyStep.resize(WindowSize(width: 390, height: 844), window: nil)
    let phone = Device(name: "phone", windows: [WindowSize(width: 390, height: 844)])
    let steps = [
      same, JourneyStep.fold, .unfold, .resize(WindowSize(width: 5, height: 5), window: 3),
    ]
    #expect(try V.run(steps + [W.load(), W.wait(200)], on: phone).n(.transitions) == 0)
    #expect(try V.run([.fold, W.wait(9), .unfold, .unfold, W.wait(9)]).n(.transitions) == 1)
  }

  @Test("an animation that a session does not live to see ends with it")
  func sessionEnds() throws {
    let report = try V.run([.unfold], at: [.zero, .milliseconds(100), .milliseconds(200)])
    #expect(report.n(.sessionsEnded) == 3 && report.n(.transitions) == 3)
  }

  @Test("a session that a reload lets end is not touched by the change any more")
  func endsMeanwhile() throws {
    // The app does not hear of the first load; that of 0.3 s brings an ad, which is gone at once.
    let report = try V.run([.unfold, W.show(.load), W.load(1)], answer: 0, onResize: .reload) {
      $0.adDuration = PerFormat(repeating: W.milliseconds(0))
      var lost = FaultRule(on: .load, do: .lose)
      lost.condition.to = .milliseconds(150)
      $0.networks[0].faults.rules = [lost]
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      $0.placeholders[1].appCode.onResize = .reload
    }
    #expect(report.us(.timeToShow) == 300_000 && report.n(.sessionsEnded) == 1)
    #expect(report.n(.loadCalls, [.format(.rewarded)]) == 1)
  }

  @Test("a scenario has as many sizes as a record can name")
  func sizes() throws {
    func steps(_ n: Int) -> [JourneyStep] {
      (0..<n).map { .resize(WindowSize(width: Double(1_000 + $0), height: 9), window: nil) }
    }
    // The outer and the inner display are two more.
    #expect(try V.run(steps(251) + [W.load()]).n(.transitions) == 251)
    #expect(
      throws: SimulationError.invalidScenario(
        "a scenario has at most 254 different sizes of windows where a device has one window; "
          + "use fewer")
    ) { try V.run(steps(253)) }
  }
}
