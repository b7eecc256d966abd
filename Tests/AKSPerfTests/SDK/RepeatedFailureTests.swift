import Scheduler
import Testing

@testable import AKSPerf

/// Apps that load again for each report of a failure, at exact instants.
@Suite("Failures reported more than once")
struct RepeatedFailureTests {
  typealias W = TinyWorld

  /// Loads that fail after 0.1 s each, and are tried again after 1 s.
  private func run(
    _ reacts: AppCode.Reacts, copies: Int = 1, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run([W.load(), W.wait(3_250)]) {
      $0.networks[0].fill = PerFormat(repeating: 0)
      $0.networks[0].faults.rules = [
        W.rule(on: .callback(.onFailedToLoad), do: .duplicate, times: copies)
      ]
      $0.placeholders[0].remote.retry = .fixed(W.milliseconds(1_000))
      $0.placeholders[0].appCode.reacts = reacts
      change(&$0)
    }
  }

  @Test("one failure is tried again once, however often it is reported")
  func once() throws {
    // At 0, 1.1 and 2.2 s.
    let report = try run(.once)
    #expect(report.n(.loadCalls) == 3 && report.n(.retries) == 2 && report.n(.loadsJoined) == 0)
  }

  @Test("each report is tried again: the further calls join the first, or are refused")
  func each() throws {
    let joined = try run(.each)
    #expect(joined.n(.loads) == 3 && joined.n(.loadCalls) == 5 && joined.n(.loadsJoined) == 2)
    let refused = try run(.each, copies: 2) { $0.placeholders[0].appCode.onBusy = .error }
    #expect(refused.n(.loads) == 3 && refused.n(.loadCalls) == 7)
    #expect(refused.n(.busy, of: .loadsGated) == 4)
    let single = try run(.each) { $0.networks[0].faults.rules = [] }
    #expect(single.n(.loadCalls) == 3)
  }

  @Test("a flag lets one of them through")
  func flag() throws {
    let report = try run(.each) { $0.placeholders[0].appCode.busyFlag = .resets }
    #expect(report.n(.loads) == 3 && report.n(.loadsIgnored) == 2 && report.n(.loadsJoined) == 0)
  }

  @Test("a failure that is heard late, and twice, is tried again twice")
  func late() throws {
    let report = try run(.each) {
      $0.networks[0].faults.rules.append(
        W.rule(on: .callback(.onFailedToLoad), do: .delay, delay: 500))
    }
    // At 0 and 1.6 s, and again at 3.2 s.
    #expect(report.n(.loads) == 3 && report.n(.loadsJoined) == 2)
    #expect(report.n(.onFailedToLoad) == 6)
  }
}
