import Foundation
import Testing

@testable import AKSPerf

@Suite("Outputs of a gate")
struct GateOutputTests {
  /// A result with a check of every severity.
  static func result() throws -> GateResult {
    let report = try SampleReport.make()
    var baseline = try GateJudgeTests.baseline(report, "load_latency p(95)", times: 0.8)
    baseline.scenarioDigest = "d0"
    for (name, factor) in [("fill_rate rate", 0.5), ("show_rate rate", 1 / 1.05)] {
      let other = try GateJudgeTests.baseline(report, name, times: factor)
      let index = try #require(baseline.figures.firstIndex { $0.figure.text == name })
      baseline.figures[index] = other.figures[index]
    }
    return try Gate.judge(report, against: baseline)
  }

  @Test("Every form is as in its golden file")
  func golden() throws {
    let result = try Self.result()
    #expect(Set(result.checks.map(\.severity)).count >= 4)
    let text = GateText(result).render()
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    try ReportTests.expectGolden(text, "gate.txt")
    try ReportTests.expectGolden(GateJSON(result).render(), "gate.json")
    try ReportTests.expectGolden(GateMarkdown(result).render(), "gate.md")
    try ReportTests.expectGolden(GateJUnit(result).render(), "gate.xml")
    try ReportTests.expectGolden(GateTAP(result).render(), "gate.tap")
    try ReportTests.expectGolden(GateGitHub(result, file: "a,b.json5").render(), "gate.github.txt")
    try ReportTests.expectGolden(GateBencher(result).render(), "gate.bencher.json")
  }

  @Test("A word stands beside every colour")
  func colour() throws {
    let result = try Self.result()
    let coloured = GateText(result, style: TextStyle(usesColour: true)).render()
    #expect(coloured.contains("\u{1B}[31mREGRESSED"))
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == GateText(result).render())
  }

  @Test("Names cannot break a form")
  func names() throws {
    var result = try Self.result()
    result.header.scenario = "a<b>&\"|#\n\u{1B}]"
    result.checks[0].metric = "m{placeholder=a|b#<c>,\n%:}"
    #expect(GateJUnit(result).render().contains("a&lt;b&gt;&amp;&quot;|#\\u{a}\\u{1b}]"))
    #expect(GateMarkdown(result).render().contains("a\\|b\\#&lt;c&gt;,\\\\u{a}%:}"))
    #expect(GateTAP(result).render().contains("a|b\\#<c>,\\\\u{a}%:}"))
    #expect(GateGitHub(result).render().contains("a|b#<c>%2C%0A%25%3A}"))
    let json = try JSONSerialization.jsonObject(with: Data(GateJSON(result).render().utf8))
    #expect(json is [String: Any])
  }

  @Test("GitHub gets ten annotations of a kind at most, and a summary below its bound")
  func bounds() throws {
    var result = try Self.result()
    let failed = try #require(result.checks.first { $0.severity == .failed })
    result.checks = Array(repeating: failed, count: 12)
    let lines = GateGitHub(result).render().split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines[9] == "::error title=perfbench::and 3 more")
    result.checks = Array(repeating: failed, count: 10_000)
    let summary = GateMarkdown(result).render()
    #expect(summary.utf8.count < 1 << 20)
    #expect(summary.contains(" more checks\n"))
  }
}
