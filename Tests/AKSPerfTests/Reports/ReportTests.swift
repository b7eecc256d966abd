import Foundation
import Testing

@testable import AKSPerf

@Suite("Reports")
struct ReportTests {
  /// Compares with a golden file; `PERFBENCH_UPDATE=1` writes it.
  static func expectGolden(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(
      text == golden, "\(name) differs; PERFBENCH_UPDATE=1 accepts", sourceLocation: sourceLocation)
  }

  @Test("The text report is as in its golden file, at most 100 columns")
  func text() throws {
    let text = TextReport(try SampleReport.make()).render()
    try Self.expectGolden(text, "report.txt")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let single = try SampleReport.make(replications: 1, inBatches: true)
    let ascii = TextReport(single, style: TextStyle(isASCII: true)).render()
    let isASCII = ascii.utf8.allSatisfy { $0 < 128 }
    #expect(isASCII)
    #expect(ascii.contains("single-run: "))
  }

  @Test("The heading tells sessions simulated from those counted, and what was set")
  func heading() throws {
    var report = try SampleReport.make()
    report.header.overrides = [ScenarioOverride(path: "networks.MAX.timeout", value: "8s")]
    let text = TextReport(report).render()
    #expect(text.contains("\n100 sessions in 10 replications, "))
    #expect(text.contains("of virtual time, 15,000 sessions\n  set networks.MAX.timeout = 8s\n"))
    #expect(JSONReport(report).render().contains("\"set\": [\"networks.MAX.timeout=8s\"]"))
    #expect(text.contains("\n  why not  budget "))
    let long = String(repeating: "x", count: 150)
    report.header.overrides = [ScenarioOverride(path: "name", value: long)]
    let cut = TextReport(report).render()
    #expect(cut.contains("\n  \(long.prefix(98))\n"))
    #expect(cut.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("A word stands beside every colour")
  func colour() throws {
    let report = try SampleReport.make()
    let coloured = TextReport(report, style: TextStyle(usesColour: true)).render()
    let plain = TextReport(report).render()
    #expect(coloured != plain)
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
  }

  @Test("The JSON report is as in its golden file and is JSON")
  func json() throws {
    let report = try SampleReport.make(replications: 2)
    let text = JSONReport(report).render()
    try Self.expectGolden(text, "report.json")
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let object = try #require(value)
    #expect(object["schema"] as? String == "perfbench.report/1")
    #expect(object["provenance"] == nil)
    let metrics = try #require(object["metrics"] as? [[String: Any]])
    #expect(metrics.count == report.metrics.count)
    let withMachine = JSONReport(
      report,
      provenance: Provenance(seconds: 1, eventsPerSecond: 2, peakMemoryBytes: 3, jobs: 2)
    ).render()
    #expect(withMachine.contains("\"jobs\": 2"))
  }

  @Test("The CSV report is as in its golden file and every line has all columns")
  func csv() throws {
    let text = CSVReport(try SampleReport.make(replications: 2)).render()
    try Self.expectGolden(text, "report.csv")
    let lines = text.split(separator: "\n")
    let commas = lines[0].filter { $0 == "," }.count
    #expect(lines.allSatisfy { line in line.filter { $0 == "," }.count == commas })
    let objectives = lines.filter { $0.contains(",slo,") }
    #expect(objectives.count == 3 && objectives[1].contains(",coverage,1,"))
    #expect(objectives.allSatisfy { $0.contains(",undecided,") })
    #expect(objectives[1].contains(",rate>0.95,undecided,2 of at least 10 replications,42,"))
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",42,0123456789abcdef") })
    #expect(CSVReport.quoted("a,\"b\"") == "\"a,\"\"b\"\"\"")
  }

  @Test("The schema file is the one in the code")
  func schema() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "schema/report.schema.json")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == ReportSchema.json)
    let schema = try JSONSerialization.jsonObject(with: Data(ReportSchema.json.utf8))
    #expect(schema is [String: Any])
  }

  @Test("Rows are found by name and labels")
  func lookup() throws {
    let report = try SampleReport.make()
    let row = try #require(report.metric(.timeToShow, [.format(.interstitial)]))
    let p50 = try #require(row.p50)
    #expect(p50 > 10_000 && p50 < 500_000)
    #expect(report.metric(.timeToShow, [.format(.banner)]) == nil)
    let split: LabelSet = [.source(.cache), .format(.rewarded)]
    #expect(report.metric(.timeToShow, split)?.labels == split)
    let coverage = try #require(report.ratio(.coverage)?.estimate.value)
    #expect(abs(coverage - 0.95) < 0.01)
    #expect(report.gauge(.concurrentSessions)?.mean.interval != nil)
    #expect(report.hazards.map(\.count) == [10])
  }

  @Test("Whoever waits for a report of many rows can stop it")
  func stopped() throws {
    struct Stop: Error {}
    let report = try SampleReport.make()
    var asked = 0
    #expect(throws: Stop.self) {
      try Report(report.header, plan: report.plan, results: report.results) {
        () throws(Stop) in
        asked += 1
        if asked == 3 { throw Stop() }
      }
    }
    #expect(asked == 3)
  }

  @Test("The order in which replications arrive changes nothing")
  func order() throws {
    let report = try SampleReport.make()
    let shuffled = Report(
      report.header, plan: report.plan, results: report.results.reversed(), levels: [.error, .warn])
    #expect(JSONReport(shuffled).render() == JSONReport(report).render())
  }

  @Test("One run without batches has no intervals")
  func oneRun() throws {
    let report = try SampleReport.make(replications: 1)
    #expect(report.basis == "none")
    #expect(report.metrics.allSatisfy { $0.mean.interval == nil })
    let batched = try SampleReport.make(replications: 1, inBatches: true)
    #expect(batched.basis == "single-run")
    #expect(batched.metric(.timeToShow)?.mean.interval != nil)
    #expect(batched.objectives.allSatisfy { $0.verdict == .undecided })
    #expect(batched.count(.shows)?.value == report.count(.shows)?.value)
  }

  @Test("JSON numbers read back and never are NaN")
  func numbers() {
    #expect(JSONWriter.number(.nan) == "null")
    #expect(JSONWriter.number(.infinity) == "null")
    #expect(JSONWriter.number(0.1 + 0.2) == "0.30000000000000004")
    #expect(JSONWriter.number(1e300) == "1e+300")
    #expect(JSONWriter.number(12) == "12")
    #expect(JSONWriter.quoted("a\"\\\n\u{1}") == "\"a\\\"\\\\\\n\\u0001\"")
  }

  @Test("Times are written in the unit that suits them")
  func times() {
    let cases: [(Double, String)] = [
      (0, "0us"), (850, "850us"), (999.6, "1.00ms"), (12_345, "12.3ms"), (742_000, "742ms"),
      (999_600, "1.00s"), (61e6, "61.0s"), (180e6, "3.00min"), (7_300e6, "2.03h"),
      (.infinity, "never"),
    ]
    for (value, text) in cases { #expect(NumberText.time(value) == text) }
    #expect(NumberText.grouped(1_234_567) == "1,234,567")
    #expect(NumberText.fixed(-0.004, 2) == "0.00")
  }

  @Test("Figures have three significant digits, and three decimals below 10")
  func figures() {
    let cases: [(Double, String)] = [
      (0, "0.000"), (0.0003, "0.000300"), (0.00123, "0.00123"), (0.012, "0.0120"),
      (0.25, "0.250"), (3, "3.000"), (12, "12"), (12.345, "12.3"), (345.6, "346"),
    ]
    for (value, text) in cases { #expect(NumberText.figure(value) == text) }
  }

  @Test("A run without a launch says so")
  func noSession() throws {
    typealias W = TinyWorld
    // The first of evenly spaced launches comes after a whole interval.
    func warnings(perMinute rate: Double) throws -> [String] {
      let report = try W.run([W.load()], duration: .seconds(60)) {
        $0.arrivals = .constant(ratePerSecond: rate / 60)
      }
      return report.warnings
    }
    #expect(try warnings(perMinute: 2) == [])
    #expect(
      try warnings(perMinute: 1) == [
        "no session was launched between 0us and 60.0s, so nothing is measured; change "
          + "'arrivals', 'duration' or 'warmup'"
      ])
  }

  @Test("A run whose opportunities all lie outside the window says so")
  func missedWindow() throws {
    typealias W = TinyWorld
    func warnings(_ steps: [JourneyStep], after wait: Int64) throws -> [String] {
      let all: [JourneyStep] = [W.wait(wait)] + steps
      return try W.run(all, duration: .seconds(5)).warnings
    }
    #expect(try warnings([W.show(.load)], after: 4_999) == [])
    #expect(try warnings([W.load()], after: 5_000) == [])
    let missed = try warnings([W.show(.load)], after: 5_000)
    #expect(
      missed == [
        "nothing that counts: no opportunity started between 0us and 5.00s, though journeys have "
          + "some; they come earlier or later, so change 'duration' or 'warmup'"
      ])
  }

  @Test("Figures that are all 0 are not thin, and have no shape")
  func zeros() throws {
    typealias W = TinyWorld
    let steps = [W.load(awaited: true), W.show(.skip)]
    let text = TextReport(try W.run(steps)).render()
    #expect(text.contains("  0us  ") && !text.contains("~0us") && !text.contains("logarithmic"))
    let slower = TextReport(try W.run([W.show(.load), W.wait(100)])).render()
    #expect(slower.contains("~100ms") && !slower.contains("logarithmic"))
  }
}
