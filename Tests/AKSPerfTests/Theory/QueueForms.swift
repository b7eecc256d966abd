import AKSPerf
import Foundation
import Scheduler

/// Requests of independent sessions at an owned backend: the classic queues.
enum QueueForms {
  static let all = [
    mm1, mmc, mmck, lossLognormal, lossDeterministic, mg1Lognormal, md1, mErlang1, repairman,
  ]

  private static let load = [JourneyStep.load(placeholder: 0, awaited: true, budget: nil)]

  /// Sessions of one awaited load each, as a Poisson stream at one backend.
  static func scenario(
    _ name: String, rate: Double, servers: Int, service: DistributionSpec, queueLimit: Int? = nil,
    hours: Double
  ) -> Scenario {
    TestWorld.theory(
      name, arrivals: .poisson(ratePerSecond: rate),
      backend: TestWorld.owned(servers: servers, service: service, queueLimit: queueLimit),
      steps: load, hours: hours)
  }

  static let mm1 = ClosedForm(
    name: "mm1", formula: "M/M/1: W = ρS ÷ (1 − ρ), P(T > t) = exp(−(1 ÷ S − λ)t), L = λT"
  ) { f in
    let rate = 4 * f
    let service = 0.1 * f
    let rho = rate * service
    let wait = rho * service / (1 - rho)
    return TheoryCase(
      scenario: scenario(
        "mm1", rate: rate, servers: 1, service: .exponential(mean: service * 1e9), hours: 9),
      expectations: [
        Expectation(.mean(.backendWait, .total), wait),
        Expectation(.mean(.backendService, .total), service),
        Expectation(.mean(.loadLatency, .total), wait + service),
        Expectation(.positive(.backendWait), rho),
        Expectation(.percentile(.loadLatency, .p95), -log(0.05) / (1 / service - rate)),
        Expectation(.gauge(.utilisation, backend: "server"), rho),
        Expectation(.gauge(.queueLength, backend: "server"), rate * wait),
        Expectation(.gauge(.concurrentSessions, backend: nil), rate * (wait + service)),
        Expectation(.gauge(.requestsPerSecond, backend: "server"), rate),
      ])
  }

  static let mmc = ClosedForm(
    name: "mmc", formula: "M/M/c: W = C(c, a) S ÷ (c − a), P(W > t) = C(c, a) exp(−(c − a)t ÷ S)"
  ) { f in
    let rate = 10 * f
    let service = 0.1 * f
    let load = rate * service
    let waits = ClosedForms.erlangC(servers: 2, load: load)
    let drain = (2 - load) / service
    return TheoryCase(
      scenario: scenario(
        "mmc", rate: rate, servers: 2, service: .exponential(mean: service * 1e9), hours: 6.5),
      expectations: [
        Expectation(.mean(.backendWait, .total), waits / drain),
        Expectation(.positive(.backendWait), waits),
        Expectation(.percentile(.backendWait, .p95), log(waits / 0.05) / drain),
        Expectation(.gauge(.utilisation, backend: "server"), load / 2),
        Expectation(.gauge(.queueLength, backend: "server"), rate * waits / drain),
      ])
  }

  static let mmck = ClosedForm(
    name: "mmck", formula: "M/M/c/K: birth–death with loss P(K), W by Little's law"
  ) { f in
    let rate = 24 * f
    let service = 0.1 * f
    let queue = BirthDeathQueue(arrivals: rate, service: service, servers: 2, queue: 3)
    return TheoryCase(
      scenario: scenario(
        "mmck", rate: rate, servers: 2, service: .exponential(mean: service * 1e9), queueLimit: 3,
        hours: 0.75),
      expectations: [
        Expectation(.ratio(.loss, .total), queue.states[5]),
        Expectation(.mean(.backendWait, .total), queue.meanWait(service: service)),
        Expectation(.gauge(.utilisation, backend: "server"), queue.utilisation),
        Expectation(.gauge(.queueLength, backend: "server"), queue.queueLength),
        Expectation(.ratio(.fillRate, .total), 1 - queue.states[5]),
      ])
  }

