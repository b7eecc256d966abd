/// How much of something meets the objectives of a scenario: a rate of launches, users, servers.
///
/// Values are told apart by verdicts on intervals, not by point estimates: the answer is the
/// heaviest load that passes and the lightest that fails, from the same replications of each, which
/// are doubled until the two are close enough. Point estimates bracket the truth far less often.
///
/// ```swift
/// let search = try CapacitySearch(contentsOf: "scenario.json5")
/// let answer = try search.run(jobs: 2)
/// print(answer.pass as Any, answer.fail as Any)
/// ```
public struct CapacitySearch {
  /// The scenario as it stands.
  public let scenario: Scenario
  /// The key whose value is sought; its number is where the search begins.
  public var key: NumericKey
  /// Whether the lowest value that passes is sought, as of servers, or the highest.
  public var seeksLowest = false
  public var seed: UInt64?
  /// Replications of each value at first, at least 10, and at most.
  public var replications = 20
  public var mostReplications = 640
  /// How wide the bracket may be, as a share of its lower end.
  public var width = 0.02
  /// Values outside are not tested; nil is from a 1024th to 64 times the scenario's.
  public var bounds: ClosedRange<Double>?
  /// Whether a saturation curve is made, with the knee.
  public var makesCurve = true
  /// Keys of which it is told how the answer changes with them, one at a time by a tenth.
  public var sensitiveTo: [NumericKey] = []
  private let source: ScenarioSource
  /// Keys that are set beside the one that is sought.
  private var settings: [ScenarioOverride] = []

  /// Reads a scenario file.
  ///
  /// - Parameters:
  ///   - key: The path of a key that has a number; nil is the rate of launches, or the users of a
  ///     closed population.
  ///   - overrides: Keys set on top of the file, in order.
  /// - Throws: `ScenarioError` with all mistakes of the file, `ScenarioKeyError` when there is no
  ///   such key.
  public init(
    contentsOf path: String, key: String? = nil, overrides: [ScenarioOverride] = []
  ) throws {
    try self.init(ScenarioSource(overrides) { $0.load(path: path) }, key)
  }

  /// Reads a scenario whose text is no file.
  ///
  /// Parameters and errors are those of `init(contentsOf:key:overrides:)`.
  public init(
    text: String, named name: String, key: String? = nil, overrides: [ScenarioOverride] = []
  ) throws {
    try self.init(
      ScenarioSource(overrides) { $0.load(bytes: Array(text.utf8), named: name) }, key)
  }

  private init(_ source: ScenarioSource, _ path: String?) throws {
    self.source = source
    scenario = source.scenario
    key = try NumericKey(path ?? Self.pathOfLoad(scenario), in: source)
  }

  /// The key that says how much load a scenario has.
  private static func pathOfLoad(_ scenario: Scenario) throws(ScenarioKeyError) -> String {
    switch scenario.arrivals {
    case .poisson, .constant: return "arrivals.rate"
    case .closed, .burst: return "arrivals.sessions"
    case .diurnal: return "arrivals.perDay"
    case .stages, .trace:
      throw ScenarioKeyError(
        "launches that come in stages or from a file have no one rate: a key must be named")
    }
  }

  /// Another key of the scenario, for `sensitiveTo`.
  public func key(_ path: String) throws(ScenarioKeyError) -> NumericKey {
    try NumericKey(path, in: source)
  }

  /// All numbers above 0 of the scenario's world, in the order of its file.
  ///
  /// What says how long and how often to simulate, objectives, and names are none of the world's.
  public var keys: [NumericKey] { NumericKey.all(in: source) }

  /// A value is about to be tested.
  public struct Progress: Sendable, Hashable {
    public var key: NumericKey
    public var value: Double
    public var replications: Int
    /// Values tested so far, each time that one was.
    public var tested: Int
  }

