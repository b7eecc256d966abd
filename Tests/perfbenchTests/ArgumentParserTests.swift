import Testing

@testable import perfbench

@Suite struct ArgumentParserTests {
  private func parse(_ words: [String]) throws -> ParsedArguments {
    try ArgumentParser.parse(words, for: RunCommand.declaration, path: "perfbench run")
  }

  private func message(_ words: [String]) -> String? {
    do {
      _ = try RunCommand(parse(words))
      return nil
    } catch {
      return (error as? UsageError)?.message
    }
  }

  @Test func aValueFollowsAsAWordOrBehindAnEqualsSign() throws {
    for words in [["--seed", "7"], ["--seed=7"]] {
      #expect(try parse(words).value(of: .seed) == "7")
    }
    for words in [["-o", "x"], ["-ox"], ["-o=x"], ["--output", "x"], ["--output=x"]] {
      #expect(try parse(words).value(of: .output) == "x")
    }
    #expect(try parse(["--output="]).value(of: .output) == "")
    #expect(try parse(["--set", "a=b=c"]).value(of: .set) == "a=b=c")
  }

  @Test func optionsMayStandBehindTheScenario() throws {
    let parsed = try parse(["a.json5", "--seed", "7"])
    #expect(parsed.positionals == ["a.json5"])
    #expect(parsed.value(of: .seed) == "7")
  }

  @Test func aRepeatableOptionKeepsItsOrder() throws {
    let parsed = try parse(["--set", "b=1", "x", "--set=a=2", "--set", "b=3"])
    #expect(parsed.values(of: .set) == ["b=1", "a=2", "b=3"])
  }

  @Test func theTerminatorEndsOptions() throws {
    #expect(try parse(["--", "--seed"]).positionals == ["--seed"])
    #expect(try parse(["--seed", "1", "--", "-"]).positionals == ["-"])
  }

  @Test func aDashAloneIsAValue() throws {
    #expect(try parse(["-"]).positionals == ["-"])
    #expect(try parse(["-o", "-"]).value(of: .output) == "-")
  }

  @Test func mistakesSayWhatIsWrong() {
    #expect(message(["--sede", "3"]) == "Unknown option '--sede'. Did you mean '--seed'?")
    #expect(message(["--zzzzzz"]) == "Unknown option '--zzzzzz'")
    #expect(message(["-x"])?.hasPrefix("Unknown option '-x'") == true)
    #expect(message(["--seed"]) == "Missing value for '--seed <seed>'")
    #expect(message(["--seed", "--quiet"]) == "Missing value for '--seed <seed>'")
    #expect(message(["-o"]) == "Missing value for '--output <file>'")
    #expect(
      message(["--seed", "1", "--seed=2"]) == "The option '--seed' was given more than once")
    #expect(
      message(["--quiet=yes"])
        == "The option '--quiet' does not take any value, but 'yes' was given")
    #expect(message(["a", "b"]) == "Unexpected argument 'b'")
    #expect(message(["a", "b", "c"]) == "2 unexpected arguments: 'b', 'c'")
    #expect(
      message(["--format", "jsn"])
        == "The value 'jsn' is invalid for '--format <format>': it must be one of text, json, csv; "
        + "did you mean 'json'?")
    #expect(message(["--quiet", "--verbose"]) == "'--quiet' and '--verbose' exclude each other")
    #expect(message(["--output="]) == "The name of the output file is empty")
    #expect(message([""]) == "The name of the scenario is empty")
  }

  @Test(arguments: ["0", "-1", "1025", "99999999999999999999", "2.5", "two", "", "+2", "0x2", " 2"])
  func jobsOutsideTheirRangeAreRefused(_ text: String) {
    #expect(message(["--jobs=\(text)"])?.contains("an integer from 1 to 1024") == true)
  }

  @Test(arguments: [
    ("0", 0), ("18446744073709551615", UInt64.max), ("0xFFFFFFFFFFFFFFFF", UInt64.max),
    ("0x2a", 42), ("0X2A", 42), ("007", 7),
  ])
  func seedsAreDecimalOrHexadecimal(_ text: String, _ seed: UInt64) throws {
    #expect(try RunCommand(parse(["--seed", text])).options.seed == seed)
  }

  @Test(arguments: ["18446744073709551616", "-1", "0x", "0xg", "1e3", "", "+1", "0x+1", "½"])
  func badSeedsAreRefused(_ text: String) {
    #expect(message(["--seed=\(text)"])?.contains("decimal or 0x hexadecimal") == true)
  }

  @Test(arguments: ["rate", "=5", "", "="])
  func anOverrideNeedsAPathAndAValue(_ text: String) {
    #expect(message(["--set=\(text)"])?.contains("a path, '=' and a value") == true)
  }

  @Test func aValueMayStartWithAMarkThatCombines() throws {
    let command = try RunCommand(
      parse(["--set=name=\u{301}a", "--set", "\u{301}b=\u{302}c=d", "-o=\u{301}e"]))
    #expect(
      command.options.overrides.map { [$0.path, $0.value] } == [
        ["name", "\u{301}a"], ["\u{301}b", "\u{302}c=d"],
      ])
    #expect(command.options.output == "\u{301}e")
    #expect(message(["--seed=\u{301}1"])?.contains("decimal or 0x hexadecimal") == true)
  }

  @Test func suggestionsStayNear() {
    #expect(Suggestion.nearest(to: "valdate", in: ["run", "validate"]) == "validate")
    #expect(Suggestion.nearest(to: "val", in: ["run", "validate"]) == "validate")
    #expect(Suggestion.nearest(to: "rnu", in: ["run", "validate"]) == "run")
    #expect(Suggestion.nearest(to: "frobnicate", in: ["run", "validate"]) == nil)
    #expect(Suggestion.nearest(to: "--nope", in: ["--jobs", "--seed"]) == nil)
    #expect(Suggestion.nearest(to: "--jbos", in: ["--jobs", "--seed"]) == "--jobs")
    #expect(Suggestion.nearest(to: "tcsh", in: ["bash", "zsh", "fish"]) == nil)
    #expect(Suggestion.nearest(to: "bsh", in: ["bash", "fish"]) == "bash")
    #expect(Suggestion.nearest(to: "--replication", in: ["--replications"]) == "--replications")
    #expect(Suggestion.distance("ab", "ba") == 1)
    #expect(Suggestion.distance("", "abc") == 3)
  }

  @Test func figuresReadLikeWordsOfPeople() {
    #expect(Figures.short(812) == "812")
    #expect(Figures.short(3_141_592) == "3.14 M")
    #expect(Figures.short(.infinity) == "0")
    #expect(Figures.clock(7.4) == "0:07")
    #expect(Figures.clock(7_500) == "2:05:00")
    #expect(Figures.fixed(1.005, digits: 1) == "1.0")
  }

  @Test func theProgressLineFitsIntoATerminal() {
    let line = ProgressLine.text(
      completed: 99_999, of: 100_000, fraction: 0.5, events: .max, elapsed: .seconds(100_000))
    #expect(line.count < 79)
    let first = ProgressLine.text(
      completed: 0, of: 20, fraction: 0, events: 0, elapsed: .zero)
    #expect(first == "0 of 20 replications")
    let later = ProgressLine.text(
      completed: 5, of: 20, fraction: 0.25, events: 3_000_000, elapsed: .seconds(2))
    #expect(later == "5 of 20 replications · 1.50 M events/s · 0:06 left")
  }
}
