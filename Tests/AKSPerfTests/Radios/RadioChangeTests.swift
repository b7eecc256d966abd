import Scheduler
import Testing

@testable import AKSPerf

/// Sessions that go over to another radio, or to none.
@Suite("Changes of radio")
struct RadioChangeTests {
  typealias W = TinyWorld

  /// A radio of 1 MB/s without round trips, one of half of that with 200 ms, and none at all.
  private func run(
    _ steps: [JourneyStep], answer: Int64 = 100, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    try W.run(steps, answer: answer) {
      $0.radios[0].slowStart = false
      $0.radios[0].downBitsPerSecond = 8e6
      var slow = $0.radios[0]
      slow.name = "slow"
      slow.downBitsPerSecond = 4e6
      slow.roundTrip = W.milliseconds(200)
      var none = Radio(name: "none")
      none.isOffline = true
      $0.radios += [slow, none]
      $0.placeholders[0].cache.depth = 3
      change(&$0)
    }
  }

  private func creative(_ scenario: inout Scenario) {
    scenario.networks[0].creative = PerFormat(repeating: .constant(1_000_000))
  }

  @Test("a download goes on at the rate of the new radio")
  func rerated() throws {
    let steps = [W.load(), W.wait(600), .radio(1)]
    let slower = try run(steps + [W.wait(5_000)], change: creative)
    // Half of it by 0.6 s, the rest in a second.
    #expect(slower.us(.loadLatency) == 1_600_000)
    let back = try run(steps + [W.wait(500), .radio(0), W.wait(5_000)], change: creative)
    #expect(back.us(.loadLatency) == 1_350_000)
    #expect(try run([W.load(), W.wait(600), .radio(0)], change: creative).n(.loads) == 1)
  }

  @Test("a request after the change takes the round trip of the new radio")
  func roundTrip() throws {
    let report = try run([W.load(awaited: true), .radio(1), W.load(awaited: true)])
    #expect(report.range(.loadLatency) == [100_000, 300_000])
  }

  @Test("a session finds the round trip of a radio again when it comes back to it")
  func sameAgain() throws {
    let report = try run([
      W.load(awaited: true), .radio(1), .radio(0), W.load(awaited: true),
    ]) { $0.radios[0].roundTrip = .uniform(low: 1e6, high: 900e6) }
    #expect(report.n(.loads) == 2 && report.us(.loadLatency) != nil)
    let other = try run([
      .radio(1), W.load(awaited: true), .radio(0), .radio(1), W.load(awaited: true),
    ]) { $0.radios[1].roundTrip = .uniform(low: 1e6, high: 900e6) }
    #expect(other.n(.loads) == 2 && other.us(.loadLatency) != nil)
  }

  @Test("a load without a radio is refused")
  func gated() throws {
    let report = try run([.radio(2), W.load(awaited: true), .radio(0), W.load(awaited: true)])
    #expect(report.n(.offline, of: .loadsGated) == 1 && report.n(.onFailedToLoad) == 1)
    #expect(report.n(.loads) == 1 && report.us(.loadLatency) == 100_000)
    let always = try run([W.load()]) { $0.sessionClasses[0].radio = 2 }
    #expect(always.n(.offline, of: .loadsGated) == 1)
  }

  @Test("a load that goes offline half-way fails at once")
  func halfWay() throws {
    let steps = [W.load(), W.wait(500), JourneyStep.radio(2), W.wait(5_000)]
    let request = try run(steps, answer: 1_000)
    #expect(request.us(.loadFailureLatency) == 500_000)
    #expect(request.n(.networkError, of: .loadFailures) == 1)
    #expect(request.n(.requestsCancelled) == 1)
    let download = try run(steps, change: creative)
    #expect(download.us(.loadFailureLatency) == 500_000 && download.n(.bytesWasted) == 400_000)
    // The next entry has no radio either.
    let next = try run(steps, answer: 1_000) { W.addNetwork(to: &$0, answer: 100) }
    #expect(next.n(.exhausted, of: .loadFailures) == 1)
    #expect(next.n(.offline, of: .attemptOutcomes) == 1 && next.n(.requests) == 1)
  }

  @Test("an ad that is there is shown without a radio")
  func cached() throws {
    let report = try run([W.load(awaited: true), .radio(2), W.show(.skip)])
    #expect(report.n(.shows) == 1)
  }

  @Test("a config cannot be fetched without a radio, and is lost with it")
  func config() throws {
    func run(_ steps: [JourneyStep], radio: Int) throws -> Report {
      try self.run(steps, answer: 1_000) {
        $0.config = RemoteConfig(backend: 0)
        $0.config?.connection = nil
        $0.users.firstLaunch = 1
        $0.sessionClasses[0].radio = radio
      }
    }
    #expect(try run([W.wait(500)], radio: 2).n(.offline, of: .configFetchFailures) == 1)
    let lost = try run([W.wait(500), .radio(2), W.wait(5_000)], radio: 0)
    #expect(lost.n(.networkError, of: .configFetchFailures) == 1)
  }

  @Test("a retry without a radio is a failed one, and the next one goes on from there")
  func retries() throws {
    func run(_ policy: RetryPolicy) throws -> Report {
      let steps = [W.load(), W.wait(500), JourneyStep.radio(2), W.wait(10_000), .radio(0)]
      return try self.run(steps + [W.wait(19_000)]) {
        $0.networks[0].fill = PerFormat(repeating: 0)
        $0.placeholders[0].remote.retry = policy
      }
    }
    // Failed at 0.1 s; refused at 2.1 s and 6.1 s; the radio is back at 10.5 s, the try at 14.1 s.
    let doubling = try run(.exponential(base: .seconds(1), cap: .minutes(1)))
    #expect(doubling.n(.offline, of: .loadsGated) == 2)
    #expect(doubling.n(.loads) == 2 && doubling.n(.retries) == 1)
    let list = try run(.list([.seconds(2), .seconds(4)]))
    #expect(list.n(.offline, of: .loadsGated) == 2 && list.n(.loads) == 1)
  }

  @Test("a request that is never answered is lost with its radio")
  func hung() throws {
    let hang = FaultRule(on: .request, do: .hang)
    let report = try run([W.load(), W.wait(500), .radio(2), W.wait(5_000)]) {
      $0.networks[0].timeout = nil
      $0.networks[0].faults.rules = [hang]
    }
    #expect(report.n(.networkError, of: .loadFailures) == 1)
    #expect(report.us(.loadFailureLatency) == 500_000 && report.n(.requestsCancelled) == 1)
  }

  @Test("what has come before a change has come with the round trips of the radio that is left")
  func roundsBefore() throws {
    func end(_ milliseconds: Int64) throws -> Int {
      let report = try run([W.load(), W.wait(1_000), .radio(1), W.wait(60_000)]) {
        self.creative(&$0)
        $0.radios[0].slowStart = true
        $0.radios[0].roundTrip = W.milliseconds(50)
        // So slow that the window that is open by then fills it.
        $0.radios[1].slowStart = true
        $0.radios[1].downBitsPerSecond = 8e5
        $0.radios[1].roundTrip = W.milliseconds(milliseconds)
      }
      return try #require(report.us(.loadLatency))
    }
    #expect(try end(500) == end(50))
    #expect(try end(50) > 2_000_000)
  }
}
