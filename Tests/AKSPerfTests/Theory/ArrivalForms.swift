import AKSPerf
import Foundation
import Scheduler

/// Launches of open processes: as many as the integral of the rate over the window.
enum ArrivalForms {
  static let all = [poisson, constant, stages, diurnal, burst]

  /// Sessions that stay `stay` seconds and do nothing; the window begins at `from` hours.
  private static func form(
    _ name: String, _ process: ArrivalProcess, from: Double, hours: Double, launches: Double
  ) -> TheoryCase {
    let scenario = TestWorld.theory(
      name, arrivals: process, backend: TestWorld.external(.constant(0)),
      steps: [.wait(.exponential(mean: 30e9))], hours: hours,
      warmup: .rounding(nanoseconds: from * 3600e9))
    return TheoryCase(
      scenario: scenario,
      expectations: [Expectation(.count(.sessionsStarted), launches)])
  }

  static let poisson = ClosedForm(name: "arrivals-poisson", formula: "launches = λ·t, L = λT") {
    f in
    let hours = 1.0
    var form = form(
      "arrivals-poisson", .poisson(ratePerSecond: 4 * f), from: 0.5, hours: hours,
      launches: 4 * f * hours * 3600)
    form.expectations.append(
      Expectation(.gauge(.concurrentSessions, backend: nil), 4 * f * 30))
    form.isWhole = true
    return form
  }

  static let constant = ClosedForm(
    name: "arrivals-constant", formula: "launches at k ÷ λ: exactly λ·t, L = λT"
  ) { f in
    var form = form(
      "arrivals-constant", .constant(ratePerSecond: 4 * f), from: 0.5, hours: 0.5,
      launches: 4 * f * 1800)
    form.expectations.append(
      Expectation(.gauge(.concurrentSessions, backend: nil), 4 * f * 30))
    form.isWhole = true
    return form
  }

  static let stages = ClosedForm(
    name: "arrivals-stages", formula: "launches = ∫ λ(t) dt over linear ramps"
  ) { f in
    let stages = [
      RateStage(duration: .minutes(30), from: 0, to: 6 * f),
      RateStage(duration: .minutes(20), from: 6 * f, to: 6 * f),
      RateStage(duration: .minutes(30), from: 4 * f, to: 1 * f),
    ]
    // From minute 15 (half way up the first ramp) to minute 65 (half way down the last).
    let launches = 900 * 4.5 * f + 1200 * 6 * f + 900 * 3.25 * f
    return form(
      "arrivals-stages", .stages(stages), from: 0.25, hours: 50.0 / 60, launches: launches)
  }

  static let diurnal = ClosedForm(
    name: "arrivals-diurnal",
    formula: "launches = ∫ λ̄(1 + A cos(2π(t − peak) ÷ day)) dt, A = (r − 1) ÷ (r + 1)"
  ) { f in
    let perDay = 120_000 * f
    let ratio = 6 * f
    let amplitude = (ratio - 1) / (ratio + 1)
    let (start, peak) = (17.0, 20.0)
    let turn = 2 * Double.pi / 24
    func integral(_ hour: Double) -> Double {
      perDay / 24 * (hour + amplitude * sin(turn * (hour - peak)) / turn)
    }
    return form(
      "arrivals-diurnal",
      .diurnal(perDay: perDay, peakAt: .hours(20), peakToTrough: ratio, startAt: .hours(17)),
      from: 1, hours: 1.5, launches: integral(start + 2.5) - integral(start + 1))
  }

  static let burst = ClosedForm(
    name: "arrivals-burst", formula: "launches = base·t + the part of the burst in the window"
  ) { f in
    let base = 2 * f
    let extra = 12_000 * f
    // The window begins when a third of the burst is over.
    return form(
      "arrivals-burst",
      .burst(basePerSecond: base, at: .minutes(25), sessions: extra, over: .minutes(15)),
      from: 0.5, hours: 0.5, launches: base * 1800 + extra * 2 / 3)
  }
}
