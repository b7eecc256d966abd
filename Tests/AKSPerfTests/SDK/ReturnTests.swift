import Scheduler
import Testing

@testable import AKSPerf

/// App-open ads on returns: when the app wants one, when it must not, and what it then gets.
@Suite("Returns")
struct ReturnTests {
  typealias W = TinyWorld

  private static func open(
    splash: Int64 = 60_000, minAway: Int64 = 17_000, ignores: AppOpenReturns.Origins = .all,
    trigger: AppOpenReturns.Trigger = .active, isOn: Bool? = nil
  ) -> JourneyStep {
    var returns = AppOpenReturns()
    returns.minAway = .milliseconds(minAway)
    returns.ignores = ignores
    returns.trigger = trigger
    returns.isOn = isOn
    return .appOpen(
      placeholder: 0, flow: .automatic(splash: .milliseconds(splash)), returns: returns)
  }

  /// Slot 0 opens the app and refills, slot 1 shows interstitials.
  private func run(
    _ steps: [JourneyStep], answer: Int64 = 100, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: .appOpen, answer: answer) {
      $0.placeholders[0].cache.refill = .onDismiss
      $0.placeholders.append(
        Placeholder(
          name: "level", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      change(&$0)
    }
  }

  @Test("a return from the background shows a ready ad, and the journey goes on after it")
  func shown() throws {
    // On the splash until 5.2 s; back at 65.2 s, the ad until 70.2 s.
    let report = try run([
      W.load(1, awaited: true), Self.open(), W.away(60_000), W.show(.skip, 1),
    ])
    #expect(report.n(.appOpenReturns) == 1 && report.n(.appOpenReturnsShown) == 1)
    #expect(report.ratio(.appOpenOnReturn)?.estimate.value == 1)
    #expect(report.n(.shows, [.format(.appOpen)]) == 2 && report.n(.appOpenLaunches) == 1)
    #expect(report.us(.cacheAge, [.format(.interstitial)]) == 70_100_000)
    // From the foreground, and from launch.
    #expect(report.range(.appOpenTime) == [0, 200_000])
  }

  @Test(
    "the app must have been away for the minimum time", arguments: [0, 5_000, 17_000, 30_000])
  func minimum(minAway: Int64) throws {
    for (away, isLong) in [(minAway - 1, false), (minAway, true)] where away >= 0 {
      let report = try run([Self.open(minAway: minAway), W.wait(1_000), W.away(away)])
      #expect(report.n(.appOpenReturnsShown) == (isLong ? 1 : 0))
      #expect(report.n(.tooShortAway, of: .opportunitiesGated) == (isLong ? 0 : 1))
    }
  }

  @Test(
    "a return from a click or a picker never opens an ad, however long", arguments: [1, 86_400])
  func ignored(seconds: Int64) throws {
    for kind in [AwayKind.click, .picker] {
      let report = try run([
        Self.open(minAway: 0), W.wait(1_000), W.away(seconds * 1_000, kind: kind), W.wait(10),
      ]) {
        $0.duration = .hours(60)
        $0.networks[0].expiry = PerFormat(repeating: nil)
      }
      #expect(report.n(.shows) == 1 && report.n(.appOpenReturns) == 0)
      let reason = kind == .click ? Reason.returnFromClick : .contentOnScreen
      #expect(report.n(reason, of: .opportunitiesGated) == 1)
    }
    let clicked = try run([Self.open(minAway: 0), W.wait(1_000), W.show(.load, 1)]) {
      $0.duration = .hours(60)
      $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(seconds * 1_000))
    }
    #expect(clicked.n(.clicks) == 2 && clicked.n(.shows) == 2)
    #expect(clicked.n(.returnFromClick, of: .opportunitiesGated) == 2)
  }

