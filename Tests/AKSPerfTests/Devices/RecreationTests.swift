import Scheduler
import Testing

@testable import AKSPerf

/// Activities that are recreated when their window changes, and what they held.
@Suite("Activities that are recreated")
struct RecreationTests {
  typealias W = TinyWorld
  typealias V = WindowWorld

  private func run(
    _ steps: [JourneyStep], heldBy: CachePolicy.Holder, format: AdFormat = .interstitial,
    recreates: Bool = true, answer: Int64 = 100, on device: Device = V.foldable,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try V.run(steps, on: device, format: format, answer: answer) {
      $0.app.recreates = recreates
      $0.placeholders[0].cache.heldBy = heldBy
      $0.placeholders[0].view.refresh = nil
      change(&$0)
    }
  }

  @Test("ready ads are lost with the activity that holds them; the app keeps its own")
  func readyAds() throws {
    let steps = [W.load(), W.wait(200), .unfold, W.wait(500), W.show(.skip)]
    let lost = try run(steps, heldBy: .activity)
    #expect(lost.n(.adsOrphaned) == 1 && lost.n(.adsLost) == 1 && lost.n(.adsWasted) == 1)
    #expect(lost.n(found: .cold) == 1 && lost.n(.shows) == 0)
    for (holder, recreates) in [(CachePolicy.Holder.app, true), (.activity, false)] {
      let kept = try run(steps, heldBy: holder, recreates: recreates)
      #expect(kept.n(.shows) == 1 && kept.n(.adsOrphaned) == 0 && kept.n(.adsLost) == 0)
    }
  }

  @Test("only a change of the key window recreates it, and only one that changes something")
  func keyWindow() throws {
    func lost(_ step: JourneyStep) throws -> Int {
      try run([W.load(), W.wait(200), step, W.wait(500)], heldBy: .activity, on: V.tablet)
        .n(.adsOrphaned)
    }
    let size = WindowSize(width: 500, height: 900)
    #expect(try lost(.resize(size, window: nil)) == 1 && lost(.resize(size, window: 0)) == 1)
    #expect(try lost(.resize(size, window: 1)) == 0 && lost(.window(1)) == 0)
    #expect(try lost(.resize(V.tablet.windows[0], window: 0)) == 0)
    // This device does not fold.
    #expect(try lost(.unfold) == 0)
  }

  @Test(
    "a load in flight goes on, and neither its callback nor its ad reaches anybody",
    arguments: AdNetwork.LateAnswer.allCases)
  func inFlight(_ late: AdNetwork.LateAnswer) throws {
    let steps = [W.load(), W.wait(100), .unfold, W.wait(3_000), W.show(.skip)]
    func run(_ holder: CachePolicy.Holder) throws -> Report {
      try self.run(steps, heldBy: holder, answer: 1_000) {
        $0.networks[0].lateAnswer = late
        $0.networks[0].creative = PerFormat(repeating: .constant(5_000))
      }
    }
    let (lost, kept) = (try run(.activity), try run(.app))
    #expect(lost.n(.recreated, of: .loadFailures) == 1 && lost.n(.lateAnswersDropped) == 1)
    #expect(lost.n(.loadCallbacks) == 1 && lost.n(.callbacks) == 0 && lost.n(.adsLoaded) == 0)
    #expect(lost.n(.shows) == 0 && lost.hazards.isEmpty)
    #expect(kept.n(.shows) == 1 && kept.n(.onLoaded) == 1)
    // What was asked of the network comes all the same.
    #expect(lost.n(.bytesDownloaded) == kept.n(.bytesDownloaded))
    #expect(kept.n(.bytesDownloaded) >= 5_000 && lost.n(.bytesWasted) == 5_000)
  }

  @Test("the new activity's load joins none of the old one's")
  func loadsAnew() throws {
    let steps = [W.load(), W.wait(100), .unfold, W.load(awaited: true), W.show(.skip)]
    let lost = try run(steps, heldBy: .activity, answer: 1_000)
    #expect(lost.n(.loads) == 2 && lost.n(.loadsJoined) == 0 && lost.n(.shows) == 1)
    #expect(lost.n(.onLoaded) == 1 && lost.range(.loadLatency) == [1_000_000, 1_000_000])
    let kept = try run(steps, heldBy: .app, answer: 1_000)
    #expect(kept.n(.loads) == 1 && kept.n(.loadsJoined) == 1 && kept.n(.shows) == 1)
  }

