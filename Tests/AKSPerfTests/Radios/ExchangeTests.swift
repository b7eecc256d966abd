import Scheduler
import Testing

@testable import AKSPerf

@Suite("Requests over the radio")
struct ExchangeTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep] = [W.load(awaited: true)], answer: Int64 = 0,
    change: (inout Scenario) -> Void
  ) throws -> Report {
    try W.run(steps, answer: answer) { scenario in
      scenario.radios[0].roundTrip = W.milliseconds(50)
      change(&scenario)
    }
  }

  @Test("a region adds its round trip, and the upload takes its size by the rate")
  func path() throws {
    let report = try run {
      $0.geos[0].roundTripAdd = W.milliseconds(30)
      $0.networks[0].requestSize = .constant(1000)
      $0.radios[0].upBitsPerSecond = 1e6
    }
    #expect(report.us(.loadLatency) == 80_000 + 8_000)
    #expect(report.n(.bytesUploaded) == 1000)
  }

  @Test("a second request joins the connection that is being made")
  func joinsConnecting() throws {
    let report = try run([W.load(0), W.wait(60), W.load(1, awaited: true)]) { scenario in
      scenario.networks[0].connection = ConnectionCost()
      var second = scenario.placeholders[0]
      second.name = "second"
      scenario.placeholders.append(second)
    }
    // Both leave at 150 ms and are back at 200 ms.
    #expect(report.range(.loadLatency) == [140_000, 200_000])
  }

  @Test("jitter and loss work on creatives that come through a CDN")
  func creativeKeys() throws {
    let at = (0..<300).map { SimDuration.seconds($0) }
    let report = try W.run([W.load(awaited: true)], at: at, answer: 0) { scenario in
      scenario.radios[0].roundTrip = W.milliseconds(50)
      scenario.radios[0].jitter = .exponential(mean: 10e6)
      scenario.radios[0].loss = 0.3
      scenario.networks[0].connection = ConnectionCost()
      scenario.networks[0].cdn = 0
      scenario.networks[0].creative = PerFormat(repeating: .constant(1000))
    }
    let row = report.metric(.loadLatency)
    // Five trips of 60 ms and, on average, losses that wait 1, 2, 4 … s: 0.3 ÷ 0.4 a trip.
    #expect(row?.count == 300 && (row?.minimum ?? 0) >= 250_000)
    #expect(abs((row?.mean.value ?? 0) / 1e6 - 4.05) < 1.2)
  }

  @Test(
    "a streamed creative is ready after its first bytes, the rest comes or ends with the session")
  func stream() throws {
    func run(wait: Int64) throws -> Report {
      try self.run([W.load(awaited: true), W.wait(wait)]) {
        $0.radios[0].slowStart = false
        $0.radios[0].downBitsPerSecond = 8e6
        $0.networks[0].creative = PerFormat(repeating: .constant(1_000_000))
        $0.networks[0].ready = .stream(bytes: 100_000)
      }
    }
    let whole = try run(wait: 2_000)
    #expect(whole.us(.loadLatency) == 150_000 && whole.n(.bytesDownloaded) == 1_000_000)
    let cut = try run(wait: 400)
    #expect(cut.n(.bytesDownloaded) == 500_000 && cut.sessionsEnded == 1)
  }

  @Test("a creative cut off by a timeout counts what had come as wasted")
  func cutOff() throws {
    let report = try run {
      $0.radios[0].slowStart = false
      $0.radios[0].downBitsPerSecond = 8e6
      $0.networks[0].creative = PerFormat(repeating: .constant(1_000_000))
      $0.networks[0].timeout = .milliseconds(250)
    }
    #expect(report.n(.bytesDownloaded) == 200_000 && report.n(.bytesWasted) == 200_000)
    #expect(report.us(.loadFailureLatency) == 250_000)
  }

  @Test("huge sizes, rates of nothing and endless round trips neither trap nor end")
  func extremes() throws {
    let report = try W.run([W.load(), W.wait(1_000)]) { scenario in
      scenario.radios[0].roundTrip = .constant(1e18)
      scenario.geos[0].roundTripAdd = .constant(1e18)
      scenario.radios[0].downBitsPerSecond = 0
      scenario.networks[0].connection = ConnectionCost()
      scenario.networks[0].connection?.dns = .roundTrips(1e12)
      scenario.networks[0].creative = PerFormat(repeating: .constant(1e18))
      scenario.networks[0].requestSize = .constant(1e18)
    }
    #expect(report.n(.sessionEnded, of: .loadFailures) == 1)
  }
}
