import Scheduler
import Testing

@testable import AKSPerf

/// Ads that leave something behind, at exact instants: a load takes 100 ms, an ad is up for 5 s.
@Suite("Memory and files that ads leave behind")
struct LeakTests {
  typealias W = TinyWorld

  private func run(
    shows: Double, leak: Double = 0, disk: Double = 0, limit: Double? = nil,
    rebuildAfter: Int? = nil, duration: SimDuration = .hours(1)
  ) throws -> Report {
    try W.run(
      [.repeated(count: .constant(shows), steps: [W.show(.load)])], duration: duration
    ) {
      $0.networks[0].leak = .constant(leak)
      $0.networks[0].disk = .constant(disk)
      $0.networks[0].rebuildAfter = rebuildAfter
      $0.app.memoryLimit = limit
    }
  }

  @Test("each ad that is loaded leaks memory and stays on disk")
  func counts() throws {
    let report = try run(shows: 3, leak: 300, disk: 50)
    #expect(report.n(.bytesLeaked) == 900 && report.n(.bytesOnDisk) == 150)
    #expect(report.n(.bytesLeaked, [.network("NET")]) == 900)
    #expect(report.n(.sessionsTerminated) == 0 && report.hazards.isEmpty)
    let none = try W.run([W.load(), W.wait(1000)]) {
      $0.networks[0].leak = .constant(300)
      $0.networks[0].fill = PerFormat(repeating: 0)
    }
    #expect(none.n(.bytesLeaked) == 0)
  }

  @Test("what each ad leaves behind is drawn for itself")
  func drawn() throws {
    let report = try W.run([.repeated(count: .constant(400), steps: [W.show(.load)])]) {
      $0.networks[0].leak = .exponential(mean: 1000)
      $0.networks[0].disk = .exponential(mean: 1000)
    }
    let (leaked, kept) = (report.n(.bytesLeaked), report.n(.bytesOnDisk))
    #expect((340_000...460_000).contains(leaked) && (340_000...460_000).contains(kept))
    #expect(leaked != kept)
  }

  @Test("the system ends the process at the ad with which the limit is reached")
  func limit() throws {
    // Ads at 0.1, 5.2 and 10.3 s; the third is on screen when the process ends.
    let report = try run(
      shows: 9, leak: 400_000, limit: 1_200_000, duration: .milliseconds(10_300))
    #expect(report.n(.sessionsTerminated) == 1 && report.n(.sessionsEnded) == 1)
    #expect(report.n(.shows) == 3 && report.n(.completedViews) == 2)
    #expect(report.n(.sessionsStarted) == 1 && report.n(.bytesLeaked) == 1_200_000)
    let below = try run(
      shows: 3, leak: 400_000, limit: 1_200_001, duration: .milliseconds(10_300))
    #expect(below.n(.sessionsTerminated) == 0 && below.n(.completedViews) == 3)
  }

