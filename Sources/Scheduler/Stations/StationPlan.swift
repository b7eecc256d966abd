/// A window of time, from included and to excluded, in which a station does not work as planned.
public struct Outage: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Refuses what arrives and loses what is in service; what waits goes on waiting.
    case down
    /// As `down`, but what arrives is never answered.
    case blackhole
    /// Multiplies service that starts inside; above 0, at most 10⁶.
    case slow(factor: Double)
  }

  public let kind: Kind
  public let from: SimTime
  public let to: SimTime

  public init(_ kind: Kind, from: SimTime, to: SimTime) {
    self.kind = kind
    self.from = from
    self.to = to
  }

  var stops: Bool {
    switch kind {
    case .down, .blackhole: true
    case .slow: false
    }
  }
}

/// What is wrong with a station plan; an index points into the outages as they were given.
public enum StationPlanError: Error, Hashable, Sendable {
  /// Servers outside 1 … 2²⁰.
  case servers(Int)
  /// A queue limit below 0.
  case queueLimit(Int)
  /// A rate limit outside 10⁻⁹ … 10⁹ a second.
  case ratePerSecond(Double)
  /// An outage that ends at or before its beginning.
  case emptyOutage(index: Int)
  /// A slow factor outside 0 … 10⁶, 0 excluded.
  case slowFactor(Double, index: Int)
  /// An outage that begins inside another that stops the station, or two slow ones that overlap.
  case overlappingOutages(index: Int)
}

/// How a station is built: servers, queue limit, rate limit and outages, checked once.
public struct StationPlan: Hashable, Sendable {
  /// Rate limits that can be held exactly, requests a second.
  public static var rates: ClosedRange<Double> { 1e-9...1e9 }

  /// Servers that work side by side.
  public let servers: Int
  /// Requests that may wait, not counting those in service; 0 is a loss system, nil has no limit.
  public let queueLimit: Int?
  /// Requests a second let in, with one second of burst; nil has no limit.
  public let ratePerSecond: Double?

  /// Outages that stop the station, in order of time.
  let stops: [Outage]
  /// Outages that slow it, in order of time.
  let slowdowns: [Outage]

  /// Makes a plan. Outages come in any order; a slow one may overlap one that stops the station.
  public init(
    servers: Int, queueLimit: Int? = nil, ratePerSecond: Double? = nil, outages: [Outage] = []
  ) throws(StationPlanError) {
    guard (1...(1 << 20)).contains(servers) else { throw .servers(servers) }
    if let queueLimit, queueLimit < 0 { throw .queueLimit(queueLimit) }
    if let ratePerSecond, !TokenBucket.isValid(ratePerSecond: ratePerSecond) {
      throw .ratePerSecond(ratePerSecond)
    }
    self.servers = servers
    self.queueLimit = queueLimit
    self.ratePerSecond = ratePerSecond
    for (index, outage) in outages.enumerated() {
      guard outage.from < outage.to else { throw .emptyOutage(index: index) }
      if case .slow(let factor) = outage.kind, !(factor > 0 && factor <= 1e6) {
        throw .slowFactor(factor, index: index)
      }
    }
    stops = try Self.inOrder(outages) { $0.stops }
    slowdowns = try Self.inOrder(outages) { !$0.stops }
  }

  private static func inOrder(
    _ outages: [Outage], where belongs: (Outage) -> Bool
  ) throws(StationPlanError) -> [Outage] {
    let indices = outages.indices.filter { belongs(outages[$0]) }
      .sorted { (outages[$0].from, $0) < (outages[$1].from, $1) }
    for (earlier, later) in zip(indices, indices.dropFirst())
    where outages[later].from < outages[earlier].to {
      throw .overlappingOutages(index: later)
    }
    return indices.map { outages[$0] }
  }
}
