import Testing

@testable import AKSPerf

@Suite struct SweepAxisTests {
  private func values(_ text: String) throws -> [String] { try SweepAxis.parse(text).values }

  @Test func aListIsPartedAtItsOutermostCommas() throws {
    #expect(
      try SweepAxis.parse("arrivals.rate=50/s, 100/s")
        == SweepAxis(path: "arrivals.rate", values: ["50/s", "100/s"]))
    #expect(
      try values("patience=none,{ uniform: ['1s', '2s'] },\"a,b\"")
        == ["none", "{ uniform: ['1s', '2s'] }", "\"a,b\""])
    #expect(try values("seed=7") == ["7"])
  }

  @Test func aRangeIsEvenlySpacedWithBothItsEnds() throws {
    #expect(
      try values("arrivals.rate=50/s..400/s:8")
        == ["50/s", "100/s", "150/s", "200/s", "250/s", "300/s", "350/s", "400/s"])
    #expect(try values("a=0.1..0.5:5") == ["0.1", "0.2", "0.3", "0.4", "0.5"])
    #expect(try values("a=0..1:4") == ["0", "0.333333", "0.666667", "1"])
    #expect(try values("a=-1..1:3") == ["-1", "0", "1"])
    #expect(try values("a=3s..1s:3") == ["3s", "2s", "1s"])
    #expect(try values("a=1.25s..2s:4") == ["1.25s", "1.5s", "1.75s", "2s"])
  }

  @Test func endsOfTwoUnitsMeetInTheSmallerOne() throws {
    #expect(try values("a=500ms..2s:4") == ["500ms", "1000ms", "1500ms", "2000ms"])
    #expect(try values("a=1m..30s:3") == ["60s", "45s", "30s"])
    #expect(try values("a=30/m..1/s:3") == ["30/m", "45/m", "60/m"])
    #expect(try values("a=1kB..2MB:2") == ["1kB", "2000kB"])
  }

  @Test(arguments: [
    ("rate", "it must be a path"), ("=5", "it must be a path"), ("a=", "a value is empty"),
    ("a=1,,2", "a value is empty"), ("a=1..2:1", "how many values"), ("a=1..2:x", "how many"),
    ("a=1..2:1001", "how many values"), ("a=1s..2:3", "one unit"), ("a=1s..2kB:3", "one unit"),
    ("a=1kB..2KiB:3", "one unit"), ("a=x..y:3", "plain number"), ("a=1e3..2e3:3", "plain number"),
    ("a=1234567890123456..2:3", "plain number"),
    ("a=999999999999999d..0.00000000000001ns:3", "too far apart"),
  ])
  func whatIsNoAxisSaysWhy(_ text: String, _ part: String) {
    do {
      _ = try SweepAxis.parse(text)
      Issue.record("\(text) is an axis")
    } catch {
      #expect(error.message.contains(part), "\(error.message)")
    }
  }

  @Test func theTextOfAValueReadsBackAsThatValue() throws {
    let texts = [
      "50/s", "none", "1e5", "12", "true", "null", "NaN", ".5", "0x1f", "", " a", "a b", "a//b",
      "/* */", "//", "{", "[1]", "'x'", "\"", "ü", "-1", "a,b",
    ]
    for text in texts {
      let value = JSONValue(
        content: .string(text), span: SourceSpan(source: 0, start: 0, end: 1))
      let written = ScenarioOverride(path: "name", value: ScenarioOverride.text(of: value))
      let log = SourceLog()
      let source = ScenarioLoader(log: log).add(written, named: "--set")
      let tree = JSONValue(content: .object([]), span: value.span)
      let changed = OverrideApplier(log, source: source).apply(written, to: tree)
      #expect(changed?["name"]?.text == text, "\(written.value)")
    }
    #expect(
      ScenarioOverride.text(
        of: JSONValue(
          content: .string("50/s"), span: SourceSpan(source: 0, start: 0, end: 1))) == "50/s")
  }
}
