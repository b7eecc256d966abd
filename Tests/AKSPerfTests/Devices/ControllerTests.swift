import Scheduler
import Testing

@testable import AKSPerf

/// From which controller ads are presented, what lies over it, and where there is none.
@Suite("Controllers")
struct ControllerTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  private func sheet(_ ms: Int64, _ kind: SheetKind = .system) -> JourneyStep {
    .sheet(time: W.milliseconds(ms), kind: kind)
  }

  private func run(
    _ steps: [JourneyStep], from: AppTraits.PresentFrom = .top, format: AdFormat = .interstitial,
    answer: Int64 = 100, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format, answer: answer) {
      $0.app.presentFrom = from
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      change(&$0)
    }
  }

  // MARK: Full-screen ads

  @Test("under a sheet the root presents nothing, and the ad stays", arguments: SheetKind.allCases)
  func rootUnderASheet(kind: SheetKind) throws {
    let steps = [W.load(), W.wait(200), sheet(10_000, kind), W.wait(1_000), W.show(.skip)]
    for from in [AppTraits.PresentFrom.root, .first] {
      let report = try run(steps, from: from)
      #expect(report.n(.noController, of: .outcomes) == 1 && report.n(.failed) == 1)
      #expect(report.n(.noController, of: .showCallsEnded) == 1)
      #expect(report.n(.onAdFailedToShow) == 1 && report.n(.adsLost) == 1)
      // When the sheet is gone, its ad is shown.
      let later = try run(steps + [W.wait(9_000), W.show(.skip)], from: from)
      #expect(later.n(found: .hit) == 2 && later.n(.shown) == 1 && later.n(.adsShown) == 1)
    }
  }

  @Test("the topmost controller presents over a sheet, for the ad's whole time")
  func topOverASheet() throws {
    for kind in [SheetKind.picker, .system, .store] {
      let report = try run(throughOverlay(kind))
      #expect(report.n(.shown) == 2 && report.n(.wrongWindow, of: .outcomes) == 0)
      #expect(report.us(.cacheAge, [.format(.rewarded)]) == 6_100_000)
    }
  }

  /// The other ad is loaded at 0.1 s, the first one is shown at 1.2 s; what lies over the app is up
  /// until 3.2 s. The age of the other one tells when the first has gone.
  private func throughOverlay(_ kind: SheetKind) -> [JourneyStep] {
    [
      W.load(1, awaited: true), W.load(awaited: true), sheet(3_000, kind), W.wait(1_000),
      W.show(.skip), W.show(.skip, 1),
    ]
  }

  @Test("an ad presented under an overlay is confined to it, and goes with it")
  func confinedToAnOverlay() throws {
    let report = try run(throughOverlay(.overlay))
    #expect(report.n(.shown) == 2 && report.n(.wrongWindow, of: .outcomes) == 1)
    #expect(report.n(.wrongWindow, of: .showCallsEnded) == 1)
    #expect(report.us(.cacheAge, [.format(.rewarded)]) == 3_100_000)
    #expect(report.n(.completedViews) == 1 && report.n(.onAdDismissed) == 1)
    // One that lasts longer than the ad cuts nothing.
    let long = try run([W.load(awaited: true), sheet(60_000, .overlay), W.show(.skip)])
    #expect(long.n(.completedViews) == 1 && long.n(.wrongWindow, of: .outcomes) == 1)
  }

  @Test("a reward that an overlay cuts off is not paid")
  func confinedReward() throws {
    func rewards(_ kind: SheetKind) throws -> Int {
      try run([W.load(1, awaited: true), sheet(3_000, kind), W.show(.skip, 1)]).n(.rewards)
    }
    #expect(try rewards(.overlay) == 0 && rewards(.system) == 1)
  }

  @Test("the first scene may be another window: the ad is there, and counted")
  func firstSceneIsTheWrongWindow() throws {
    let twin = Device(name: "twin", windows: Array(repeating: V.foldable.windows[0], count: 2))
    let at = (0..<400).map { SimDuration.seconds($0) }
    func report(_ from: AppTraits.PresentFrom, _ steps: [JourneyStep]) throws -> Report {
      try V.run(steps, on: twin, at: at) { $0.app.presentFrom = from }
    }
    let steps = [W.load(), W.wait(200), W.show(.skip)]
    let first = try report(.first, steps)
    let wrong = first.n(.wrongWindow, of: .outcomes)
    #expect(abs(wrong - 200) < 30 && first.n(.shown) == 400, "\(wrong)")
    for from in [AppTraits.PresentFrom.top, .root] {
      #expect(try report(from, steps).n(.wrongWindow, of: .outcomes) == 0)
    }
    // A sheet lies over the window in use, so only ads that are in the wrong one appear.
    let covered = try report(.first, [W.load(), W.wait(200), sheet(900), W.show(.skip)])
    #expect(covered.n(.wrongWindow, of: .outcomes) == wrong)
    #expect(covered.n(.noController, of: .outcomes) == 400 - wrong)
    // When the other window is the one in use, its root is free.
    let moved = try report(
      .root,
      [
        W.load(), W.wait(200), sheet(900), .window(1), W.show(.skip),
      ])
    #expect(moved.n(.shown) == 400)
  }

  @Test("without an active scene there is no first one")
  func noActiveScene() throws {
    // The ad comes at 1 s, when its user is away until 3 s, and the app shows it on the spot.
    func reasons(_ from: AppTraits.PresentFrom) throws -> [Int] {
      let report = try run([W.load(), W.away(3_000), W.wait(50)], from: from, answer: 1_000) {
        $0.placeholders[0].appCode.showOnLoad = .always
      }
      return [report.n(.noController, of: .outcomes), report.n(.background, of: .outcomes)]
    }
    #expect(try reasons(.first) == [1, 0])
    #expect(try reasons(.top) == [0, 1] && reasons(.root) == [0, 1])
  }

  @Test("one full-screen ad at a time per app: another one is refused as busy")
  func oneAtATime() throws {
    // The ad of another slot comes while one is up, and the app shows it on the spot.
    let report = try run([W.load(awaited: true), W.load(1), W.show(.skip)], answer: 1_000) {
      $0.placeholders[1].appCode.showOnLoad = .always
    }
    #expect(report.n(.shown) == 1 && report.n(.busy, of: .showCallsEnded) == 1)
  }

  @Test("a loaded callback that comes twice shows twice in code that shows at each")
  func shownTwice() throws {
    func run(_ showOnLoad: AppCode.ShowOnLoad) throws -> Report {
      try self.run([W.load(), W.wait(9_000)]) {
        $0.placeholders[0].appCode.showOnLoad = showOnLoad
        var rule = FaultRule(on: .callback(.onLoaded), do: .duplicate)
        rule.probability = 1
        $0.networks[0].faults.rules = [rule]
      }
    }
    let always = try run(.always)
    #expect(always.n(.onLoaded) == 2 && always.n(.shown) == 1 && always.n(.showCalls) == 2)
    #expect(always.n(.busy, of: .showCallsEnded) == 1 && always.n(.callbackDuplicated) == 1)
    let once = try run(.once)
    #expect(once.n(.showCalls) == 1 && once.n(.shown) == 1 && once.n(.onLoaded) == 2)
  }

  // MARK: After a picker

  @Test("a show right after a picker or a sheet fails", arguments: SheetKind.allCases)
  func afterASheet(kind: SheetKind) throws {
    // It is gone at 2.2 s; the show is at 2.3 s, or at 3.1 s.
    func run(_ wait: Int64) throws -> Report {
      try self.run([W.load(), W.wait(200), sheet(2_000, kind), W.wait(wait), W.show(.skip)]) {
        $0.networks[0].settle = .milliseconds(800)
      }
    }
    let early = try run(2_100)
    // An overlay is a view of the app, and leaves nothing to settle.
    #expect(early.n(.settling, of: .outcomes) == (kind == .overlay ? 0 : 1))
    #expect(try run(2_900).n(.shown) == 1)
  }

  @Test("a show right after the return from a picker fails, from elsewhere it does not")
  func afterAPicker() throws {
    func run(_ kind: AwayKind, _ wait: Int64) throws -> Int {
      let away = W.away(2_000, kind: kind)
      return try self.run([W.load(), W.wait(200), away, W.wait(wait), W.show(.skip)]) {
        $0.networks[0].settle = .milliseconds(800)
      }.n(.settling, of: .outcomes)
    }
    #expect(try run(.picker, 100) == 1)
    #expect(try run(.picker, 800) == 0 && run(.home, 100) == 0)
  }
}
