import Foundation
import Testing

@testable import perfbench

@Suite struct GateCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func perfbench(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> Invocation {
    try Invocation(words, environment: environment, in: folder.url)
  }

  /// One network that answers after `service`, and an objective of the fill rate.
  private func write(
    name: String = "s", service: String = "100ms", fill: String = "rate>0.5",
    level: String = "error", replications: Int = 10
  ) throws {
    let text = """
      {
        name: "\(name)", seed: 3, duration: "2m", warmup: "0s", replications: \(replications),
        arrivals: { process: "poisson", rate: "10/s" },
        backends: { x: { service: { exponential: { mean: "\(service)" } } } },
        networks: { A: { backend: "x", fill: 0.9, price: 1 } },
        placeholders: { level_end: { format: "interstitial", primary: "A" } },
        journeys: { main: [{ show: "level_end", ifNotReady: "load" }] },
        slo: { fill_rate: [{ check: "\(fill)", level: "\(level)" }] },
      }
      """
    try folder.write(text, to: "s.json5")
  }

  private func writeBaseline() throws {
    let written = try perfbench(["baseline", "s.json5", "-o", "b.json"])
    #expect(written.code == 0 && written.output.isEmpty, "\(written.messages)")
  }

  @Test func objectivesAloneMakeAnExitCode() throws {
    try write()
    let passed = try perfbench(["gate", "s.json5"])
    #expect(passed.code == 0, "\(passed.messages)")
    #expect(passed.output.hasPrefix("PASSED, 1 check: 1 passed\n\nPASS      fill_rate rate>0.5: "))
    #expect(try perfbench(["gate", "s.json5", "--jobs", "1"]).output == passed.output)
    try write(fill: "rate>0.95")
    #expect(try perfbench(["gate", "s.json5"]).code == 2)
    #expect(try perfbench(["gate", "s.json5", "--exit-code-on-fail", "1"]).code == 1)
    try write(fill: "rate>0.95", level: "warn")
    let warned = try perfbench(["gate", "s.json5"])
    #expect(warned.code == 0 && warned.output.contains("\nWARN      fill_rate rate>0.95"))
    try write(replications: 9)
    let few = try perfbench(["gate", "s.json5"])
    #expect(few.code == 3 && few.output.hasPrefix("UNDECIDED, 1 check: 1 undecided\n"))
  }

  @Test func aBaselineFindsWhatIsWorseAndWhatIsBetter() throws {
    try write()
    try writeBaseline()
    let text = folder.text(of: "b.json")
    #expect(try perfbench(["baseline", "s.json5"]).output == text)
    let same = try perfbench(["gate", "s.json5", "--baseline", "b.json"])
    #expect(same.code == 0, "\(same.output)")
    #expect(same.output.contains("baseline: the same run, by fingerprint and metric digest"))
    try write(service: "130ms")
    let worse = try perfbench(["gate", "s.json5", "-b", "b.json"])
    #expect(worse.code == 2)
    #expect(worse.output.contains("\nREGRESSED load_latency p(95): "))
    #expect(worse.output.contains("the scenario has changed since"))
    try write(service: "70ms")
    let better = try perfbench(["gate", "s.json5", "-b", "b.json"])
    #expect(better.code == 0 && better.output.contains("\nIMPROVED  load_latency p(95): "))
    let told = try perfbench(["gate", "s.json5", "-b", "b.json", "--fail-on-improvement"])
    #expect(told.code == 4 && told.output == better.output)
    let price = try perfbench([
      "gate", "s.json5", "-b", "b.json", "--set", "networks.A.price=0.5", "--set",
      "backends.x.service={exponential:{mean:'100ms'}}",
    ])
    #expect(price.code == 2, "\(price.output)")
    #expect(price.output.contains("\nREGRESSED revenue_per_session rate: "))
  }

  @Test func aBaselineOfSomethingElseExits5() throws {
    try write()
    try writeBaseline()
    let gate = ["gate", "s.json5", "--baseline"]
    for words in [
      gate + ["missing.json"], gate + ["s.json5"], gate + ["b.json", "--seed", "4"],
      gate + ["b.json", "--replications", "11"],
    ] {
      let result = try perfbench(words)
      #expect(result.code == 5, "\(words)")
      #expect(result.output.isEmpty && result.messages.hasPrefix("Error: "))
    }
    try write(name: "t")
    let other = try perfbench(gate + ["b.json"])
    #expect(other.code == 5 && other.messages.contains("is of scenario 's', the run of 't'"))
  }

  @Test func onePassWritesEveryFormAndTheStepSummary() throws {
    try write()
    try writeBaseline()
    try folder.write("before\n", to: "summary.md")
    let forms = GateFormat.allCases.map(\.rawValue)
    let words = ["gate", "s.json5", "-b", "b.json"]
    let result = try perfbench(
      words + ["--format", "github"] + forms.flatMap { ["--also", "\($0)=out.\($0)"] },
      environment: ["GITHUB_STEP_SUMMARY": "summary.md"])
    #expect(result.code == 0, "\(result.messages)")
    for form in forms {
      #expect(try perfbench(words + ["--format", form]).output == folder.text(of: "out.\(form)"))
    }
    #expect(result.output == folder.text(of: "out.github"))
    #expect(folder.text(of: "summary.md") == "before\n" + folder.text(of: "out.markdown"))
    let lost = try perfbench(words, environment: ["GITHUB_STEP_SUMMARY": "none/summary.md"])
    #expect(lost.code == 0 && lost.messages.contains("the step summary 'none/summary.md'"))
  }

  @Test func aBaselineKeepsTheFiguresAskedFor() throws {
    try write()
    let figure = "time_to_show{format=interstitial,source=fresh} p(90)"
    let result = try perfbench(["baseline", "s.json5", "--figure", figure])
    #expect(result.code == 0, "\(result.messages)")
    #expect(result.output.contains("{\"figure\": \"\(figure)\", \"value\": "))
    #expect(!result.output.contains("\"value\": null"))
    #expect(result.output.contains("{\"figure\": \"coverage{format=interstitial} rate\""))
    #expect(!result.output.contains("load_latency"))
    let few = try perfbench(["baseline", "s.json5", "--replications", "2"])
    #expect(few.code == 0 && few.messages.contains("a gate decides nothing with under 10"))
  }

  @Test func wrongUsageIsRefused() throws {
    try write()
    for words in [
      ["gate", "s.json5", "--also", "junit"], ["gate", "s.json5", "--also", "xml=a"],
      ["gate", "s.json5", "--format", "csv"], ["gate", "s.json5", "--exit-code-on-fail", "256"],
      ["baseline", "s.json5", "--figure", "loads"], ["baseline", "--format", "json"],
      ["baseline", "s.json5", "--figure", "match_rate{network=B}"],
      ["gate", "s.json5", "-o", "s.json5"],
    ] {
      let result = try perfbench(words)
      #expect(result.code == 64, "\(words) \(result.code)")
      #expect(result.output.isEmpty)
    }
    try writeBaseline()
    let over = try perfbench(["gate", "s.json5", "-b", "b.json", "-o", "b.json"])
    #expect(over.code == 64)
    let nothing = try perfbench(["gate", "s.json5", "--set", "slo={}"])
    #expect(nothing.code == 65 && nothing.messages.contains("nothing to judge"))
  }
}
