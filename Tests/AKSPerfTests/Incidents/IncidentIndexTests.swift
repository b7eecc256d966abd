import Foundation
import Testing

@testable import AKSPerf

/// `scenarios/incidents/README.md`: what each incident is, before and after its remedy.
@Suite struct IncidentIndexTests {
  private static let file = Incident.folder.appendingPathComponent("README.md")
  private static let restHeading = "## Without a scenario"

  @Test func everyReportIsARowOfTheTableOnce() throws {
    let threads = try IncidentTable().rows.map(\.thread)
    let reports = try Incident.names.flatMap { try Incident($0).reports }
    #expect(reports.filter { !threads.contains($0) } == [])
    #expect(Set(reports).count == reports.count)
    #expect(threads.count == 56 && Set(threads).count == 56)
  }

  @Test func everyRowOfTheTableHasAScenarioOrStandsInTheIndexWithoutOne() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let parts = text.split(separator: Self.restHeading)
    let rest = parts.count > 1 ? parts[1] : ""
    let reports = Set(try Incident.names.flatMap { try Incident($0).reports })
    for thread in try IncidentTable().rows.map(\.thread) {
      #expect(reports.contains(thread) != rest.contains("| \(thread) |"), "\(thread)")
    }
  }

  #if !DEBUG
    @Test func theIndexIsAsTheScenariosRun() throws {
      let text = try Self.index()
      if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
        try Data(text.utf8).write(to: Self.file)
      }
      let found = try String(contentsOf: Self.file, encoding: .utf8)
      #expect(text == found, "PERFBENCH_UPDATE=1 swift test -c release --filter IncidentIndex")
    }
  #endif

  private static func index() throws -> String {
    let table = try IncidentTable()
    let incidents = try Incident.names.map { try Incident($0) }
    var lines = [
      "# Incidents", "",
      "What people have reported of ads in apps, as scenarios: each shows the symptom, loses it "
        + "without its cause, and is helped by its remedy. `perfbench expect FILE` shows all "
        + "three; `perfbench run FILE` the symptom in full.", "",
      "Figures are those of the file as it stands and with its remedy.", "",
      "<!-- Written by PERFBENCH_UPDATE=1 swift test -c release --filter IncidentIndex -->", "",
      "| theme | symptom | reports | scenario | figure | before | after | remedy |",
      "|---|---|---|---|---|---|---|---|",
    ]
    var themes: [String] = []
    for row in table.rows where !themes.contains(row.theme) { themes.append(row.theme) }
    for theme in themes {
      let threads = table.rows.filter { $0.theme == theme }.map(\.thread)
      for incident in incidents where threads.contains(incident.expectation.reports[0]) {
        lines.append(try line(theme, incident))
      }
    }
    let reports = Set(incidents.flatMap(\.reports))
    let missing = table.rows.filter { !reports.contains($0.thread) }
    if !missing.isEmpty {
      lines += ["", restHeading, "", "| theme | report | symptom |", "|---|---|---|"]
      lines += missing.map { "| \($0.theme) | \($0.thread) | \(escaped($0.symptom)) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ theme: String, _ incident: Incident) throws -> String {
    let figure = incident.figure
    let remedy = try incident.variant("remedy")
    let before = ExpectJudge.judge([figure], of: try incident.report())[0]
    let after = ExpectJudge.judge([figure], of: try incident.report(remedy, and: [figure]))[0]
    let words = figure.check.checkText.prefix { !"<>=".contains($0) }
    let cells = [
      theme, incident.scenario.description, incident.reports.joined(separator: ", "),
      "[\(incident.name)](\(incident.name).json5)", "`\(figure.check.metricText)` \(words)",
      before.valueText ?? "–", after.valueText ?? "–", remedy.says,
    ]
    return "| " + cells.map(escaped).joined(separator: " | ") + " |"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
