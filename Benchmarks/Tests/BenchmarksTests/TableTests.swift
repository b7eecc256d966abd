import Testing

@testable import benchmarks

@Suite struct TableTests {
  @Test func theMedianIsTheMiddleOrTheMeanOfTwo() {
    #expect(Contest.median([3, 1, 2]) == 2)
    #expect(Contest.median([4, 1, 2, 3]) == 2.5)
  }

  @Test func ratiosSayHowManyTimesAsFastTheFirstIs() throws {
    let contest = { (kind: Contest.Kind) in
      Contest(
        subject: "s", size: "1", unit: "u", kind: kind,
        contenders: [
          .init(name: "a") { .init(figure: 2) }, .init(name: "b") { .init(figure: 3) },
        ], missing: [("c", "not installed")])
    }
    #expect(try contest(.cost).rows(runs: 3).map(\.ratio) == [nil, 1.5, nil])
    #expect(try contest(.rate).rows(runs: 2).map(\.ratio) == [nil, 2.0 / 3, nil])
    #expect(try contest(.rate).rows(runs: 1)[2].remark == "missing: not installed")
  }

  @Test func contendersRunInTurnAndMustFindTheSame() throws {
    var order: [String] = []
    let contest = Contest(
      subject: "s", size: "1", unit: "u",
      contenders: ["a", "b"].map { name in
        .init(name: name) {
          order.append(name)
          return .init(figure: 1, finding: name)
        }
      })
    let rows = try contest.rows(runs: 2)
    #expect(order == ["a", "b", "a", "b"])
    #expect(rows[0].failures == [])
    #expect(rows[1].failures == ["s, 1: b found b where others found a"])
  }

  @Test func figuresAreShort() {
    #expect(
      [1.234, 12.34, 123.4, 9_999, 12_345, 1.5e6].map(Table.short)
        == ["1.23", "12.3", "123", "9999", "12.3 k", "1.50 M"])
  }

  @Test func theCommandLineIsRead() throws {
    let options = try Options(["--size", "small", "--runs", "2", "reference"])
    #expect(options.plan == Plan(size: .small, runs: 2))
    #expect(options.includes("reference"))
    #expect(try Options([]).plan.runs == 5)
    #expect(throws: Failure.self) { try Options(["nothing"]) }
    #expect(throws: Failure.self) { try Options(["--runs", "0"]) }
  }
}
