import Scheduler
import Testing

@testable import AKSPerf

/// Processes that the system ends: what is lost, what the user keeps, and the cold launch after it.
@Suite("Termination")
struct TerminationTests {
  typealias W = TinyWorld

  private static let dies = W.away(60_000, terminated: 1)

  @Test("a terminated process loses its cache when its grace time is over")
  func cache() throws {
    let report = try W.run([W.load(awaited: true), Self.dies], duration: .seconds(50))
    #expect(report.n(.sessionsTerminated) == 1 && report.n(.sessionsEnded) == 1)
    #expect(report.n(.adsLost) == 1 && report.n(.suspensions) == 0)
    let loading = try W.run([W.load(), Self.dies], answer: 10_000, duration: .seconds(50))
    #expect(loading.n(.terminated, of: .loadFailures) == 1)
    #expect(loading.us(.loadFailureLatency) == 5_000_000)
    let atOnce = try W.run(
      [W.load(), W.away(2_000, terminated: 1)], answer: 10_000, duration: .milliseconds(1_500))
    #expect(atOnce.us(.loadFailureLatency) == 2_000_000)
  }

  @Test("its return is a cold launch, of the same user and not the first one")
  func coldLaunch() throws {
    for isClosed in [false, true] {
      let report = try W.run([W.load(awaited: true), Self.dies], duration: .seconds(100)) {
        if isClosed {
          $0.arrivals = .closed(sessions: 1, pause: W.milliseconds(1_000), rampUp: .zero)
        }
        $0.launch.firstFrame = W.milliseconds(300)
        $0.users.firstLaunch = 1
      }
      // Launches at 0 and at 60.4 s.
      #expect(report.n(.sessionsStarted) == 2 && report.n(.sessionsEnded) == 2)
      #expect(report.n(.sessionsStarted, [.firstLaunch(true)]) == 1)
      #expect(report.n(.dailyUsers) == 1)
      #expect(report.us(.timeToContent) == 300_000 && report.us(.loadLatency) == 100_000)
      #expect(report.n(.loads) == 2 && report.n(.adsLost) == 2)
    }
  }

  @Test("a user keeps caps, prices of the day and config")
  func user() throws {
    func run(
      _ steps: [JourneyStep], _ change: (inout Scenario) -> Void
    ) throws -> Report {
      try W.run(steps + [Self.dies], duration: .seconds(100), change: change)
    }
    let capped = try run([W.show(.load)]) {
      $0.placeholders[0].cap = FrequencyCap(shows: 1, per: .hours(1))
    }
    #expect(capped.n(.shows) == 1 && capped.n(.cap, of: .opportunitiesGated) == 1)
    let priced = try run([W.show(.load)]) {
      $0.networks[0].price = PerFormat(repeating: .constant(8))
      $0.priceDecay = 0.5
    }
    #expect(priced.n(.shows) == 2 && priced.n(.revenue) == 8_000 + 4_000)
    func fetches(refresh: SimDuration) throws -> Int {
      try run([W.wait(1_000)]) {
        $0.users.firstLaunch = 1
        $0.config = RemoteConfig(backend: 0)
        $0.config?.connection = nil
        $0.config?.refresh = refresh
      }.n(.configFetches)
    }
    #expect(try fetches(refresh: .hours(1)) == 1)
    #expect(try fetches(refresh: .seconds(30)) == 2)
  }

  @Test("a sheet ends with its process")
  func sheet() throws {
    let report = try W.run(
      [.sheet(time: W.milliseconds(4_000), kind: .system), Self.dies], duration: .seconds(50))
    #expect(report.n(.sessionsTerminated) == 1)
  }

  @Test("a process that dies again and again without time going on is endless work")
  func endless() {
    #expect(throws: SimulationError.self) {
      try W.run(
        [W.away(0, terminated: 1)], bounds: RunBounds(workAtOneInstant: 10_000))
    }
  }

  @Test("a process that has ended hears nothing")
  func silence() throws {
    for pays in [AppTraits.Pays.once, .dismissed] {
      let report = try W.run([W.load(), Self.dies], answer: 10_000, duration: .seconds(50)) {
        $0.app.pays = pays
      }
      #expect(report.n(.terminated, of: .loadFailures) == 1 && report.n(.callbacks) == 0)
    }
  }
}
