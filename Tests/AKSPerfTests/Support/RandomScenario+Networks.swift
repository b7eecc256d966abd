import Scheduler

@testable import AKSPerf

/// Networks that rest, refuse, mediate and fail, and apps that make mistakes.
extension RandomScenario {
  /// Networks that leave memory and files behind, or have ads of some sizes only.
  mutating func addLeaks(to scenario: inout Scenario) {
    for index in scenario.networks.indices {
      if chance(0.3) {
        scenario.networks[index].sizes = [
          WindowSize(width: 320, height: 480), WindowSize(width: pick([390, 700]), height: 800),
        ]
      }
      guard chance(0.4) else { continue }
      scenario.networks[index].leak = pick([.constant(0), .exponential(mean: 3e5)])
      scenario.networks[index].leakOf = pick(AdNetwork.LeakOf.allCases)
      scenario.networks[index].disk = pick([.constant(0), .exponential(mean: 1e6)])
      scenario.networks[index].rebuildAfter = pick([nil, 1, 5])
    }
    // Where nothing takes time, a process that dies again and again has no end.
    scenario.app.memoryLimit = pick([nil, isOdd ? 1e9 : 1e6])
  }

  /// Loads beside loads, with answers that come late and ads of all prices.
  mutating func addParallelLoads(to scenario: inout Scenario) {
    for index in scenario.placeholders.indices {
      scenario.placeholders[index].appCode.onBusy = .parallel
      scenario.placeholders[index].cache.depth = 1 + below(3)
    }
    for index in scenario.networks.indices {
      scenario.networks[index].price = PerFormat(repeating: .uniform(low: 0, high: 20))
      scenario.networks[index].lateAnswer = pick([.cache, .deliver])
      scenario.networks[index].timeout = span([100, 400, 2_000])
      scenario.networks[index].fill = PerFormat(repeating: pick([0.7, 1]))
    }
    for index in scenario.backends.indices where chance(0.7) {
      scenario.backends[index].service = .uniform(low: 0, high: 3e9)
    }
    for index in scenario.journeys.indices {
      scenario.journeys[index].steps = loadedBeside(scenario.journeys[index].steps)
    }
  }

  /// Steps with further calls of load behind each.
  private mutating func loadedBeside(_ steps: [JourneyStep]) -> [JourneyStep] {
    steps.flatMap { step -> [JourneyStep] in
      guard case .load(let placeholder, _, _, _) = step else {
        if case .repeated(let count, let inner) = step {
          return [.repeated(count: count, steps: loadedBeside(inner))]
        }
        return [step]
      }
      let again = JourneyStep.load(placeholder: placeholder, awaited: false, budget: nil)
      return [again, .wait(time(500)), again, step]
    }
  }

  mutating func addRests(to scenario: inout Scenario) {
    for index in scenario.backends.indices where !scenario.backends[index].owned && chance(0.3) {
      scenario.backends[index].throttle = Throttle(
        failures: 1 + below(3), per: span([0, 1000, 60_000]), lasts: span([0, 700, 30_000]))
    }
    for index in scenario.networks.indices {
      if chance(0.3) {
        scenario.networks[index].breaker = CircuitBreaker(
          failures: 1 + below(3), lasts: span([0, 1000, 60_000]))
      }
      // Later ones only, so that there is no ring.
      let later = scenario.networks.count - index - 1
      if later > 0 && chance(0.4) {
        var inner = scenario.networks[index].inner ?? InnerMediation()
        inner.waterfall = (0..<(1 + below(3))).map { _ in
          var entry = WaterfallEntry(
            network: index + 1 + below(later), floor: pick([nil, nil, 4, 9]))
          entry.timeout = pick([.ofNetwork, .none, .after(.milliseconds(200))])
          return entry
        }
        scenario.networks[index].inner = inner
      }
    }
    for index in scenario.placeholders.indices where chance(0.3) {
      scenario.placeholders[index].cache.keyedBy = .network
    }
  }
}
