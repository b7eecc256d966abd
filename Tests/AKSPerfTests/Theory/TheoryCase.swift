import AKSPerf
import Foundation
import Scheduler
import Testing

/// A scenario whose figures theory knows, with what it says of them.
struct TheoryCase: Sendable {
  var scenario: Scenario
  var expectations: [Expectation]
  /// Whether the window must be run as it is, since theory counts what happens in it.
  var isWhole = false
}

/// One closed form: its cases with all parameters multiplied by a factor.
struct ClosedForm: Sendable, CustomTestStringConvertible {
  /// Also the name of its file in `scenarios/theory`.
  var name: String
  var formula: String
  var make: @Sendable (Double) -> TheoryCase

  var testDescription: String { name }

  /// The factors on every parameter.
  static let factors = [1, 0.8, 1.2]
}

/// How long the runs are.
enum TheoryRun {
  enum Length { case short, full, long }

  /// An unoptimised build is forty times slower; `PERFBENCH_SLOW=1` asks for the long runs.
  static let length: Length = {
    if ProcessInfo.processInfo.environment["PERFBENCH_SLOW"] == "1" { return .long }
    var isOptimised = true
    // The argument of an assertion is evaluated in unoptimised builds only.
    assert(mark(&isOptimised))
    return isOptimised ? .full : .short
  }()

  private static func mark(_ isOptimised: inout Bool) -> Bool {
    isOptimised = false
    return true
  }

  /// Share of a case's window that is run.
  static func share(factor: Double) -> Double {
    switch length {
    case .short: 0.03
    case .full: factor == 1 ? 1 : 0.3
    case .long: 3
    }
  }

  /// How much wider than asked for an interval may be: moved parameters get the long run's width
  /// in a long run only.
  static func slack(factor: Double) -> Double {
    let moved = factor == 1 || length == .long ? 1 : 2.5
    return moved * (length == .short ? 6 : 1)
  }

  /// `scenario` over a share of its window.
  static func sized(_ scenario: Scenario, _ share: Double) -> Scenario {
    guard case .fixed(let warmup) = scenario.warmup else { return scenario }
    var copy = scenario
    let window = Double((scenario.duration - warmup).nanoseconds) * share
    copy.duration = warmup + .rounding(nanoseconds: window)
    return copy
  }

  /// Runs a case and fails the test where theory lies outside an interval, or one is too wide.
  @discardableResult
  static func check(_ form: TheoryCase, named name: String, factor: Double = 1) throws -> Report {
    let share = form.isResizable ? share(factor: factor) : 1
    var scenario = sized(form.scenario, share)
    // Draws of their own, so that one unlucky stream does not decide about every factor.
    scenario.seed += UInt64(factor * 1000)
    let report = try Simulation(scenario).run()
    let slack = slack(factor: factor)
    for item in form.expectations {
      guard let evidence = Evidence(item.quantity, in: report) else {
        Issue.record("\(name): no \(item.quantity.text)")
        continue
      }
      let text =
        "\(name): \(item.quantity.text) is \(evidence.value) ± \(evidence.halfWidth), "
        + "theory \(item.theory)"
      #expect(evidence.contains(item.theory), "\(text)")
      let width = evidence.halfWidth / abs(item.theory)
      #expect(width <= item.precision * slack, "\(text): too wide, \(width * 100) %")
    }
    return report
  }
}

extension TheoryCase {
  /// Whether a shorter window has the same theory: not when the rate changes within it.
  var isResizable: Bool { scenario.arrivals.isStationary && !isWhole }
}