  @Test("what the process waits for ends with it")
  func open() throws {
    let report = try W.run([W.load(), W.show(.load, 1)], duration: .milliseconds(100)) {
      W.addNetwork(to: &$0, answer: 1000)
      $0.networks[0].leak = .constant(10)
      $0.app.memoryLimit = 10
      $0.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      $0.placeholders.append(
        Placeholder(
          name: "other", format: .interstitial,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 1)])))
    }
    #expect(report.n(.abandoned) == 1 && report.n(.terminated, of: .outcomes) == 1)
    #expect(report.us(.timeToOutcome) == 100_000 && report.n(.adsLost) == 1)
    #expect(report.n(.terminated, of: .loadFailures) == 1 && report.n(.opportunitiesOpen) == 0)
    #expect(report.n(.requestsCancelled) == 1)
  }

  @Test("a user who is in the app launches it again at once", arguments: [false, true])
  func relaunch(isClosed: Bool) throws {
    // Launches at 0, 100, 200 and 300 ms; the waits of the processes before come to nothing.
    let report = try W.run(
      [W.load(), W.wait(150), W.show(.skip)], duration: .milliseconds(350)
    ) {
      if isClosed {
        $0.arrivals = .closed(sessions: 1, pause: W.milliseconds(1_000), rampUp: .zero)
      }
      $0.networks[0].leak = .constant(10)
      $0.app.memoryLimit = 10
    }
    #expect(report.n(.sessionsStarted) == 4 && report.n(.sessionsTerminated) == 4)
    #expect(report.n(.loads) == 4 && report.n(.opportunities) == 0)
    #expect(report.n(.dailyUsers) == 1)
  }

  @Test("a step of a process that has ended is none of the next one")
  func step() throws {
    // Shown from the callback at 0.1 s, where the process ends; a cap keeps the next from loading.
    func shows(until end: Int64) throws -> Int {
      try W.run(
        [W.load(), W.wait(1_000), W.show(.skip)], duration: .milliseconds(end)
      ) {
        $0.networks[0].leak = .constant(10)
        $0.app.memoryLimit = 10
        $0.placeholders[0].appCode.showOnLoad = .always
        $0.placeholders[0].cap = FrequencyCap(shows: 1, per: .hours(9))
      }.n(.opportunities)
    }
    #expect(try shows(until: 1_100) == 1)
    #expect(try shows(until: 1_101) == 2)
  }

  @Test("a process in the background is found ended at the return")
  func background() throws {
    // Ads at 1 s and, after the return at 60 s, at 61 s: both in the grace time.
    let report = try W.run(
      [W.load(), W.away(60_000)], answer: 1_000, duration: .seconds(70)
    ) {
      $0.networks[0].leak = .constant(10)
      $0.app.memoryLimit = 10
    }
    #expect(report.n(.sessionsStarted) == 2 && report.n(.sessionsTerminated) == 2)
    #expect(report.n(.suspensions) == 0 && report.n(.backgrounds) == 2)
  }

  @Test("building the SDK object anew gives the memory back")
  func rebuild() throws {
    let rebuilt = try run(shows: 9, leak: 400_000, limit: 1_200_000, rebuildAfter: 2)
    #expect(rebuilt.n(.sessionsTerminated) == 0 && rebuilt.n(.bytesLeaked) == 3_600_000)
    let late = try run(
      shows: 9, leak: 400_000, limit: 1_200_000, rebuildAfter: 3,
      duration: .milliseconds(10_300))
    #expect(late.n(.sessionsTerminated) == 1)
  }

  @Test("a cache grows without bound when something of 100 ads is kept and nothing given back")
  func growth() throws {
    #expect(try run(shows: 99, leak: 1).n(.cacheGrowth) == 0)
    #expect(try run(shows: 100, leak: 1).n(.cacheGrowth) == 1)
    #expect(try run(shows: 250, disk: 1).n(.cacheGrowth) == 1)
    #expect(try run(shows: 250, leak: 1, rebuildAfter: 99).n(.cacheGrowth) == 0)
    #expect(try run(shows: 250, leak: 1, rebuildAfter: 100).n(.cacheGrowth) == 2)
    #expect(try run(shows: 250, leak: 1, disk: 1, rebuildAfter: 99).n(.cacheGrowth) == 1)
  }

  @Test("what a mediator brings leaks as the mediator does")
  func mediator() throws {
    let report = try W.run([W.load(), W.wait(1000)]) { scenario in
      W.addNetwork(to: &scenario, answer: 100)
      scenario.placeholders[0].remote.waterfall = [WaterfallEntry(network: 0)]
      scenario.networks[0].fill = PerFormat(repeating: 0)
      scenario.networks[0].leak = .constant(10)
      scenario.networks[1].leak = .constant(7)
      var inner = InnerMediation()
      inner.waterfall = [WaterfallEntry(network: 1)]
      scenario.networks[0].inner = inner
    }
    #expect(report.n(.bytesLeaked) == 10 && report.n(.loadsFilled) == 1)
  }

  @Test("of a network that leaks what is not shown, an ad that expires leaks when it leaves")
  func expired() throws {
    // Ads at 0.1 s, which has expired at the show at 0.4 s, and at 0.5 s.
    func run(
      _ leakOf: AdNetwork.LeakOf, _ steps: [JourneyStep], limit: Double? = nil,
      until end: Int64 = 450
    ) throws -> Report {
      try W.run(steps, duration: .milliseconds(end)) {
        $0.networks[0].leak = .constant(10)
        $0.networks[0].leakOf = leakOf
        $0.networks[0].expiry[.interstitial] = .milliseconds(300)
        $0.app.memoryLimit = limit
      }
    }
    let steps = [W.load(), W.wait(400), W.show(.load)]
    let unshown = try run(.unshown, steps, limit: 11)
    #expect(unshown.n(.bytesLeaked) == 10 && unshown.n(.bytesLeaked, [.network("NET")]) == 10)
    #expect(unshown.n(.shows) == 1 && unshown.n(.sessionsTerminated) == 0)
    #expect(try run(.all, steps).n(.bytesLeaked) == 20)
    #expect(try run(.unshown, steps, limit: 10, until: 400).n(.sessionsTerminated) == 1)
    // What is ready at the end of the session goes with its process, or expires just then.
    #expect(try run(.unshown, [W.load(), W.wait(200)]).n(.bytesLeaked) == 0)
    let ended = try run(.unshown, [W.load(), W.wait(400)])
    #expect(ended.n(.adsExpired) == 1 && ended.n(.bytesLeaked) == 0)
  }

  @Test("a late answer that no slot takes leaks, and the ad that is shown does not")
  func late() throws {
    // The first network gives up at 50 ms and answers at 100 ms; the second one at 60 ms.
    func leaked(_ leakOf: AdNetwork.LeakOf) throws -> [Int] {
      let report = try W.run([W.load(), W.wait(500), W.show(.skip)]) {
        W.addNetwork(to: &$0, answer: 10)
        $0.networks[0].timeout = .milliseconds(50)
        $0.networks[0].lateAnswer = .cache
        for k in 0...1 {
          $0.networks[k].leak = .constant(k == 0 ? 10 : 7)
          $0.networks[k].leakOf = leakOf
        }
      }
      #expect(report.n(.lateAnswersDropped) == 1 && report.n(.shows) == 1)
      return ["NET", "NET1"].map { report.n(.bytesLeaked, [.network($0)]) }
    }
    #expect(try leaked(.unshown) == [10, 0])
    #expect(try leaked(.all) == [10, 7])
  }

  @Test("what leaks with ads that are not shown grows a cache too")
  func unshownGrowth() throws {
    func growth(_ loads: Double, disk: Double = 0) throws -> Int {
      try W.run([
        .repeated(count: .constant(loads), steps: [W.load(), W.wait(500)])
      ]) {
        $0.networks[0].leak = .constant(1)
        $0.networks[0].leakOf = .unshown
        $0.networks[0].disk = .constant(disk)
        $0.networks[0].expiry[.interstitial] = .milliseconds(300)
      }.n(.cacheGrowth)
    }
    // The last ad expires unseen, and goes with the process.
    #expect(try growth(100) == 0)
    #expect(try growth(101) == 1)
    #expect(try growth(100, disk: 1) == 1)
    #expect(try growth(99, disk: 1) == 0)
  }

  @Test("an ad that its load still holds at the end of the process goes with that")
  func held() throws {
    func run(_ end: Int64) throws -> Report {
      try W.run([W.load(), W.wait(end)], answer: 10) {
        W.addNetwork(to: &$0, answer: 1_000, price: 9)
        $0.placeholders[0].remote.strategy = .parallel(batch: 2, pick: .price, batchTimeout: nil)
        $0.networks[0].leak = .constant(10)
        $0.networks[0].leakOf = .unshown
      }
    }
    let early = try run(100)
    #expect(early.n(.fillsWasted) == 1 && early.n(.bytesLeaked) == 0)
    let late = try run(1_100)
    #expect(late.n(.fillsWasted) == 1 && late.n(.bytesLeaked) == 10)
  }
}
