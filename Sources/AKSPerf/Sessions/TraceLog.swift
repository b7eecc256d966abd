import Scheduler

/// What is kept of one session while a replication runs, and which part of the replication runs.
struct TraceLog: Sendable {
  /// The launch that is kept; nil keeps all launches of the user.
  var launch: UInt32?
  /// Whether only the traced user launches, because no other one can change what it sees.
  var isAlone = false
  /// Whether the run ends with the traced session rather than by its own rule.
  var endsWithSession = false
  /// Lines beyond this are left out.
  var limit = Limits.traceLines
  /// Launches of others that were left out.
  var passed: UInt64 = 0
  /// Whether everything that was to be traced has happened.
  var isOver = false
  /// Whether a session that is traced has begun and not ended.
  var isLive = false
  private(set) var lines: [TraceLine] = []
  private(set) var isFull = false

  /// Whether a launch of the user is kept.
  func wants(_ other: UInt32) -> Bool { launch == nil || launch == other }

  mutating func add(_ line: TraceLine) {
    guard wants(line.launch) else { return }
    if lines.count < limit { lines.append(line) } else { isFull = true }
  }

  /// Says why the last transition of a kind happened, or what came of it.
  mutating func explain(_ transition: Transition, _ why: TraceWhy) {
    // It is the last line or a few before it: what came of it stands between.
    let last = lines.suffix(64).lastIndex { $0.what == transition }
    if let last { lines[last].why = why }
  }
}

/// One thing that happened in a traced session; without text, so that a trace costs little.
struct TraceLine: Sendable {
  var time: SimTime
  var start: SimTime
  var launch: UInt32
  var sessionClass: UInt16
  var what: Transition
  /// −1 for none, as all places below.
  var placeholder: Int32 = -1
  var network: Int32 = -1
  /// What a transition names beside those: a backend, a row of the table of steps.
  var place: Int32 = -1
  var reason: Reason?
  /// Micro-dollars per thousand shows.
  var price: UInt32 = 0
  var bytes: UInt64 = 0
  var why = TraceWhy.none
}

/// What is known of a line beyond its transition: by whom, why, or with what end.
enum TraceWhy: Sendable {
  case none
  case launch(SessionFlags)
  case waits(SimDuration)
  /// The load call ended at once, or began or joined a load.
  case call(LoadCaller, CallEnd)
  /// Of how many entries which one, its floor and its timeout.
  case entry(Int, of: Int, floor: Double, timeout: SimDuration?)
  case bid(price: UInt32, floor: Double)
  case noBid
  /// No bid for a user who has seen enough ads of the network.
  case capped
  case gated(Reason)
  case found(Found)
  /// An ad left its slot, by the count that says so.
  case left(Count)
  /// What became of an ad that was not its load's result.
  case offered(isTaken: Bool)
  case outcome(Outcome)
  /// How long the ad will be on screen, and whether the user sees its end.
  case screen(SimDuration, completes: Bool)
  case adapters(SimDuration)
  case config
  case awaitsRadio
  case goesOn
  case leavesAd(AdLeave.OnReturn)
  case leavesBeforeAd(EarlyLeave.OnReturn)

  enum CallEnd: Sendable { case starts, joins, answered, dropped }
}
