import Testing

@testable import AKSPerf

/// The search for a capacity, with verdicts that are known.
@Suite("Bracket search")
struct BracketSearchTests {
  /// Verdicts by the distance from a limit, in shares of it: undecided within `doubt` ÷ √(R ÷ 20).
  private func run(
    _ goal: BracketSearch.Goal, limit: Double, from start: Double, isWhole: Bool = false,
    width: Double = 0.02, doubt: Double = 0, bounds: ClosedRange<Double> = 1e-3...1e6,
    most: Int = 320, verdict: ((Double) -> SLOResult.Verdict?)? = nil
  ) -> (search: BracketSearch, tests: Int, replications: Int) {
    var search = BracketSearch(goal, from: start, isWhole: isWhole, width: width, bounds: bounds)
    var count = 20
    var tests = 0
    while tests < 1_000 {
      switch search.next() {
      case .test(let value):
        tests += 1
        let distance = (goal == .highest ? value - limit : limit - value) / limit
        let isClear = abs(distance) > doubt / (Double(count) / 20).squareRoot()
        let own: SLOResult.Verdict = !isClear ? .undecided : distance > 0 ? .fail : .pass
        search.found(verdict?(value) ?? own, at: value)
      case .replicate where count < most:
        count *= 2
        search.beginAnew()
      case .replicate, .end: return (search, tests, count)
      }
    }
    return (search, tests, count)
  }

  @Test(
    "without doubt the bracket holds the limit and is as narrow as asked",
    arguments: [
      0.03, 4.9, 5, 777, 5_000,
    ])
  func exact(limit: Double) throws {
    for start in [1.0, 5, 400] {
      let (search, tests, replications) = run(.highest, limit: limit, from: start)
      let pass = try #require(search.pass)
      let fail = try #require(search.fail)
      #expect(pass <= limit && limit < fail || pass < limit && limit <= fail)
      #expect(search.isNarrow && (fail - pass) / pass <= 0.02 && replications == 20)
      #expect(tests < 40, "\(tests) for \(limit) from \(start)")
    }
  }

  @Test("doubt is met with more replications, until the bracket is narrow or they are spent")
  func doubt() throws {
    let enough = run(.highest, limit: 50, from: 7, doubt: 0.03)
    #expect(enough.search.isNarrow && enough.replications > 20)
    #expect(try #require(enough.search.pass) < 50 && #require(enough.search.fail) > 50)
    let spent = run(.highest, limit: 50, from: 7, doubt: 0.3)
    #expect(!spent.search.isNarrow && spent.replications == 320)
    #expect(try #require(spent.search.pass) < 50 && #require(spent.search.fail) > 50)
    // As wide as the doubt is then, and hardly wider.
    let share = try (#require(spent.search.fail) - #require(spent.search.pass)) / 50
    #expect(share > 2 * 0.3 / 4 && share < 2 * 0.3 / 4 + 0.03)
  }

  @Test("what is undecided far beyond the limit does not lead the search away")
  func undecidedBeyond() throws {
    let found = run(.highest, limit: 5, from: 4, doubt: 0.005) { $0 > 7 ? .undecided : nil }
    #expect(found.search.isNarrow)
    #expect(try #require(found.search.fail) < 5.2)
  }

  @Test("the fewest servers are those of which one less fails", arguments: [1.0, 3, 24, 100])
  func servers(start: Double) throws {
    let (search, tests, _) = run(
      .lowest, limit: 23.5, from: start, isWhole: true, bounds: 1...1e6)
    #expect(search.pass == 24 && search.fail == 23 && search.isNarrow && tests < 20)
    let doubtful = run(
      .lowest, limit: 23.5, from: start, isWhole: true, doubt: 0.3, bounds: 1...1e6)
    #expect(try #require(doubtful.search.pass) >= 24 && #require(doubtful.search.fail) <= 23)
  }

  @Test("one server is the least there is")
  func oneServer() {
    for start in [1.0, 5] {
      let (search, _, _) = run(.lowest, limit: 0.5, from: start, isWhole: true, bounds: 1...1e6)
      #expect(search.pass == 1 && search.fail == nil && search.isNarrow)
    }
  }

  @Test("downwards, doubt on all sides ends at the bounds")
  func doubtDownwards() {
    let found = run(.lowest, limit: 0.4, from: 1, bounds: 0.01...64) { $0 < 1 ? .undecided : nil }
    #expect(found.search.pass == 1 && found.search.fail == nil && found.replications == 320)
  }

  @Test("what is undecided up to the bounds is tried with more replications")
  func onlyDoubt() {
    let found = run(.highest, limit: 10, from: 9.9, doubt: 0.03, bounds: 9.8...10.2)
    #expect(found.replications > 20 && found.search.isNarrow)
    let never = run(.highest, limit: 10, from: 9.9, bounds: 9.8...10.2) { _ in .undecided }
    #expect(never.replications == 320 && never.search.pass == nil && never.tests < 100)
  }

  @Test("a value that makes no scenario is a bound")
  func noScenario() {
    var search = BracketSearch(.highest, from: 0.9, isWhole: false, width: 0.02, bounds: 0.01...64)
    #expect(search.next() == .test(0.9))
    search.found(.pass, at: 0.9)
    #expect(search.next() == .test(1.8))
    search.exclude(1.8)
    #expect(search.next() == .end && search.pass == 0.9 && search.fail == nil)
  }

  @Test("a value that passes beyond one that fails ends the search")
  func notMonotone() {
    let found = run(.highest, limit: 100, from: 4) { $0 == 8 ? .fail : $0 < 6 ? .undecided : nil }
    #expect(!found.search.isMonotone || found.search.pass == nil)
    let other = run(.highest, limit: 100, from: 64) { $0 < 40 ? .fail : nil }
    #expect(other.search.isMonotone)
  }

  @Test("values outside the bounds are not tested")
  func bounds() {
    let above = run(.highest, limit: 500, from: 10, bounds: 5...60)
    #expect(above.search.pass == 60 && above.search.fail == nil)
    let below = run(.highest, limit: 1, from: 10, bounds: 5...60)
    #expect(below.search.fail == 5 && below.search.pass == nil)
    let start = run(.highest, limit: 30, from: 1_000, bounds: 5...60)
    #expect(start.search.isNarrow)
  }

  @Test("numbers are written in five digits that a scenario can read")
  func numbers() {
    let texts = [
      (4.0, "4"), (120, "120"), (0.25, "0.25"), (33.33333, "33.333"), (123_456, "123460"),
      (0.000123456, "0.00012346"), (99_999.6, "100000"), (1e9, "1000000000"),
      (2.5e-7, "0.00000025"),
    ]
    for (value, text) in texts {
      #expect(DecimalNumber(rounding: value).text == text)
      #expect(DecimalNumber(rounding: value).value == Double(text))
    }
  }
}
