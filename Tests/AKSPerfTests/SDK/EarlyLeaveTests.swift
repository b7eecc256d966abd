import Scheduler
import Testing

@testable import AKSPerf

/// Users who leave the app between the call of show and its ad.
@Suite("Leaving before an ad")
struct EarlyLeaveTests {
  typealias W = TinyWorld

  /// A load of 0.1 s, and an ad that takes `overhead` from the call of show to the screen.
  private func run(
    _ steps: [JourneyStep] = [W.show(.load)], _ fate: EarlyLeave.OnReturn = .shown, p: Double = 1,
    away: Int64 = 20_000, overhead: Int64 = 1_000, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps) {
      $0.leaveBeforeAd = EarlyLeave(probability: p, away: W.milliseconds(away))
      $0.leaveBeforeAd?.onReturn = fate
      $0.networks[0].showOverhead = W.milliseconds(overhead)
      change(&$0)
    }
  }

  @Test("the time to the ad stands still while its user is away")
  func shown() throws {
    #expect(try run(p: 0).us(.timeToShow) == 1_100_000)
    for away in [0, 1_000, 20_000] {
      let report = try run(away: Int64(away))
      #expect(report.us(.timeToShow) == 1_100_000 + away * 1000)
      #expect(report.n(.earlyLeaves) == 1 && report.n(.earlyLeaves, [.network("NET")]) == 1)
      #expect(report.n(.backgrounds) == 1 && report.n(.adLeaves) == 0)
      #expect(report.n(.suspensions) == (away > 5_000 ? 1 : 0))
      #expect(report.n(.completedViews) == 1 && report.n(.onAdDismissed) == 1)
    }
    #expect(try run(p: 0).n(.earlyLeaves) == 0)
    // Without a time to the ad there is none to leave in.
    let atOnce = try run(overhead: 0)
    #expect(atOnce.n(.earlyLeaves) == 0 && atOnce.us(.timeToShow) == 100_000)
  }

  @Test("the user leaves anywhere in the time to the ad")
  func anywhere() throws {
    let steps: [JourneyStep] = [.repeated(count: .constant(2_000), steps: [W.show(.load)])]
    let report = try run(steps, .failed, p: 0.25, away: 0) {
      $0.duration = .hours(24)
      $0.drain = .hours(24)
    }
    #expect(abs(Double(report.n(.earlyLeaves)) / 2_000 - 0.25) < 0.03)
    #expect(report.n(.background, of: .outcomes) == report.n(.earlyLeaves))
    let times = try #require(report.metric(.timeToOutcome, [.reason(.background)]))
    // Evenly within the second after 0.1 s.
    #expect(try abs(#require(times.mean.value) - 600_000) < 50_000)
    #expect(try #require(times.minimum) > 100_000 && #require(times.maximum) < 1_100_000)
  }

  @Test("a show that fails is reported at the return, and costs its ad")
  func failed() throws {
    let report = try run([W.show(.load)], .failed)
    let time = try #require(report.us(.timeToOutcome))
    #expect(time > 20_100_000 && time < 21_100_000)
    #expect(report.n(.shows) == 0 && report.n(.adsUnfit) == 1 && report.n(.impressions) == 0)
    #expect(report.n(.onAdFailedToShow) == 1 && report.n(.background, of: .outcomes) == 1)
    #expect(report.hazards.isEmpty)
    let refilled = try run([W.show(.load), W.wait(1_000)], .failed) {
      $0.placeholders[0].cache.refill = .afterFailure
    }
    #expect(refilled.n(.loads) == 2)
  }

  @Test("of a lost show the app never hears: it takes it for being up until its watchdog")
  func lost() throws {
    let steps = [W.show(.load), W.load(), W.wait(30_000), W.show(.skip)]
    for watchdog in [nil, SimDuration.minutes(2)] {
      let stuck = try run(steps, .lost) { $0.app.watchdog = watchdog }
      #expect(stuck.n(.callbackLost) == 1 && stuck.n(.onAdFailedToShow) == 1)
      #expect(stuck.n(.background, of: .outcomes) == 1 && stuck.n(.busy, of: .outcomes) == 1)
      #expect(stuck.hazards.map(\.rule) == [.callbackLost])
    }
    // At 40.1 s the watchdog lets the second call through, whose user leaves as well.
    let freed = try run(steps, .lost) { $0.app.watchdog = .seconds(40) }
    #expect(freed.n(.background, of: .outcomes) == 2 && freed.n(.callbackLost) == 2)
    #expect(freed.n(.onAdFailedToShow) == 0 && freed.n(.sessionsEnded) == 1)
  }

  @Test("a process may die meanwhile", arguments: EarlyLeave.OnReturn.allCases)
  func dies(fate: EarlyLeave.OnReturn) throws {
    let report = try run([W.show(.load), W.wait(1_000)], fate) {
      $0.leaveBeforeAd?.terminated = 1
    }
    let leaves = report.n(.earlyLeaves)
    #expect(leaves > 100 && report.n(.sessionsTerminated) == leaves)
    #expect(report.n(.terminated, of: .outcomes) == leaves && report.n(.shows) == 0)
    #expect(report.n(.callbackLost) == 0 && report.n(.onAdFailedToShow) == 0)
  }

  @Test("who is back in time may still find the ad too late")
  func late() throws {
    let report = try run(overhead: 8_000)
    #expect(report.n(.presentTimeout, of: .outcomes) == 1 && report.n(.earlyLeaves) == 1)
    #expect(report.us(.timeToOutcome) == 25_100_000)
  }

  @Test("who has left before an ad may leave it, or click it, as well")
  func both() throws {
    let report = try run([W.load(awaited: true), W.show(.load), W.load(awaited: true)]) {
      $0.leaveDuringAd = AdLeave(probability: 1, away: W.milliseconds(3_000))
      $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(7_000))
    }
    #expect(report.n(.earlyLeaves) == 1 && report.n(.adLeaves) == 1 && report.n(.clicks) == 1)
    #expect(report.n(.backgrounds) == 3 && report.us(.timeToShow) == 21_000_000)
    #expect(report.n(.completedViews) == 1)
  }

  @Test("the ad of a return is not opened beside one that is to come")
  func returns() throws {
    var flow = AppOpenReturns()
    flow.isOn = true
    let report = try run([
      .appOpen(placeholder: 1, flow: .manual(budget: nil), returns: flow), W.show(.load),
    ]) {
      $0.placeholders.append(
        Placeholder(
          name: "launch", format: .appOpen,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
      $0.leaveBeforeAd?.away = W.milliseconds(20_000)
    }
    #expect(report.n(.busy, of: .opportunitiesGated) == report.n(.earlyLeaves))
    #expect(report.n(.earlyLeaves) == 2 && report.n(.shows) == 2)
  }

  @Test("an ad that is lost stays so when an opportunity beside it is refused")
  func besideALostAd() throws {
    var flow = AppOpenReturns()
    flow.isOn = true
    flow.ignores = []
    func lost(_ p: Double) throws -> [Int] {
      let report = try run(
        [
          .appOpen(placeholder: 1, flow: .manual(budget: .constant(0)), returns: flow),
          W.show(.load), W.wait(60_000),
        ], p: p, overhead: 1
      ) {
        $0.placeholders.append(
          Placeholder(
            name: "launch", format: .appOpen,
            remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)])))
        $0.leaveDuringAd = AdLeave(probability: 1, away: W.milliseconds(20_000))
        $0.leaveDuringAd?.onReturn = .lost
      }
      return [report.n(.callbackLost), report.n(.onAdDismissed), report.n(.onAdFailedToShow)]
    }
    let without = try lost(0)
    #expect(without[0] > 0 && without[1] == 0)
    #expect(try lost(1e-12) == without)
  }
}
