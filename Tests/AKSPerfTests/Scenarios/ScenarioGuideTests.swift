import Foundation
import Testing

@testable import AKSPerf

@Suite struct ScenarioGuideTests {
  static let file = Shipped.root.appendingPathComponent("docs/scenario-guide.md")

  @Test func theGuideHasEveryKeyAsTheReaderKnowsIt() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let marker = try #require(text.range(of: ScenarioGuide.marker))
    let wanted = text[..<marker.upperBound] + "\n\n" + ScenarioGuide.text
    if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
      try Data(wanted.utf8).write(to: Self.file)
      return
    }
    #expect(
      text == wanted, "PERFBENCH_UPDATE=1 swift test --filter ScenarioGuide writes it anew")
  }

  @Test func whatRunRefusesIsMarkedInItsRow() {
    let rows = ScenarioGuide.text.split(separator: "\n")
    let marked = rows.filter { $0.contains("*Not simulated by") }
      .map { $0.dropFirst(3).prefix { $0 != "`" } }
    let keys = ScenarioDecoder.unbuilt.flatMap(\.keys).compactMap { $0.split(separator: ".").last }
    #expect(Set(marked) == Set(keys))
  }

  @Test func everyReasonOutcomeAndFindSaysWhatItIs() {
    let meanings =
      Reason.allCases.map(\.meaning) + Outcome.allCases.map(\.meaning)
      + Found.allCases.map(\.meaning)
    #expect(meanings.allSatisfy { $0.hasSuffix(".") && $0.count < 120 })
    #expect(Set(meanings).count == meanings.count)
  }

  @Test func everyLinkOfTheReferenceLeadsToAHeading() throws {
    let headings = ScenarioGuide.text.split(separator: "\n").filter { $0.hasPrefix("## ") }
      .map { line in
        line.dropFirst(3).lowercased().filter { $0.isLetter || $0.isNumber || "- ".contains($0) }
          .map { $0 == " " ? "-" : String($0) }.joined()
      }
    for match in ScenarioGuide.text.matches(of: /\(#([^)]+)\)/) {
      #expect(headings.contains(String(match.1)), "\(match.1)")
    }
  }
}
