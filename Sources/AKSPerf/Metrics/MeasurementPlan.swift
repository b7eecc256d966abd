import Scheduler

/// What the recorder must know before a run: names behind indices, the window and what is asked.
public struct MeasurementPlan: Sendable, Equatable {
  public struct Placeholder: Sendable, Hashable {
    public var name: String
    public var format: String
    /// Strategy under the remote config.
    public var strategy: String
    /// Strategy under the config shipped in the app.
    public var shippedStrategy: String

    init(name: String, format: String, strategy: String, shippedStrategy: String? = nil) {
      self.name = name
      self.format = format
      self.strategy = strategy
      self.shippedStrategy = shippedStrategy ?? strategy
    }

    /// A placeholder of a scenario.
    init(_ placeholder: AKSPerf.Placeholder) {
      self.init(
        name: placeholder.name, format: placeholder.format.name,
        strategy: placeholder.remote.strategy.name,
        shippedStrategy: (placeholder.shipped ?? placeholder.remote).strategy.name)
    }
  }

  public struct SessionClass: Sendable, Hashable {
    public var device: String
    public var radio: String
    public var geo: String
  }

  public struct Backend: Sendable, Hashable {
    public var name: String
    public var owned: Bool
    /// Servers of an owned backend, by which busy servers are divided for its utilisation.
    public var servers: Int
  }

  public struct Window: Sendable, Hashable {
    public var start: SimTime
    public var end: SimTime

    public init(start: SimTime, end: SimTime) {
      precondition(start < end, "an empty window")
      self.start = start
      self.end = end
    }
    public var duration: SimDuration { end - start }
  }

  /// The number of equal-time batches of a single run.
  public static let batches = 10
  /// The number of intervals of `series`.
  public static let intervals = 60

  public var placeholders: [Placeholder] = []
  public var networks: [String] = []
  public var classes: [SessionClass] = []
  public var backends: [Backend] = []
  /// Label combinations kept beyond totals and single labels.
  public var splits: [[Label]] = []
  public var checks: [SLOCheck] = []
  public var window: Window
  /// Whether the window is measured in ten batches too, for the intervals of a single run.
  public var inBatches = false
  /// Whether sessions come from a fixed population, so latencies have coordinated omission.
  public var isClosed = false
  /// Whether some journey has a step that wants an ad on screen.
  public var wantsAds = false

  public init(window: Window) { self.window = window }

  /// The plan of a scenario.
  ///
  /// - Parameters:
  ///   - warmUp: What is left out at the start; the scenario's own when it is fixed.
  ///   - replications: One run of stationary arrivals is measured in batches.
  public init(_ scenario: Scenario, warmUp: SimDuration, replications: Int) {
    let end = SimTime.zero + scenario.duration
    self.init(window: Window(start: .zero + warmUp, end: end))
    placeholders = scenario.placeholders.map { Placeholder($0) }
    networks = scenario.networks.map(\.name)
    classes = scenario.sessionClasses.map {
      SessionClass(
        device: scenario.devices[$0.device].name, radio: scenario.radios[$0.radio].name,
        geo: scenario.geos[$0.geo].name)
    }
    backends = scenario.backends.map {
      Backend(name: $0.name, owned: $0.owned, servers: $0.servers)
    }
    splits = scenario.splits
    checks = scenario.slo.map(\.check)
    inBatches = replications == 1 && scenario.arrivals.isStationary
    isClosed = scenario.arrivals.isClosed
    wantsAds = scenario.journeys.contains {
      JourneyStep.flattened($0.steps).contains(where: \.wantsAd)
    }
  }

  /// Whether an item that starts at `start` counts.
  @inlinable
  public func counts(_ start: SimTime) -> Bool { start >= window.start && start < window.end }

  /// The length of an interval of `series`; the last one may be shorter.
  public var intervalLength: SimDuration {
    let intervals = Int64(Self.intervals)
    return SimDuration(
      nanoseconds: max(1, (window.duration.nanoseconds + intervals - 1) / intervals))
  }

  /// The values a label can have here, in order of first mention; nil when it is not the plan's.
  public func values(of label: Label) -> [String]? {
    let all: [String]
    switch label {
    case .placeholder: all = placeholders.map(\.name)
    case .format: all = placeholders.map(\.format)
    case .strategy: all = placeholders.flatMap { [$0.strategy, $0.shippedStrategy] }
    case .network: all = networks
    case .device: all = classes.map(\.device)
    case .radio: all = classes.map(\.radio)
    case .geo: all = classes.map(\.geo)
    case .backend: all = backends.map(\.name)
    default: return label.closedValues
    }
    var seen = Set<String>()
    return all.filter { seen.insert($0).inserted }
  }

  /// Refuses what cannot be kept: more single-label series than `Limits.series`.
  public func validate() throws(SeriesLimitError) {
    var series = 1
    var largest: (label: Label, values: Int) = (.placeholder, 0)
    for label in Label.allCases where label != .backend {
      let values = values(of: label)?.count ?? 0
      series += values
      if values > largest.values { largest = (label, values) }
    }
    if series > Limits.series {
      throw SeriesLimitError(series: series, label: largest.label, split: nil)
    }
  }
}

/// More label combinations than `Limits.series`.
public struct SeriesLimitError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Series that were asked for, or that had been made when the run had to stop.
  public var series: Int
  /// The label with the most values, when single labels are too many.
  public var label: Label?
  /// The split that has the most combinations, when splits are too many.
  public var split: [Label]?

  public var description: String {
    let start = "more than \(Limits.series) series (\(series))"
    if let split {
      let names = split.map(\.rawValue).joined(separator: ",")
      return "\(start): remove \"\(names)\" from split, or name fewer labels in it"
    }
    if let label {
      return "\(start): name fewer values of \(label.rawValue), or merge those alike"
    }
    return start
  }
}
