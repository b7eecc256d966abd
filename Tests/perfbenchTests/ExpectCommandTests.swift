import Foundation
import Testing

@testable import perfbench

@Suite struct ExpectCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expect(_ words: [String]) throws -> Invocation {
    try Invocation(["expect"] + words, in: folder.url)
  }

  /// A network without demand, whose remedy asks another one as well.
  private func write(symptom: String = "rate<0.1", remedy: String = "rate>0.9") throws {
    let text = """
      {
        name: "s", seed: 3, duration: "2m", warmup: "0s", replications: 2,
        arrivals: { process: "constant", rate: "1/s" },
        backends: { x: {} },
        networks: { A: { backend: "x", fill: 0 }, B: { backend: "x", fill: 1 } },
        placeholders: { level_end: { format: "interstitial", primary: "A" } },
        journeys: { main: [{ show: "level_end", ifNotReady: "load" }] },
        expect: {
          reports: ["a/b #1"], cause: "the network has no demand",
          symptom: { coverage: "\(symptom)" },
          variants: {
            remedy: {
              says: "ask another network too",
              set: { "placeholders.level_end.fallback": ["B"] }, holds: { coverage: "\(remedy)" },
            },
            causeless: { set: { "networks.A.fill": 1 }, holds: { coverage: "rate>0.9" } },
          },
        },
      }
      """
    try folder.write(text, to: "s.json5")
  }

  @Test func aSymptomIsShownTakenAwayAndCured() throws {
    try write()
    let result = try expect(["s.json5"])
    #expect(result.code == 0, "\(result.messages)")
    #expect(
      result.output == """
        s.json5: holds
          as it stands
              coverage rate<0.1: 0.000, holds
          remedy: ask another network too
              coverage rate>0.9: 1.000, holds
          causeless
              coverage rate>0.9: 1.000, holds
          the symptom without its cause
              coverage rate<0.1: 1.000, gone

        """)
    #expect(try expect(["s.json5", "--jobs", "2"]).output == result.output)
    #expect(try expect(["s.json5", "-o", "out"]).output.isEmpty)
    #expect(folder.text(of: "out") == result.output)
  }

  @Test func whatIsOtherwiseExits1() throws {
    try write(remedy: "rate<0.5")
    let remedy = try expect(["s.json5"])
    #expect(remedy.code == 1 && remedy.output.hasPrefix("s.json5: DOES NOT HOLD\n"))
    #expect(remedy.output.contains("    ! coverage rate<0.5: 1.000, DOES NOT HOLD\n"))
    try write(symptom: "rate<=1")
    let symptom = try expect(["s.json5"])
    #expect(symptom.code == 1 && symptom.output.contains("! coverage rate<=1: 1.000, still there"))
    try write()
    let changed = try expect(["s.json5", "--set", "networks.A.fill=1"])
    #expect(changed.code == 1 && changed.output.contains("! coverage rate<0.1: 1.000"))
  }

  @Test func whatCannotBeCheckedIsAMistake() throws {
    #expect(try expect([]).code == 64)
    #expect(try expect(["-"]).code == 64)
    #expect(try expect(["missing.json5"]).code == 66)
    try write()
    let text = folder.text(of: "s.json5")
    let start = try #require(text.range(of: "  expect:"))
    try folder.write(text[..<start.lowerBound] + "}", to: "none.json5")
    let none = try expect(["none.json5"])
    #expect(none.code == 65 && none.output.isEmpty)
    #expect(none.messages.contains("none.json5 has no 'expect' block: add one"))
  }
}
