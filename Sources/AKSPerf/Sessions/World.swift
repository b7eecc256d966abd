import Scheduler
import Synchronization

/// One replication of a scenario: all live sessions, the backends they share, and their clock.
///
/// A value without reference counting: rows are read from tables, records live in pools, and the
/// pending-event set is a concrete queue. `run` pops events in (time, sequence) order and hands
/// each to the part of the model it belongs to; the parts are extensions in their own folders.
struct World: ~Copyable {
  /// Never read. A value with an atomic part has an address of its own; without one the compiler
  /// copies all of a world, 2 kB, wherever a mutating function calls one that only reads.
  private let anchor = Atomic<Bool>(false)
  let compiled: CompiledScenario
  let tables: ScenarioTables
  let distributions: DistributionPool
  let random: RandomStream
  let replication: Int
  /// Items that start in [`windowStart`, `windowEnd`) count.
  let windowStart: SimTime
  let windowEnd: SimTime
  /// When items still open are given up.
  let lastInstant: SimTime
  /// Whether launches after the window can change what counts.
  let sharesBackends: Bool
  /// The time of day at which the run starts.
  let timeOfDayAtStart: SimDuration

  var queue = EventQueue()
  var sessions: SessionTable
  var loads = Pool<LoadRecord>()
  var attempts = Pool<AttemptRecord>()
  /// When the bids of attempts came, where that matters; by their places in the pool.
  var bidTimes = FlatStore<SimTime>()
  /// What loads remember whose strategy is not sequential, and how many there were.
  var plans = Pool<PlanRecord>()
  var planSerial: UInt32 = 0
  /// What all users together have learned of the entries of adaptive waterfalls.
  var fleet: [LearnRecord]
  /// The program's own strategies, by their numbers.
  let hosts: [StrategyHost]
  var exchanges = Pool<ExchangeRecord>()
  var visits = Pool<VisitRecord>()
  /// What the events that are due next need, and the sum of what was read, so that it is read.
  var ahead = FlatStore(repeating: AheadRecord(), count: EventQueue.mostUpcoming)
  var readAheadSum: UInt64 = 0
  var transfers = Pool<TransferRecord>()
  var presentations = Pool<PresentationRecord>()
  /// Callbacks that come before or after their event.
  var lateCallbacks = Pool<LateCallback>()
  var views = Pool<ViewRecord>()
  /// Splits of waits, when phases are asked for.
  var accounts = Pool<PhaseAccount>()
  var stations: StationBank
  var recorder: Recorder
  var phases: PhaseCollector?
  var fingerprint = Fingerprint()
  /// The user whose sessions are traced; the greatest number for nobody.
  var tracedUser = UInt64.max
  var trace = TraceLog()
  var events: UInt64 = 0
  /// Processes started so far, where one may end with events of its own to come.
  var processSerial: UInt32 = 0
  /// The session whose process is being ended, which hears nothing any more.
  var dying = noRecord
  /// The session whose process goes, with all that it has leaked.
  var closing = noRecord

  var arrivals: ArrivalClock
  var population = Population()
  /// Counted sessions, loads, opportunities and backend requests that have not ended.
  var openItems = 0
  var startedSessions: UInt64 = 0
  var endedSessions: UInt64 = 0
  var peakSessions = 0
  var ledger = Ledger()
  /// The session whose steps are being run, so that a callback inside a step does not run them too.
  var stepping = noRecord
  var breach: Breach?
  var loadWork = LoadWork()
  /// Whether an outer call does what stands in line.
  var isWorking = false
  /// The number of transitions at which the work of this instant is called endless.
  var endlessAt: UInt64
  /// Whether a session does endless work at this instant.
  var isEndless = false
  let bounds: RunBounds
  /// A backend that was full when a request arrived, −1 for none; it ends the run.
  var fullBackend = -1

  init(
    _ compiled: CompiledScenario, plan: MeasurementPlan, recorder: consuming Recorder,
    stations: StationBank, replication: Int, explaining: Bool,
    bounds: RunBounds, hosts: [StrategyHost] = []
  ) {
    let scenario = compiled.scenario
    self.compiled = compiled
    self.replication = replication
    self.bounds = bounds
    self.hosts = hosts
    endlessAt = UInt64(bounds.workAtOneInstant)
    tables = compiled.tables
    distributions = compiled.distributions
    random = RandomStream(seed: scenario.seed, replication: UInt64(replication))
    windowStart = plan.window.start
    windowEnd = plan.window.end
    lastInstant = plan.window.end + scenario.drain
    fleet = Array(repeating: LearnRecord(), count: compiled.tables.fleetEntries)
    sharesBackends = scenario.backends.contains { $0.owned } || compiled.tables.fleetEntries > 0
    if case .diurnal(_, _, _, let startAt) = scenario.arrivals {
      timeOfDayAtStart = startAt
    } else {
      timeOfDayAtStart = .zero
    }
    sessions = SessionTable(layout: compiled.tables.layout)
    self.stations = stations
    self.recorder = recorder
    arrivals = ArrivalClock(scenario.arrivals, random: random)
    phases = explaining ? PhaseCollector() : nil
  }

  var now: SimTime { queue.now }

  /// Whether an item that starts now counts.
  var countsNow: Bool { now >= windowStart && now < windowEnd }

  /// Schedules an event of `kind` about record `index`, which can be cancelled.
  mutating func schedule(_ kind: EventKind, _ index: UInt32, at time: SimTime) -> EventHandle {
    queue.schedule(at: time, payload: UInt64(kind.rawValue) << 56 | UInt64(index))
  }

  mutating func schedule(
    _ kind: EventKind, _ index: UInt32, after delay: SimDuration
  ) -> EventHandle {
    schedule(kind, index, at: now + delay)
  }

  /// Schedules an event of `kind` that is never cancelled, which takes half the memory.
  mutating func post(_ kind: EventKind, _ index: UInt32, at time: SimTime) {
    queue.post(at: time, payload: UInt64(kind.rawValue) << 56 | UInt64(index))
  }
}

extension EventQueue {
  /// Cancels the event of `handle`, if it is pending, and forgets it.
  @inline(__always)
  mutating func disarm(_ handle: inout EventHandle) {
    if handle != .none {
      cancel(handle)
      handle = .none
    }
  }
}

/// Whole-run balances behind the invariants: every item, whether it counts or not.
struct Ledger {
  var loadCalls: UInt64 = 0
  var loadCallbacks: UInt64 = 0
  var shows: UInt64 = 0
  var showEnds: UInt64 = 0
  var requestsSent: UInt64 = 0
  var requestsEnded: UInt64 = 0
  var adsLoaded: UInt64 = 0
  var adsLeft: UInt64 = 0
  var adsCached: Int64 = 0
}
