import AKSPerf
import Foundation
import Scheduler

/// Round trips that are lost or jitter.
enum LossForms {
  static let all = [loss]

  static let loss = ClosedForm(
    name: "loss",
    formula: "a trip costs R + J and, with n losses in a row, (2ⁿ − 1) s more: "
      + "E = R + J + Σ pⁿ2ⁿ⁻¹, n to 10 (RFC 6298)"
  ) { f in
    let trip = 0.1 * f
    let jitter = 0.02 * f
    let lost = 0.2 * f
    var timeouts = 0.0
    for n in 1...10 { timeouts += pow(lost, Double(n)) * pow(2, Double(n - 1)) }
    let one = trip + jitter + timeouts
    return TheoryCase(
      scenario: TestWorld.theory(
        "loss", arrivals: .poisson(ratePerSecond: 10),
        backend: TestWorld.external(.constant(0)),
        steps: [.load(placeholder: 0, awaited: true, budget: nil)], hours: 0.6, warmup: .minutes(1)
      ) { scenario in
        scenario.radios[0].roundTrip = .constant(trip * 1e9)
        scenario.radios[0].jitter = .exponential(mean: jitter * 1e9)
        scenario.radios[0].loss = lost
        scenario.networks[0].cdn = 0
        scenario.networks[0].creative = PerFormat(repeating: .constant(1000))
        scenario.networks[0].connection = ConnectionCost()
      },
      // Three trips to connect, one for the request and one for the creative.
      expectations: [Expectation(.mean(.loadLatency, .total), 5 * one)])
  }
}