  @Test("retries die with the activity")
  func retries() throws {
    func loads(_ holder: CachePolicy.Holder) throws -> Int {
      try run([W.load(), W.wait(500), .unfold, W.wait(3_500)], heldBy: holder) {
        $0.networks[0].fill = PerFormat(repeating: 0)
        $0.placeholders[0].remote.retry = .fixed(W.milliseconds(1_000))
      }.n(.loads)
    }
    // At 0, 1.1, 2.2 and 3.3 s.
    #expect(try loads(.app) == 4)
    #expect(try loads(.activity) == 1)
  }

  @Test("what the activity believed of its ads is gone as well")
  func beliefs() throws {
    func shows(_ holder: CachePolicy.Holder) throws -> Int {
      try run([W.show(.load), .unfold, W.wait(500), W.show(.load)], heldBy: holder) {
        $0.networks[0].faults.lostDismiss = 1
      }.n(.shows)
    }
    #expect(try shows(.app) == 1 && shows(.activity) == 2)
    // A dismissal that was to come reaches nobody: nothing is refilled.
    func loads(_ holder: CachePolicy.Holder) throws -> Int {
      try run([W.show(.load), .unfold, W.wait(9_000)], heldBy: holder) {
        $0.networks[0].faults.lateDismiss = 1
        $0.placeholders[0].cache.refill = .onDismiss
      }.n(.loads)
    }
    #expect(try loads(.app) == 2 && loads(.activity) == 1)
  }

  @Test("banners and native ads are put up anew", arguments: [AdFormat.banner, .native])
  func views(format: AdFormat) throws {
    let view = format == .banner ? JourneyStep.banner(placeholder: 0) : .native(placeholder: 0)
    for holder in CachePolicy.Holder.allCases {
      let report = try run(
        [view, W.wait(200), .unfold, W.wait(1_000)], heldBy: holder, format: format)
      #expect(report.n(.views) == 2 && report.n(.loads) == 2 && report.n(.shows) == 2)
      #expect(report.n(.viewReloads) == 0 && report.hazards.isEmpty)
      #expect(report.n(.onBannerSizeChanged) == 0)
    }
    let plain = try run(
      [view, W.wait(200), .unfold, W.wait(1_000)], heldBy: .activity, format: format,
      recreates: false)
    #expect(plain.n(.views) == 1 && plain.n(.shows) == 1)
  }

  @Test("a view that still loads is abandoned with its activity")
  func loadingView() throws {
    let steps = [JourneyStep.banner(placeholder: 0), W.wait(50), .unfold, W.wait(3_000)]
    let lost = try run(steps, heldBy: .activity, format: .banner, answer: 1_000)
    #expect(lost.n(.recreated, of: .outcomes) == 1 && lost.n(.abandoned) == 1)
    #expect(lost.n(.views) == 2 && lost.n(.loads) == 2 && lost.n(.onBannerLoaded) == 1)
    #expect(lost.n(.onBannerFailedToLoad) == 0 && lost.n(.shows) == 1)
    // A loader of the app goes on, and brings the new view its ad.
    let kept = try run(steps, heldBy: .app, format: .banner, answer: 1_000)
    #expect(kept.n(.views) == 2 && kept.n(.loads) == 1 && kept.n(.shows) == 1)
  }

  @Test("code in view-did-appear loads in the new activity, whose guards are not set")
  func appears() throws {
    let plain = [V.load(.viewDidAppear), W.wait(200), .unfold, W.wait(500)]
    #expect(try run(plain, heldBy: .activity).n(.loads) == 2)
    let guarded = V.load(.viewDidAppear, isGuarded: true)
    let steps = [guarded, W.wait(200), .unfold, W.wait(500), guarded, W.wait(500)]
    #expect(try run(steps, heldBy: .activity).n(.loads) == 2)
    #expect(try run(steps, heldBy: .app).n(.loads) == 1)
  }

