import Foundation
import Testing

@testable import AKSPerf

@Suite struct SchemaTests {
  private func parse(_ text: String) throws -> JSONValue {
    var parser = JSONParser(Array(text.utf8), source: 0)
    let value = parser.document()
    #expect(parser.problems.isEmpty)
    return try #require(value)
  }

  private func complaints(_ text: String) throws -> [String] {
    SchemaValidator(root: try parse(ScenarioSchema.json)).complaints(about: try parse(text))
  }

  @Test func theFileIsTheSchemaTheReaderUses() throws {
    let file = Fixtures.package.appendingPathComponent("schema/scenario.schema.json")
    try Fixtures.expect(ScenarioSchema.json, equals: file)
  }

  @Test func theSchemaAcceptsTheExample() throws {
    let text = try String(contentsOfFile: Fixtures.example, encoding: .utf8)
    #expect(try complaints(text) == [])
    let other = Fixtures.path("behaviour-example.json5")
    #expect(try complaints(String(contentsOfFile: other, encoding: .utf8)) == [])
    #expect(try complaints(Minimal.text()) == [])
    #expect(try complaints("{ include: ['common.json5'], seed: 3 }") == [])
  }

  @Test(arguments: [
    ("durations", "'1h'"), ("duration", "5"), ("duration", "'5 s'"), ("duration", "null"),
    ("replications", "0"), ("replications", "2.5"), ("seed", "-1"), ("name", "''"),
    ("arrivals", "{ process: 'poison', rate: '1/s' }"),
    ("arrivals", "{ process: 'closed', rate: '1/s' }"),
    ("networks", "{ ADMOB: { backend: 'exchange', timeoutMS: 5 } }"),
    ("networks", "{ ADMOB: { backend: 'exchange', fill: { interstital: 0.5 } } }"),
    ("networks", "{ ADMOB: { backend: 'exchange', init: { lognromal: { median: '1s' } } } }"),
    ("networks", "{ ADMOB: { backend: 'exchange', init: { uniform: ['1s'] } } }"),
    ("networks", "{ ADMOB: { backend: 'exchange', init: { exponential: { mean: 5 } } } }"),
    ("placeholders", "{ level_end: { format: 'interstitial', waterfall: [] } }"),
    ("placeholders", "{ level_end: { format: 'interstitial', waterfall: [{ floor: 5 }] } }"),
    ("placeholders", "{ level_end: { format: 'interstitial', cache: { depth: 0 } } }"),
    ("placeholders", "{ level_end: { format: 'interstitial', strategy: { paralel: {} } } }"),
    (
      "placeholders",
      "{ level_end: { format: 'interstitial', retry: { list: ['1s'], fixed: '1s' } } }"
    ),
    ("journeys", "{ main: [{ shwo: 'level_end' }] }"),
    ("journeys", "{ main: [{ show: 'level_end', ifNotReady: 'wiat' }] }"),
    ("journeys", "{ main: [{ repeat: 3, steps: [{ choose: [{ weight: -1, steps: [] }] }] }] }"),
    ("journeys", "{ main: ['stop'] }"), ("radios", "{ lte: { down: '12mbps' } }"),
    ("devices", "{ phone: { windows: [{ width: 5 }] } }"), ("radios", "{ '': {} }"),
    ("slo", "{ coverage: { chek: 'rate>0.5' } }"), ("sessions", "[{ wieght: 3 }]"),
    ("sweep", "{ seed: { from: 1, to: 2 } }"), ("app", "{ pays: 'twice' }"),
    ("app", "{ features: 'theme' }"), ("app", "{ memoryLimit: 5 }"),
    ("networks", "{ ADMOB: { backend: 'exchange', sizes: [] } }"),
    ("networks", "{ ADMOB: { backend: 'exchange', faults: { rules: [{ on: 'load' }] } } }"),
    (
      "networks",
      "{ ADMOB: { backend: 'exchange', faults: { rules: [{ on: 'loaded', do: 'lose' }] } } }"
    ),
    ("placeholders", "{ p: { format: 'banner', primary: 'MAX', size: 'SMALL' } }"),
    ("placeholders", "{ p: { format: 'banner', primary: 'MAX', strategy: { own: {} } } }"),
    ("journeys", "{ main: [{ show: 'level_end', scene: 'window' }] }"),
    ("journeys", "{ main: [{ show: 'level_end', scene: 1.5 }] }"),
    ("journeys", "{ main: [{ window: -1 }] }"), ("journeys", "{ main: [{ sheet: 5 }] }"),
    ("expect", "{ reports: [] }"), ("expect", "{ symptom: { coverage: { check: 'rate>1' } } }"),
  ])
  func theSchemaRefusesWhatTheReaderRefuses(_ key: String, _ value: String) throws {
    let text = Minimal.text([(key, value)])
    #expect(try !complaints(text).isEmpty)
    #expect(
      mistake { () throws(ScenarioError) in
        try ScenarioReader.read(text: text, named: "s")
      } != nil)
  }

  @Test func requiredKeysAreRequiredUnlessAnotherFileMayHoldThem() throws {
    for (key, _) in Minimal.keys where key != "backends" {
      #expect(try complaints(Minimal.text([(key, nil)])) != [], "\(key)")
    }
  }

  @Test func everyKeyHasADescriptionAndEveryGuessSaysSo() throws {
    let schema = try parse(ScenarioSchema.json)
    var keys = 0
    var guesses: [String] = []
    func walk(_ value: JSONValue) {
      for member in value["properties"]?.members ?? [] {
        keys += 1
        let text = member.value["description"]?.text
        // Values by format are described where they stand.
        let isFormat =
          AdFormat.allCases.contains { $0.name == member.key } || member.key == "default"
        if !isFormat { #expect(text?.isEmpty == false, "\(member.key)") }
        if text?.contains("guess") == true { guesses.append(member.key) }
      }
      for member in value.members ?? [] { walk(member.value) }
      for element in value.elements ?? [] { walk(element) }
    }
    walk(schema)
    #expect(keys > 200)
    #expect(
      Set(guesses) == [
        "suspendAfter", "demandCorrelation", "fillPersistence", "streamStart", "batch", "side",
        "transition", "backend", "memory", "explore", "timeCost", "blockedAs",
      ])
  }

  /// The defaults that the schema prints are those that hold.
  @Test func defaultsAreAsTheSchemaSays() throws {
    let plain = try Minimal.read()
    for key in Shapes.root.keys {
      guard let fallback = key.fallback else { continue }
      let text: String
      switch fallback {
      case .text(let word): text = "'\(word)'"
      case .number(let number): text = JSONWriter.number(number)
      case .flag(let flag): text = "\(flag)"
      }
      var written = try Minimal.read([(key.name, text)])
      written.digest = plain.digest
      #expect(written == plain, "\(key.name)")
    }
  }
}
