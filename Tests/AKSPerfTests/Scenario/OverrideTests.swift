import Foundation
import Scheduler
import Testing

@testable import AKSPerf

@Suite struct OverrideTests {
  private func read(_ settings: String...) throws(ScenarioError) -> Scenario {
    var overrides: [ScenarioOverride] = []
    for text in settings {
      guard let override = ScenarioOverride(text) else { preconditionFailure(text) }
      overrides.append(override)
    }
    return try Minimal.read(
      [
        ("sessions", "[{ weight: 2 }, { weight: 3 }]"),
        (
          "placeholders",
          """
          { level_end: { format: "interstitial", primary: "ADMOB", cap: "none" },
              "my.ad": { format: "rewarded", primary: "MAX" } }
          """
        ),
      ], overrides: overrides)
  }

  @Test func valuesAreSetByPath() throws {
    let scenario = try read(
      "arrivals.rate=200/s", "networks.ADMOB.fill=0.61", "networks.MAX.timeout=none",
      "networks.MAX.timeout=7s", "sessions[1].weight=5", "sessions.0.weight=4", "name=big one",
      "placeholders.\"my.ad\".minGap=30s", "placeholders['my.ad'].deadline='9s'",
      "placeholders[\"level_end\"].cache.depth=3", "seed=0x10",
      "networks.ADMOB.init={ uniform: ['1s', '2s'] }",
      "networks.ADMOB.price.lognormal={median:8,p95:25}", "launch.consent.dwell=4s",
      "arrivals={process:'constant',rate:'9/s'}", "arrivals.rate=200/s")
    #expect(scenario.arrivals == .constant(ratePerSecond: 200))
    #expect(scenario.networks[0].fill[.banner] == 0.61)
    #expect(scenario.networks[1].timeout == .seconds(7))
    #expect(scenario.sessionClasses.map(\.weight) == [4, 5])
    #expect(scenario.name == "big one")
    #expect(scenario.placeholders[1].minGap == .seconds(30))
    #expect(scenario.placeholders[1].remote.deadline == .seconds(9))
    #expect(scenario.placeholders[0].cache.depth == 3)
    #expect(scenario.seed == 16)
    #expect(scenario.networks[0].initialisation == .uniform(low: 1e9, high: 2e9))
    #expect(scenario.networks[0].price[.native] == (try .lognormal(median: 8, p95: 25)))
    #expect(scenario.launch.consent?.dwell == .constant(4e9))
  }

  @Test func namesAreAddedByPath() throws {
    let scenario = try read(
      "networks.NEW.backend=exchange", "networks.NEW.fill=0.5", "radios.lte={rtt:'35ms'}")
    #expect(scenario.networks.map(\.name) == ["ADMOB", "MAX", "NEW"])
    #expect(scenario.networks[2].fill[.native] == 0.5)
    #expect(scenario.radios.map(\.name) == ["lte"])
  }

  private func steps(_ settings: String...) throws -> [JourneyStep] {
    let journeys = "{ main: [{ wait: '1s' }, { wait: '2s' }, { wait: '3s' }] }"
    let overrides = try settings.map { try #require(ScenarioOverride($0)) }
    return try Minimal.read([("journeys", journeys)], overrides: overrides).journeys[0].steps
  }

  private func waits(_ seconds: Double...) -> [JourneyStep] {
    seconds.map { .wait(.constant($0 * 1e9)) }
  }

  @Test func elementsAreInsertedBeforeOthersAndAtTheEnd() throws {
    #expect(try steps("journeys.main.0+={ wait: '9s' }") == waits(9, 1, 2, 3))
    #expect(try steps("journeys.main.2+={ wait: '9s' }") == waits(1, 2, 9, 3))
    #expect(try steps("journeys.main[2+].wait=9s") == waits(1, 2, 9, 3))
    #expect(try steps("journeys.main.3+={ wait: '9s' }") == waits(1, 2, 3, 9))
    #expect(try steps("journeys.main.+={ wait: '9s' }") == waits(1, 2, 3, 9))
    #expect(try steps("journeys.main[+].wait=9s", "journeys.main.+=end").count == 5)
    // Each finds what those before it have left.
    #expect(
      try steps("journeys.main.0+.wait=8s", "journeys.main.0+.wait=9s", "journeys.main.4.wait=5s")
        == waits(9, 8, 1, 2, 5))
    // A list that is not there is begun.
    let scenario = try read("placeholders.level_end.fallback.+=MAX")
    #expect(scenario.placeholders[0].remote.waterfall.map(\.network) == [0, 1])
  }

