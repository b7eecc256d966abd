import Foundation
import Testing

@testable import AKSPerf

@Suite struct JSONParserTests {
  private func parse(_ text: String) -> (value: JSONValue?, problems: [JSONParser.Problem]) {
    parse(Array(text.utf8))
  }

  private func parse(_ bytes: [UInt8]) -> (value: JSONValue?, problems: [JSONParser.Problem]) {
    var parser = JSONParser(bytes, source: 0)
    let value = parser.document()
    return (value, parser.problems)
  }

  /// A value as plain JSON with sorted keys.
  private func plain(_ value: JSONValue) -> String {
    switch value.content {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    case .number(let number): return number.description
    case .string(let text): return JSONWriter.quoted(text)
    case .array(let elements): return "[" + elements.map(plain).joined(separator: ",") + "]"
    case .object(let members):
      let all = members.map { JSONWriter.quoted($0.key) + ":" + plain($0.value) }
      return "{" + all.joined(separator: ",") + "}"
    }
  }

  @Test(arguments: [
    ("{a: 1, 'b': 2, \"c\": 3,}", "{\"a\":1,\"b\":2,\"c\":3}"),
    ("[1, +1, -1, .5, 5., 1e3, 1E-2, 0x1F, -0x1f, 0]", "[1,1,-1,0.5,5,1000,0.01,31,-31,0]"),
    (
      "[18446744073709551615, 18446744073709551616]",
      "[18446744073709551615,1.8446744073709552e+19]"
    ),
    ("// head\n/* a * b */ [ /**/ true, false /* x */, null, ] // end", "[true,false,null]"),
    (
      #"["a\"b", 'it\'s "so"', "\x41\u00e9\uD83D\uDE00\/\v\0"]"#,
      "[\"a\\\"b\",\"it's \\\"so\\\"\",\"Aé😀/\\u000b\\u0000\"]"
    ),
    (
      "['two \\\nlines', 'three\\\r\nlines', 'tab\tin']",
      "[\"two lines\",\"threelines\",\"tab\\tin\"]"
    ),
    (
      #"{$a_1: 1, ünder: 2, \u0061b: 3, "with space": 4}"#,
      "{\"$a_1\":1,\"ünder\":2,\"ab\":3,\"with space\":4}"
    ),
    ("\u{FEFF}\u{A0}\u{2003}{}\r\n\t", "{}"),
    ("'\\a\\é'", "\"aé\""),
    ("\r\r\n{a:\r1}", "{\"a\":1}"),
  ])
  func textsOfTheLanguageAreRead(_ text: String, _ expected: String) {
    let (value, problems) = parse(text)
    #expect(problems.isEmpty, "\(problems)")
    #expect(value.map(plain) == expected)
  }

  @Test func everyValueAndKeyKeepsItsPlace() throws {
    let text = "{ a: [1, 'xy'], 'long key': { b: true } }"
    let value = try #require(parse(text).value)
    func slice(_ span: SourceSpan) -> String {
      String(decoding: Array(text.utf8)[span.start..<span.end], as: UTF8.self)
    }
    let members = try #require(value.members)
    #expect(slice(value.span) == text)
    #expect(members.map { slice($0.keySpan) } == ["a", "'long key'"])
    #expect(members.map { slice($0.value.span) } == ["[1, 'xy']", "{ b: true }"])
    #expect(value["a"]?.elements?.map { slice($0.span) } == ["1", "'xy'"])
  }