  @Test("a trace tells of the new activity, and of what the old one has lost")
  func traced() throws {
    let scenario = W.scenario([W.load(), W.wait(200), .unfold, W.wait(500)]) {
      $0.devices = [V.foldable]
      $0.app.recreates = true
      $0.placeholders[0].cache.heldBy = .activity
    }
    let text = try Simulation(scenario).trace(session: 0).text
    #expect(text.contains("  recreated") && text.contains("lost with its activity"))
  }

  @Test("timers of the app go on, and its server pays what was asked for")
  func outlives() throws {
    let timed = try run([W.wait(5_000), .unfold, W.wait(30_000)], heldBy: .activity) {
      $0.app.timers = [AppTimer(every: .seconds(10), placeholder: 0, action: .load)]
    }
    #expect(timed.n(.loadCalls) == 3)
    let paid = try run(
      [W.show(.load), .unfold, W.wait(30_000)], heldBy: .activity, format: .rewarded
    ) {
      var backend = RewardBackend()
      backend.answer = W.milliseconds(20_000)
      $0.app.rewardBackend = backend
    }
    #expect(paid.n(.rewards) == 1 && paid.hazards.isEmpty)
  }

  @Test("a banner that is up although the app has hidden it goes with its activity")
  func ghost() throws {
    func run(_ step: JourneyStep) throws -> Report {
      try self.run(
        [
          .banner(placeholder: 0), W.wait(50), .hide(placeholder: 0), W.wait(5_000), step,
          W.wait(20_000),
        ], heldBy: .app, format: .banner
      ) {
        $0.placeholders[0].view.ghost = 1
        $0.placeholders[0].view.refresh = .seconds(10)
      }
    }
    let gone = try run(.unfold)
    #expect(gone.n(.views) == 1 && gone.n(.impressions) == 1 && gone.n(.viewNotRemoved) == 1)
    // This device is folded already.
    let kept = try run(.fold)
    #expect(kept.n(.views) == 1 && kept.n(.impressions) == 3 && kept.n(.viewNotRemoved) == 3)
  }

  private static let wide = WindowSize(width: 500, height: 900)
  private static let wider = WindowSize(width: 600, height: 900)

  /// A banner in the narrow window of a tablet, and steps after that.
  private func besides(
    _ steps: [JourneyStep], change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try run(
      [.window(1), .banner(placeholder: 0), W.wait(200), .window(0)] + steps + [W.wait(1_000)],
      heldBy: .app, format: .banner, on: V.tablet, change: change)
  }

  @Test("a view belongs to the activity of its own window, and is put up there again")
  func otherWindow() throws {
    let key = JourneyStep.resize(Self.wide, window: nil)
    #expect(try besides([key]).n(.views) == 1)
    let own = JourneyStep.resize(Self.wide, window: 1)
    #expect(try besides([own]).n(.views) == 2)
    #expect(try besides([own, W.wait(1_000), key]).n(.views) == 2)
    let again = JourneyStep.resize(Self.wider, window: 1)
    let report = try besides([own, W.wait(1_000), key, again])
    #expect(report.n(.views) == 3 && report.n(.viewReloads) == 0 && report.hazards.isEmpty)
  }

  @Test("what an activity holds of a view's placeholder goes with the view's window")
  func heldBesides() throws {
    func orphans(_ window: Int) throws -> Int {
      try besides([W.load(), W.wait(200), .resize(Self.wide, window: window)]) {
        $0.placeholders[0].cache.heldBy = .activity
      }.n(.adsOrphaned)
    }
    #expect(try orphans(0) == 0 && orphans(1) == 1)
  }

  @Test("a window that becomes the key one while it changes, or no more is, is as it was before")
  func switched() throws {
    for (changed, views) in [(0, 1), (1, 2)] {
      for next in [0, 1] {
        let report = try besides([.resize(Self.wide, window: changed), .window(next)]) {
          $0.app.transition = .milliseconds(300)
        }
        #expect(report.n(.views) == views && report.n(.viewReloads) == 0)
      }
    }
    let report = try run(
      [
        .banner(placeholder: 0), W.wait(200), .resize(Self.wide, window: 0), .window(1),
        W.wait(1_000),
      ], heldBy: .app, format: .banner, on: V.tablet
    ) { $0.app.transition = .milliseconds(300) }
    #expect(report.n(.views) == 2 && report.n(.loads) == 2 && report.n(.viewReloads) == 0)
  }
}
