import Scheduler
import Testing

@testable import AKSPerf

/// Creatives that a process keeps: an answer after 0.1 s, and 1000 bytes after 30 ms more.
@Suite("Creatives that are kept")
struct CreativeTests {
  typealias W = TinyWorld

  private func run(
    _ stock: CreativeStock?, loads: Int = 3, at: [SimDuration] = [.zero],
    change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let step = JourneyStep.repeated(count: .constant(Double(loads)), steps: [W.show(.load)])
    return try W.run([step], at: at, duration: .hours(20)) {
      $0.networks[0].creative = PerFormat(repeating: .constant(1000))
      $0.networks[0].cdn = 1
      $0.networks[0].creatives = stock
      $0.backends.append(TestWorld.external(W.milliseconds(30)))
      $0.backends[1].name = "cdn"
      change(&$0)
    }
  }

  @Test("a creative that was downloaded before costs neither bytes nor time")
  func kept() throws {
    let stock = CreativeStock(count: 1, cached: 1)
    let report = try run(stock)
    #expect(report.range(.loadLatency) == [100_000, 130_000])
    #expect(report.n(.bytesDownloaded) == 1_000 && report.n(.shows) == 3)
    #expect(report.n(.creativesDownloaded) == 1 && report.n(.creativesCached) == 2)
    #expect(report.n(.creativesCached, [.network("NET")]) == 2)
    let anew = try run(nil)
    #expect(anew.us(.loadLatency) == 130_000 && anew.n(.bytesDownloaded) == 3_000)
    #expect(anew.n(.creativesDownloaded) == 0 && anew.n(.creativesCached) == 0)
    // Every process has its own.
    let two = try run(stock, at: [.zero, .zero])
    #expect(two.n(.creativesDownloaded) == 2 && two.n(.creativesCached) == 4)
  }

  @Test("a process that is launched again has none")
  func terminated() throws {
    func cached(_ terminated: Double) throws -> Int {
      try W.run(
        [
          W.show(.load), W.away(60_000, terminated: terminated), W.show(.load), .end,
        ], duration: .seconds(90)
      ) {
        $0.networks[0].creative = PerFormat(repeating: .constant(1000))
        $0.networks[0].creatives = CreativeStock(count: 1, cached: 1)
      }.n(.creativesCached)
    }
    #expect(try cached(0) == 1 && cached(1) == 0)
  }

  @Test("of evenly drawn creatives as many are there as the process keeps")
  func shares() throws {
    for (count, cached) in [(4, 1), (4, 2), (4, 4), (4, 9)] {
      let report = try run(CreativeStock(count: count, cached: cached), loads: 2_000)
      let hits = report.n(.creativesCached)
      #expect(hits + report.n(.creativesDownloaded) == 2_000)
      #expect(report.n(.bytesDownloaded) == 1_000 * (2_000 - hits))
      if cached >= count {
        #expect(hits == 1_996)
      } else {
        #expect(abs(Double(hits) / 2_000 - Double(cached) / Double(count)) < 0.04)
      }
    }
  }

  @Test("nothing of a streamed creative comes twice, and what failed was not downloaded")
  func parts() throws {
    let stock = CreativeStock(count: 1, cached: 1)
    let streamed = try run(stock) { $0.networks[0].ready = .stream(bytes: 300) }
    #expect(streamed.n(.bytesDownloaded) == 1_000 && streamed.n(.creativesCached) == 2)
    let failed = try run(stock) {
      $0.backends[1].outages = [BackendOutage(from: .zero, to: .seconds(1), kind: .down)]
    }
    // The first show has no ad, the next ones come at once.
    #expect(failed.n(.outage, of: .loadFailures) == 3 && failed.n(.creativesDownloaded) == 0)
  }

  @Test("sessions have room for creatives only where a network has some")
  func room() throws {
    func layout(_ stock: CreativeStock?) throws -> SessionLayout {
      let scenario = W.scenario([W.load()]) { $0.networks[0].creatives = stock }
      return try CompiledScenario(scenario).tables.layout
    }
    #expect(try layout(nil).creatives == 0)
    #expect(try layout(CreativeStock(count: 7, cached: 5)).creatives == 5)
    #expect(try layout(CreativeStock(count: 3, cached: 5)).creatives == 3)
  }
}
