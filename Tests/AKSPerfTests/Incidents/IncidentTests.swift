import Foundation
import Testing

@testable import AKSPerf

/// Each incident shows its symptom, loses it without its cause, and is helped by its remedy.
@Suite struct IncidentTests {
  @Test(arguments: Incident.names) func itReadsWithoutANote(_ name: String) throws {
    let incident = try Incident(name)
    #expect(incident.scenario.name == name)
    #expect(incident.scenario.warnings == [] && incident.scenario.unbuilt == [])
    #expect(!incident.scenario.description.isEmpty)
    let text = try String(
      contentsOf: Incident.folder.appendingPathComponent("\(name).json5"), encoding: .utf8)
    #expect(text.contains("// "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    for report in incident.expectation.reports { #expect(text.contains(report)) }
  }

  @Test(arguments: Incident.names) func itShowsItsSymptomOnlyWithItsCause(_ name: String) throws {
    let incident = try Incident(name)
    let symptom = incident.expectation.symptom
    let base = try incident.report()
    #expect(ExpectJudge.judge(symptom, of: base).broken == [])
    let causeless = try incident.variant("causeless")
    let without = try incident.report(causeless, and: symptom)
    #expect(ExpectJudge.judge(causeless.holds, of: without, against: base).broken == [])
    #expect(ExpectJudge.judge(symptom, of: without).broken != [], "the symptom is still there")
  }

  @Test(arguments: Incident.names) func itsRemedyAndOtherVariantsDoAsSaid(_ name: String) throws {
    let incident = try Incident(name)
    let base = try incident.report()
    for variant in incident.expectation.variants where variant.name != "causeless" {
      let report = try incident.report(variant)
      let broken = ExpectJudge.judge(variant.holds, of: report, against: base).broken
      #expect(broken == [], "\(variant.name)")
    }
  }

  #if !DEBUG
    @Test(arguments: Incident.names) func itHangsOnNoNumber(_ name: String) throws {
      let incident = try Incident(name)
      let remedy = try incident.variant("remedy")
      for pattern in ScenarioNudge.Pattern.allCases {
        let nudges = try incident.nudges(pattern)
        #expect(!nudges.isEmpty)
        let base = try incident.report(nudged: nudges)
        let broken = ExpectJudge.judge(incident.expectation.symptom, of: base).broken
        #expect(broken == [], "as it stands, \(pattern)")
        let helped = try incident.report(remedy, nudged: nudges)
        let failed = ExpectJudge.judge(remedy.holds, of: helped, against: base).broken
        #expect(failed == [], "remedy, \(pattern)")
      }
    }

    @Test func theIncidentsAreSmall() throws {
      var events: UInt64 = 0
      for name in Incident.names {
        let own = try Incident(name).report().events
        #expect(own < 2_000_000, "\(name)")
        // Run as it stands, with two variants or more, and eight times with moved numbers.
        events += own * 12
      }
      #expect(events < 400_000_000)
    }
  #endif
}
