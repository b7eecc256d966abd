import Scheduler
import Testing

@testable import AKSPerf

/// Steps that show another placeholder when their own has no ad.
@Suite("Fallbacks of shows")
struct FallbackTests {
  typealias W = TinyWorld

  /// A load of the second placeholder, then a show of the first that falls back on it, and a wait.
  private func run(
    _ ifNotReady: IfNotReady = .skip, instead: Int? = 1, before: [JourneyStep] = [],
    budget: Int64? = nil, change: (inout Scenario) -> Void = { _ in }
  ) throws -> Report {
    let show = JourneyStep.show(
      placeholder: 0, ifNotReady: ifNotReady, budget: budget.map { W.milliseconds($0) },
      instead: instead)
    return try W.run([W.load(1), W.wait(200)] + before + [show, W.wait(1_000)]) {
      var other = $0.placeholders[0]
      other.name = "other"
      $0.placeholders.append(other)
      change(&$0)
    }
  }

  private func n(_ report: Report, _ count: Count, _ placeholder: String) -> Int {
    report.n(count, [.placeholder(placeholder)])
  }

  @Test("where nothing is ready the other placeholder is shown, as an opportunity of its own")
  func nothingReady() throws {
    let report = try run()
    #expect(report.n(.opportunities) == 2 && report.n(.eligible) == 2)
    #expect(report.n(.skipped) == 1 && report.n(.shows) == 1)
    #expect(report.n(found: .cold) == 1 && report.n(found: .hit) == 1)
    #expect(n(report, .shows, "other") == 1 && n(report, .opportunities, "other") == 1)
    #expect(report.us(.timeToShow) == 0)
    let plain = try run(instead: nil)
    #expect(plain.n(.opportunities) == 1 && plain.n(.shows) == 0 && plain.n(.adsLost) == 1)
  }

  @Test("it is shown after a load or a show that failed, and at the end of the budget")
  func failures() throws {
    let unfilled = try run(.load) {
      var config = $0.placeholders[0].remote
      W.addNetwork(to: &$0, answer: 300, fill: 0)
      config.waterfall = [WaterfallEntry(network: 1)]
      $0.placeholders[0].remote = config
    }
    #expect(unfilled.n(.noFill, of: .outcomes) == 1 && unfilled.n(.shows) == 1)
    func failed(_ networks: [Int]) throws -> Report {
      try run(before: [W.load(), W.wait(200)]) {
        W.addNetwork(to: &$0, answer: 100)
        for k in 0...1 {
          $0.placeholders[k].remote.waterfall = [WaterfallEntry(network: k)]
        }
        for k in networks { $0.networks[k].faults.rules = [W.rule(on: .show, do: .fail)] }
      }
    }
    let first = try failed([0])
    #expect(first.n(.internalError, of: .outcomes) == 1 && n(first, .shows, "other") == 1)
    // Behind the fallback there is none.
    let both = try failed([0, 1])
    #expect(both.n(.opportunities) == 2 && both.n(.internalError, of: .outcomes) == 2)
    let late = try run(.load, budget: 50)
    #expect(late.n(.budget, of: .outcomes) == 1 && late.n(.shows) == 1)
    #expect(n(late, .shows, "other") == 1)
  }

  @Test("it is not shown where the step was gated, or where its user left it")
  func none() throws {
    let gated = try run {
      $0.placeholders[0].remote.enabled = false
    }
    #expect(gated.n(.opportunities) == 1 && gated.n(.shows) == 0)
    let abandoned = try run(.load) { $0.patience = W.milliseconds(50) }
    #expect(abandoned.n(.abandoned) == 1 && abandoned.n(.opportunities) == 1)
  }

  @Test("an ad that is shown needs no fallback, and the journey goes on behind either")
  func goesOn() throws {
    let shown = try run(before: [W.load(), W.wait(200)])
    #expect(shown.n(.opportunities) == 1 && n(shown, .shows, "other") == 0)
    // The next step comes when the ad of the fallback has gone, 5.2 s after the launch.
    let show = JourneyStep.show(placeholder: 0, ifNotReady: .skip, budget: nil, instead: 1)
    let report = try W.run([
      W.load(1), W.wait(200), .repeated(count: .constant(2), steps: [show]),
      W.load(awaited: true), W.show(.skip),
    ]) {
      var other = $0.placeholders[0]
      other.name = "other"
      $0.placeholders.append(other)
    }
    #expect(report.n(.opportunities) == 5 && report.n(.shows) == 2 && report.n(.skipped) == 3)
    #expect(report.n(.showsBackToBack) == 1)
  }
}
