import Scheduler
import Testing

@testable import AKSPerf

/// Books that are falsified on purpose: the run stops and says which rule, whose session and when.
@Suite("Invariants")
struct InvariantTests {
  typealias W = TinyWorld

  /// Two sessions at zero that have called load and wait: their answers come after 100 ms, they end
  /// after a second.
  private func started(fill: Double = 1) throws -> World {
    let scenario = W.scenario([W.load(), W.wait(1_000)], at: [.zero, .zero]) {
      $0.networks[0].fill = PerFormat(repeating: fill)
    }
    var world = try World.bare(scenario)
    world.scheduleNextArrival()
    for _ in 0..<2 {
      _ = world.queue.popNext(through: world.lastInstant)
      world.arrive()
    }
    return world
  }

  private func end(of world: consuming World) -> SimulationError? {
    do {
      _ = try world.run(isCancelled: { false }, progress: { _ in })
      return nil
    } catch {
      return error
    }
  }

  private func broken(_ invariant: Invariant, session: UInt64?, ms: Int64) -> SimulationError {
    .invariantBroken(
      rule: invariant.rule, session: session, time: .zero + .milliseconds(ms), replication: 0)
  }

  @Test("books that are left alone balance")
  func whole() throws {
    for fill in [0.0, 1] {
      let ended = end(of: try started(fill: fill))
      #expect(ended == nil)
    }
  }

  @Test("a lost callback in one session and a doubled one in another do not cancel out")
  func callbacks() throws {
    var world = try started()
    world.loads[0].answers &-= 1
    world.loads[1].answers &+= 1
    let ended = end(of: world)
    #expect(ended == broken(.loadCallsAnswered, session: 0, ms: 100))
  }

  @Test("a load that has answered before is found when it ends")
  func load() throws {
    var world = try started()
    world.loads[1].answers = 1
    let ended = end(of: world)
    #expect(ended == broken(.loadCallsAnswered, session: 1, ms: 100))
  }

  @Test("a slot that holds more than its depth is found when a load ends")
  func slot() throws {
    var world = try started(fill: 0)
    _ = world.sessions[1, slot: 0].state.offered(depth: 2, isDearer: false)
    let ended = end(of: world)
    #expect(ended == broken(.slotHoldsItsDepth, session: 1, ms: 100))
  }

  @Test("an opportunity of a view that is lost from its slot has no end")
  func view() throws {
    var world = try World.bare(
      W.scenario([.banner(placeholder: 0), W.wait(1_000)], format: .banner))
    world.scheduleNextArrival()
    _ = world.queue.popNext(through: world.lastInstant)
    world.arrive()
    world.sessions[0, place: 0].view = noRecord
    let ended = end(of: world)
    #expect(ended == broken(.showsEnd, session: nil, ms: 3_600_000))
  }

  @Test("a request that ends twice is found when its attempt ends")
  func request() throws {
    var world = try started()
    world.attempts[1].openRequests = 0
    let ended = end(of: world)
    #expect(ended == broken(.requestsEnd, session: 1, ms: 100))
  }

  @Test("sums are the second net: they know the rule and not the session")
  func sums() throws {
    var world = try started()
    world.ledger.shows += 1
    let ended = end(of: world)
    #expect(ended == broken(.showsEnd, session: nil, ms: 3_600_000))
    let text = ended?.description ?? ""
    #expect(text.contains("in the sums over all sessions at 3600000000000 ns"))
  }

  @Test("too many series end a run within a few thousand events")
  func series() throws {
    let scenario = W.scenario([W.load()], at: (0..<20_000).map { .milliseconds($0) })
    var plan = Simulation(scenario).plan
    plan.splits = [[.placeholder, .network]]
    plan.placeholders = (0..<250).map {
      .init(name: "p\($0)", format: "interstitial", strategy: "sequential")
    }
    plan.networks = (0..<100).map { "n\($0)" }
    var world = try World.bare(scenario, plan: plan)
    for index in 0..<25_000 {
      var cell = LabelCell()
      cell.placeholder = index / 100
      cell.network = index % 100
      world.recorder.add(.fills, cell, startedAt: .zero)
    }
    var questions = 0
    do {
      _ = try world.run(
        isCancelled: {
          questions += 1
          return false
        }, progress: { _ in })
      Issue.record("no error")
    } catch {
      #expect(error.description.contains("remove \"placeholder,network\" from split"))
    }
    #expect(questions == 0)
  }

  @Test("every hazard is one of the event stream, whoever counts it")
  func hazards() throws {
    var world = try started()
    var seen = [world.fingerprint.hexDigits]
    for n: UInt64 in [0, 1, 2] {
      world.hazard(.duplicateLoad, by: n, 0, LabelCell())
      seen.append(world.fingerprint.hexDigits)
    }
    #expect(seen[0] == seen[1] && Set(seen).count == 3)
  }
}
