import Foundation
import Testing

@testable import AKSPerf

/// The exact words, places and carets of mistakes, in `Fixtures/mistakes.txt`.
@Suite struct MistakeTests {
  @Test func mistakesAreToldWithPlaceAndRemedy() throws {
    var text = ""
    for (title, changes) in MistakeCases.all {
      text += "== \(title)\n\(Minimal.report(Minimal.text(changes)))\n\n"
    }
    try Fixtures.expect(text, equals: URL(fileURLWithPath: Fixtures.path("mistakes.txt")))
  }

  private static let values: [(title: String, value: String)] = [
    ("no distribution", "{}"),
    ("an unknown distribution", "{ lognromal: { median: \"1s\", p95: \"2s\" } }"),
    ("two distributions", "{ exponential: { mean: \"1s\" }, uniform: [0, \"1s\"] }"),
    ("an array", "[\"1s\", \"2s\"]"),
    ("parameters that do not go together", "{ lognormal: { median: \"1s\", sd: \"2s\" } }"),
    ("an unknown parameter", "{ lognormal: { median: \"1s\", p90: \"2s\" } }"),
    ("a p95 below the median", "{ lognormal: { median: \"2s\", p95: \"1s\" } }"),
    ("a mean of 0", "{ exponential: { mean: 0 } }"),
    ("a parameter without a unit", "{ exponential: { mean: 300 } }"),
    ("a shape beyond what can be", "{ pareto: { minimum: \"1s\", shape: 0.01 } }"),
    ("a uniform of one value", "{ uniform: [\"1s\"] }"),
    ("a uniform from high to low", "{ uniform: [\"3s\", \"1s\"] }"),
    ("discrete without pairs", "{ discrete: [\"1s\", [\"2s\"], [\"3s\", -1]] }"),
    ("discrete with weights of 0", "{ discrete: [[\"1s\", 0], [\"2s\", 0]] }"),
    ("ranks without a unit", "{ zipf: { exponent: 1, count: 10 } }"),
    ("truncated without bounds", "{ truncated: { of: \"1s\" } }"),
    (
      "truncated the wrong way",
      "{ truncated: { of: { exponential: { mean: \"1s\" } }, from: \"2s\", to: \"1s\" } }"
    ),
    ("truncated to nothing", "{ truncated: { of: { uniform: [\"1s\", \"2s\"] }, from: \"5s\" } }"),
    ("a mixture of nothing", "{ mixture: [] }"),
    (
      "a mixture of a mistake",
      "{ mixture: [{ weight: 1, of: { exponential: { mean: \"1x\" } } }] }"
    ),
    ("empirical of values and a file", "{ empirical: { values: [\"1s\"], file: \"x.csv\" } }"),
    (
      "empirical of a file for a text",
      "{ empirical: { file: \"x.csv\", column: \"a\", unit: \"ms\" } }"
    ),
    ("empirical without values", "{ empirical: { values: [] } }"),
    ("a huge number", "1e999"),
    ("a large number", "\"99999999999999999999s\""),
  ]

  @Test func mistakesInDrawnValuesAreTold() throws {
    var text = ""
    for (title, value) in Self.values {
      text += "== \(title)\n\(Minimal.report(Minimal.text([("patience", value)])))\n\n"
    }
    try Fixtures.expect(text, equals: URL(fileURLWithPath: Fixtures.path("drawn-mistakes.txt")))
  }
}