  @Test("a return from a sheet opens none unless the app takes it for a return")
  func sheets() throws {
    for kind in SheetKind.allCases {
      func run(_ ignores: AppOpenReturns.Origins) throws -> Report {
        try self.run([
          Self.open(minAway: 2_000, ignores: ignores), W.wait(1_000),
          .sheet(time: W.milliseconds(2_000), kind: kind), W.wait(9_000),
        ])
      }
      let careful = try run(.all)
      #expect(careful.n(.shows) == 1)
      #expect(
        careful.n(.contentOnScreen, of: .opportunitiesGated) == (kind == .overlay ? 0 : 1))
      let careless = try run([.ad, .click])
      #expect(careless.n(.appOpenReturnsShown) == (kind == .overlay ? 0 : 1))
    }
  }

  @Test("the ad of a sheet's end holds the journey back, whose wait runs on")
  func overWait() throws {
    // The sheet is gone at 7.2 s, its ad at 12.2 s.
    func end(_ wait: Int64) throws -> Int? {
      try run([
        W.load(1, awaited: true), Self.open(minAway: 0, ignores: []),
        .sheet(time: W.milliseconds(2_000), kind: .system), W.wait(wait), W.show(.skip, 1),
      ]).us(.cacheAge, [.format(.interstitial)])
    }
    #expect(try end(4_000) == 12_100_000)
    #expect(try end(9_000) == 14_100_000)
  }

  @Test("a sheet stays up while its user is away")
  func pausedSheet() throws {
    // Up for 3 s of the foreground: from 5.2 to 6.2 and from 16.2 to 18.2 s.
    let report = try run([
      W.load(1, awaited: true), Self.open(minAway: 12_000, ignores: [.ad, .click]),
      .sheet(time: W.milliseconds(3_000), kind: .system), W.wait(1_000), W.away(10_000),
      W.wait(3_000), W.show(.skip, 1),
    ])
    #expect(report.n(.tooShortAway, of: .opportunitiesGated) == 1)
    #expect(report.n(.appOpenReturnsShown) == 1)
    #expect(report.us(.cacheAge, [.format(.interstitial)]) == 23_100_000)
  }

  @Test("never while a full-screen ad is up; an app that does not look is refused")
  func adUp() throws {
    func run(
      _ ignores: AppOpenReturns.Origins, change: (inout Scenario) -> Void = { _ in }
    ) throws -> Report {
      try self.run([Self.open(minAway: 0, ignores: ignores), W.wait(1_000), W.show(.load, 1)]) {
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(20_000))
        change(&$0)
      }
    }
    // Both ads are clicked, and each is still up at the return, whatever was reported.
    let careful = try run([.ad])
    #expect(careful.n(.busy, of: .opportunitiesGated) == 2 && careful.n(.shows) == 2)
    let misled = try run([.ad]) { $0.click?.reports = .atLeave }
    #expect(misled.n(.busy, of: .opportunitiesGated) == 0 && misled.n(.shows) == 2)
    #expect(misled.n(.busy, of: .showCallsEnded) == 2)
    let blind = try run([])
    #expect(blind.n(.busy, of: .showCallsEnded) >= 1)
    // When the interstitial is gone, the app takes that for a return too.
    #expect(blind.n(.appOpenReturnsShown) == 1 && blind.n(.showsBackToBack) == 1)
    #expect(blind.ratio(.backToBack)?.estimate.value == 1.0 / 3)
  }

  @Test("a sheet that ends under an ad opens none")
  func underAd() throws {
    func run(_ ignores: AppOpenReturns.Origins) throws -> Report {
      try self.run([
        Self.open(minAway: 0, ignores: ignores), W.wait(1_000),
        .sheet(time: W.milliseconds(2_000), kind: .system), W.show(.load, 1), W.wait(1_000),
      ])
    }
    let careful = try run(.ad)
    #expect(careful.n(.busy, of: .opportunitiesGated) == 1 && careful.n(.shows) == 2)
    // One that does not look calls show in vain, and takes the end of the ad for a return.
    let blind = try run([])
    #expect(blind.n(.busy, of: .opportunitiesGated) == 0 && blind.n(.shows) == 3)
    #expect(blind.n(.busy, of: .showCallsEnded) == 1 && blind.n(.appOpenReturns) == 2)
  }

  @Test("a return loads anew in place of an ad that is too old to be shown")
  func staleAd() throws {
    // Each return finds an ad of a minute ago, too old by the app's own clock.
    let report = try run([
      Self.open(), W.wait(1_000), W.away(60_000), W.wait(1_000), W.away(60_000), W.wait(1_000),
    ]) { $0.placeholders[0].cache.ttl = .seconds(30) }
    #expect(report.n(found: .expired) == 2 && report.n(.shows) == 1 && report.n(.loads) == 4)
  }

  @Test("a late app-open ad is kept for the next foreground, never shown over content")
  func late() throws {
    // Splash until 1 s, ad at 2 s, away from 11 to 71 s.
    let report = try run([Self.open(splash: 1_000), W.wait(10_000), W.away(60_000)], answer: 2_000)
    #expect(report.n(.appOpenMissed) == 1 && report.n(.appOpenLate) == 1)
    #expect(report.n(.shows) == 1 && report.us(.cacheAge) == 69_000_000)
    let expired = try run(
      [Self.open(splash: 1_000), W.wait(10_000), W.away(5 * 3_600_000)], answer: 2_000
    ) { $0.drain = .hours(9) }
    #expect(expired.n(.shows) == 0 && expired.n(.adsExpired) == 1)
  }

  @Test("a return that finds no ad waits for none, and loads one for the next")
  func notReady() throws {
    let report = try run([
      Self.open(), W.away(60_000), W.wait(1_000), W.away(60_000), W.wait(1_000), W.away(60_000),
    ]) { $0.placeholders[0].cache.refill = [] }
    #expect(report.n(.appOpenReturns) == 3 && report.n(.appOpenReturnsShown) == 1)
    #expect(report.n(.notReady, of: .outcomes) == 2 && report.n(.loads) == 3)
  }

  @Test("scenes are inactive at once: one asked for before the app is active is refused")
  func triggers() throws {
    func run(_ trigger: AppOpenReturns.Trigger) throws -> Report {
      try self.run([Self.open(trigger: trigger), W.wait(1_000), W.away(60_000), W.wait(1_000)])
    }
    let entering = try run(.willEnter)
    #expect(entering.n(.background, of: .showCallsEnded) == 1 && entering.n(.shows) == 1)
    #expect(entering.n(.onAdFailToShow) == 1 && entering.n(.adsCachedAtEnd) == 0)
    let both = try run(.both)
    #expect(both.n(.background, of: .showCallsEnded) == 1 && both.n(.appOpenReturnsShown) == 1)
    #expect(both.n(.appOpenReturns) == 2)
  }

  @Test("returns open ads if the step says so: by default those of the automatic flow")
  func onReturn() throws {
    func returns(_ step: JourneyStep) throws -> Int {
      try run([step, W.wait(1_000), W.away(60_000)]).n(.appOpenReturnsShown)
    }
    #expect(try returns(Self.open()) == 1)
    #expect(try returns(Self.open(isOn: false)) == 0)
    for (isOn, shown) in [(nil, 0), (false, 0), (true, 1)] as [(Bool?, Int)] {
      var rules = AppOpenReturns()
      rules.isOn = isOn
      #expect(
        try returns(.appOpen(placeholder: 0, flow: .manual(budget: nil), returns: rules)) == shown)
    }
  }

  @Test("the first step that opens ads on returns rules them all")
  func firstStep() throws {
    let report = try run([
      Self.open(minAway: 30_000), Self.open(minAway: 0), W.wait(1_000), W.away(20_000),
    ])
    #expect(report.n(.tooShortAway, of: .opportunitiesGated) == 1)
  }

  @Test("the remote flag of the config in force decides")
  func remoteFlag() throws {
    // The shipped config lets ads come; the fetched one, there at 10 s, does not.
    let report = try run([Self.open(), W.wait(20_000), W.away(60_000), W.show(.load, 1)]) {
      $0.backends.append(TestWorld.external(W.milliseconds(10_000)))
      $0.config = RemoteConfig(backend: 1)
      $0.config?.connection = nil
      $0.users.firstLaunch = 1
      $0.placeholders[0].shipped = $0.placeholders[0].remote
      $0.placeholders[0].remote.enabled = false
    }
    #expect(report.n(.shows, [.config(.shipped)]) == 1)
    #expect(report.n(.disabled, of: .opportunitiesGated) == 1)
    #expect(report.n(.appOpenReturns) == 0 && report.n(.shows, [.format(.interstitial)]) == 1)
    let off = try run([W.load(1), W.show(.load, 1)]) { $0.placeholders[1].remote.enabled = false }
    #expect(off.n(.disabled, of: .loadsGated) == 1 && off.n(.loads) == 0)
  }

  @Test("shows without a wait or an absence between them are back to back")
  func backToBack() throws {
    let report = try run([
      W.show(.load, 1), W.show(.load, 1), W.wait(1), W.show(.load, 1), W.away(1), W.show(.load, 1),
    ])
    #expect(report.n(.shows) == 4 && report.n(.showsBackToBack) == 1)
  }
}
