import Scheduler
import Testing

@testable import AKSPerf

/// Streamed ads of 5 s over a radio of 1 MB/s without round trips, loaded at 200 ms with 100 kB.
@Suite("Playback of streamed ads")
struct PlaybackTests {
  typealias W = TinyWorld

  private func run(
    _ steps: [JourneyStep], megabytes: Double = 10, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run([W.load(awaited: true)] + steps, format: .rewarded) { scenario in
      scenario.radios[0].slowStart = false
      scenario.radios[0].downBitsPerSecond = 8e6
      scenario.networks[0].creative = PerFormat(repeating: .constant(megabytes * 1e6))
      scenario.networks[0].ready = .stream(bytes: 100_000)
      scenario.networks[0].stalls = true
      change(&scenario)
    }
  }

  @Test("an ad whose rest comes after its end stalls for the difference")
  func stalls() throws {
    // All there at 10.1 s, shown at 0.2 s.
    let report = try run([W.show(.skip), W.wait(1)])
    #expect(report.us(.stallTime) == 4_900_000)
    #expect(report.us(.stallTime, [.network("NET")]) == 4_900_000)
    #expect(report.hazards.map(\.rule) == [.playbackStalled] && report.n(.playbackStalled) == 1)
    #expect(report.n(.completedViews) == 1 && report.n(.rewards) == 1)
    #expect(report.n(.impressions) == 1 && report.n(.bytesDownloaded) == 10_000_000)
  }

  @Test("the time on screen grows by the stall")
  func timeOnScreen() throws {
    // The session ends with it, and so does what is under way.
    func bytes(stalls: Bool) throws -> Int {
      try run([W.show(.skip)], megabytes: 8) { $0.networks[0].stalls = stalls }
        .n(.bytesDownloaded)
    }
    // It ends at 5.2 s with 5.1 MB, or at 8.1 s with all of it.
    #expect(try bytes(stalls: false) == 5_100_000)
    #expect(try bytes(stalls: true) == 8_000_000)
  }

  @Test("an ad whose rest comes in time does not stall, nor does one that nobody lets stall")
  func inTime() throws {
    let waited = try run([W.wait(4_950), W.show(.skip), W.wait(1)])
    #expect(waited.hazards.isEmpty && waited.metric(.stallTime)?.count ?? 0 == 0)
    let late = try run([W.wait(4_850), W.show(.skip), W.wait(1)])
    #expect(late.us(.stallTime) == 50_000)
    let never = try run([W.show(.skip), W.wait(1)]) { $0.networks[0].stalls = false }
    #expect(never.hazards.isEmpty && never.n(.completedViews) == 1)
  }

  @Test("a user who closes an ad before its end does not wait for its rest")
  func closedEarly() throws {
    let report = try run([W.show(.skip), W.wait(1)]) { $0.completion = PerFormat(repeating: 0) }
    #expect(report.hazards.isEmpty && report.n(.completedViews) == 0)
    #expect(report.n(.impressions) == 1)
  }

  @Test("an ad that lost its rest while it waited closes as it comes on screen")
  func cut() throws {
    let report = try run([.radio(1), .radio(0), W.show(.skip), W.load(), W.wait(50)]) {
      var offline = $0.radios[0]
      offline.name = "none"
      offline.isOffline = true
      $0.radios.append(offline)
    }
    #expect(report.n(.impressions) == 1 && report.n(.completedViews) == 0)
    #expect(report.n(.rewards) == 0 && report.n(.playbackStalled) == 1)
    #expect(report.metric(.stallTime)?.count ?? 0 == 0)
    // Gone at once: the session is over after 250 ms, before its second request is answered.
    #expect(report.n(.requestsAnswered) == 1 && report.n(.requests) == 2)
  }

  @Test("an ad that loses its rest behind a click is gone when its user is back")
  func clicked() throws {
    func run(away: Int64) throws -> Report {
      try self.run([W.show(.skip), W.wait(1)], megabytes: 40) {
        $0.click = ClickBehaviour(probability: 1, away: W.milliseconds(away))
      }
    }
    // Suspended after 5 s in the background, which ends what is under way.
    let suspended = try run(away: 8_000)
    #expect(suspended.n(.suspensions) == 1 && suspended.n(.completedViews) == 0)
    #expect(suspended.n(.playbackStalled) == 1 && suspended.metric(.stallTime)?.count ?? 0 == 0)
    // All there at 40.1 s, its end at 0.2 + 5 + 4 s.
    let back = try run(away: 4_000)
    #expect(back.n(.completedViews) == 1 && back.us(.stallTime) == 30_900_000)
  }
}
