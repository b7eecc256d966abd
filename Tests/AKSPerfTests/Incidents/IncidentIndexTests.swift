import Foundation
import Testing

@testable import AKSPerf

/// `scenarios/incidents/README.md`: what each incident is, before and after its remedy.
@Suite struct IncidentIndexTests {
  /// Threads of the table that no scenario stands for yet.
  static let missing: [String] = [
    "AppLovin/AppLovin-MAX-Flutter #49",
    "AppLovin/AppLovin-MAX-SDK-Android #102",
    "AppLovin/AppLovin-MAX-SDK-Android #789",
    "AppLovin/AppLovin-MAX-SDK-iOS #343",
    "AppLovin/AppLovin-MAX-SDK-iOS #382",
    "AppLovin/AppLovin-MAX-SDK-iOS #61",
    "AppLovin/AppLovin-MAX-Unity-Plugin #514",
    "NativeScript/firebase #137",
    "appodeal/appodeal-cordova-plugin #48",
    "bdlukaa/native_admob_flutter #127",
    "capacitor-community/admob #242",
    "capacitor-community/admob #438",
    "capacitor-community/admob #52",
    "cleveradssolutions/CAS-Android #33",
    "criteo/android-publisher-sdk PR 60",
    "dreamsoftin/facebook_audience_network #83",
    "expo/expo #16045",
    "firebase/firebase-cpp-sdk #4",
    "floatinghotpot/cordova-admob-pro #237",
    "googleads/googleads-mobile-android-examples #350",
    "googleads/googleads-mobile-flutter #1091",
    "googleads/googleads-mobile-flutter #1146",
    "googleads/googleads-mobile-flutter #1392",
    "googleads/googleads-mobile-flutter #528",
    "googleads/googleads-mobile-flutter #767",
    "googleads/googleads-mobile-flutter #796",
    "googleads/googleads-mobile-ios-examples #508",
    "googleads/googleads-mobile-unity #101",
    "googleads/googleads-mobile-unity #1234",
    "googleads/googleads-mobile-unity #184",
    "googleads/googleads-mobile-unity #3768",
    "googleads/googleads-mobile-unity #396",
    "googleads/googleads-mobile-unity #729",
    "googleads/swift-package-manager-google-mobile-ads #99",
    "hsangtini/flutter_admob_app_open #18",
    "invertase/react-native-firebase #3994",
    "invertase/react-native-google-mobile-ads #133",
    "invertase/react-native-google-mobile-ads #195",
    "invertase/react-native-google-mobile-ads #233",
    "loopme/loopme-android-sdk #8",
    "mopub/mopub-unity-sdk #152",
    "mopub/mopub-unity-sdk #157",
    "prebid/prebid-mobile-android #291",
    "prebid/prebid-mobile-android #859",
    "prebid/prebid-mobile-ios #1028",
    "prebid/prebid-mobile-ios #1282",
    "prebid/prebid-mobile-ios #1324",
    "prebid/prebid-mobile-ios PR 229",
    "react-native-admob/admob #37",
  ]

  @Test func everyReportIsARowOfTheTableOnce() throws {
    let threads = try IncidentTable().rows.map(\.thread)
    let reports = try Incident.names.flatMap { try Incident($0).reports }
    #expect(reports.filter { !threads.contains($0) } == [])
    #expect(Set(reports).count == reports.count)
    #expect(threads.count == 56 && Set(threads).count == 56)
  }

  @Test func everyRowOfTheTableHasAScenarioButThoseNamedHere() throws {
    let reports = Set(try Incident.names.flatMap { try Incident($0).reports })
    let missing = try IncidentTable().rows.map(\.thread).filter { !reports.contains($0) }
    #expect(missing.sorted() == Self.missing.sorted())
  }

  #if !DEBUG
    @Test func theIndexIsAsTheScenariosRun() throws {
      let file = Incident.folder.appendingPathComponent("README.md")
      let text = try Self.index()
      if ProcessInfo.processInfo.environment["PERFBENCH_UPDATE"] == "1" {
        try Data(text.utf8).write(to: file)
      }
      let found = try String(contentsOf: file, encoding: .utf8)
      #expect(text == found, "PERFBENCH_UPDATE=1 swift test -c release --filter IncidentIndex")
    }
  #endif

  private static func index() throws -> String {
    let table = try IncidentTable()
    let incidents = try Incident.names.map { try Incident($0) }
    var lines = [
      "# Incidents", "",
      "What people have reported of ads in apps, as scenarios: each shows the symptom, loses it "
        + "without its cause, and is helped by its remedy. Run one with `perfbench run`, and with "
        + "the keys that its remedy sets.", "",
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
      lines += ["", "## Without a scenario", "", "| theme | report | symptom |", "|---|---|---|"]
      lines += missing.map { "| \($0.theme) | \($0.thread) | \(escaped($0.symptom)) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ theme: String, _ incident: Incident) throws -> String {
    let figure = incident.figure
    let remedy = try incident.variant("remedy")
    let before = try incident.report().figure(figure.check)
    let after = try incident.report(remedy, and: [figure]).figure(figure.check)
    let words = figure.check.checkText.prefix { !"<>=".contains($0) }
    let cells = [
      theme, incident.scenario.description, incident.reports.joined(separator: ", "),
      "[\(incident.name)](\(incident.name).json5)", "`\(figure.check.metricText)` \(words)",
      text(before, figure.check), text(after, figure.check), remedy.says,
    ]
    return "| " + cells.map(escaped).joined(separator: " | ") + " |"
  }

  private static func text(_ value: Double?, _ check: SLOCheck) -> String {
    guard let value else { return "–" }
    if case .metric = check.subject, check.statistic != .count { return NumberText.time(value) }
    if value >= 1_000 { return NumberText.grouped(UInt64(value + 0.5)) }
    return NumberText.fixed(value, value < 10 ? 3 : 0)
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
