import AKSPerf
import Foundation
import Testing

@Suite struct DocumentTests {
  /// The program of the README, but for the length of the run.
  @Test func theProgramOfTheReadmeRuns() throws {
    let readme = try String(
      contentsOf: Shipped.root.appendingPathComponent("README.md"), encoding: .utf8)
    for line in [
      "let scenario = try Scenario(contentsOf: \"../perfbench/scenarios/default.json5\")",
      "let report = try Simulation(scenario).run(jobs: 2)",
      "print(report.metric(.timeToShow, [.format(.interstitial)])?.p95 as Any)",
    ] {
      #expect(readme.contains(line))
    }
    var scenario = try Scenario(contentsOf: Shipped.path("default"))
    scenario.duration = .minutes(12)
    scenario.replications = 1
    let report = try Simulation(scenario).run(jobs: 2)
    let p95 = try #require(report.metric(.timeToShow, [.format(.interstitial)])?.p95)
    #expect(p95 > 0)
  }

  @Test func everyLinkOfTheDocumentsLeadsToAFile() throws {
    for folder in ["docs", "docs/decisions"] {
      let url = Shipped.root.appendingPathComponent(folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        .filter { $0.hasSuffix(".md") }
      #expect(!names.isEmpty)
      for name in names {
        let text = try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
        for match in text.matches(of: /\]\(([^)\s#:]+)(?:#[^)]*)?\)/) {
          let path = url.appendingPathComponent(String(match.1)).path
          #expect(FileManager.default.fileExists(atPath: path), "\(folder)/\(name): \(match.1)")
        }
      }
    }
  }

  @Test func everySourceFileThatTheDocumentsNameExists() throws {
    var documents = ["README.md", "ARCHITECTURE.md", "docs/model.md", "docs/scenario-guide.md"]
    let decisions = try FileManager.default.contentsOfDirectory(
      atPath: Shipped.root.appendingPathComponent("docs/decisions").path)
    documents += decisions.map { "docs/decisions/\($0)" }
    for document in documents {
      let url = Shipped.root.appendingPathComponent(document)
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(of: /`((?:[\w]+\/)+[\w+]+\.swift)`/) {
        let isThere = ["", "Sources/AKSPerf/", "Sources/Scheduler/"].contains { folder in
          FileManager.default.fileExists(
            atPath: Shipped.root.appendingPathComponent(folder + String(match.1)).path)
        }
        #expect(isThere, "\(document): \(match.1)")
      }
    }
  }
}
