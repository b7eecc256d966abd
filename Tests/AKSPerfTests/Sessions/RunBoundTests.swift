import Scheduler
import Testing

@testable import AKSPerf

@Suite("Bounds of a run")
struct RunBoundTests {
  typealias W = TinyWorld

  private func error(_ scenario: Scenario, _ bounds: RunBounds) -> SimulationError? {
    var simulation = Simulation(scenario)
    simulation.bounds = bounds
    do throws(SimulationError) {
      _ = try simulation.run()
      return nil
    } catch { return error }
  }

  @Test("more pending events than can be held end the run with the instant and a remedy")
  func pendingEvents() {
    let at = (0..<9).map { SimDuration.milliseconds($0) }
    let scenario = W.scenario([W.wait(1_000)], at: at)
    // At n ms n + 1 sessions wait, beside the next launch.
    let error = error(scenario, RunBounds(pendingEvents: 4))
    let now = SimTime.zero + .milliseconds(3)
    #expect(error == .tooMuchAtOnce(.pendingEvents(4), time: now, replication: 0))
    #expect(error?.description.contains("3000000 ns into replication 0") == true)
    #expect(error?.description.contains("let fewer sessions go on") == true)
    #expect(self.error(scenario, RunBounds(pendingEvents: 10)) == nil)
  }

  @Test("more requests at a backend than it can hold end the run and name it")
  func requests() {
    let at = (0..<3).map { SimDuration.milliseconds($0) }
    let scenario = W.scenario([W.load(awaited: true)], at: at) { $0.backends[0].owned = true }
    let error = error(scenario, RunBounds(requests: 2))
    let bound = RunBound.requests(2, backend: "server")
    let now = SimTime.zero + .milliseconds(2)
    #expect(error == .tooMuchAtOnce(bound, time: now, replication: 0))
    #expect(error?.description.contains("give it a queueLimit") == true)
    #expect(self.error(scenario, RunBounds(requests: 3)) == nil)
  }

  @Test("the bounds lie below those at which the engine's stores trap")
  func belowTheTraps() {
    // One event may add what an outage that ends starts, or the loads of a million steps.
    #expect(Limits.pendingEvents + 4 * Limits.stepsAtOneInstant < 1 << 28)
    #expect(RunBounds().requests == 1 << 24)
    #expect(Limits.closedPopulation <= Limits.pendingEvents)
  }

  @Test("a program that leaves the warm-up to be found is refused, as a file is")
  func automaticWarmUp() {
    #expect(
      throws: SimulationError.invalidScenario(
        "this version cannot find the warm-up by itself; give it a time")
    ) { try TinyWorld.run([TinyWorld.load()]) { $0.warmup = .automatic } }
  }
}
