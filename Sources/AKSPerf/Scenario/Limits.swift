import Scheduler

/// Every bound of the product, in one place.
public enum Limits {
  /// Bytes of one scenario, included or measurement file.
  public static let fileBytes = 64 << 20
  /// Bytes of all files of one scenario, each as often as it is read.
  public static let scenarioBytes = 256 << 20
  /// Nesting of arrays and objects in a scenario.
  public static let nesting = 128
  /// Characters of a name.
  public static let nameCharacters = 200
  /// Files included by one scenario, in all.
  public static let includes = 64
  /// Mistakes printed for one scenario; the rest are counted.
  public static let diagnostics = 100
  /// The longest duration a scenario may name.
  public static let duration = SimDuration.hours(24 * 366)
  public static let replications = 100_000
  /// Parts that a run or a sweep is dealt to.
  public static let shards = 100_000
  /// Bytes of the file of one part.
  public static let partBytes = 4 << 30
  /// Values of one range of a sweep.
  public static let sweepValues = 1_000
  /// Points of one sweep.
  public static let sweepPoints = 10_000
  public static let networks = 4_000
  public static let placeholders = 16_000
  public static let backends = 4_000
  public static let waterfallEntries = 250
  public static let sessionClasses = 4_000
  /// Steps of one journey after compilation.
  public static let journeySteps = 60_000
  /// `repeat` steps inside one another.
  public static let loopNesting = 3
  /// Windows of one device.
  public static let windows = 16
  /// Mediators inside one another.
  public static let innerDepth = 4
  /// Entries of one waterfall with those of the waterfalls inside its networks.
  public static let innerEntries = 10_000
  /// Rules among the faults of one network.
  public static let faultRules = 1_000
  /// Features that an app offers.
  public static let features = 64
  /// Ads ready or in flight in one slot.
  public static let cacheDepth = 64
  public static let capShows = 1_000
  /// Timers of one banner that run beside its newest.
  public static let refreshLoops = 32
  /// Creatives of one network that a process keeps.
  public static let cachedCreatives = 1_000
  /// Rows of an empirical sample or a launch trace.
  public static let sampleRows = 1_000_000
  public static let traceRows = 20_000_000
  /// Events listed of one session.
  public static let traceLines = 1_000_000
  /// Series kept by labels in one report.
  public static let series = 16_384
  public static let servers = 1_000_000
  /// Tries inside one attempt on a mediator; the last one is final.
  public static let innerTries = 10_000
  /// The highest price, USD per thousand shows: what an ad's record holds.
  public static let price = 4_000.0
  /// The largest size of one transfer in bytes, for the same reason.
  public static let sizeBytes = 4e9
  /// Events pending at once in one replication, far enough below what the queue holds that no
  /// event can go beyond that by what it schedules itself.
  public static let pendingEvents = 100_000_000
  public static let closedPopulation = 16_000_000
  /// Delays in one list of retries.
  public static let retries = 250
  /// Transitions and events at one instant of virtual time before a run is called endless.
  ///
  /// Some seconds of work; each session live or launched then may add to it.
  public static let workAtOneInstant = 10_000_000
  public static let workAtOneInstantPerSession = 100
  /// Steps one session may run without virtual time going on.
  public static let stepsAtOneInstant = 1_000_000
  /// Sessions at once from which the state of those with the next events is read in advance.
  static let sessionsReadAhead: UInt32 = 30_000
}