  @Test func syntaxErrorsAreTold() throws {
    let texts: [(String, String)] = [
      ("an empty file", ""), ("only a comment", "// nothing\n"),
      ("a file that stops in an object", "{ a: 1,\n  b: ["),
      ("a file that stops after a colon", "{ a:"), ("a file that stops after a key", "{ a"),
      ("an open text", "{ a: \"one,\n  b: 2,\n  c: 3 4 }"),
      ("an open comment", "{ a: 1 /* and so on }"),
      ("missing and doubled commas", "{ a: 1 b: 2,, c: [1 2,,] }"),
      ("a missing colon", "{ a 1, b = 2, c: 3 }"),
      ("brackets that do not fit", "{ a: [1, 2}, b: 3] }"),
      ("a bracket too many", "{ a: 1 } }"), ("a duplicate key", "{ a: 1,\n  b: 2, 'a': 3 }"),
      ("words without quotes", "{ a: none, b: NaN, c: -Infinity, d: Infinity }"),
      ("units without quotes", "{ a: 10s, b: 120/s, c: 1.5.2, d: 12e }"),
      ("bad numbers", "[012, 0x, +, -, ., 1e999, 0x1ffffffffffffffff]"),
      ("bad escapes", #"["\u12", "\xZZ", "\uD800", "\uDC00x", "\uD83Dx", "\1"]"#),
      ("a control character", "{ a: \"x\u{1}y\" }"), ("a key that is a number", "{ 1a: 2, -: 3 }"),
      ("an unknown character", "{ a: @, b: #x, ü: § }"), ("a value alone", "5"),
      ("an array", "[1]"), ("two values", "{} {}"),
      ("CR LF and tabs", "{\r\n\ta: 1,\r\n\tb: x,\r\n}"),
      ("wide characters before", "{ \"日本\": \"é\", b: x }"),
      (
        "a long line",
        "{ a: \"" + String(repeating: "x", count: 300) + "\", b: x, c: \""
          + String(repeating: "y", count: 300) + "\" }"
      ),
      ("a text that would steer the terminal", "{ \"\u{1B}[31m\": 1, \"a\u{202E}b\": x }"),
    ]
    var report = ""
    for (title, text) in texts { report += "== \(title)\n\(Minimal.report(text))\n\n" }
    try Fixtures.expect(report, equals: URL(fileURLWithPath: Fixtures.path("syntax.txt")))
  }

  @Test(arguments: [100, 128, 129, 10_000, 1_000_000])
  func nestingHasALimit(_ levels: Int) {
    for (open, close) in [("[", "]"), ("{a:", "}")] {
      let text =
        String(repeating: open, count: levels) + (open == "[" ? "" : "1")
        + String(repeating: close, count: levels)
      let (_, problems) = parse(text)
      if levels <= Limits.nesting {
        #expect(problems.isEmpty)
      } else {
        #expect(
          problems.map(\.message) == ["arrays and objects are nested deeper than 128 levels"])
      }
    }
  }

  @Test(
    arguments: [
      ([0x7B, 0xFF, 0x7D], 1), ([0x7B, 0x22, 0xC3, 0x22, 0x7D], 2), ([0xED, 0xA0, 0x80], 0),
      ([0x20, 0xC0, 0xAF], 1), ([0x20, 0x20, 0xF5, 0x80, 0x80, 0x80], 2), ([0xE2, 0x82], 0),
    ] as [([UInt8], Int)])
  func bytesThatAreNotUTF8ArePlaced(_ bytes: [UInt8], _ offset: Int) {
    let (value, problems) = parse(bytes)
    #expect(value == nil)
    #expect(problems.map(\.span.start) == [offset])
    #expect(problems.map(\.message) == ["the file is not UTF-8 from here on"])
  }

  @Test func manyMistakesEndTheReading() {
    let (_, problems) = parse("[" + String(repeating: "@,", count: 5_000) + "]")
    #expect(problems.count == Limits.diagnostics)
  }

  @Test func everyPrefixOfTheExampleIsAMistakeWithAPlace() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.example)))
    let text = String(decoding: bytes, as: UTF8.self)
    let whole = try #require(text.lastIndex(of: "}"))
    let end = text.utf8.distance(from: text.startIndex, to: whole)
    for length in stride(from: 0, through: end, by: 37) {
      let (_, problems) = parse(Array(bytes[..<length]))
      #expect(!problems.isEmpty, "the first \(length) bytes")
      #expect(problems.allSatisfy { $0.span.start <= length })
    }
  }
}
