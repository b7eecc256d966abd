import Scheduler

/// What any set of pending events must do, so that each candidate meets the same oracle.
protocol PendingSet: ~Copyable {
  init()
  var now: SimTime { get }
  var pendingCount: Int { get }
  mutating func schedule(at time: SimTime, payload: UInt64) -> EventHandle
  mutating func post(at time: SimTime, payload: UInt64)
  mutating func cancel(_ handle: EventHandle) -> Bool
  func isPending(_ handle: EventHandle) -> Bool
  mutating func popNext() -> Event?
  mutating func popNext(through limit: SimTime) -> Event?
  mutating func nextTime() -> SimTime?
}

extension EventQueue: PendingSet {
  init() { self.init(minimumCapacity: 0) }
}

/// The oracle: an array kept sorted by (time, insertion sequence), the last element first due.
struct SortedArrayQueue: PendingSet {
  private struct Entry {
    let time: SimTime
    let sequence: UInt64
    let payload: UInt64
  }

  private var entries: [Entry] = []
  private var sequence: UInt64 = 0
  private(set) var now = SimTime.zero

  init() {}

  var pendingCount: Int { entries.count }

  mutating func schedule(at time: SimTime, payload: UInt64) -> EventHandle {
    sequence += 1
    let entry = Entry(time: time, sequence: sequence, payload: payload)
    // Everything at this time or before stays above: it leaves first.
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].time > time { low = middle + 1 } else { high = middle }
    }
    entries.insert(entry, at: low)
    return EventHandle(rawValue: sequence)
  }

  mutating func post(at time: SimTime, payload: UInt64) { _ = schedule(at: time, payload: payload) }

  mutating func cancel(_ handle: EventHandle) -> Bool {
    guard let index = entries.firstIndex(where: { $0.sequence == handle.rawValue }) else {
      return false
    }
    entries.remove(at: index)
    return true
  }

  func isPending(_ handle: EventHandle) -> Bool {
    entries.contains { $0.sequence == handle.rawValue }
  }

  mutating func popNext() -> Event? {
    guard let entry = entries.popLast() else { return nil }
    now = entry.time
    return Event(time: entry.time, payload: entry.payload)
  }

  mutating func popNext(through limit: SimTime) -> Event? {
    guard let entry = entries.last, entry.time <= limit else { return nil }
    return popNext()
  }

  mutating func nextTime() -> SimTime? { entries.last?.time }
}
