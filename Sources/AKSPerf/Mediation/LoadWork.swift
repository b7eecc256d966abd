/// What loads have still to do at this instant, in the order in which it came up.
///
/// Where nothing takes time one attempt follows another, and one load another, within one event.
/// What follows stands in line here and not on the stack, so its depth does not grow with the
/// waterfall, the slot's depth or the number of refills. It allocates only when the line grows.
struct LoadWork {
  enum Item: Equatable, BitwiseCopyable {
    /// A load does what its waterfall has decided.
    case perform(WaterfallMachine.Action, load: UInt32)
    /// The next entry of the waterfall inside an attempt's network is asked.
    case inner(attempt: UInt32)
    /// A load's strategy is told of an event, unless that load has ended by then.
    case tell(StrategyEvent, load: UInt32, serial: UInt32)
    /// A slot is filled up, if it has room by then.
    case topUp(session: UInt32, slot: UInt16)
  }

  private var items: [Item] = []
  private var first = 0

  var isEmpty: Bool { first == items.count }

  mutating func add(_ item: Item) { items.append(item) }

  /// Takes what has stood in line longest.
  mutating func next() -> Item? {
    guard first < items.count else { return nil }
    let item = items[first]
    first += 1
    if first == items.count {
      removeAll()
    } else if first == 1024 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    first = 0
  }
}

extension World {
  /// Does what the waterfall of a load has decided: now, or after what stands in line already.
  mutating func perform(_ action: WaterfallMachine.Action, of index: UInt32) {
    work(on: .perform(action, load: index))
  }

  /// Tells the strategy of a load of an event: now, or after what stands in line already.
  mutating func tell(_ event: StrategyEvent, load index: UInt32) {
    plans[loads[index].plan].untold += 1
    work(on: .tell(event, load: index, serial: plans[loads[index].plan].serial))
  }

  /// Loads until the slot is full, one load at a time, if the placeholder refills at all.
  mutating func topUp(_ session: UInt32, _ slot: Int) {
    if refill(session, slot).isEmpty { return }
    work(on: .topUp(session: session, slot: UInt16(slot)))
  }

  /// The outermost call does the work and all that follows from it; others put theirs in line.
  mutating func work(on item: LoadWork.Item) {
    if isWorking {
      loadWork.add(item)
      return
    }
    isWorking = true
    carryOut(item)
    finishWork()
    isWorking = false
  }

  /// Does what stands in line and what follows from it, unless it has no end at this instant.
  mutating func finishWork() {
    let outer = isWorking
    isWorking = true
    while let item = loadWork.next() {
      if events >= endlessAt { isEndless = true }
      if isEndless {
        loadWork.removeAll()
        break
      }
      carryOut(item)
    }
    isWorking = outer
  }

  private mutating func carryOut(_ item: LoadWork.Item) {
    switch item {
    case .perform(.attempt(let entry), let load): startAttempt(load: load, entry: entry)
    case .perform(.succeed, _): preconditionFailure("a fill is handed over with its attempt")
    case .perform(.fail(let reason), let load): endLoad(load, reason: reason)
    case .inner(let attempt): startInner(of: attempt)
    case .tell(let event, let load, let serial): follow(event, of: load, serial: serial)
    case .topUp(let session, let slot): fillUp(session, Int(slot))
    }
  }

  private mutating func fillUp(_ session: UInt32, _ slot: Int) {
    // The step that an ad was shown to may have run on to the session's end.
    guard sessions.isLive(session) else { return }
    let record = sessions[session, slot: slot]
    guard record.state.inFlight == 0, record.backoff == noRecord,
      hasRoom(session, slot)
    else { return }
    callLoad(session, slot)
  }
}
