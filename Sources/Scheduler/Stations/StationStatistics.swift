/// How many requests of a station came to which end.
///
/// Over a whole run `arrived` is the sum of the ends and of what is still there; over a window it
/// need not be, since a request may arrive before it and end inside.
public struct StationCounts: Hashable, Sendable {
  public internal(set) var arrived = 0
  /// Finished their service.
  public internal(set) var served = 0
  public internal(set) var rejectedQueueFull = 0
  public internal(set) var rejectedRateLimited = 0
  public internal(set) var rejectedDown = 0
  /// Arrived in a blackhole.
  public internal(set) var swallowed = 0
  /// Were in service when an outage began.
  public internal(set) var lost = 0
  /// Were taken back by their client, waiting or in service.
  public internal(set) var withdrawn = 0
  /// Began their service.
  public internal(set) var started = 0
  /// Time in the queue of those that began their service, in nanoseconds.
  public internal(set) var waitedNanoseconds: UInt128 = 0

  public init() {}

  /// Refused for any reason.
  public var rejected: Int { rejectedQueueFull + rejectedRateLimited + rejectedDown }

  /// Gone from the station, whatever the end.
  public var ended: Int { served + rejected + swallowed + lost + withdrawn }

  static func - (a: StationCounts, b: StationCounts) -> StationCounts {
    var result = StationCounts()
    result.arrived = a.arrived - b.arrived
    result.served = a.served - b.served
    result.rejectedQueueFull = a.rejectedQueueFull - b.rejectedQueueFull
    result.rejectedRateLimited = a.rejectedRateLimited - b.rejectedRateLimited
    result.rejectedDown = a.rejectedDown - b.rejectedDown
    result.swallowed = a.swallowed - b.swallowed
    result.lost = a.lost - b.lost
    result.withdrawn = a.withdrawn - b.withdrawn
    result.started = a.started - b.started
    result.waitedNanoseconds = a.waitedNanoseconds - b.waitedNanoseconds
    return result
  }
}

/// What a station did inside a window of time: counts, exact time integrals and peaks.
///
/// Integrals are in server · nanoseconds and request · nanoseconds; they and counts are integers,
/// to be added up before dividing. The means are for reports.
public struct StationStatistics: Hashable, Sendable {
  public let from: SimTime
  /// The end of the window, or of what of it has passed.
  public let to: SimTime
  public let servers: Int
  public let counts: StationCounts
  /// Servers busy, integrated over time.
  public let busyIntegral: UInt128
  /// Requests waiting, integrated over time.
  public let queueIntegral: UInt128
  public let peakBusy: Int
  public let peakQueue: Int
  /// The longest time in the queue of a request that began its service inside the window.
  public let longestWait: SimDuration
  /// Most arrivals in one whole second, counted from `from`.
  public let peakArrivalsPerSecond: Int

  private var span: Double { Double((to - from).nanoseconds) }

  /// The share of server time that was busy, 0 … 1.
  public var utilisation: Double { from < to ? meanBusy / Double(servers) : 0 }

  public var meanBusy: Double { from < to ? Double(busyIntegral) / span : 0 }

  public var meanQueueLength: Double { from < to ? Double(queueIntegral) / span : 0 }

  public var arrivalsPerSecond: Double { from < to ? Double(counts.arrived) / span * 1e9 : 0 }

  /// Nanoseconds in the queue of the mean request that began its service; 0 when none did.
  public var meanWaitNanoseconds: Double {
    counts.started > 0 ? Double(counts.waitedNanoseconds) / Double(counts.started) : 0
  }
}
