/// What a run was like, kept in a small file, for later runs to be compared with.
///
/// It belongs to the name of a scenario and its seeds (seed and number of replications). The
/// scenario itself may change: that is what the comparison is for.
public struct Baseline: Sendable, Hashable {
  public static let schema = "perfbench.baseline/1"

  public struct Entry: Sendable, Hashable {
    public var figure: GateFigure
    public var samples: FigureSamples

    public init(figure: GateFigure, samples: FigureSamples) {
      self.figure = figure
      self.samples = samples
    }
  }

  public var scenario: String
  public var scenarioDigest: String
  public var seed: UInt64
  public var replications: Int
  public var modelVersion: String
  public var fingerprint: String
  public var metricDigest: String
  public var figures: [Entry]

  /// Keeps figures of a report.
  ///
  /// - Parameter figures: Which; nil for the usual ones. Coverage is added to times to show.
  /// - Precondition: The report has them; see `GateFigure.measuring`.
  public init(_ report: Report, figures: [GateFigure]? = nil) {
    let reader = FigureReader(report)
    scenario = report.header.scenario
    scenarioDigest = report.header.digest
    seed = report.header.seed
    replications = report.replications
    modelVersion = AKSPerfVersion.current
    fingerprint = report.header.fingerprint
    metricDigest = report.metricDigest
    self.figures = (figures.map { GateFigure.withCoverage($0) } ?? GateFigure.usual(of: report))
      .map { Entry(figure: $0, samples: reader.samples($0)) }
  }

  /// With fewer replications nothing is decided.
  public static let leastReplications = SLOJudge.leastReplications

  /// Refuses a report of another scenario or of other seeds.
  func check(isOf report: Report) throws(BaselineError) {
    try check(report.header.scenario, report.header.seed, report.replications)
  }

  /// Refuses a scenario of another name or with other seeds, before it is simulated.
  public func check(isOf scenario: Scenario) throws(BaselineError) {
    try check(scenario.name, scenario.seed, scenario.replications)
  }

  private func check(
    _ name: String, _ seed: UInt64, _ replications: Int
  ) throws(BaselineError) {
    if scenario != name {
      throw BaselineError(
        "the baseline is of scenario \(quoted(scenario)), the run of \(quoted(name))")
    }
    if self.seed != seed || self.replications != replications {
      throw BaselineError(
        "the baseline is of seed \(self.seed) with \(self.replications) replications, the run of "
          + "seed \(seed) with \(replications): they cannot be compared pair by pair; give the "
          + "same --seed and --replications, or write a new baseline")
    }
  }
}

/// Why a baseline cannot be used.
public struct BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
