import Scheduler

/// Loads whose strategy is not sequential: what their strategies are told and what they decide.
///
/// The engine keeps the rules that hold in every strategy: timeouts, the deadline, floors, and
/// what becomes of fills that are not the result.
extension World {
  /// Begins the course of a load whose adapters are ready.
  mutating func startStrategy(_ index: UInt32, row: Int32) {
    let strategy = tables.strategies[Int(row)]
    let explored = strategy.code == .adaptive ? exploredEntry(of: index, strategy) : nil
    planSerial &+= 1
    // A record out of use has the number 0.
    if planSerial == 0 { planSerial = 1 }
    loads[index].plan = plans.take(
      PlanRecord(
        load: index, row: row, serial: planSerial,
        machine: strategy.machine(exploring: explored), at: now))
    tell(.started, load: index)
  }

  /// Tells a load's strategy of an event and does what it decides, until it waits or ends.
  mutating func follow(_ event: StrategyEvent, of index: UInt32, serial: UInt32) {
    let plan = loads[index].plan
    // What happened at the same instant may have ended the load.
    guard plan != noRecord, plans[plan].serial == serial else { return }
    plans[plan].untold -= 1
    if isPast(event, of: index) { return }
    if case .failed(_, let reason) = event { plans[plan].note(failure: reason) }
    var told: StrategyEvent? = event
    while true {
      let action = decide(plan, told)
      told = nil
      switch action {
      case .attempt(let entry, let atLeast):
        startAttempt(load: index, entry: entry, atLeast: atLeast)
      case .cancel(let entry): cancel(entry, of: index)
      case .ask(let entry):
        let isServerSide = tables.strategies[Int(plans[plan].row)].isServerSide
        startAttempt(
          load: index, entry: entry, flags: isServerSide ? [.bidder, .viaServer] : .bidder)
      case .load(let entry): loadBid(of: entry, load: index)
      case .callServer: callServer(of: index)
      case .askBidders: askBidders(of: index)
      case .answerClient: answerClient(of: index)
      case .closed: closeAuction(of: index)
      case .timeOut(let reason): timeOut(index, reason)
      case .wake(let delay): plans[plan].wakeAt = now + delay
      case .accept(let entry):
        accept(entry, of: index)
        return
      case .fail(let reason):
        giveUpAttempts(of: index, reason: .cancelled)
        endLoad(index, reason: reason ?? plans[plan].commonReason ?? .exhausted)
        return
      case .wait:
        if case .filled(let entry) = event { countHeld(entry, of: index) }
        watch(load: index)
        return
      }
    }
  }

  private mutating func decide(_ plan: UInt32, _ event: StrategyEvent?) -> StrategyAction {
    let record = plans[plan]
    if case .own = record.machine { return decideOwn(plan, event) }
    var machine = record.machine
    let action = machine.decide(event, facts(of: record.load)) { entry in
      index(of: entry, load: record.load, row: record.row)
    }
    plans[plan].machine = machine
    return action
  }

  /// The best of the bids and ads that a load holds.
  func facts(of index: UInt32) -> StrategyFacts {
    var facts = StrategyFacts()
    var attempt = loads[index].attempts
    while attempt != noRecord {
      let offer = Offer(entry: entry(of: attempts[attempt]), price: attempts[attempt].price)
      switch attempts[attempt].stage {
      case .fillHeld: if facts.bestFill.map(offer.precedes) ?? true { facts.bestFill = offer }
      case .bidHeld: if facts.bestBid.map(offer.precedes) ?? true { facts.bestBid = offer }
      default: break
      }
      attempt = attempts[attempt].nextOfLoad
    }
    return facts
  }

  /// The position of an attempt's entry in its waterfall.
  func entry(of attempt: AttemptRecord) -> Int {
    Int(attempt.row)
      - firstEntry(
        placeholder(attempt.session, Int(attempt.slot)), remoteConfig: attempt.remoteConfig)
  }

  /// A load's attempt on an entry; `noRecord` when it has none under way.
  func attempt(on entry: Int, of index: UInt32) -> UInt32 {
    var attempt = loads[index].attempts
    while attempt != noRecord && self.entry(of: attempts[attempt]) != entry {
      attempt = attempts[attempt].nextOfLoad
    }
    return attempt
  }

  /// When a load's strategy is woken; never if it has not asked for it.
  @inline(__always)
  func wakeTime(of index: UInt32) -> SimTime {
    loads[index].plan == noRecord ? .never : plans[loads[index].plan].wakeAt
  }

  /// The time that a load's strategy asked for is over.
  mutating func strategyWoke(_ index: UInt32) {
    plans[loads[index].plan].wakeAt = .never
    note(.timerFired, session: loads[index].session, network: Int(loads[index].slot))
    tell(.woke, load: index)
  }

  /// An attempt that its load waits for has ended without an ad.
  mutating func attemptFailed(_ attempt: AttemptRecord, of load: UInt32, _ reason: Reason) {
    let cause = reason == .belowFloor ? .noFill : reason
    if loads[load].plan == noRecord {
      perform(loads[load].machine.attemptFailed(cause), of: load)
    } else {
      if reason.isOfNetwork { learn(from: attempt, filled: false) }
      tell(.failed(entry: entry(of: attempt), cause), load: load)
    }
  }

  /// Gives up the attempts of a load that are still at work.
  private mutating func timeOut(_ index: UInt32, _ reason: Reason) {
    var attempt = loads[index].attempts
    while attempt != noRecord {
      let next = attempts[attempt].nextOfLoad
      if attempts[attempt].stage.isAtWork {
        giveUp(attempt: attempt, outcome: .timeout, reason: reason)
        plans[loads[index].plan].note(failure: reason)
      }
      attempt = next
    }
  }

  private mutating func countHeld(_ entry: Int, of index: UInt32) {
    let held = attempt(on: entry, of: index)
    // A strategy of one's own may have given it up at once.
    guard held != noRecord else { return }
    let attempt = attempts[held]
    count(if: attempt.counted, .fillsHeld, cell(of: attempt), from: attempt.startedAt)
  }

  /// A load is over: its strategy has nothing more to say.
  mutating func endStrategy(of index: UInt32) {
    let plan = loads[index].plan
    if plans[plan].exchange != noRecord { hangUp(plan) }
    if case .own = plans[plan].machine { endOwn(plan) }
    plans[plan].serial = 0
    plans.giveBack(plan)
  }
}
