import Testing

@testable import AKSPerf

@Suite("Objectives as text")
struct SLOCheckTests {
  static func failure(_ metric: String, _ check: String) -> SLOSyntaxError? {
    do {
      _ = try SLOCheck.parse(metric: metric, check: check)
      return nil
    } catch {
      return error
    }
  }

  @Test("Every statistic and unit is read")
  func readable() {
    let check = Sample.check("time_to_show{format=interstitial, source = cache}", "p(99.9) <= 1.5s")
    #expect(check.subject == .metric(.timeToShow))
    #expect(check.labels == [.format(.interstitial), .source(.cache)])
    #expect(check.statistic == .percentile(.p999))
    #expect(check.comparison == .lessOrEqual)
    #expect(check.limit == 1_500_000)
    #expect(Sample.check("coverage", "rate>0.8").limit == 0.8)
    #expect(Sample.check("coverage", "rate>80%").limit == 0.8)
    #expect(Sample.check("load_latency", "avg<250us").limit == 250)
    #expect(Sample.check("load_latency", "med<2m").statistic == .percentile(.p50))
    #expect(Sample.check("load_latency", "count>100").limit == 100)
    #expect(Sample.check("shows{placeholder=x}", "count>=5").subject == .count(.shows))
    #expect(Sample.check("app_open_missed", "rate<0.1").subject == .ratio(.appOpenMissed))
    #expect(Sample.check("app_open_missed", "count<10").subject == .count(.appOpenMissed))
    #expect(Sample.check("queue_length{backend=b}", "max<100").subject == .gauge(.queueLength))
    #expect(
      Sample.check("retry_storm{network=MAX}", "count<1").subject == .hazard(.retryStorm))
    #expect(Sample.check("time_to_show{of=opportunities}", "p(95)<2s").isOfOpportunities)
  }

  @Test(
    "A mistake is named with its place",
    arguments: [
      ("time_to_shw", "p(95)<1s", SLOSyntaxError.Part.metric, 0, "did you mean 'time_to_show'?"),
      ("time_to_show{fromat=banner}", "p(95)<1s", .metric, 13, "did you mean 'format'?"),
      ("time_to_show{format=baner}", "p(95)<1s", .metric, 20, "did you mean 'banner'?"),
      ("time_to_show{format=banner", "p(95)<1s", .metric, 26, "expected ',' or '}'"),
      ("time_to_show{format=banner,format=native}", "avg<1s", .metric, 27, "given twice"),
      ("time_to_show{of=opportunities,source=cache}", "avg<1s", .metric, 30, "combined"),
      ("time_to_show", "p(101)<1s", .check, 2, "not a percentile"),
      ("time_to_show", "p(95<1s", .check, 4, "expected ')'"),
      ("time_to_show", "p95<1s", .check, 0, "unknown statistic"),
      ("time_to_show", "p(95)=1s", .check, 5, "expected <"),
      ("time_to_show", "p(95)<800", .check, 6, "needs a unit"),
      ("time_to_show", "p(95)<8parsec", .check, 6, "unknown unit 'parsec'"),
      ("time_to_show", "p(95)<1s or so", .check, 9, "unexpected text"),
      ("time_to_show", "rate>0.8", .check, 0, "is a latency"),
      ("coverage", "p(95)<1s", .check, 0, "is a ratio: use rate"),
      ("coverage", "rate>80ms", .check, 5, "plain number"),
      ("retry_storm", "rate<1", .check, 0, "is a hazard: use count"),
      ("retry_storm{format=banner}", "count<1", .metric, 12, "label 'format' of retry_storm"),
      ("coverage{network=MAX}", "rate>0.8", .metric, 9, "label 'network' of coverage"),
    ])
  func mistakes(
    metric: String, check: String, part: SLOSyntaxError.Part, offset: Int, message: String
  ) throws {
    let error = try #require(Self.failure(metric, check))
    #expect(error.part == part)
    #expect(error.offset == offset, "\(error.message)")
    #expect(error.message.contains(message), "\(error.message)")
  }

  @Test("A label value the scenario does not know is found with a suggestion")
  func unknownValues() {
    let check = Sample.check("coverage{placeholder=level_and}", "rate>0.8")
    let mistakes = check.mistakes { Sample.plan().values(of: $0) }
    #expect(mistakes.map(\.offset) == [21])
    #expect(mistakes.first?.message.contains("did you mean 'level_end'?") == true)
    #expect(
      Sample.check("coverage{placeholder=pause}", "rate>0.8")
        .mistakes { Sample.plan().values(of: $0) }.isEmpty)
  }

  @Test("A figure has the unit of its subject, and samples of a latency have none")
  func units() {
    #expect(Sample.check("load_latency", "avg<1s").unit == "us")
    #expect(Sample.check("load_latency", "count>100").unit == "1")
    #expect(Sample.check("bytes_uploaded", "count<5").unit == "B")
    #expect(Sample.check("winner_price", "rate>1").unit == "USD")
    #expect(Sample.check("callback_stale", "count<1").unit == "1")
  }

  @Test("Of names too many to list only metrics are said to be listed elsewhere")
  func manyNames() {
    let metric = Self.failure("xyzzy", "count>1")?.message
    #expect(metric == "unknown metric 'xyzzy'; `perfbench schema metrics` lists them")
    let names = (0..<65).map { "placeholder number \($0)" }
    let check = Sample.check("coverage{placeholder=x}", "rate>0.8")
    let mistakes = check.mistakes { _ in names }
    #expect(mistakes.map(\.message) == ["unknown placeholder 'x'"])
  }

  @Test("The catalogue lists every name once a kind and fits 100 columns")
  func catalogue() {
    let names = Catalogue.entries.map { "\($0.kind) \($0.name)" }
    #expect(Set(names).count == names.count)
    #expect(Catalogue.entries.count > 100)
    #expect(Catalogue.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(Catalogue.entries.allSatisfy { $0.definition.hasSuffix(".") })
    #expect(Catalogue.suggestion(for: "chache_hit") == "cache_hit")
    #expect(Catalogue.suggestion(for: "xyzzy") == nil)
  }

  @Test("Labels that a cell can hold fit every limit")
  func limits() {
    var cell = LabelCell()
    cell.placeholder = Limits.placeholders - 1
    cell.network = Limits.networks - 1
    cell.sessionClass = Limits.sessionClasses - 1
    cell.reason = Reason.allCases.last
    cell.callback = Callback.allCases.last
    cell.outcome = Outcome.allCases.last
    #expect(cell.placeholder == Limits.placeholders - 1)
    #expect(cell.network == Limits.networks - 1)
    #expect(cell.sessionClass == Limits.sessionClasses - 1)
    #expect(cell.reason == Reason.allCases.last && cell.callback == Callback.allCases.last)
    #expect(cell.outcome == .cancelled && !cell.suspended && cell.source == nil)
    cell.network = nil
    #expect(cell.network == nil && cell.placeholder == Limits.placeholders - 1)
  }
}
