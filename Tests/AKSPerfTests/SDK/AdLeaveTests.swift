import Scheduler
import Testing

@testable import AKSPerf

/// Users who leave the app during a full-screen ad by their own wish.
@Suite("Leaving during an ad")
struct AdLeaveTests {
  typealias W = TinyWorld

  /// Slot 0 has interstitials, slot 1 rewarded ads.
  private func run(
    _ steps: [JourneyStep], _ fate: AdLeave.OnReturn = .kept, p: Double = 1, away: Int64 = 20_000,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      $0.leaveDuringAd = AdLeave(probability: p, away: W.milliseconds(away))
      $0.leaveDuringAd?.onReturn = fate
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .rewarded,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      change(&$0)
    }
  }

  private static let both = [W.load(1, awaited: true), W.show(.load), W.show(.skip, 1)]

  /// When the first slot's ad, shown at 0.2 s, leaves the screen: by the age of the other one then.
  private func end(
    _ fate: AdLeave.OnReturn = .kept, p: Double = 1, away: Int64,
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Int {
    try #require(try run(Self.both, fate, p: p, away: away, change: change).us(.cacheAge))
  }

  @Test("an ad that is kept stands still while its user is away")
  func kept() throws {
    #expect(try end(p: 0, away: 20_000) == 5_100_000)
    #expect(try end(away: 20_000) == 25_100_000)
    #expect(try end(away: 0) == 5_100_000)
    let report = try run([W.show(.load)])
    #expect(report.n(.adLeaves) == 1 && report.n(.adLeaves, [.network("NET")]) == 1)
    #expect(report.n(.clicks) == 0 && report.n(.backgrounds) == 1 && report.n(.suspensions) == 1)
    #expect(report.n(.completedViews) == 1 && report.n(.onAdDismissed) == 1)
    let none = try run([W.show(.load)], p: 0)
    #expect(none.n(.adLeaves) == 0 && none.n(.backgrounds) == 0)
  }

  @Test("users leave ads as often as the scenario says")
  func share() throws {
    let steps: [JourneyStep] = [.repeated(count: .constant(2_000), steps: [W.show(.load)])]
    let leaves = try run(steps, p: 0.25, away: 1_000) {
      $0.duration = .hours(24)
      $0.drain = .hours(24)
    }.n(.adLeaves)
    #expect(abs(Double(leaves) / 2_000 - 0.25) < 0.03)
  }

  @Test("a closed ad is gone at the return, is dismissed then, and pays nothing by its view")
  func closed() throws {
    // The user leaves at the same instant of the ad, however long they are away.
    let leaving = try end(.closed, away: 0)
    #expect(leaving > 100_000 && leaving < 5_100_000)
    #expect(try end(.closed, away: 20_000) == leaving + 20_000_000)
    #expect(try end(.closed, away: 3_000) == leaving + 3_000_000)
    let report = try run([W.show(.load, 1), W.wait(10)], .closed)
    #expect(report.n(.shows) == 1 && report.n(.impressions) == 1 && report.n(.completedViews) == 0)
    #expect(report.n(.onAdRewardedAdDismissed) == 1 && report.n(.rewards) == 0)
    #expect(report.hazards.isEmpty)
  }

  @Test("of a lost ad the app never hears: it takes it for being up until its watchdog")
  func lost() throws {
    // Gone at about 20 s; another one is wanted half a minute later.
    let steps = [W.show(.load), W.load(1, awaited: true), W.wait(30_000), W.show(.skip, 1)]
    func run(_ watchdog: SimDuration?) throws -> Report {
      try self.run(steps, .lost) { $0.app.watchdog = watchdog }
    }
    for watchdog in [nil, SimDuration.minutes(2)] {
      let stuck = try run(watchdog)
      #expect(stuck.n(.shows) == 1 && stuck.n(.onAdDismissed) == 0)
      #expect(stuck.n(.completedViews) == 0 && stuck.n(.busy, of: .outcomes) == 1)
      #expect(stuck.hazards.map(\.rule) == [.callbackLost] && stuck.n(.callbackLost) == 1)
    }
    let freed = try run(.seconds(40))
    // The second one is lost as well.
    #expect(freed.n(.shows) == 2 && freed.n(.adLeaves) == 2 && freed.n(.callbackLost) == 2)
    #expect(freed.n(.rewards) == 0 && freed.n(.sessionsEnded) == 1)
    let oneCall = try self.run([.loadAndShow(placeholder: 1, budget: nil)], .lost)
    #expect(oneCall.n(.shows) == 1 && oneCall.n(.callbacks) == 0)
  }

  @Test("a lost ad fills no slot, since that comes with the callback")
  func noRefill() throws {
    func loads(_ fate: AdLeave.OnReturn) throws -> Int {
      try run([W.show(.load), W.wait(1_000)], fate) {
        $0.placeholders[0].cache.refill = .onDismiss
      }.n(.loads)
    }
    #expect(try loads(.lost) == 1)
    #expect(try loads(.closed) == 2 && loads(.kept) == 2)
  }

  @Test("a process may die while its user is away from an ad", arguments: AdLeave.OnReturn.allCases)
  func dies(fate: AdLeave.OnReturn) throws {
    let report = try run([W.show(.load, 1), W.wait(1_000)], fate) {
      $0.leaveDuringAd?.terminated = 1
    }
    let leaves = report.n(.adLeaves)
    #expect(leaves > 100 && report.n(.sessionsTerminated) == leaves)
    #expect(report.n(.shows) == leaves && report.n(.rewards) == 0)
    #expect(report.n(.callbackLost) == 0 && report.n(.onAdRewardedAdDismissed) == 0)
  }

  @Test("a click and a leave both come, each at its own instant of the ad")
  func clicked() throws {
    let click: (inout Scenario) -> Void = {
      $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(7_000))
    }
    #expect(try end(away: 20_000, change: click) == 32_100_000)
    let steps: [JourneyStep] = [.repeated(count: .constant(400), steps: [W.show(.load)])]
    func run(_ fate: AdLeave.OnReturn) throws -> Report {
      try self.run(steps, fate) {
        $0.duration = .hours(24)
        $0.drain = .hours(24)
        click(&$0)
      }
    }
    let kept = try run(.kept)
    #expect(kept.n(.clicks) == 400 && kept.n(.adLeaves) == 400 && kept.n(.backgrounds) == 800)
    // An ad that is gone is not clicked: half of the clicks would have come later.
    let closed = try run(.closed)
    #expect(closed.n(.adLeaves) == 400 && abs(closed.n(.clicks) - 200) < 40)
    // Of an ad that a click has closed nobody leaves any more.
    let first = try self.run(steps, .kept) {
      $0.duration = .hours(24)
      $0.drain = .hours(24)
      $0.networks[0].faults.closedByClick = 1
      click(&$0)
    }
    #expect(first.n(.clicks) == 400)
    #expect(first.n(.adLeaves) == closed.n(.adLeaves) - closed.n(.clicks))
  }

  @Test("the return is one by the user's own wish, with an ad up", arguments: [true, false])
  func returns(looksOut: Bool) throws {
    var rules = AppOpenReturns()
    rules.minAway = .zero
    rules.ignores = looksOut ? .all : []
    let open = JourneyStep.appOpen(
      placeholder: 2, flow: .automatic(splash: .seconds(60)), returns: rules)
    func run(_ fate: AdLeave.OnReturn) throws -> Report {
      try self.run([open, W.wait(1_000), W.show(.load)], fate) {
        $0.placeholders.append(
          Placeholder(
            name: "open", format: .appOpen,
            remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
        $0.placeholders[2].cache.refill = .onDismiss
        $0.app.watchdog = .zero
      }
    }
    for fate in AdLeave.OnReturn.allCases {
      let report = try run(fate)
      #expect(report.n(.returnFromClick, of: .opportunitiesGated) == 0)
      if looksOut {
        // The ad of the launch and the interstitial are both left.
        #expect(report.n(.adLeaves) == 2 && report.n(.busy, of: .opportunitiesGated) == 2)
        #expect(report.n(.appOpenReturns) == 0)
      } else {
        #expect(report.n(.busy, of: .opportunitiesGated) == 0)
        #expect(report.n(.busy, of: .showCallsEnded) >= 1)
      }
    }
  }

  @Test("a trace says that an ad was left, and what becomes of it")
  func traced() throws {
    for (fate, words) in [
      (AdLeave.OnReturn.kept, "leaves the ad, which stays on screen"),
      (.closed, "leaves the ad, which is closed at the return"),
      (.lost, "leaves the ad, which goes without a callback"),
    ] {
      let scenario = W.scenario([W.show(.load), W.wait(1_000)]) {
        $0.leaveDuringAd = AdLeave(probability: 1, away: W.milliseconds(1_000))
        $0.leaveDuringAd?.onReturn = fate
      }
      let text = try Simulation(scenario).trace(session: 0).text
      #expect(text.split(separator: "\n").filter { $0.contains(words) }.count == 1, "\(fate)")
    }
  }

  @Test("callbacks that were to be early come once, whatever the user does")
  func early() throws {
    for fate in AdLeave.OnReturn.allCases {
      let report = try run([W.show(.load), W.wait(60_000)], fate) {
        $0.networks[0].faults.rules = [W.rule(on: .dismiss, do: .early, delay: 1)]
      }
      // Of an ad that is gone before, none is early.
      #expect(report.n(.callbackEarly) == (fate == .kept ? 1 : 0))
      #expect(report.n(.onAdDismissed) == (fate == .lost ? 0 : 1))
    }
  }
}
