import Testing

@testable import AKSPerf

@Suite("Figures of a gate")
struct GateFigureTests {
  @Test(
    "A figure is read and written alike",
    arguments: [
      ("time_to_show p(95)", "time_to_show p(95)"), ("coverage", "coverage rate"),
      (
        "time_to_show{source=cache, format=banner} med",
        "time_to_show{format=banner,source=cache} p(50)"
      ),
      ("load_latency avg", "load_latency avg"),
      ("utilisation{backend=a b}", "utilisation{backend=a b} avg"),
      ("attempt_latency{network=MAX} p(99.9)", "attempt_latency{network=MAX} p(99.9)"),
    ])
  func text(written: String, text: String) throws {
    let figure = try GateFigure(written)
    #expect(figure.text == text)
    #expect(try GateFigure(text) == figure)
  }

  @Test(
    "What cannot be compared is refused",
    arguments: [
      ("time_to_show", "'rate' is for ratios"), ("loads count", "only percentiles and means"),
      ("time_to_show max", "only percentiles and means"), ("coverge", "did you mean 'coverage'"),
      ("coverage p(95)", "coverage is a ratio"), ("time_to_show p(95)<1s", "unexpected text"),
      ("time_to_show p(100)", "not a percentile"), ("", "unknown metric ''"),
    ])
  func mistakes(text: String, message: String) throws {
    let error = try #require(throws: SLOSyntaxError.self) { try GateFigure(text) }
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test("A time to show brings its coverage along, once")
  func coverage() throws {
    let figures = try [
      "time_to_show{format=banner,source=cache} p(95)", "time_to_show{format=banner} p(50)",
      "time_to_show{of=opportunities} p(50)", "fill_rate",
    ].map { try GateFigure($0) }
    #expect(
      GateFigure.withCoverage(figures).map(\.text) == [
        "time_to_show{format=banner,source=cache} p(95)", "coverage{format=banner} rate",
        "time_to_show{format=banner} p(50)", "time_to_show{of=opportunities} p(50)",
        "fill_rate rate",
      ])
  }

  @Test("Every ratio says which way is better, and combinations of labels are measured")
  func directions() throws {
    #expect(Ratio.allCases.count { $0.wantsSmall } == 12)
    #expect(try !GateFigure("revenue_per_session").wantsSmall)
    #expect(try GateFigure("waste").wantsSmall && GateFigure("load_latency avg").wantsSmall)
    let scenario = try Scenario.embeddedDefault()
    let figure = try GateFigure("time_to_show{format=interstitial,config=remote} p(95)")
    let measured = GateFigure.measuring(scenario, [figure, figure])
    #expect(measured.splits.count == scenario.splits.count + 1)
    #expect(measured.splits.last == [.format, .config])
    #expect(figure.unknownLabel(in: scenario) == nil)
    let other = try GateFigure("match_rate{network=NOBODY}")
    #expect(other.unknownLabel(in: scenario) == LabelValue(.network, "NOBODY"))
  }
}