  private static func loss(
    _ name: String, _ f: Double, _ service: DistributionSpec, _ mean: Double, hours: Double
  ) -> TheoryCase {
    let rate = 50 * f
    let lost = ClosedForms.erlangB(servers: 5, load: rate * mean)
    return TheoryCase(
      scenario: scenario(
        name, rate: rate, servers: 5, service: service, queueLimit: 0, hours: hours),
      expectations: [
        Expectation(.ratio(.loss, .total), lost),
        Expectation(
          .gauge(.utilisation, backend: "server"), rate * mean * (1 - lost) / 5),
      ])
  }

  /// A lognormal service of `mean` seconds and a coefficient of variation.
  private static func lognormal(mean: Double, cv: Double) -> DistributionSpec {
    // The parameters are in range, so the error of a bad one cannot come.
    (try? .lognormal(mean: mean * 1e9, standardDeviation: cv * mean * 1e9)) ?? .constant(0)
  }

  static let lossLognormal = ClosedForm(
    name: "mgcc-lognormal", formula: "M/G/c/c: loss B(c, a) whatever the service (Erlang B)"
  ) { f in
    loss(
      "mgcc-lognormal", f, lognormal(mean: 0.1 * f, cv: 1.2 * f), 0.1 * f, hours: 0.5)
  }

  static let lossDeterministic = ClosedForm(
    name: "mdcc", formula: "M/D/c/c: loss B(c, a) (Erlang B)"
  ) { f in loss("mdcc", f, .constant(0.1 * f * 1e9), 0.1 * f, hours: 0.2) }

  private static func single(
    _ name: String, _ f: Double, _ service: DistributionSpec, squaredCV: Double, hours: Double
  ) -> TheoryCase {
    let rate = 4 * f
    let mean = 0.1 * f
    let wait = ClosedForms.meanWait(arrivals: rate, service: mean, squaredCV: squaredCV)
    return TheoryCase(
      scenario: scenario(name, rate: rate, servers: 1, service: service, hours: hours),
      expectations: [
        Expectation(.mean(.backendWait, .total), wait),
        Expectation(.positive(.backendWait), rate * mean),
        Expectation(.gauge(.queueLength, backend: "server"), rate * wait),
      ])
  }

  static let mg1Lognormal = ClosedForm(
    name: "mg1-lognormal", formula: "M/G/1: W = ρS(1 + C²) ÷ 2(1 − ρ) (Pollaczek–Khinchine)"
  ) { f in
    let cv = 0.7 * f
    return single(
      "mg1-lognormal", f, lognormal(mean: 0.1 * f, cv: cv), squaredCV: cv * cv, hours: 8)
  }

  static let md1 = ClosedForm(name: "md1", formula: "M/D/1: W = ρS ÷ 2(1 − ρ)") { f in
    single("md1", f, .constant(0.1 * f * 1e9), squaredCV: 0, hours: 8)
  }

  static let mErlang1 = ClosedForm(
    name: "me1", formula: "M/E₃/1: W = ρS(1 + 1 ÷ 3) ÷ 2(1 − ρ)"
  ) { f in
    single("me1", f, .erlang(stages: 3, mean: 0.1 * f * 1e9), squaredCV: 1.0 / 3, hours: 8)
  }

  static let repairman = ClosedForm(
    name: "repairman",
    formula: "M/M/c/·/N: birth–death with rates (N − k) ÷ Z up, min(k, c) ÷ S down"
  ) { f in
    let pause = 2 * f
    let service = 0.6 * f * f
    let queue = BirthDeathQueue(population: 8, pause: pause, service: service, servers: 2)
    let wait = queue.meanWait(service: service)
    return TheoryCase(
      scenario: TestWorld.theory(
        "repairman",
        arrivals: .closed(sessions: 8, pause: .exponential(mean: pause * 1e9), rampUp: .seconds(8)),
        backend: TestWorld.owned(servers: 2, service: .exponential(mean: service * 1e9)),
        steps: load, hours: 6),
      expectations: [
        Expectation(.gauge(.requestsPerSecond, backend: "server"), queue.arrivalRate),
        Expectation(.mean(.backendWait, .total), wait),
        Expectation(.gauge(.utilisation, backend: "server"), queue.utilisation),
        Expectation(.gauge(.queueLength, backend: "server"), queue.queueLength),
        Expectation(.gauge(.concurrentSessions, backend: nil), queue.present),
        Expectation(.mean(.loadLatency, .total), wait + service),
      ])
  }
}
