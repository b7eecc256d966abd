import Scheduler

/// Strategies of the program that runs the scenario: asked by one dynamic call a decision.
///
/// A decision that cannot be carried out is a defect of the strategy; it ends its load with
/// `internalError`, which the report counts.
extension World {
  /// What an own strategy decides, checked.
  mutating func decideOwn(_ plan: UInt32, _ event: StrategyEvent?) -> StrategyAction {
    guard case .own(var machine) = plans[plan].machine else {
      preconditionFailure("a decision of another strategy")
    }
    let index = plans[plan].load
    let host = hosts[tables.strategies[Int(plans[plan].row)].host]
    let view = view(of: index)
    if event == .started { host.start(plan, view) }
    let action = host.decide(plan, loadEvent(event, of: index), view)
    let checked = machine.isStuck(event) ? .fail(.internalError) : check(action, index, &machine)
    plans[plan].machine = .own(machine)
    return checked
  }

  /// Whether an event tells of a bid or an ad that the strategy has given up since.
  func isPast(_ event: StrategyEvent, of index: UInt32) -> Bool {
    switch event {
    case .filled(let entry): !holds(.fillHeld, on: entry, of: index)
    case .bid(let entry): !holds(.bidHeld, on: entry, of: index)
    default: false
    }
  }

  /// A load with an own strategy is over.
  func endOwn(_ plan: UInt32) {
    hosts[tables.strategies[Int(plans[plan].row)].host].end(plan)
  }

  private func view(of index: UInt32) -> StrategyLoad {
    let load = loads[index]
    let row = mediation(
      placeholder(load.session, Int(load.slot)),
      remoteConfig: load.flags.contains(.remoteConfig))
    return StrategyLoad(
      now: now, startedAt: load.startedAt, deadline: row.deadline.map { load.startedAt + $0 },
      entryCount: row.entryCount, compiled: compiled, firstEntry: row.firstEntry)
  }

  private func loadEvent(_ event: StrategyEvent?, of index: UInt32) -> LoadEvent? {
    func price(_ entry: Int) -> Double {
      Double(attempts[attempt(on: entry, of: index)].price) * 1e-6
    }
    switch event {
    case nil: return nil
    case .started: return .started
    case .filled(let entry): return .filled(entry: entry, price: price(entry))
    case .bid(let entry): return .bid(entry: entry, price: price(entry))
    case .failed(let entry, let reason): return .failed(entry: entry, reason)
    case .woke: return .woke
    case .token, .serverReached, .serverAnswered:
      preconditionFailure("a strategy of one's own holds no auction on a server")
    }
  }

  private func check(
    _ action: LoadAction, _ index: UInt32, _ machine: inout OwnMachine
  ) -> StrategyAction {
    switch action {
    case .attempt(let entry, let floor):
      guard machine.tries(entry), floor >= 0, floor <= Limits.price else { break }
      return .attempt(entry: entry, atLeast: UInt32((floor * 1e6).rounded()))
    case .ask(let entry):
      guard machine.tries(entry) else { break }
      return .ask(entry: entry)
    case .load(let entry):
      guard holds(.bidHeld, on: entry, of: index) else { break }
      return .load(entry: entry)
    case .cancel(let entry):
      guard attempt(on: entry, of: index) != noRecord else { break }
      return .cancel(entry: entry)
    case .wake(let delay):
      guard delay >= .zero else { break }
      return .wake(after: delay)
    case .accept(let entry):
      guard holds(.fillHeld, on: entry, of: index) else { break }
      return .accept(entry: entry)
    case .fail: return .fail(nil)
    case .wait:
      guard mayStillAct(index) else { break }
      return .wait
    }
    return .fail(.internalError)
  }

  private func holds(_ stage: AttemptRecord.Stage, on entry: Int, of index: UInt32) -> Bool {
    let attempt = attempt(on: entry, of: index)
    return attempt != noRecord && attempts[attempt].stage == stage
  }

  /// Whether anything will happen to a load whose strategy waits, but for its deadline.
  private func mayStillAct(_ index: UInt32) -> Bool {
    let plan = loads[index].plan
    if plans[plan].untold > 0 || plans[plan].wakeAt != .never { return true }
    var attempt = loads[index].attempts
    while attempt != noRecord && !attempts[attempt].stage.isAtWork {
      attempt = attempts[attempt].nextOfLoad
    }
    return attempt != noRecord
  }
}

/// What the engine remembers of a load under a strategy of one's own, to hold it to the rules.
struct OwnMachine: BitwiseCopyable {
  private let entries: Int
  private var tried = EntrySet()
  /// Decisions since the last event.
  private var decisions = 0

  init(entries: Int) { self.entries = entries }

  /// Marks an entry as tried; false when it cannot be.
  mutating func tries(_ entry: Int) -> Bool {
    guard entry >= 0, entry < entries, !tried.contains(entry) else { return false }
    tried.insert(entry)
    return true
  }

  /// Whether the strategy decides on and on without waiting.
  mutating func isStuck(_ event: StrategyEvent?) -> Bool {
    decisions = event == nil ? decisions + 1 : 0
    return decisions > 4 * entries + 16
  }
}
