/// A scenario file whose expectation is put to the test: as it stands, and in each of its variants.
public struct ExpectationTrial: Sendable {
  /// One run of the scenario or a variant, and what its figures came to.
  public struct Part: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// The scenario as it stands, with its symptom.
      case symptom
      /// A changed scenario, with what is said of it.
      case variant(String)
      /// The symptom in the variant without its cause, where one check at least must be gone.
      case symptomWithoutCause
    }

    public var kind: Kind
    /// What the change is, as the file says; empty when it does not.
    public var says: String
    public var findings: [ExpectJudge.Finding]

    /// Whether it came out as the file says: all checks hold, or one of the symptom is gone.
    public var holds: Bool {
      kind == .symptomWithoutCause ? findings.contains(where: isMet) : findings.allSatisfy(isMet)
    }

    /// Whether a check holds, or of the symptom without its cause, is gone.
    ///
    /// What there was nothing to measure of is neither.
    public func isMet(_ finding: ExpectJudge.Finding) -> Bool {
      kind == .symptomWithoutCause ? finding.value != nil && !finding.holds : finding.holds
    }
  }

  public let scenario: Scenario
  public let expectation: ScenarioExpectation
  private let path: String
  private let overrides: [ScenarioOverride]

  /// Reads the file; nil when it has no expectation.
  ///
  /// - Parameter overrides: Changes of the scenario itself, which those of a variant follow.
  /// - Throws: What reading the scenario throws.
  public init?(
    contentsOf path: String, overrides: [ScenarioOverride] = []
  ) throws(ScenarioError) {
    scenario = try Scenario(contentsOf: path, overrides: overrides)
    guard let expectation = scenario.expectation else { return nil }
    self.expectation = expectation
    self.path = path
    self.overrides = overrides
  }

  /// Runs the scenario and its variants, one after the other.
  ///
  /// - Parameters:
  ///   - jobs: Replications that run at a time; no figure depends on it.
  ///   - isCancelled: Asked every few thousand events.
  /// - Throws: `ScenarioError` when a variant cannot be read, `SimulationError` when one cannot be
  ///   run.
  public func run(
    jobs: Int = 1, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws -> [Part] {
    let symptom = expectation.symptom
    let relative = expectation.variants.flatMap(\.holds).filter(\.isRelative)
    let base = try report(scenario, symptom + relative, jobs, isCancelled)
    var parts = [
      Part(kind: .symptom, says: "", findings: ExpectJudge.judge(symptom, of: base))
    ]
    for variant in expectation.variants {
      let isCauseless = variant.name == "causeless"
      let changed = try Scenario(contentsOf: path, overrides: overrides + variant.settings)
      let found = try report(
        changed, variant.holds + (isCauseless ? symptom : []), jobs, isCancelled)
      parts.append(
        Part(
          kind: .variant(variant.name), says: variant.says,
          findings: ExpectJudge.judge(variant.holds, of: found, against: base)))
      if isCauseless {
        parts.append(
          Part(
            kind: .symptomWithoutCause, says: "",
            findings: ExpectJudge.judge(symptom, of: found)))
      }
    }
    return parts
  }

  private func report(
    _ scenario: Scenario, _ checks: [BoundCheck], _ jobs: Int,
    _ isCancelled: (@Sendable () -> Bool)?
  ) throws(SimulationError) -> Report {
    try Simulation(ExpectJudge.measuring(scenario, checks)).run(
      jobs: jobs, isCancelled: isCancelled)
  }
}

extension BoundCheck {
  /// Whether it compares with a figure of the scenario as it stands.
  public var isRelative: Bool {
    if case .relative = bound { return true }
    return false
  }
}

extension ExpectJudge.Finding {
  /// The figure as people read it, in its own unit; nil where there was nothing to measure.
  public var valueText: String? {
    guard let value else { return nil }
    if case .metric = check.check.subject, check.check.statistic != .count {
      return NumberText.time(value)
    }
    if value >= 1_000 { return NumberText.grouped(UInt64(value + 0.5)) }
    return NumberText.figure(value)
  }
}