  @Test func nullTakesOutWhatIsThere() throws {
    #expect(try steps("journeys.main.1=null") == waits(1, 3))
    #expect(try steps("journeys.main[0]=null", "journeys.main[0]=null") == waits(3))
    let scenario = try read("placeholders.level_end.cap=null", "sessions.0=null")
    #expect(scenario.placeholders[0].cap == nil && scenario.sessionClasses.map(\.weight) == [3])
    let folder = try read("placeholders.'my.ad'=null", "journeys.main=[{ load: 'level_end' }]")
    #expect(folder.placeholders.map(\.name) == ["level_end"])
  }

  @Test func variantsInsertSteps() throws {
    let scenario = try Minimal.read([
      ("journeys", "{ main: [{ wait: '1s' }, { load: 'level_end' }] }"),
      (
        "expect",
        """
        { reports: ['a/b #1'], symptom: { coverage: 'rate<0.2' }, cause: 'x', variants: {
            remedy: { says: 'y', holds: { coverage: 'rate<0.2' },
              set: { 'journeys.main.1+': { wait: '5s' }, 'journeys.main.0': null } },
            causeless: { holds: { coverage: 'rate<0.2' },
              set: { 'journeys.main.+': { wait: '5s' } } } } }
        """
      ),
    ])
    #expect(scenario.expectation?.variants.map(\.name) == ["remedy", "causeless"])
  }

  @Test func keysInBracketsAreKeysLikeOthers() throws {
    let scenario = try read(
      "slo.cache_hit{placeholder=my.ad}=rate>=0.1", "slo[\"coverage\"]=rate>0.5",
      "slo.'time_to_show{format=interstitial}'=p(95)<800ms",
      "networks['NEW'].backend=exchange", "[\"seed\"]=7")
    #expect(
      scenario.slo.map(\.check)
        == [
          try SLOCheck.parse(metric: "cache_hit{placeholder=my.ad}", check: "rate>=0.1"),
          try SLOCheck.parse(metric: "coverage", check: "rate>0.5"),
          try SLOCheck.parse(metric: "time_to_show{format=interstitial}", check: "p(95)<800ms"),
        ])
    #expect(scenario.networks.map(\.name) == ["ADMOB", "MAX", "NEW"])
    #expect(scenario.seed == 7)
  }

  @Test func aSweptPathMayHaveBrackets() throws {
    let sweep = "{ 'networks[\"MAX\"].fill': [0.1, 0.2], 'include': [1], '[\"include\"]': [1] }"
    let error = #expect(throws: ScenarioError.self) {
      try Minimal.read([("sweep", sweep)], overrides: [])
    }
    let message = "the path leads nowhere: files cannot be included on the command line"
    #expect(error?.diagnostics.map(\.message) == [message, message])
  }

  @Test func theFirstEqualsSignOutsideAQuotedKeySplits() throws {
    let texts = [
      "a=b=c", "a.\"b=c\".d=e", "a['b=c']=d", "'=':'='", "a'b=c'=d", "a.\"b=c", "\u{301}=\u{301}",
    ]
    #expect(
      texts.map { ScenarioOverride($0).map { [$0.path, $0.value] } ?? [] } == [
        ["a", "b=c"], ["a.\"b=c\".d", "e"], ["a['b=c']", "d"], ["'=':'", "'"], ["a'b", "c'=d"],
        ["a.\"b", "c"], ["\u{301}", "\u{301}"],
      ])
    #expect(ScenarioOverride("=a") == nil)
    #expect(ScenarioOverride("a") == nil)
  }

  @Test func whatIsSetFromOutsideIsToldThere() throws {
    let text = Minimal.text([("warmup", "'0s'"), ("name", "'a'")])
    let scenario = try ScenarioReader.read(
      text: text, named: "s", overrides: [ScenarioOverride(path: "warmup", value: "auto")])
    let note = try #require(scenario.unbuilt.first)
    #expect((note.file, note.line, note.column) == ("--set", 1, 8))
  }

  @Test func mistakesNameTheSetting() throws {
    let settings = [
      "networks.MAX.timeot=5s", "networks.MAXX.fill=0.5", "network.MAX.fill=1",
      "arrivals.rate.x=1", "placeholders.level_end.cap.shows=3", "sessions[2].weight=1",
      "sessions.x.weight=1", "sessions[=1", "name[0]=1", "arrivals..rate=1", "arrivals.=1",
      "[0]=1", "\"open.x=1", "arrivals.rate=", "arrivals.rate=20", "networks.MAX.fill={ a: ",
      "networks.MAX.fill=[1,]", "include=x.json5", "\"include\"=[\"x\"]",
      "[\"include\"]=[\"x\"]", "sessions.+1.weight=1", "sessions[1x].weight=1", "name=5",
      "name=true", "slo.\"coverage=rate>0.5", "networks.MAX.price={}", "networks[x]=1",
      "sessions.3+={}", "sessions[+1].weight=1", "sessions[1+=1", "sessions.+=null",
      "sessions.2+=null", "sessions[2]=null", "seeds=null", "click.p=null", "name.+=1",
      "networks.+={}", "networks[+]={}", "duration=null", "name=null",
      String(repeating: "a.", count: 200) + "b=1",
    ]
    var text = ""
    for setting in settings {
      text += "== \(setting.prefix(60))\n"
      do throws(ScenarioError) {
        _ = try read(setting)
        text += "fine\n\n"
      } catch {
        text += "\(error)\nexit \(error.exitCode)\n\n"
      }
    }
    try Fixtures.expect(text, equals: URL(fileURLWithPath: Fixtures.path("overrides.txt")))
  }

  @Test func theLastSettingOfAKeyCounts() throws {
    #expect(try read("seed=1", "seed=2").seed == 2)
  }
}

