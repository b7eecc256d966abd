import Foundation
import Testing

@Suite struct CommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func perfbench(_ words: [String], input: String? = nil) throws -> Invocation {
    try Invocation(words, input: input, in: folder.url)
  }

  @Test func theStarterScenarioIsValidAndRuns() throws {
    let written = try perfbench(["init"])
    #expect(written.code == 0)
    #expect(written.output.isEmpty)
    #expect(folder.names == ["scenario.json5"])
    let text = folder.text(of: "scenario.json5")
    #expect(text.contains("//"))
    #expect(try perfbench(["init", "-"]).output == text)
    let checked = try perfbench(["validate", "scenario.json5"])
    #expect(checked.output == "scenario.json5: ok\n")
    #expect(checked.code == 0)
    let direct = try perfbench(["scenario.json5"] + Invocation.quick)
    #expect(direct.code == 0, "\(direct.messages)")
    #expect(direct.output == (try perfbench(["run", "scenario.json5"] + Invocation.quick)).output)
    let piped = try perfbench(["run", "-"] + Invocation.quick, input: text)
    #expect(piped.output == direct.output)
    #expect(try perfbench(["explain", "scenario.json5"] + Invocation.quick).code == 0)
  }

  @Test func initKeepsAnExistingFileUnlessForced() throws {
    try folder.write("mine", to: "a.json5")
    let refused = try perfbench(["init", "a.json5"])
    #expect(refused.code == 73)
    #expect(refused.messages.contains("--force"))
    #expect(folder.text(of: "a.json5") == "mine")
    #expect(try perfbench(["init", "a.json5", "--force"]).code == 0)
    #expect(folder.text(of: "a.json5") != "mine")
    #expect(folder.names == ["a.json5"])
  }

  @Test func schemasAndTheCatalogueArePrinted() throws {
    for subject in ["scenario", "report"] {
      let schema = try perfbench(["schema", subject])
      #expect(schema.code == 0)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(schema.output.utf8))
      }
    }
    #expect(try perfbench(["schema"]).output == perfbench(["schema", "scenario"]).output)
    let metrics = try perfbench(["schema", "metrics"])
    #expect(metrics.output.contains("time_to_show"))
    #expect(try perfbench(["schema", "--metrics"]).output == metrics.output)
    let json = try perfbench(["schema", "metrics", "--format", "json"])
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    }
  }

  @Test func theSeedOnTheCommandLineCounts() throws {
    let words = ["run", "--format", "json"] + Invocation.quick
    let first = try perfbench(words + ["--seed", "0xffffffffffffffff"])
    #expect(first.code == 0)
    #expect(first.output.contains("18446744073709551615"))
    let same = try perfbench(words + ["--seed", "18446744073709551615", "--jobs", "2"])
    #expect(same.output == first.output)
    #expect(try perfbench(words + ["--seed", "1"]).output != first.output)
  }

  @Test func everyKindOfBadInputIsRefusedWithAMessage() throws {
    let starter = try perfbench(["init", "-"]).output
    let deep = String(repeating: "[", count: 100_000)
    let samples: [(name: String, text: String)] = [
      ("empty", ""), ("blank", " \n\n"), ("comment", "// nothing\n"), ("brace", "{"),
      ("list", "[]"), ("number", "12"), ("deep", deep), ("nul", "\0\0\0"),
      ("word", "hello"), ("object", "{}"), ("half", String(starter.prefix(starter.count / 2))),
    ]
    for sample in samples {
      try folder.write(sample.text, to: sample.name)
      for command in ["validate", "run", "explain"] {
        let result = try perfbench([command, "./\(sample.name)"])
        #expect(result.code == 65, "\(command) \(sample.name)")
        #expect(!result.isSignalled)
        #expect(result.output.isEmpty)
        #expect(result.messages.contains("error: "), "\(result.messages)")
      }
    }
    try Data([0xFF, 0xFE, 0x80, 0xC0]).write(to: folder.url.appending(path: "bytes"))
    #expect(try perfbench(["validate", "bytes"]).code == 65)
    for name in ["missing.json5", "missing/missing"] {
      let result = try perfbench(["run", name])
      #expect(result.code == 66)
      #expect(result.messages.contains(name))
    }
    #expect([65, 66].contains(try perfbench(["run", "."]).code))
  }

  @Test func aFileCutAnywhereIsNeverACrash() throws {
    let starter = Array(try perfbench(["init", "-"]).output.utf8)
    var names: [String] = []
    for index in 0..<60 {
      let name = "cut\(index)"
      let bytes = Data(starter.prefix(starter.count * index / 60))
      try bytes.write(to: folder.url.appending(path: name))
      names.append(name)
    }
    let result = try perfbench(["validate"] + names)
    #expect(result.code == 65)
    #expect(!result.isSignalled)
  }

  @Test func severalFilesAreJudgedEachAndTogether() throws {
    #expect(try perfbench(["init", "good.json5"]).code == 0)
    try folder.write("{", to: "bad.json5")
    let result = try perfbench(["validate", "good.json5", "bad.json5", "good.json5", "none"])
    #expect(result.code == 65)
    #expect(result.output == "good.json5: ok\ngood.json5: ok\n")
    #expect(result.messages.contains("bad.json5"))
    #expect(result.messages.contains("none"))
    #expect(try perfbench(["validate", "good.json5", "none"]).code == 66)
  }

  @Test func anUnknownOverrideIsRefused() throws {
    let result = try perfbench(["run", "--set", "nosuch=1"])
    #expect([64, 65].contains(result.code))
    #expect(result.messages.contains("nosuch"))
  }
}
