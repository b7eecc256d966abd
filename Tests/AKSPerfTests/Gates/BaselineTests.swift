import Testing

@testable import AKSPerf

@Suite("Baselines")
struct BaselineTests {
  @Test("A baseline is as in its golden file, and reads back as it was")
  func roundTrip() throws {
    let baseline = Baseline(try SampleReport.make())
    let text = baseline.render()
    try ReportTests.expectGolden(text, "baseline.json")
    #expect(try Baseline(bytes: Array(text.utf8)) == baseline)
    let lines = text.split(separator: "\n").filter { $0.contains("\"figure\"") }
    #expect(lines.count == baseline.figures.count)
  }

  @Test("What never ended and what is short is kept")
  func gaps() throws {
    let figure = try GateFigure("time_to_show{of=opportunities} p(95)")
    var baseline = Baseline(try SampleReport.make(replications: 2), figures: [figure])
    baseline.figures[0].samples = FigureSamples(
      .percentile(pooled: nil, each: [1, nil], counts: [3, 4]), shortage: "never")
    #expect(try Baseline(bytes: Array(baseline.render().utf8)) == baseline)
  }

  @Test(
    "A file that is no baseline says so",
    arguments: [
      ("perfbench.baseline/1", "perfbench.baseline/9", "write a new baseline"),
      ("\"fingerprint\"", "\"finger\"", "'fingerprint' is missing"),
      ("\"replications\": 10", "\"replications\": 11", "does not hold 11 numbers"),
      ("\"replications\": 10", "\"replications\": -1", "'seed' or 'replications'"),
      ("coverage rate", "coverage p(95)", "coverage is a ratio"),
      ("\"figures\": [", "\"figure\": [", "'figures' is missing"),
      ("\"counts\": [", "\"counts\": [null, ", "'counts' does not hold 10 numbers"),
    ])
  func mistakes(old: String, new: String, message: String) throws {
    let text = Baseline(try SampleReport.make()).render()
    #expect(text.contains(old))
    let changed = text.replacing(old, with: new)
    let error = try #require(throws: BaselineError.self) {
      try Baseline(bytes: Array(changed.utf8))
    }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test("A file cut anywhere is refused, never a crash")
  func cut() throws {
    let bytes = Array(Baseline(try SampleReport.make(replications: 2)).render().utf8)
    for end in stride(from: 0, to: bytes.count - 2, by: 97) {
      #expect(throws: BaselineError.self) { try Baseline(bytes: Array(bytes[..<end])) }
    }
    #expect(throws: BaselineError.self) { try Baseline(contentsOf: "/nowhere/baseline.json") }
    #expect(throws: BaselineError.self) { try Baseline(bytes: Array("[]".utf8)) }
  }
}
