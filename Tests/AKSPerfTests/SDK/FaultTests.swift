import Scheduler
import Testing

@testable import AKSPerf

/// What networks get wrong, at exact instants: a load takes 100 ms, an ad is up for 5 s.
@Suite("Faults of networks")
struct FaultTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], format: AdFormat = .interstitial,
    _ rules: [FaultRule] = [], change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, format: format) {
      $0.networks[0].faults.rules = rules
      change(&$0)
    }
  }

  private let show = [W.show(.load), W.wait(60_000)]

  @Test("a callback that is lost, doubled or late is heard so, and the model's answer is the same")
  func callbacks() throws {
    let plain = try run(show)
    let lost = try run(show, [W.rule(on: .callback(.onAdShown), do: .lose)])
    #expect(lost.n(.onAdShown) == 0 && lost.n(.onAdDismissed) == 1)
    #expect(lost.hazards.map(\.rule) == [.callbackLost])
    let twice = try run(show, [W.rule(on: .callback(.onAdShown), do: .duplicate, times: 3)])
    #expect(twice.n(.onAdShown) == 4 && twice.hazards.map(\.count) == [3])
    #expect(twice.hazards.map(\.rule) == [.callbackDuplicated])
    let late = try run(show, [W.rule(on: .callback(.onAdShown), do: .delay, delay: 900)])
    #expect(late.n(.onAdShown) == 1 && late.us(.timeToCallback) == 900_000)
    #expect(late.hazards.map(\.rule) == [.callbackLate])
    for report in [lost, twice, late] {
      #expect(report.n(.shows) == 1 && report.n(.impressions) == 1 && report.n(.loadCallbacks) == 1)
      #expect(report.us(.timeToShow) == plain.us(.timeToShow))
    }
  }

  @Test("the word duplicateCallback doubles every callback")
  func duplicateCallback() throws {
    let report = try run(show) { $0.networks[0].faults.duplicateCallback = 1 }
    #expect(report.n(.onLoaded) == 2 && report.n(.onAdShown) == 2 && report.n(.onAdDismissed) == 2)
    #expect(report.hazards.map(\.count) == [3] && report.n(.loadCallbacks) == 1)
  }

  @Test("each callback is drawn for itself")
  func drawnApart() throws {
    let steps: [JourneyStep] = [.repeated(count: .constant(400), steps: [W.show(.load)])]
    let report = try run(steps) { $0.networks[0].faults.duplicateCallback = 0.5 }
    let (shown, dismissed) = (report.n(.onAdShown) - 400, report.n(.onAdDismissed) - 400)
    #expect((160...240).contains(shown) && (160...240).contains(dismissed) && shown != dismissed)
  }

  @Test("a lost dismissal keeps the app showing until the watchdog")
  func aLostDismissKeepsTheAppShowingUntilTheWatchdog() throws {
    // Shown at 0.1 s, gone at 5.1 s.
    func busy(wait: Int64, watchdog: SimDuration?) throws -> Int {
      try run([W.show(.load), W.load(), W.wait(wait), W.show(.wait)]) {
        $0.networks[0].faults.lostDismiss = 1
        $0.app.watchdog = watchdog
      }.n(.busy, of: .outcomes)
    }
    #expect(try busy(wait: 3_000_000, watchdog: nil) == 1)
    #expect(try busy(wait: 4_999, watchdog: .seconds(10)) == 1)
    #expect(try busy(wait: 5_001, watchdog: .seconds(10)) == 0)
    let report = try run([W.show(.load), W.load(), W.wait(200), W.show(.wait)]) {
      $0.networks[0].faults.lostDismiss = 1
    }
    #expect(report.n(.onAdDismissed) == 0 && report.n(.onAdFailedToShow) == 1)
    #expect(report.n(.shows) == 1 && report.n(.adsLost) == 1)
    #expect(report.hazards.map(\.rule) == [.callbackLost])
  }

  @Test("what an app does at a dismissal it does when it hears of it")
  func refills() throws {
    func loads(_ change: @escaping (inout Scenario) -> Void) throws -> Report {
      // Up from 0.2 s to 5.2 s.
      try run([W.load(), W.wait(200), W.show(.skip), W.wait(60_000)]) {
        $0.placeholders[0].cache.refill = .onDismiss
        change(&$0)
      }
    }
    #expect(try loads { _ in }.n(.loads) == 2)
    #expect(try loads { $0.networks[0].faults.lostDismiss = 1 }.n(.loads) == 1)
    let watched = try loads {
      $0.networks[0].faults.lostDismiss = 1
      $0.app.watchdog = .seconds(20)
    }
    #expect(watched.n(.loads) == 2)
    let late = try loads { $0.networks[0].faults.lateDismiss = 1 }
    #expect(late.n(.loads) == 2 && late.us(.timeToCallback) == 5_000_000)
    let early = try loads { $0.networks[0].faults.earlyDismiss = 1 }
    #expect(early.n(.loads) == 2 && early.n(.onAdDismissed) == 1)
    #expect(early.hazards.map(\.rule) == [.callbackEarly])
  }

  @Test("an early dismissal comes before the ad is gone, by the time of its rule")
  func early() throws {
    // Shown at 0.2 s, gone at 5.2 s, reported 2 s before: the refill takes 100 ms from then.
    let rules = [W.rule(on: .dismiss, do: .early, delay: 2000)]
    let report = try run([W.load(), W.wait(200), W.show(.skip), W.show(.skip)], rules) {
      $0.placeholders[0].cache.refill = .onDismiss
    }
    #expect(report.n(found: .hit) == 2 && report.metric(.cacheAge)?.maximum == 1_900_000)
    #expect(report.n(.onAdDismissed) == 2)
  }

  @Test("a load whose end is lost tells nobody")
  func lostLoad() throws {
    let steps: [JourneyStep] = [
      .load(placeholder: 0, awaited: true, budget: W.milliseconds(700)), W.show(.skip),
    ]
    let report = try run(steps) { $0.networks[0].faults.lostLoad = 1 }
    #expect(report.n(.onLoaded) == 0 && report.n(.loadsFilled) == 1)
    // The awaiting step ends by its budget; the show asks the SDK, which has the ad.
    #expect(report.metric(.cacheAge)?.maximum == 600_000 && report.n(found: .hit) == 1)
    let waiting = try run([W.show(.load, budget: 900), W.wait(10)]) {
      $0.networks[0].faults.lostLoad = 1
    }
    #expect(waiting.n(.budget, of: .outcomes) == 1 && waiting.n(.adsLost) == 1)
    let failing = try run([W.load(), W.wait(9000)]) {
      $0.networks[0].faults.lostLoad = 1
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(100))
    }
    #expect(failing.n(.loads) == 1 && failing.hazards.map(\.rule) == [.callbackLost])
  }

  @Test("the end of a load that is late is acted on when it comes")
  func lateLoad() throws {
    let rules = [W.rule(on: .load, do: .delay, delay: 400)]
    let report = try run(show, rules)
    #expect(report.us(.timeToShow) == 500_000 && report.us(.loadLatency) == 100_000)
    let awaited = try run([W.load(awaited: true), W.show(.skip)], rules)
    #expect(awaited.metric(.cacheAge)?.maximum == 400_000)
    let failing = try run([W.load(), W.wait(450), W.show(.wait)], rules) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .list([.milliseconds(300)])
    }
    // Failed at 100 ms, heard at 500 ms, tried again at 800 ms, heard at 1300 ms.
    #expect(failing.n(.loads) == 2 && failing.us(.timeToOutcome) == 850_000)
  }

  @Test("a load that is reported loaded and then failed keeps its ad")
  func contradiction() throws {
    let report = try run([W.load(), W.wait(200), W.show(.skip)]) {
      $0.networks[0].faults.failedAfterLoaded = 1
    }
    #expect(report.n(.onLoaded) == 1 && report.n(.onFailedToLoad) == 1 && report.n(.shows) == 1)
    #expect(report.hazards.map(\.rule) == [.loadedThenFailed])
  }

  @Test("the failure of a load that is reported loaded may come later")
  func lateContradiction() throws {
    func failures(at end: Int64, loaded delay: Int64? = nil) throws -> Int {
      let report = try run([W.load(), W.wait(end)]) {
        $0.networks[0].faults.rules = [W.rule(on: .load, do: .fail, delay: 500)]
        if let delay {
          $0.networks[0].faults.rules.append(
            W.rule(on: .callback(.onLoaded), do: .delay, delay: delay))
        }
      }
      #expect(report.n(.loadedThenFailed) == 1 && report.n(.onLoaded) == 1)
      return report.n(.onFailedToLoad)
    }
    // Loaded at 0.1 s.
    #expect(try failures(at: 599) == 0)
    #expect(try failures(at: 601) == 1)
    // Heard at 0.3 s.
    #expect(try failures(at: 799, loaded: 200) == 0)
    #expect(try failures(at: 801, loaded: 200) == 1)
  }

  @Test("a phantom is a show without an impression, and its end is never heard of")
  func phantom() throws {
    let report = try run([W.show(.load), W.load(awaited: true), W.show(.skip)]) {
      $0.networks[0].faults.phantomShow = 1
      $0.networks[0].price = PerFormat(repeating: .constant(5))
    }
    #expect(report.n(.onAdShown) == 1 && report.n(.shows) == 1 && report.n(.impressions) == 0)
    #expect(report.n(.revenue) == 0 && report.n(.adsUnfit) == 1 && report.n(.onAdDismissed) == 0)
    #expect(report.n(.busy, of: .outcomes) == 1)
    #expect(report.hazards.map(\.rule) == [.callbackLost])
  }

  @Test("a show fails or hangs, and costs the ad")
  func shows() throws {
    let failing = try run(show, [W.rule(on: .show, do: .fail)])
    #expect(failing.n(.internalError, of: .outcomes) == 1 && failing.n(.adsUnfit) == 1)
    #expect(failing.n(.onAdFailedToShow) == 1 && failing.us(.timeToOutcome) == 100_000)
    let hanging = try run(show, [W.rule(on: .show, do: .hang)]) {
      $0.networks[0].presentTimeout = .seconds(3)
    }
    #expect(hanging.n(.presentTimeout, of: .outcomes) == 1)
    #expect(hanging.us(.timeToOutcome) == 3_100_000)
    let endless = try run(show, [W.rule(on: .show, do: .hang)]) {
      $0.networks[0].presentTimeout = nil
    }
    #expect(endless.n(.opportunitiesOpen) == 1)
  }

  @Test("a request fails at once, hangs, or is answered later")
  func requests() throws {
    let failing = try run([W.load()], [W.rule(on: .request, do: .fail)])
    #expect(failing.n(.serverError, of: .loadFailures) == 1)
    #expect(failing.us(.loadFailureLatency) == 0)
    for trigger in [FaultRule.Trigger.request, .load] {
      let hanging = try run([W.load(), W.wait(2000)], [W.rule(on: trigger, do: .hang)]) {
        $0.networks[0].timeout = .seconds(1)
      }
      #expect(hanging.n(.timeout, of: .loadFailures) == 1 && hanging.n(.requestsTimedOut) == 1)
    }
    let late = try run([W.load(), W.wait(2000)], [W.rule(on: .request, do: .delay, delay: 300)])
    #expect(late.us(.loadLatency) == 400_000)
  }
}

