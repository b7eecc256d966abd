import Scheduler

/// The course of a load that asks its entries in batches, each of several at once.
///
/// `pick: first` takes the first ad of a batch; `pick: price` waits for all of it and takes the
/// dearest one. A batch that is not over within its time is over then, with what it has brought.
struct ParallelMachine: BitwiseCopyable {
  private let entries: Int16
  private let batch: Int16
  private let picksFirst: Bool
  private let timeout: SimDuration?
  /// The next entry, and the end of the batch.
  private var next: Int16 = 0
  private var end: Int16 = 0
  /// Attempts of the batch that have not ended.
  private var open: Int16 = 0
  private var isTimed = false

  init(entries: Int, batch: Int, picksFirst: Bool, timeout: SimDuration?) {
    precondition(entries > 0 && entries <= Limits.waterfallEntries && batch > 0)
    self.entries = Int16(entries)
    self.batch = Int16(min(batch, entries))
    self.picksFirst = picksFirst
    self.timeout = timeout
  }

  mutating func decide(_ event: StrategyEvent?, _ facts: StrategyFacts) -> StrategyAction {
    switch event {
    case .started: openBatch()
    case .filled(let entry):
      open -= 1
      if picksFirst { return .accept(entry: entry) }
    case .failed: open -= 1
    case .woke:
      open = 0
      return .timeOut(.timeout)
    case nil: break
    case .bid, .token, .serverReached, .serverAnswered:
      preconditionFailure("batches hold no auction")
    }
    return goOn(facts)
  }

  private mutating func goOn(_ facts: StrategyFacts) -> StrategyAction {
    if !isTimed, let timeout {
      isTimed = true
      return .wake(after: timeout)
    }
    if next == end && open == 0 {
      if let best = facts.bestFill { return .accept(entry: best.entry) }
      guard next < entries else { return .fail(nil) }
      openBatch()
      return goOn(facts)
    }
    guard next < end else { return .wait }
    next += 1
    open += 1
    return .attempt(entry: Int(next) - 1, atLeast: 0)
  }

  private mutating func openBatch() {
    end = min(next + batch, entries)
    isTimed = false
  }
}
