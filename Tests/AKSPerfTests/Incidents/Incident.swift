import Foundation

@testable import AKSPerf

/// A scenario of `scenarios/incidents/`: a public report as a small world, with its remedy.
struct Incident {
  let name: String
  let scenario: Scenario
  let expectation: ScenarioExpectation
  private let path: String

  static let folder = Shipped.root.appendingPathComponent("scenarios/incidents")

  /// The names of the files, sorted.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json5") }.map { String($0.dropLast(6)) }.sorted()
  }()

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(_ name: String) throws {
    self.name = name
    path = Self.folder.appendingPathComponent("\(name).json5").path
    scenario = try Scenario(contentsOf: path)
    guard let expectation = scenario.expectation else {
      throw Failure(description: "\(name) has no expectation")
    }
    self.expectation = expectation
  }

  func variant(_ name: String) throws -> ScenarioExpectation.Variant {
    guard let variant = expectation.variant(name) else {
      throw Failure(description: "\(self.name) has no variant \(name)")
    }
    return variant
  }

  /// Every report of the file and of its variants.
  var reports: [String] { expectation.reports + expectation.variants.flatMap(\.reports) }

  /// The figure that the index shows.
  var figure: BoundCheck { expectation.symptom[0] }

  /// What the file as it stands is measured by: its symptom, and what variants compare with it.
  private var baseChecks: [BoundCheck] {
    expectation.symptom
      + expectation.variants.flatMap(\.holds).filter(\.isRelative)
  }

  /// Changes that move the numbers of the file, as it stands or as a variant has it.
  func nudges(_ pattern: ScenarioNudge.Pattern) throws -> [ScenarioOverride] {
    guard let tree = ScenarioLoader(log: SourceLog()).load(path: path) else {
      throw Failure(description: "\(path) cannot be read")
    }
    let set = expectation.variants.flatMap { $0.settings.map(\.path) }
    return ScenarioNudge.changes(tree, pattern, except: expectation.still + set)
  }

  /// Runs the file, or a variant of it, and measures what is expected of it and `others`.
  func report(
    _ variant: ScenarioExpectation.Variant? = nil, nudged: [ScenarioOverride] = [],
    and others: [BoundCheck] = []
  ) throws -> Report {
    var changed = try Scenario(contentsOf: path, overrides: (variant?.settings ?? []) + nudged)
    if !Shipped.isThorough { changed.replications = 1 }
    let checks = (variant?.holds ?? baseChecks) + others
    return try Simulation(ExpectJudge.measuring(changed, checks)).run(jobs: 2)
  }
}

extension [ExpectJudge.Finding] {
  /// Those that do not hold, as a message shows them.
  var broken: [String] {
    filter { !$0.holds }.map { finding in
      "\(finding.check.check.metricText) \(finding.check.check.checkText): "
        + "\(finding.value.map { "\($0)" } ?? "nothing measured")"
    }
  }
}