@Suite struct DigestTests {
  private func digest(_ text: String) throws -> String {
    try ScenarioReader.read(text: text, named: "s").digest
  }

  @Test func layoutCommentsAndOrderOfKeysDoNotCount() throws {
    let known = try digest(Minimal.text([("seed", "10")]))
    let lines = Minimal.text().split(separator: "\n").dropFirst().dropLast()
    #expect(known == (try digest(Minimal.text([("seed", "1e1 // ten")]))))
    #expect(known == (try digest(Minimal.text([("seed", "0xA"), ("description", "'text'")]))))
    #expect(
      known == (try digest("{ $schema: 'x', seed: 10.0,\n" + lines.joined(separator: "\n") + "}")))
    #expect(known.count == 32)
  }

  @Test func everyValueCounts() throws {
    let texts = [
      Minimal.text(), Minimal.text([("seed", "1")]), Minimal.text([("seed", "2")]),
      Minimal.text([("seed", "18446744073709551615")]),
      Minimal.text([("seed", "18446744073709551614")]), Minimal.text([("name", "'other'")]),
      Minimal.text([("patience", "'1s'")]), Minimal.text([("patience", "'1000ms'")]),
      Minimal.text([("sessions", "[{}]")]), Minimal.text([("sessions", "[{}, {}]")]),
      Minimal.text([("journeys", "{ main: [{ show: 'level_end' }, 'end'] }")]),
    ]
    let digests = try texts.map(digest)
    #expect(Set(digests).count == texts.count)
  }

  @Test func settingsAndMeasurementsCount() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "main.json5",
      Minimal.text([("patience", "{ empirical: { file: 'm.csv', column: 'v', unit: 's' } }")]))
    try folder.write("m.csv", "v\n1\n")
    let first = try Scenario(contentsOf: path).digest
    #expect(try Scenario(contentsOf: path).digest == first)
    let set = try Scenario(
      contentsOf: path, overrides: [ScenarioOverride(path: "seed", value: "9")])
    #expect(set.digest != first)
    try folder.write("m.csv", "v\n2\n")
    #expect(try Scenario(contentsOf: path).digest != first)
  }

  @Test func whereAKeyStandsDoesNotCountButTheFirstOfWhatIsLeftOutDoes() throws {
    let one = Minimal.text([("radios", "{ a: { rtt: '1ms' }, b: { rtt: '2ms' } }")])
    let two = Minimal.text([("radios", "{ b: { rtt: '2ms' }, a: { rtt: '1ms' } }")])
    #expect(try digest(one) != digest(two))
  }
}
