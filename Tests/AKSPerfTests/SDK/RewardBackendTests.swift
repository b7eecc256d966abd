import Scheduler
import Testing

@testable import AKSPerf

/// Rewards that the app's own server pays, at exact instants.
@Suite("Rewards by a server")
struct RewardBackendTests {
  typealias W = TinyWorld

  /// An ad up from 0.1 to 5.1 s.
  private func run(
    wait: Int64, _ pays: AppTraits.Pays = .once, completion: Double = 1,
    change: (inout RewardBackend) -> Void = { _ in }
  ) throws -> (Int, [Hazard]) {
    let report = try W.run([W.show(.load), W.wait(wait)], format: .rewarded) {
      var backend = RewardBackend()
      backend.answer = W.milliseconds(20_000)
      change(&backend)
      $0.app.pays = pays
      $0.app.rewardBackend = backend
      $0.completion = PerFormat(repeating: completion)
    }
    return (report.n(.rewards), report.hazards.map(\.rule))
  }

  @Test("a reward is paid when the server answers, if the session lasts that long")
  func answer() throws {
    #expect(try run(wait: 20_001) == (1, []))
    #expect(try run(wait: 19_999) == (0, [.rewardNotPaid]))
    #expect(try run(wait: 19_999, completion: 0) == (0, []))
  }

  @Test("an answer that is lost, or comes after the app has waited long enough, pays nothing")
  func lost() throws {
    #expect(try run(wait: 60_000) { $0.lost = 1 } == (0, [.rewardNotPaid]))
    #expect(try run(wait: 60_000) { $0.timeout = .milliseconds(19_999) } == (0, [.rewardNotPaid]))
    #expect(try run(wait: 60_000) { $0.timeout = .milliseconds(20_000) } == (1, []))
  }

  @Test("each payment of an app that keeps no account is asked for")
  func twice() throws {
    #expect(try run(wait: 60_000, .both) == (2, [.rewardPaidTwice]))
    let unseen = try run(wait: 60_000, .dismissed, completion: 0)
    #expect(unseen == (1, [.rewardWithoutView]))
  }

  @Test("a view is not paid when the last of its payments has failed, once for all of them")
  func together() throws {
    // Both asked for at 5.1 s, or the second at 15.1 s.
    func hazards(_ lost: Double, wait: Int64, second: Int64 = 0) throws -> (Int, [Hazard], [Int]) {
      let report = try W.run([W.show(.load), W.wait(wait)], format: .rewarded) {
        var backend = RewardBackend()
        backend.answer = W.milliseconds(20_000)
        backend.lost = lost
        $0.app.pays = .both
        $0.app.rewardBackend = backend
        $0.networks[0].faults.rules = [
          W.rule(on: .dismiss, do: .delay, delay: 30_000),
          W.rule(on: .callback(.onRewardedCompleted), do: .delay, delay: second),
        ]
      }
      let found = report.hazards.filter { $0.rule != .callbackLate }
      return (report.n(.rewards), found.map(\.rule), found.map { Int($0.count) })
    }
    #expect(try hazards(1, wait: 60_000) == (0, [.rewardNotPaid], [1]))
    #expect(try hazards(0, wait: 19_999) == (0, [.rewardNotPaid], [1]))
    #expect(try hazards(0, wait: 20_001, second: 10_000) == (1, [], []))
    #expect(try hazards(0, wait: 30_001, second: 10_000) == (2, [.rewardPaidTwice], [1]))
    #expect(try hazards(1, wait: 30_001, second: 10_000) == (0, [.rewardNotPaid], [1]))
  }

  /// What 200 users are paid by a server half of whose answers are lost.
  private func halves(
    _ steps: [JourneyStep], change: (inout Scenario) -> Void
  ) throws -> (rewards: Int, twice: Int, never: Int) {
    let arrivals = (0..<200).map { SimDuration.seconds(Int64($0)) }
    let report = try W.run(steps + [W.wait(60_000)], format: .rewarded, at: arrivals) {
      var backend = RewardBackend()
      backend.answer = W.milliseconds(1_000)
      backend.lost = 0.5
      $0.app.rewardBackend = backend
      change(&$0)
    }
    return (report.n(.rewards), report.n(.rewardPaidTwice), report.n(.rewardNotPaid))
  }

  @Test("a view with one answer of two is paid, and not paid twice")
  func oneOfTwo() throws {
    let (rewards, twice, never) = try halves([W.show(.load)]) { $0.app.pays = .both }
    // Each view has no answer, one, or two.
    #expect(rewards - twice + never == 200)
    #expect([30...70].allSatisfy { $0.contains(twice) && $0.contains(never) })
  }

  @Test("copies of a callback are answered each on its own")
  func copies() throws {
    for delay in [0, 500] as [Int64] {
      let (rewards, twice, never) = try halves([W.show(.load)]) {
        $0.app.pays = .earned
        $0.networks[0].faults.duplicateReward = 1
        $0.networks[0].faults.rules = [
          W.rule(on: .dismiss, do: .delay, delay: 900),
          W.rule(on: .reward, do: .delay, delay: delay),
        ]
      }
      #expect(rewards - twice + never == 200)
      #expect([30...70].allSatisfy { $0.contains(twice) && $0.contains(never) })
    }
  }

  @Test("a reward that comes during the next show has an answer of its own, and keeps it")
  func acrossShows() throws {
    // Shown from 0.1 to 5.1 and from 5.2 to 10.2 s; the first is paid for at 5.1 or 10.1 s.
    func paid(_ shows: Int, delay: Int64) throws -> [Int] {
      try (0..<40).map { seed in
        try halves([JourneyStep](repeating: W.show(.load), count: shows)) {
          $0.seed = UInt64(seed)
          $0.arrivals = .trace([.zero])
          $0.networks[0].faults.rules = [W.rule(on: .reward, do: .delay, delay: delay)]
        }.rewards
      }
    }
    let (one, two) = (try paid(1, delay: 0), try paid(2, delay: 5_000))
    #expect(Set(one) == [0, 1] && Set(two) == [0, 1, 2])
    #expect(zip(one, two).allSatisfy { $0 <= $1 && $1 <= $0 + 1 })
    #expect(try paid(2, delay: 0) == two)
  }
}
