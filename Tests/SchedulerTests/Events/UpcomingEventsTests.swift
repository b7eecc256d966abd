import Scheduler
import Testing

@Suite("Events that are due next")
struct UpcomingEventsTests {
  private func upcoming(_ queue: borrowing EventQueue) -> [UInt64] {
    (0..<queue.upcomingCount).map { queue.upcoming($0) }
  }

  /// Forty events of one bucket: their times differ from each other in the last three digits only.
  private func filled() -> EventQueue {
    var queue = EventQueue()
    for k in 0..<40 as Range<UInt64> {
      let time = SimTime(nanoseconds: Int64(0x1000 + 0x61 * k))
      if k.isMultiple(of: 2) {
        queue.post(at: time, payload: k)
      } else {
        queue.schedule(at: time, payload: k)
      }
    }
    return queue
  }

  @Test("nothing is looked for unless it is asked for")
  func offAtFirst() {
    var queue = filled()
    let looksAhead = queue.looksAhead
    _ = queue.popNext()
    let count = queue.upcomingCount
    #expect(!looksAhead && count == 0)
  }

  @Test("a short bucket is found whole, once, without the events that were cancelled")
  func shortBucket() {
    var queue = filled()
    let cancelled = queue.schedule(at: SimTime(nanoseconds: 0x1FFF), payload: 99)
    queue.schedule(at: SimTime(nanoseconds: 0x2000), payload: 100)
    queue.cancel(cancelled)
    queue.looksAhead = true
    #expect(queue.popNext()?.payload == 0)
    #expect(upcoming(queue) == Array(0..<40))
    queue.forgetUpcoming()
    for payload in 1..<40 as Range<UInt64> {
      #expect(queue.popNext()?.payload == payload)
      let count = queue.upcomingCount
      #expect(count == 0)
    }
    #expect(queue.popNext()?.payload == 100)
  }

  @Test("a bucket longer than a chunk is found in the parts that it falls into")
  func longBucket() {
    var queue = EventQueue()
    for k in 0..<640 as Range<UInt64> {
      queue.post(at: SimTime(nanoseconds: Int64(0x10000 + 0x60 * k)), payload: k)
    }
    queue.looksAhead = true
    var found: [UInt64] = []
    while queue.popNext() != nil {
      let count = queue.upcomingCount
      #expect(count <= EventQueue.mostUpcoming)
      found += upcoming(queue)
      queue.forgetUpcoming()
    }
    // The first three are at once in buckets of their own, which are not looked into.
    #expect(found == Array(3..<640))
  }

  @Test("looking ahead changes no order", arguments: Increment.allCases)
  func order(_ increment: Increment) {
    for seed in 1...4 as ClosedRange<UInt64> {
      let difference = firstDifference(
        LookingAhead.self, seed: seed, steps: 1_500, increment: increment,
        mix: Mix(schedule: 55, cancel: 15))
      #expect(difference == nil, "seed \(seed), \(increment)")
    }
  }
}

/// An event queue that looks ahead from the start.
private struct LookingAhead: PendingSet, ~Copyable {
  private var queue = EventQueue(minimumCapacity: 0)

  init() { queue.looksAhead = true }

  var now: SimTime { queue.now }
  var pendingCount: Int { queue.pendingCount }
  mutating func schedule(at time: SimTime, payload: UInt64) -> EventHandle {
    queue.schedule(at: time, payload: payload)
  }
  mutating func post(at time: SimTime, payload: UInt64) { queue.post(at: time, payload: payload) }
  mutating func cancel(_ handle: EventHandle) -> Bool { queue.cancel(handle) }
  func isPending(_ handle: EventHandle) -> Bool { queue.isPending(handle) }
  mutating func popNext() -> Event? { queue.popNext() }
  mutating func popNext(through limit: SimTime) -> Event? { queue.popNext(through: limit) }
  mutating func nextTime() -> SimTime? { queue.nextTime() }
}