/// When a rule acts.
extension FaultTests {
  /// Shows that fail, of four; the next ad is loaded when one is gone or has failed.
  private func failures(_ rule: FaultRule, completion: Double = 0) throws -> Int {
    let steps: [JourneyStep] = [
      W.load(), W.wait(150),
      .repeated(count: .constant(4), steps: [W.show(.skip), W.wait(1000)]),
    ]
    return try run(steps, [rule]) {
      $0.placeholders[0].cache.refill = [.onDismiss, .afterFailure]
      $0.completion = PerFormat(repeating: completion)
    }.n(.internalError, of: .outcomes)
  }

  @Test("a rule of an early close acts after one, until the next load if a load clears it")
  func earlyClose() throws {
    var sticky = W.rule(on: .show, do: .fail) { $0.earlyClose = true }
    sticky.isClearedByLoad = false
    #expect(try failures(sticky) == 3)
    #expect(try failures(sticky, completion: 1) == 0)
    let cleared = W.rule(on: .show, do: .fail) { $0.earlyClose = true }
    #expect(try failures(cleared) == 0)
    let viewed = W.rule(on: .show, do: .fail) { $0.earlyClose = false }
    #expect(try failures(viewed) == 0)
  }

  @Test("a rule acts after so many shows, soon after an ad, in a span of the run, on some formats")
  func conditions() throws {
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.showsAtLeast = 3 }) == 1)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.within = .milliseconds(999) }) == 0)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.within = .seconds(1) }) > 0)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.from = .milliseconds(301) }) == 3)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.to = .milliseconds(301) }) == 1)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.formats = [.appOpen, .rewarded] }) == 0)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.formats = [.interstitial] }) == 4)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.device = 0 }) == 4)
    #expect(try failures(W.rule(on: .show, do: .fail) { $0.device = 1 }) == 0)
  }

  @Test("of an ad's own end and reward, the ad before it counts as the last one")
  func withinOfItsOwnEnd() throws {
    // Ads are gone at 5.1 s and, a second and 100 ms later shown, at 11.2 s.
    func lost(_ trigger: FaultRule.Trigger, within: Int64, shows: Int = 2) throws -> Int {
      let steps = (0..<shows).flatMap { _ in [W.show(.load), W.wait(1_000)] }
      let rule = W.rule(on: trigger, do: .lose) { $0.within = .milliseconds(within) }
      let report = try run(steps, format: .rewarded, [rule]) {
        $0.completion = PerFormat(repeating: 1)
        $0.app.watchdog = .milliseconds(5_500)
      }
      #expect(report.n(.shows) == shows)
      return Int(report.hazards.first { $0.rule == .callbackLost }?.count ?? 0)
    }
    #expect(try lost(.dismiss, within: 6_100) == 1 && lost(.dismiss, within: 6_099) == 0)
    #expect(try lost(.reward, within: 6_100) == 2 && lost(.reward, within: 6_099) == 0)
    #expect(try lost(.dismiss, within: 60_000, shows: 1) == 0)
  }
}
