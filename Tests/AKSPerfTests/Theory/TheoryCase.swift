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

/// How long the runs are, in an optimised build; others do not run them.
enum TheoryRun {
  enum Length { case full, long }

  /// `PERFBENCH_SLOW=1` asks for the long runs.
  static let length: Length =
    ProcessInfo.processInfo.environment["PERFBENCH_SLOW"] == "1" ? .long : .full

  /// Share of a case's window that is run.
  ///
  /// A queue of 1.2 times the arrivals and the service has 1.44 times the load, and needs twice
  /// the time for the same interval: so long runs are of two windows.
  static func share(factor: Double) -> Double {
    switch length {
    case .full: factor == 1 ? 1 : 0.5
    case .long: 2
    }
  }

  /// How much wider than asked for an interval may be: with moved parameters it is 2 % in a full
  /// run and 1 % in a long one, with those of the file always 1 %.
  static func slack(factor: Double) -> Double {
    switch length {
    case .full: factor == 1 ? 1 : 2
    case .long: 1
    }
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
  ///
  /// Of some four hundred intervals of 99.9 % one may well miss by chance. So a miss is judged by a
  /// second run, of draws of its own and four times as long: chance passes it, a defect does not.
  @discardableResult
  static func check(_ form: TheoryCase, named name: String, factor: Double = 1) throws -> Report {
    var scenario = form.scenario
    // Draws of their own, so that one unlucky stream does not decide about every factor.
    scenario.seed += factor == 1 ? 0 : UInt64(factor * 1000)
    if form.isResizable {
      scenario = sized(scenario, share(factor: factor))
    }
    let report = try Simulation(scenario).run()
    var second: Report?
    for item in form.expectations {
      guard let evidence = Evidence(item.quantity, in: report) else {
        Issue.record("\(name): no \(item.quantity.text)")
        continue
      }
      let width = evidence.halfWidth / abs(item.theory)
      #expect(
        width <= item.precision * slack(factor: factor),
        "\(name): \(item.quantity.text) ± \(width * 100) %")
      if evidence.contains(item.theory) { continue }
      let confirmation = try second ?? confirm(scenario, isResizable: form.isResizable)
      second = confirmation
      let again = Evidence(item.quantity, in: confirmation)
      #expect(
        again?.contains(item.theory) == true,
        """
        \(name): \(item.quantity.text) is \(evidence.value) ± \(evidence.halfWidth), then \
        \(again?.value ?? .nan) ± \(again?.halfWidth ?? .nan); theory \(item.theory)
        """)
    }
    return report
  }

  private static func confirm(_ scenario: Scenario, isResizable: Bool) throws -> Report {
    var scenario = scenario
    scenario.seed += 1_000_003
    if isResizable { scenario = sized(scenario, 4) } else { scenario.replications *= 4 }
    return try Simulation(scenario).run()
  }
}

extension TheoryCase {
  /// Whether a shorter window has the same theory: not when the rate changes within it.
  var isResizable: Bool { scenario.arrivals.isStationary && !isWhole }
}
