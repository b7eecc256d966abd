/// One value of the key that was tested, and what came of it.
public struct CapacityPoint: Sendable {
  public var value: Double
  public var replications: Int
  /// Whether all objectives of level `error` pass, one fails, or neither can be said.
  public var verdict: SLOResult.Verdict
  /// In the order of the scenario.
  public var objectives: [SLOResult]
  /// The owned backend that is busiest, and how busy it is, 0 to 1; nil when there is none.
  public var busiest: Busiest?

  public struct Busiest: Sendable, Hashable {
    public var backend: String
    public var utilisation: Double
  }

  init(_ value: Double, _ report: Report) {
    self.value = value
    replications = report.replications
    objectives = report.objectives
    let judged = objectives.filter { $0.level == .error }.map(\.verdict)
    verdict =
      judged.contains(.fail)
      ? .fail : !judged.isEmpty && judged.allSatisfy { $0 == .pass } ? .pass : .undecided
    busiest = report.gauges.filter { $0.gauge == .utilisation }.compactMap { row in
      guard let name = row.labels[.backend], let share = row.mean.value else { return nil }
      return Busiest(backend: name, utilisation: share)
    }.max { ($0.utilisation, $1.backend) < ($1.utilisation, $0.backend) }
  }

  /// The objectives that keep it from passing.
  public var missed: [SLOResult] {
    objectives.filter { $0.level == .error && $0.verdict != .pass }
  }
}

/// What the search for a capacity came to.
public struct CapacityAnswer: Sendable {
  /// How it ended.
  public enum Ending: String, Sendable, Hashable {
    /// The bracket is as narrow as was asked for; of servers the exact number is known.
    case found
    /// What is left of the bracket is undecided with all the replications that were allowed.
    case wide
    /// A value passes although one with less load fails.
    case notMonotone
    /// No value that was tested passes, or none fails.
    case noPass, noFail
    /// The value of another key makes no scenario.
    case impossible
  }

  /// What the answer is an answer for.
  public var scenario: String
  public var digest: String
  public var seed: UInt64
  public var key: NumericKey
  /// Whether the lowest value is sought that passes, as of servers, or the highest.
  public var seeksLowest: Bool
  public var ending: Ending
  /// The heaviest load that passes, and the lightest that fails: a 95 % bracket of the truth.
  public var pass: Double?
  public var fail: Double?
  /// Replications of each point of the bracket.
  public var replications: Int
  /// All points of the bracket's last round, then those of the curve, by ascending value.
  public var points: [CapacityPoint]
  /// Points of the saturation curve.
  public var curve: [CapacityPoint]
  /// Of the curve, the value of most power: load over latency (Kleinrock, 1979).
  public var knee: Double?
  public var sensitivity: [Sensitivity]

  /// What the answer is when another key is higher or lower by a tenth.
  public struct Sensitivity: Sendable {
    public var key: NumericKey
    /// What it was set to.
    public var number: Double
    public var ending: Ending
    public var pass: Double?
    public var fail: Double?
    /// The change of the middle of the bracket, as a share; nil without a bracket.
    public var change: Double?
  }

  /// How much more load than the scenario's the heaviest passing one is, as a share of that.
  public var headroom: Double? {
    guard !seeksLowest, let pass else { return nil }
    return pass / key.number - 1
  }

  /// The middle of the bracket.
  var middle: Double? {
    guard ending == .found || ending == .wide, let pass, let fail else { return nil }
    return (pass + fail) / 2
  }

  /// Below it, requests hardly wait at a backend.
  private static let leastBusy = 0.3

  /// What keeps more load from passing: the objectives, and the backend that is busy then.
  public var limits: [String] {
    guard let fail, let point = points.first(where: { $0.value == fail }) else { return [] }
    var lines = point.missed.map { "\($0.check.metricText) \($0.check.checkText)" }
    if let busiest = point.busiest, busiest.utilisation >= Self.leastBusy {
      let share = NumberText.percent(busiest.utilisation)
      lines.append("backend \(quoted(busiest.backend)) is busy for \(share) of the time there")
    } else {
      lines.append(
        "no owned backend is busy for \(NumberText.percent(Self.leastBusy)) of the time there: "
          + "what is missed depends on times that the scenario sets, such as those of external "
          + "backends, which do not grow with load")
    }
    return lines
  }
}
