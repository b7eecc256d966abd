import Foundation
import Testing

/// The rules of the house, kept by every file.
@Suite struct TidyTests {
  @Test(arguments: Rule.all) func everyFileKeepsTheRule(_ rule: Rule) {
    let violations = rule.violations(in: Package.swiftFiles)
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
  }

  @Test(arguments: Rule.all) func theRuleCanFail(_ rule: Rule) {
    #expect(!rule.violations(in: [rule.bad]).isEmpty)
    #expect(rule.violations(in: [rule.good]) == [])
  }

  @Test func theFilesAreFound() {
    let paths = Package.swiftFiles.map(\.path)
    #expect(paths.contains("Sources/perfbench/Perfbench.swift"))
    #expect(paths.contains("Tests/TidyTests/TidyTests.swift"))
    #expect(paths.contains { $0.hasPrefix("Sources/Scheduler/") })
  }

  @Test(arguments: Documents.required) func theDocumentExistsAndItsLinksResolve(_ path: String) {
    let text = Package.text(of: path)
    #expect(text?.isEmpty == false)
    let broken = Documents.brokenLinks(in: text ?? "", at: path, exists: Package.exists)
    #expect(broken == [])
  }

  @Test func brokenLinksAreFound() {
    let text = "[a](docs/a.md) [b](https://example.org/x) [c](docs/b.md#part) [d](#here)"
    #expect(Documents.brokenLinks(in: text, at: "README.md") { $0 == "docs/a.md" } == ["docs/b.md"])
    let nested = Documents.brokenLinks(in: "[a](b.md)", at: "docs/a.md") { $0 == "b.md" }
    #expect(nested == ["b.md"])
  }

  @Test func everyFolderOfTheArchitectureExists() {
    let folders = [
      "Sources", "Tests", "Benchmarks", "Examples", "docs", "schema", "scenarios", "deploy", ".ci",
    ]
    .flatMap { [$0] + Package.paths(under: $0) }
    .filter { Package.exists($0) }
    let text = Package.text(of: "ARCHITECTURE.md") ?? ""
    #expect(!Documents.folders(in: text).isEmpty)
    #expect(Documents.missingFolders(in: text, among: folders) == [])
  }

  @Test func missingFoldersAreFound() {
    let text = "The `Clock/` and `Nowhere/` rooms.\n```\nSources/\n  Lost/   x/y\n```\n"
    let folders = ["Sources", "Sources/Scheduler/Clock"]
    #expect(Documents.missingFolders(in: text, among: folders) == ["Nowhere/", "Lost/"])
  }
}
