import Scheduler
import Testing

@testable import AKSPerf

/// The block that says what a scenario of an incident must show.
@Suite struct ExpectTests {
  private func text(
    symptom: String = "coverage: 'rate<0.2'", reports: String = "'a/b #1'",
    remedy: String =
      "set: { 'networks.ADMOB.fill': 0.9 }, says: 'more', holds: { coverage: 'rate>0.9' }",
    causeless: String = "set: { 'networks.ADMOB.fill': 1 }, holds: { coverage: 'rate>0.9' }",
    more: String = ""
  ) -> [(String, String?)] {
    [
      (
        "expect",
        """
        {
            reports: [\(reports)], cause: "no fill",
            symptom: { \(symptom) },
            variants: { remedy: { \(remedy) },
              causeless: { \(causeless) } },
            \(more)
          }
        """
      )
    ]
  }

  private func mistakes(_ changes: [(String, String?)]) -> [String] {
    do throws(ScenarioError) {
      _ = try Minimal.read(changes)
      return []
    } catch {
      return error.diagnostics.map {
        "\($0.line):\($0.column): \($0.message)" + ($0.suggestion.map { " (\($0)?)" } ?? "")
      }
    }
  }

  @Test func theBlockIsAsWritten() throws {
    let scenario = try Minimal.read(
      text(
        symptom:
          "coverage: ['rate<0.2', 'rate>0'], 'time_to_show{placeholder=level_end}': 'avg>1s'",
        remedy: """
          says: 'ask MAX too', reports: ['c/d PR 2'],
          set: { 'placeholders.level_end.fallback': ['MAX'], seed: 18446744073709551615 },
          holds: { coverage: 'rate>0.5*base', load_latency: 'p(95)<=2*base' }
          """, more: "still: ['networks.ADMOB', 'journeys.main[0].show']"))
    let block = try #require(scenario.expectation)
    func check(_ metric: String, _ text: String) throws -> BoundCheck {
      try BoundCheck.parse(metric: metric, check: text)
    }
    #expect(block.reports == ["a/b #1"] && block.cause == "no fill")
    #expect(
      block.symptom == [
        try check("coverage", "rate<0.2"), try check("coverage", "rate>0"),
        try check("time_to_show{placeholder=level_end}", "avg>1s"),
      ])
    let remedy = try #require(block.variant("remedy"))
    #expect(
      remedy.settings == [
        ScenarioOverride(path: "placeholders.level_end.fallback", value: "[\"MAX\"]"),
        ScenarioOverride(path: "seed", value: "18446744073709551615"),
      ])
    #expect(remedy.says == "ask MAX too" && remedy.reports == ["c/d PR 2"])
    #expect(remedy.holds.map(\.bound) == [.relative(0.5), .relative(2)])
    #expect(block.variants.map(\.name) == ["remedy", "causeless"])
    #expect(block.still == ["networks.ADMOB", "journeys.main[0].show"])
    let changed = try Minimal.read([], overrides: remedy.settings)
    #expect(changed.seed == .max)
    #expect(changed.placeholders[0].remote.waterfall.map(\.network) == [0, 1])
  }

  @Test func aRunIgnoresItAndTheDigestLeavesItOut() throws {
    let plain = try Minimal.read()
    let block = try Minimal.read(text())
    #expect(block.digest == plain.digest)
    #expect(block.unbuilt.isEmpty && block.warnings.isEmpty)
    #expect(plain.expectation == nil)
  }

  @Test(arguments: [
    ("coverage", "rate<0.5*base", 0.5), ("coverage", "rate >= 2 * base", 2),
    ("load_latency", "p(95)<1.5*base", 1.5), ("load_latency", "avg<0*base", 0),
    ("loads", "count>3*base", 3),
  ])
  func aBoundMayBeAFactorOfTheSameFigure(_ metric: String, _ text: String, _ factor: Double) throws
  {
    let check = try BoundCheck.parse(metric: metric, check: text)
    #expect(check.bound == .relative(factor))
    #expect(check.check.checkText == text && check.check.subject.name == metric)
  }

  @Test(arguments: [
    ("coverage", "rate<0.5*bse", "only 'base' can stand after '*', as in rate<0.5*base", 9),
    ("coverage", "rate<0.5*base+1", "only 'base' can stand after '*', as in rate<0.5*base", 9),
    ("coverage", "rate<*base", "the factor of 'base' is a plain number, as in rate<0.5*base", 5),
    ("coverage", "rate<5s*base", "the factor of 'base' is a plain number, as in rate<0.5*base", 5),
    ("coverage", "rate<-1*base", "the factor of 'base' is a plain number, as in rate<0.5*base", 5),
    ("load_latency", "rte<2*base", "unknown statistic 'rte'; did you mean 'rate'?", 0),
  ])
  func aFactorThatIsNoneIsAMistake(
    _ metric: String, _ text: String, _ message: String, _ offset: Int
  ) {
    let error = #expect(throws: SLOSyntaxError.self) {
      try BoundCheck.parse(metric: metric, check: text)
    }
    #expect(error?.message == message && error?.offset == offset)
  }

  @Test func aFactorBeyondAllNumbersIsNone() {
    let text = "rate<\(String(repeating: "9", count: 400))*base"
    let error = #expect(throws: SLOSyntaxError.self) {
      try BoundCheck.parse(metric: "coverage", check: text)
    }
    #expect(error?.message.contains("is a plain number") == true && error?.offset == 5)
  }

  @Test func whatIsMissingIsTold() {
    #expect(
      mistakes([("expect", "{ reports: ['x'], symptom: {}, variants: { x: { set: {} } } }")]) == [
        "9:11: missing key 'cause' of an expectation", "9:38: 'symptom' is empty",
        "9:42: missing variant 'remedy'", "9:42: missing variant 'causeless'",
        "9:57: missing key 'holds' of a variant", "9:64: 'set' is empty",
      ])
    #expect(
      mistakes(text(remedy: "set: { seed: 2 }, holds: { coverage: 'rate>0.9' }")) == [
        "12:25: missing key 'says' of the remedy: what it is, in one line"
      ])
    #expect(
      mistakes(text(reports: "'a/b #1', 'a/b #1', ''")) == [
        "10:25: the report 'a/b #1' is listed twice", "10:35: a report cannot be empty",
      ])
    #expect(
      mistakes(text(remedy: "set: { seed: 2 }, says: ' ', holds: { coverage: 'rate>0.9' }")) == [
        "12:51: 'says' is empty; say in one line what it is"
      ])
    let causeless = text().map { ($0.0, $0.1?.replacing("no fill", with: "")) }
    #expect(mistakes(causeless) == ["10:33: 'cause' is empty; say in one line what it is"])
  }

  @Test func namesAndFiguresAreChecked() {
    #expect(
      mistakes(text(symptom: "coverag: 'rate<0.2', 'coverage{network=MAXX}': 'rate<0.2*bas'"))
        == [
          "11:16: unknown metric 'coverag'; did you mean 'coverage'?",
          "11:73: only 'base' can stand after '*', as in rate<0.5*base",
        ])
    #expect(
      mistakes(
        text(causeless: "set: { seed: 2 }, holds: { 'attempts{network=MAXX}': 'count>2' }")) == [
          "13:65: unknown network 'MAXX'; did you mean 'MAX'?"
        ])
    #expect(
      mistakes(text(symptom: "coverage: ['rate<0.2', 'rate<0.5*base']")) == [
        "11:39: 'base' is the scenario as it stands, to compare variants with"
      ])
    let known = "set: { 'networks.NEW': { backend: 'exchange' } }, "
    #expect(
      mistakes(text(causeless: known + "holds: { 'attempts{network=NEW}': 'count<1' }")) == [])
  }

  @Test func everyPathAndValueIsTriedOut() {
    let holds = ", holds: { coverage: 'rate>0.9' }"
    #expect(
      mistakes(text(causeless: "set: { 'networks.ADMB.fill': 1 }" + holds)) == [
        "13:27: the path leads nowhere: a network 'ADMB' does not exist (ADMOB?)"
      ])
    #expect(
      mistakes(text(causeless: "set: { 'networks.ADMOB.fil': 1 }" + holds)) == [
        "13:27: the path leads nowhere: unknown key 'fil' of a network (fill?)"
      ])
    #expect(
      mistakes(text(causeless: "set: { 'networks.ADMOB.fill': 2 }" + holds)) == [
        "13:50: with this value: the number must be from 0 to 1"
      ])
    #expect(
      mistakes(text(causeless: "set: { seed: 2, duration: '1m', warmup: '2m' }" + holds)) == [
        "13:60: with this value: the warm-up must be shorter than the duration"
      ])
    #expect(
      mistakes(text(causeless: "set: { seed: 2, 'networks.MAX': {} }" + holds)) == [
        "13:52: with this value: missing key 'backend' of a network"
      ])
    #expect(
      mistakes(text(causeless: "set: { seed: 2, duration: '1m' }" + holds) + [("warmup", "'2m'")])
        == ["13:20: with these values: the warm-up must be shorter than the duration"])
    #expect(
      mistakes(text(more: "still: ['networks.ADMB', 'journeys.main[3]', 'a.']")) == [
        "14:13: the path leads nowhere: 'networks' has no 'ADMB' (ADMOB?)",
        "14:30: the path leads nowhere: 'main' has no '[3]'",
        "14:50: the path ends where a key is expected",
      ])
  }
}
