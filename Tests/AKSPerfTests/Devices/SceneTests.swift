import Scheduler
import Testing

@testable import AKSPerf

/// Which scene is on a request, and where in the life of a view it is made.
@Suite("Scenes and views")
struct SceneTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  private let didLoad = V.load(.viewDidLoad)
  private let didAppear = V.load(.viewDidAppear)

  @Test("in test mode a load without a scene is invalid and asks no network")
  func inTestModeALoadWithoutASceneIsInvalid() throws {
    for load in [didLoad, V.load(nil, .missing), V.load(nil, .window(5))] {
      let report = try V.run([load, W.wait(200)]) { $0.app.mode = .test }
      #expect(report.n(.invalidRequest, of: .loadFailures) == 1 && report.n(.requests) == 0)
      #expect(report.n(.onFailedToLoad) == 1 && report.n(.loadWithoutScene) == 1)
      #expect(report.us(.loadFailureLatency) == 0)
    }
    let own = try V.run([didAppear, W.wait(200)]) { $0.app.mode = .test }
    #expect(own.n(.loadsFilled) == 1 && own.hazards.isEmpty)
  }

  @Test("an app of one scene needs none on its requests")
  func oneScene() throws {
    let report = try V.run([didLoad, W.wait(200)], on: V.tablet) {
      $0.app.mode = .test
      $0.app.multiScene = false
    }
    #expect(report.n(.loadsFilled) == 1 && report.hazards.isEmpty)
  }

  @Test("in production a load without a scene is sized for the largest window")
  func inProductionItIsSizedForTheLargestWindow() throws {
    func report(_ window: Int, _ load: JourneyStep) throws -> Report {
      try V.run(
        [.window(window), load, W.wait(200), W.show(.skip)], on: V.tablet, canPresent: false)
    }
    let narrow = try report(1, didLoad)
    #expect(narrow.n(.adTooLarge, of: .outcomes) == 1 && narrow.n(.loadWithoutScene) == 1)
    let wide = try report(0, didLoad)
    #expect(wide.n(.shown) == 1 && wide.n(.loadWithoutScene) == 1)
    #expect(try report(1, W.load()).n(.shown) == 1)
  }

  @Test("in view-did-load there is no scene yet, in a later load of the same place there is")
  func viewDidLoadHasNoScene() throws {
    let report = try V.run([didLoad, W.wait(5_000)]) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(1_000))
    }
    #expect(report.n(.loads) > 3 && report.n(.loadWithoutScene) == 1)
    let banner = JourneyStep.banner(placeholder: 0, place: V.place(.viewDidLoad))
    #expect(try V.run([banner, W.wait(9)], format: .banner).n(.loadWithoutScene) == 1)
  }

  @Test("view-did-appear comes again after a full-screen ad, and loads again without a guard")
  func viewDidAppearComesMoreThanOnce() throws {
    func run(_ load: JourneyStep, _ change: (inout Scenario) -> Void = { _ in }) throws -> Report {
      try V.run([load, W.wait(200), W.show(.skip), W.wait(500)], change: change)
    }
    let again = try run(didAppear)
    #expect(again.n(.loads) == 2 && again.n(.adsLost) == 1 && again.hazards.isEmpty)
    #expect(try run(V.load(.viewDidAppear, isGuarded: true)).n(.loads) == 1)
    #expect(try run(W.load()).n(.loads) == 1)
    // With a refill the slot loads already.
    let twice = try run(didAppear) { $0.placeholders[0].cache.refill = .onDismiss }
    #expect(twice.n(.loads) == 2 && twice.n(.loadsJoined) == 1 && twice.n(.duplicateLoad) == 1)
  }

  @Test("a banner whose view appears again loads again although it is there")
  func bannerAppears() throws {
    func run(isGuarded: Bool) throws -> Report {
      let place = V.place(.viewDidAppear, isGuarded: isGuarded)
      return try V.run([
        .banner(placeholder: 1, place: place), W.load(), W.wait(200), W.show(.skip), W.wait(500),
      ]) {
        $0.placeholders.append(
          Placeholder(name: "top", format: .banner, remote: $0.placeholders[0].remote))
      }
    }
    let open = try run(isGuarded: false)
    #expect(open.n(.duplicateLoad) == 1 && open.n(.impressions, [.format(.banner)]) == 2)
    let guarded = try run(isGuarded: true)
    #expect(guarded.hazards.isEmpty && guarded.n(.impressions, [.format(.banner)]) == 1)
  }

  @Test("no view appears because its app is back, or after an ad that never was on screen")
  func appearsAfterAdsOnly() throws {
    let away = try V.run([didAppear, W.wait(200), W.away(1_000), W.wait(500)])
    #expect(away.n(.loadCalls) == 1 && away.hazards.isEmpty)
    let phantom = try V.run([didAppear, W.wait(200), W.show(.skip), W.wait(500)]) {
      $0.networks[0].faults.phantomShow = 1
    }
    #expect(phantom.n(.shows) == 1 && phantom.n(.loadCalls) == 1)
  }

  @Test("a banner that is hidden does not appear again with its screen")
  func hiddenBanner() throws {
    let top = JourneyStep.banner(placeholder: 1, place: V.place(.viewDidAppear))
    func loads(_ steps: [JourneyStep]) throws -> Int {
      try V.run([top, W.load(), W.wait(200)] + steps + [W.show(.skip), W.wait(500)]) {
        $0.placeholders.append(
          Placeholder(name: "top", format: .banner, remote: $0.placeholders[0].remote))
      }.n(.loadCalls, [.format(.banner)])
    }
    #expect(try loads([]) == 2 && loads([.hide(placeholder: 1)]) == 1)
    #expect(try loads([.hide(placeholder: 1), top]) == 3)
  }

  @Test("the guard is set whatever the outcome: a failed first load is not tried again")
  func theGuardIsSetWhateverTheOutcome() throws {
    func loads(_ isGuarded: Bool, fill: Double) throws -> Int {
      let load = V.load(.viewDidAppear, isGuarded: isGuarded)
      return try V.run([
        .repeated(count: .constant(3), steps: [load, W.wait(200), W.show(.skip), W.wait(500)])
      ]) { $0.networks[0].fill = PerFormat(repeating: fill) }.n(.loadCalls)
    }
    #expect(try loads(true, fill: 0) == 1 && loads(true, fill: 1) == 1)
    #expect(try loads(false, fill: 0) == 3)
    // Three steps, and three appearances after an ad.
    #expect(try loads(false, fill: 1) == 6)
    let banner = JourneyStep.banner(
      placeholder: 0, place: V.place(.viewDidAppear, isGuarded: true))
    let twice = try V.run([banner, W.wait(200), banner, W.wait(200)], format: .banner)
    #expect(twice.n(.opportunities) == 1)
  }

  @Test("the first of the connected scenes may be the wrong one")
  func theFirstOfConnectedScenesMayBeTheWrongOne() throws {
    let at = (0..<2_000).map { SimDuration.seconds($0) }
    let load = V.load(nil, .first)
    let steps = [JourneyStep.window(1), load, W.wait(200), W.show(.skip)]
    let report = try V.run(steps, on: V.tablet, at: at, canPresent: false)
    let wrong = report.n(.wrongWindowLoad)
    // Three standard deviations of a binomial count are 67.
    #expect(abs(wrong - 1_000) < 67, "\(wrong)")
    // The ad is of the wide window's size then.
    #expect(report.n(.adTooLarge, of: .outcomes) == wrong && report.n(.shown) == 2_000 - wrong)
    #expect(try V.run(steps, at: at).n(.wrongWindowLoad) == 0)
  }

  @Test("an app that presents from the first scene may present in the wrong window")
  func presentFromFirst() throws {
    let at = (0..<400).map { SimDuration.seconds($0) }
    let steps = [W.load(), W.wait(200), W.show(.skip)]
    func tooLarge(_ from: AppTraits.PresentFrom) throws -> Int {
      try V.run(steps, on: V.tablet, at: at, canPresent: false) {
        $0.app.presentFrom = from
      }.n(.adTooLarge, of: .outcomes)
    }
    #expect(abs(try tooLarge(.first) - 200) < 30)
    #expect(try tooLarge(.top) == 0)
  }

  @Test("a load may name another window than that of its view")
  func named() throws {
    let other = try V.run([V.load(nil, .window(1)), W.wait(200), W.show(.skip)], on: V.tablet)
    #expect(other.n(.wrongWindowLoad) == 1 && other.n(.shown) == 1)
    // A banner keeps its own window when the focus moves; the key one is another then.
    func banner(_ scene: SceneChoice) throws -> Int {
      let steps = [
        JourneyStep.banner(placeholder: 0, place: V.place(nil, scene)), W.wait(200), .window(1),
        W.wait(15_000),
      ]
      return try V.run(steps, on: V.tablet, format: .banner) {
        $0.placeholders[0].view.refresh = .seconds(10)
      }.n(.wrongWindowLoad)
    }
    #expect(try banner(.own) == 0 && banner(.key) == 1)
  }

  @Test("an ad for one window does not fit another that is smaller")
  func focus() throws {
    let steps = [W.load(), W.wait(200), JourneyStep.window(1), W.show(.skip)]
    #expect(try V.run(steps, on: V.tablet, canPresent: false).n(.adTooLarge, of: .outcomes) == 1)
    #expect(try V.run(steps, on: V.tablet).n(found: .unfit) == 1)
    // An app of one scene has one window.
    let one = try V.run(steps, on: V.tablet) { $0.app.multiScene = false }
    #expect(one.n(.shown) == 1)
  }

  @Test("the two texts of the guide are there with their codes")
  func texts() {
    #expect(AdErrorText.sceneMissing.hasPrefix("Invalid Request. The GADRequest scene property"))
    #expect(AdErrorText.adTooLarge.hasSuffix("exceeds the current window size."))
    #expect(AdErrorText.invalidRequestCode == 0 && AdErrorText.adTooLargeCode == 16)
  }
}
