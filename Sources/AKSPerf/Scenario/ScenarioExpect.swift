/// What a scenario that stands for an incident must show: its symptom, and what takes it away.
///
/// It says nothing about the world: a run ignores it, and it is not part of the digest.
public struct ScenarioExpectation: Sendable, Hashable {
  /// Public threads that report the incident, as written.
  public var reports: [String]
  /// What holds of the figures of the scenario as it stands.
  public var symptom: [BoundCheck]
  /// The cause in one line.
  public var cause: String
  /// The changed scenarios, with those named `remedy` and `causeless`.
  public var variants: [Variant]
  /// Paths of keys that are left alone when the other numbers are moved.
  public var still: [String]

  /// The scenario with some keys changed, and what then holds.
  public struct Variant: Sendable, Hashable {
    /// `remedy`, `causeless` or a name of the author's.
    public var name: String
    /// The changes, in order.
    public var settings: [ScenarioOverride]
    /// What the change is, in one line; empty when it is not said.
    public var says: String
    /// What holds of its figures.
    public var holds: [BoundCheck]
    /// Public threads that it stands for, as written.
    public var reports: [String]

    public init(
      name: String, settings: [ScenarioOverride], says: String = "", holds: [BoundCheck],
      reports: [String] = []
    ) {
      self.name = name
      self.settings = settings
      self.says = says
      self.holds = holds
      self.reports = reports
    }
  }

  public init(
    reports: [String], symptom: [BoundCheck], cause: String, variants: [Variant],
    still: [String] = []
  ) {
    self.reports = reports
    self.symptom = symptom
    self.cause = cause
    self.variants = variants
    self.still = still
  }

  /// The variant of that name.
  public func variant(_ name: String) -> Variant? { variants.first { $0.name == name } }
}

/// A check of a figure against a number, or against a factor of the same figure elsewhere.
public struct BoundCheck: Sendable, Hashable {
  /// What a figure is compared with.
  public enum Bound: Sendable, Hashable {
    /// A number, in the unit of the check's limit.
    case absolute(Double)
    /// A factor of the figure of the scenario as it stands.
    case relative(Double)
  }

  /// The figure, its statistic and the comparison; its own limit is that of `bound`.
  public var check: SLOCheck
  public var bound: Bound

  /// Makes a check against the limit of an objective.
  public init(_ check: SLOCheck) {
    self.check = check
    bound = .absolute(check.limit)
  }

  /// Reads a check: that of an objective, or one such as `rate<0.5*base`.
  ///
  /// - Throws: The first mistake with its offset, as `SLOCheck.parse` does.
  public static func parse(
    metric: String, check text: String
  ) throws(SLOSyntaxError) -> BoundCheck {
    let bytes = Array(text.utf8)
    guard let star = bytes.firstIndex(of: Byte.star) else {
      return BoundCheck(try SLOCheck.parse(metric: metric, check: text))
    }
    func words(_ range: Range<Int>) -> String {
      String(decoding: bytes[range].filter { $0 != Byte.space }, as: UTF8.self)
    }
    guard words(star + 1..<bytes.count) == "base" else {
      throw SLOSyntaxError(
        "only 'base' can stand after '*', as in rate<0.5*base", part: .check, offset: star + 1)
    }
    let comparisons = Array("<>=".utf8)
    let start = (bytes[..<star].lastIndex { comparisons.contains($0) } ?? -1) + 1
    let digits = words(start..<star)
    guard digits.utf8.allSatisfy({ Byte.isDigit($0) || $0 == Byte.dot }),
      let factor = Double(digits), factor.isFinite
    else {
      throw SLOSyntaxError(
        "the factor of 'base' is a plain number, as in rate<0.5*base", part: .check, offset: start)
    }
    // The rest is read as if a number stood there, with a unit where a latency needs one.
    let head = String(decoding: bytes[..<start], as: UTF8.self)
    var check: SLOCheck
    do throws(SLOSyntaxError) {
      check = try SLOCheck.parse(metric: metric, check: head + "1")
    } catch  where error.part == .check && error.offset >= start {
      check = try SLOCheck.parse(metric: metric, check: head + "1s")
    }
    check.limit = factor
    check.checkText = text
    var bound = BoundCheck(check)
    bound.bound = .relative(factor)
    return bound
  }
}
