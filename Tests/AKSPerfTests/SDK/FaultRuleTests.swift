import Scheduler
import Testing

@testable import AKSPerf

/// Rules that block and amplify, and those that remember absences and windows.
@Suite("Rules of faults")
struct FaultRuleTests {
  typealias W = TinyWorld

  @Test("a request blocks the main thread: its answer and the steps wait, the request does not")
  func blockedRequest() throws {
    let report = try W.run([W.load(), W.wait(500), W.show(.skip)]) {
      $0.networks[0].faults.rules = [W.rule(on: .request, do: .block, delay: 2_000)]
    }
    #expect(report.us(.loadLatency) == 2_000_000 && report.us(.cacheAge) == 500_000)
    #expect(report.us(.mainThreadBlock, [.network("NET")]) == 2_000_000)
  }

  @Test("a callback blocks the main thread of what comes after it")
  func blockedCallback() throws {
    // Gone at 5.1 s; the next load is called at 6.1 s.
    func loads(_ rules: [FaultRule]) throws -> Report {
      try W.run([W.show(.load), W.load()], duration: .milliseconds(6_100)) {
        $0.networks[0].faults.rules = rules
      }
    }
    let blocked = try loads([W.rule(on: .dismiss, do: .block, delay: 1_000)])
    #expect(blocked.n(.loads) == 1 && blocked.us(.mainThreadBlock) == 1_000_000)
    #expect(try loads([W.rule(on: .dismiss, do: .block, delay: 999)]).n(.loads) == 2)
    // Shown at 0.1 s, so the ad's time on screen runs out behind the block.
    let shown = try loads([W.rule(on: .callback(.onAdShown), do: .block, delay: 5_999)])
    #expect(shown.n(.loads) == 2)
    #expect(try loads([W.rule(on: .show, do: .block, delay: 6_000)]).n(.loads) == 1)
  }

  @Test("an amplified request is sent so many times more, and only the first is heard")
  func amplified() throws {
    let report = try W.run([W.load(), W.wait(5_000)]) {
      $0.networks[0].faults.rules = [W.rule(on: .request, do: .amplify, times: 3)]
      $0.networks[0].requestSize = .constant(200)
      $0.backends[0].owned = true
      $0.backends[0].servers = 1
    }
    #expect(report.n(.requests) == 4 && report.n(.requestsAnswered) == 1)
    #expect(report.n(.requestsCancelled) == 3 && report.n(.bytesUploaded) == 800)
    #expect(report.n(.backendArrived) == 4 && report.n(.backendServed) == 4)
    #expect(report.us(.loadLatency) == 100_000 && report.n(.loadsFilled) == 1)
    #expect(report.ratio(.requestsPerLoad)?.estimate.value == 4)
  }

  @Test("copies count in the storms of retries")
  func storm() throws {
    let report = try W.run([W.load(), W.wait(5_000)]) {
      $0.networks[0].faults.rules = [W.rule(on: .request, do: .amplify, times: 30)]
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.placeholders[0].remote.retry = .list([.seconds(1)])
    }
    #expect(report.n(.requests) == 62 && report.n(.retryStorm) == 1)
  }

  @Test("a load is amplified once, whatever a mediator asks inside")
  func amplifiedLoad() throws {
    // Asked at 0, 1.1 and 2 s.
    func requests(_ trigger: FaultRule.Trigger) throws -> Int {
      try W.run([W.load(), W.wait(5_000)]) {
        $0.networks[0].faults.rules = [W.rule(on: trigger, do: .amplify, times: 2)]
        $0.networks[0].fill = PerFormat(repeating: 0)
        var inner = InnerMediation()
        inner.noFillRetries = NoFillRetries(every: W.milliseconds(1_000), total: .seconds(2))
        $0.networks[0].inner = inner
      }.n(.requests)
    }
    #expect(try requests(.load) == 5)
    #expect(try requests(.request) == 9)
  }

  @Test("a rule that remembers an absence acts until the adapters are initialised anew")
  func absence() throws {
    func report(_ away: Int64, reinitAfter: SimDuration? = nil) throws -> Report {
      let steps = [W.show(.load), W.away(away), W.away(5), W.load(), W.wait(20_000)]
      return try W.run(steps, duration: .hours(3)) {
        $0.networks[0].timeout = .seconds(10)
        $0.networks[0].faults.rules = [
          W.rule(on: .request, do: .hang) { $0.awayAtLeast = .hours(1) }
        ]
        $0.app.reinitAfter = reinitAfter
      }
    }
    let asleep = try report(3_600_000)
    #expect(asleep.n(.timeout, of: .loadFailures) == 1 && asleep.n(.loadsFilled) == 1)
    #expect(try report(3_599_999).n(.loadsFilled) == 2)
    #expect(try report(3_600_000, reinitAfter: .hours(1)).n(.loadsFilled) == 2)
    #expect(try report(3_600_000, reinitAfter: .hours(2)).n(.loadsFilled) == 1)
  }

  @Test("a new process has not slept")
  func relaunch() throws {
    let steps = [W.away(7_200_000, terminated: 1), W.load(), W.wait(20_000)]
    let report = try W.run([W.load(awaited: true)] + steps, duration: .hours(2) + .seconds(1)) {
      $0.networks[0].timeout = .seconds(10)
      $0.networks[0].faults.rules = [W.rule(on: .request, do: .hang) { $0.awayAtLeast = .hours(1) }]
    }
    #expect(report.n(.sessionsTerminated) == 2 && report.n(.loadsFilled) == 2)
  }

  @Test("a rule of resized windows acts while the window has another size than at the load")
  func resized() throws {
    func failures(_ steps: [JourneyStep], on trigger: FaultRule.Trigger = .show) throws -> Int {
      try WindowWorld.run([W.load(), W.wait(200)] + steps + [W.wait(1_000), W.show(.skip)]) {
        $0.networks[0].faults.rules = [W.rule(on: trigger, do: .fail) { $0.isResized = true }]
      }.n(.internalError, of: .outcomes)
    }
    #expect(try failures([.unfold]) == 1)
    #expect(try failures([.unfold, W.wait(1_000), .fold]) == 0)
    #expect(try failures([.window(0)]) == 0)
    // A request leaves as its load starts.
    #expect(try failures([.unfold], on: .request) == 0)
  }
}
