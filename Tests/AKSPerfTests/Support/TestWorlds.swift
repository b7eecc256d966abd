import AKSPerf
import Scheduler

/// Small scenarios for tests: everything is off that a test does not switch on.
enum TestWorld {
  static let second = 1e9

  /// One session class on an ideal radio, one owned or external backend, one network, one slot.
  static func scenario(
    arrivals: ArrivalProcess, backend: Backend, steps: [JourneyStep],
    duration: SimDuration = .hours(1), warmup: SimDuration = .minutes(5), replications: Int = 10,
    format: AdFormat = .interstitial, change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var network = AdNetwork(name: "NET", backend: 0)
    network.connection = nil
    var scenario = Scenario(
      name: "test", description: "", seed: 7, duration: duration, drain: .hours(1),
      warmup: .fixed(warmup), replications: replications, arrivals: arrivals,
      networks: [network],
      placeholders: [
        Placeholder(
          name: "slot", format: format,
          remote: MediationConfig(waterfall: [WaterfallEntry(network: 0)]))
      ], journeys: [Journey(name: "main", steps: steps)])
    scenario.backends = [backend]
    change(&scenario)
    return scenario
  }

  static func owned(
    servers: Int, service: DistributionSpec, queueLimit: Int? = nil
  ) -> Backend {
    var backend = Backend(name: "server")
    backend.owned = true
    backend.servers = servers
    backend.service = service
    backend.queueLimit = queueLimit
    return backend
  }

  static func external(_ service: DistributionSpec) -> Backend {
    var backend = Backend(name: "server")
    backend.service = service
    return backend
  }

  /// A scenario of closed-form figures: draws independent, 40 replications of `hours` each.
  static func theory(
    _ name: String, arrivals: ArrivalProcess, backend: Backend, steps: [JourneyStep],
    hours: Double, warmup: SimDuration = .minutes(2), format: AdFormat = .interstitial,
    change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var scenario = scenario(
      arrivals: arrivals, backend: backend, steps: steps,
      duration: warmup + .rounding(nanoseconds: hours * 3600e9), warmup: warmup, replications: 40,
      format: format
    ) {
      $0.name = name
      $0.seed = name.utf8.reduce(0) { ($0 &* 31 &+ UInt64($1)) % 10_007 }
      $0.demandCorrelation = 0
      $0.fillPersistence = nil
    }
    change(&scenario)
    return scenario
  }
}