  /// Searches; the time it takes grows with the replications and the load.
  ///
  /// - Parameters:
  ///   - jobs: Replications run at the same time; no figure depends on it.
  ///   - progress: Told of each value before it is tested.
  ///   - isCancelled: Asked every few thousand events, from any thread.
  /// - Throws: `ScenarioError` when a value makes no scenario, `SimulationError` when one cannot be
  ///   simulated, `ScenarioKeyError` when the scenario has no objective.
  public func run(
    jobs: Int = 1, progress: ((Progress) -> Void)? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws -> CapacityAnswer {
    precondition(replications >= SLOJudge.leastReplications && width > 0, "no search")
    var trials = CapacityTrials(self, jobs: jobs, progress: progress, isCancelled: isCancelled)
    guard scenario.slo.contains(where: { $0.level == .error }) else {
      throw ScenarioKeyError(
        "a capacity is how much meets the objectives, and the scenario has none of level error; "
          + "add 'slo', such as slo: { time_to_show: \"p(95)<800ms\" }", blamesScenario: true)
    }
    var answer = try bracket(&trials)
    if makesCurve { try addCurve(to: &answer, &trials) }
    for other in sensitiveTo where other.path != key.path {
      for factor in [0.9, 1.1] {
        let row = try sensitivity(to: other, factor, of: answer, jobs, progress, isCancelled)
        if let row { answer.sensitivity.append(row) }
      }
    }
    return answer
  }

  /// The scenario with a value of the key.
  fileprivate func scenario(at value: Double) throws(ScenarioError) -> Scenario {
    var scenario = try source.scenario(with: settings + [key.setting(value)], from: "--key")
    if let seed { scenario.seed = seed }
    return scenario
  }

  private func bracket(_ trials: inout CapacityTrials) throws -> CapacityAnswer {
    let least = key.isWhole ? 1 : key.number / 1024
    var search = BracketSearch(
      seeksLowest ? .lowest : .highest, from: key.number, isWhole: key.isWhole, width: width,
      bounds: bounds ?? least...key.number * 64)
    var points: [CapacityPoint] = []
    var count = replications
    var isSpent = false
    while !isSpent {
      switch search.next() {
      case .test(let value):
        do {
          let point = try trials.point(at: value, replications: count)
          search.found(point.verdict, at: value)
          points.append(point)
        } catch let error as ScenarioError {
          // The first value is the scenario's own, or one that was asked for.
          if points.isEmpty { throw error }
          search.exclude(value)
        }
      case .replicate where count * 2 <= mostReplications:
        count *= 2
        points = []
        search.beginAnew()
      case .replicate, .end: isSpent = true
      }
    }
    return CapacityAnswer(
      scenario: scenario.name, digest: scenario.digest, seed: seed ?? scenario.seed, key: key,
      seeksLowest: seeksLowest,
      ending: Self.ending(of: search), pass: search.pass, fail: search.fail, replications: count,
      points: points.sorted { $0.value < $1.value }, curve: [], knee: nil, sensitivity: [])
  }

  private static func ending(of search: BracketSearch) -> CapacityAnswer.Ending {
    if !search.isMonotone { return .notMonotone }
    if search.isNarrow { return .found }
    if search.pass == nil { return .noPass }
    return search.fail == nil ? .noFail : .wide
  }

  // MARK: Curve

  /// Shares of the heaviest passing load at which the curve is drawn.
  private static let shares = [0.1, 0.25, 0.5, 0.75, 0.9, 1, 1.1, 1.25]

  private func addCurve(
    to answer: inout CapacityAnswer, _ trials: inout CapacityTrials
  ) throws {
    guard let pass = answer.pass else { return }
    var values: [Double] = []
    for share in Self.shares {
      let exact = pass * share
      let value = key.isWhole ? exact.rounded() : DecimalNumber(rounding: exact).value
      let isAllowed = value > 0 && bounds?.contains(value) ?? true
      if isAllowed && values.last != value { values.append(value) }
    }
    for value in values {
      do {
        answer.curve.append(try trials.point(at: value, replications: replications))
      } catch is ScenarioError {
        // A share has no value above 1.
      }
    }
    answer.knee = Self.knee(of: answer.curve, isReversed: seeksLowest)
  }

  /// The value of most power, by the first objective on a latency; nil without one.
  private static func knee(of curve: [CapacityPoint], isReversed: Bool) -> Double? {
    guard !isReversed else { return nil }
    let powers = curve.compactMap { point -> (value: Double, power: Double)? in
      let latency = point.objectives.first { $0.check.isOfTime }
      guard let time = latency?.estimate.value, time > 0, time.isFinite else { return nil }
      return (point.value, point.value / time)
    }
    return powers.max { $0.power < $1.power }?.value
  }

  // MARK: Sensitivity

  private func sensitivity(
    to other: NumericKey, _ factor: Double, of answer: CapacityAnswer, _ jobs: Int,
    _ progress: ((Progress) -> Void)?, _ isCancelled: (@Sendable () -> Bool)?
  ) throws -> CapacityAnswer.Sensitivity? {
    var number = other.number * factor
    if other.isWhole {
      number = factor < 1 ? min(number.rounded(.down), other.number - 1) : number.rounded(.up)
    }
    var result = CapacityAnswer.Sensitivity(
      key: other, number: number, ending: .impossible, pass: nil, fail: nil, change: nil)
    guard number > 0 else { return nil }
    var search = self
    search.settings.append(other.setting(number))
    search.key.number = answer.pass ?? key.number
    // The same replications as the answer's own, since the two are compared.
    search.replications = answer.replications
    search.mostReplications = answer.replications
    search.makesCurve = false
    search.sensitiveTo = []
    var trials = CapacityTrials(search, jobs: jobs, progress: progress, isCancelled: isCancelled)
    do {
      let found = try search.bracket(&trials)
      result.ending = found.ending
      result.pass = found.pass
      result.fail = found.fail
      if let middle = found.middle, let base = answer.middle { result.change = middle / base - 1 }
    } catch is ScenarioError {
      // A share of 1 has no value above it.
    }
    return result
  }
}

/// The runs of a search; what a replication has measured is kept for when more of them are asked.
private struct CapacityTrials {
  private let search: CapacitySearch
  private let jobs: Int
  private let progress: ((CapacitySearch.Progress) -> Void)?
  private let isCancelled: (@Sendable () -> Bool)?
  private var measured: [Double: [ReplicationResult]] = [:]
  private var tested = 0

  init(
    _ search: CapacitySearch, jobs: Int, progress: ((CapacitySearch.Progress) -> Void)?,
    isCancelled: (@Sendable () -> Bool)?
  ) {
    self.search = search
    self.jobs = jobs
    self.progress = progress
    self.isCancelled = isCancelled
  }

  /// What comes of a value with so many replications, of which those measured are not run again.
  mutating func point(at value: Double, replications: Int) throws -> CapacityPoint {
    progress?(
      CapacitySearch.Progress(
        key: search.key, value: value, replications: replications, tested: tested))
    var scenario = try search.scenario(at: value)
    scenario.replications = replications
    let simulation = Simulation(scenario)
    var results = measured[value] ?? []
    if results.count < replications {
      results += try simulation.results(
        of: results.count..<replications, jobs: jobs, isCancelled: isCancelled)
      measured[value] = results
    }
    tested += 1
    return CapacityPoint(
      value, try simulation.report(of: Array(results.prefix(replications)), isCancelled))
  }
}
