import Scheduler
import Testing

@Suite("The event queue")
struct EventQueueTests {
  @Test("Events of one instant leave first-in first-out")
  func fifoAtOneInstant() {
    var queue = EventQueue()
    for payload in 0..<1_000 as Range<UInt64> { queue.schedule(at: at(7), payload: payload) }
    for payload in 0..<1_000 as Range<UInt64> {
      #expect(queue.popNext() == Event(time: at(7), payload: payload))
    }
    #expect(queue.popNext() == nil)
  }

  @Test("An event scheduled at the current instant leaves after those already there")
  func schedulingNow() {
    var queue = EventQueue()
    queue.schedule(at: at(5), payload: 1)
    queue.schedule(at: at(5), payload: 2)
    queue.schedule(at: at(6), payload: 4)
    #expect(queue.popNext()?.payload == 1)
    queue.schedule(at: queue.now, payload: 3)
    #expect(queue.popNext()?.payload == 2)
    #expect(queue.popNext() == Event(time: at(5), payload: 3))
    #expect(queue.popNext() == Event(time: at(6), payload: 4))
  }

  @Test("The clock is the time of the last event popped")
  func clock() {
    var queue = EventQueue()
    #expect(queue.now == .zero)
    queue.schedule(at: at(10), payload: 0)
    #expect(queue.nextTime() == at(10))
    #expect(queue.now == .zero)
    _ = queue.popNext()
    #expect(queue.now == at(10))
    #expect(queue.nextTime() == nil)
    #expect(queue.now == at(10))
    queue.advance(to: at(12))
    #expect(queue.now == at(12))
  }

  @Test("Popping through a limit takes what is due at it and nothing later")
  func popThrough() {
    var queue = EventQueue()
    queue.schedule(at: at(10), payload: 1)
    queue.schedule(at: at(11), payload: 2)
    #expect(queue.popNext(through: at(9)) == nil)
    #expect(queue.now == .zero)
    #expect(queue.popNext(through: at(10))?.payload == 1)
    #expect(queue.popNext(through: at(10)) == nil)
    #expect(queue.popNext(through: .never)?.payload == 2)
    #expect(queue.popNext(through: .never) == nil)
  }

  @Test("A cancelled event never leaves, and is cancelled once")
  func cancel() {
    var queue = EventQueue()
    let first = queue.schedule(at: at(1), payload: 1)
    let second = queue.schedule(at: at(2), payload: 2)
    #expect(queue.isPending(first) == true)
    #expect(queue.cancel(first) == true)
    #expect(queue.isPending(first) == false)
    #expect(queue.cancel(first) == false)
    #expect(queue.pendingCount == 1)
    #expect(queue.nextTime() == at(2))
    #expect(queue.popNext()?.payload == 2)
    #expect(queue.isPending(second) == false)
    #expect(queue.cancel(second) == false)
    #expect(queue.isEmpty == true)
  }

  @Test("The handle of no event, and a made-up one, cancel nothing")
  func noHandle() {
    var queue = EventQueue()
    #expect(queue.cancel(.none) == false)
    queue.schedule(at: at(1), payload: 1)
    #expect(queue.cancel(.none) == false)
    #expect(queue.cancel(EventHandle(rawValue: .max)) == false)
    #expect(queue.isPending(.none) == false)
    #expect(queue.pendingCount == 1)
  }

  @Test("A slot used again does not revive an old handle")
  func reuse() {
    var queue = EventQueue()
    let old = queue.schedule(at: at(1), payload: 1)
    queue.cancel(old)
    let new = queue.schedule(at: at(1), payload: 2)
    #expect(old != new)
    #expect(queue.isPending(old) == false)
    #expect(queue.cancel(old) == false)
    #expect(queue.isPending(new) == true)
    #expect(queue.popNext()?.payload == 2)
  }

  @Test("A million timeouts armed and cancelled do not grow the queue")
  func cancelledTimeouts() {
    var queue = EventQueue()
    for _ in 0..<100 { queue.schedule(at: at(1 << 50), payload: 0) }
    let before = queue.capacityInBytes
    var mostEntries = 0
    for n in 0..<1_000_000 as Range<Int64> {
      let handle = queue.schedule(at: at(1_000_000 + n), payload: 1)
      queue.cancel(handle)
      mostEntries = max(mostEntries, queue.entryCount)
    }
    #expect(queue.pendingCount == 100)
    #expect(mostEntries <= 2 * 100 + 258)
    #expect(queue.capacityInBytes <= before + 16 * 1_024)
  }

  @Test("A rolling window of timeouts keeps the queue within twice its size")
  func rollingTimeouts() {
    var queue = EventQueue()
    var window: [EventHandle] = []
    for n in 0..<1_000 as Range<Int64> {
      window.append(queue.schedule(at: at(1_000_000 + n), payload: 0))
    }
    for n in 0..<100_000 as Range<Int64> {
      let index = Int(n % 1_000)
      let wasPending = queue.cancel(window[index])
      window[index] = queue.schedule(at: at(2_000_000 + n), payload: 0)
      if !wasPending || queue.entryCount > 2 * 1_000 + 258 {
        Issue.record("round \(n): \(queue.entryCount) entries")
        return
      }
    }
    #expect(queue.pendingCount == 1_000)
  }

  @Test("Capacity asked for is there from the start, at 32 bytes an event and what slabs round up")
  func minimumCapacity() {
    var queue = EventQueue(minimumCapacity: 10_000)
    let before = queue.capacityInBytes
    #expect(before <= 32 * 10_000 + 128 * 1_024)
    for n in 0..<10_000 as Range<UInt64> { queue.schedule(at: at(1), payload: n) }
    #expect(queue.capacityInBytes == before)
    for n in 0..<10_000 as Range<UInt64> { queue.schedule(at: at(1), payload: n) }
    #expect(queue.capacityInBytes > before)
  }

  @Test("Memory follows the events pending, however often they move on")
  func memoryOfHolding() {
    var queue = EventQueue()
    var random = SeededGenerator(seed: 5)
    for n in 0..<50_000 as Range<UInt64> {
      queue.post(at: at(Int64(random.below(1_000_000_000))), payload: n)
    }
    for _ in 0..<500_000 {
      guard let event = queue.popNext() else { return }
      let time = event.time + SimDuration(nanoseconds: Int64(random.below(1_000_000_000)))
      queue.post(at: time, payload: event.payload)
    }
    // 16 bytes each, and a chunk of 1 kB that each of the 64 buckets may keep.
    #expect(queue.capacityInBytes < 50_000 * 17 + (64 + 128) * 1_024)
  }

  @Test("Events that cannot be cancelled keep their place among those that can")
  func posted() {
    var queue = EventQueue()
    queue.post(at: at(5), payload: 1)
    let second = queue.schedule(at: at(5), payload: 2)
    queue.post(at: at(5), payload: 1 << 63 - 1)
    queue.schedule(at: at(5), payload: .max)
    #expect(queue.pendingCount == 4)
    queue.cancel(second)
    let payloads = (0..<4).map { _ in queue.popNext()?.payload }
    #expect(payloads == [1, 1 << 63 - 1, .max, nil])
    #expect(queue.isEmpty == true)
  }

  @Test("An event may be scheduled before one that was found not yet due")
  func rewind() {
    var queue = EventQueue()
    // The cancelled event leads the search for what is due past the clock.
    let cancelled = queue.schedule(at: at(900), payload: 0)
    for n in 0..<8 as Range<UInt64> { queue.schedule(at: at(1_000 + Int64(n / 2)), payload: n) }
    queue.cancel(cancelled)
    #expect(queue.popNext(through: at(950)) == nil)
    #expect(queue.now == .zero)
    queue.schedule(at: at(10), payload: 20)
    queue.schedule(at: at(10), payload: 21)
    let payloads = (0..<11).map { _ in queue.popNext()?.payload }
    #expect(payloads == [20, 21, 0, 1, 2, 3, 4, 5, 6, 7, nil])
  }

  @Test("The last instant before never is an instant like any other")
  func lastInstant() {
    var queue = EventQueue()
    queue.schedule(at: at(.max - 1), payload: 2)
    queue.schedule(at: at(.max - 2), payload: 1)
    #expect(queue.popNext()?.payload == 1)
    #expect(queue.popNext(through: at(.max - 1))?.payload == 2)
    #expect(queue.now == at(.max - 1))
  }
}

@Suite("What the event queue refuses")
struct EventQueueTrapTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("Scheduling in the past traps and names both times")
  func past() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var queue = EventQueue()
      queue.advance(to: SimTime(nanoseconds: 1_234))
      queue.schedule(at: SimTime(nanoseconds: 1_233), payload: 0)
    }
    #expect(message(result).contains("1233 ns is in the past: now is 1234 ns"))
  }

  @Test("Advancing past a pending event traps and names both times")
  func skip() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var queue = EventQueue()
      queue.schedule(at: SimTime(nanoseconds: 50), payload: 0)
      queue.advance(to: SimTime(nanoseconds: 51))
    }
    #expect(message(result).contains("advancing to 51 ns would pass the event at 50 ns"))
  }

  @Test("Scheduling at never traps")
  func never() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var queue = EventQueue()
      queue.schedule(at: .never, payload: 0)
    }
    #expect(message(result).contains("SimTime.never"))
  }

  @Test("Posting a payload of 2^63 or above traps")
  func postedPayload() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var queue = EventQueue()
      queue.post(at: .zero, payload: 1 << 63)
    }
    #expect(message(result).contains("2^63"))
  }

  @Test("A slot whose generations are used up is not used again")
  func generations() {
    let last = EventQueue.lastGeneration
    var queue = EventQueue(minimumCapacity: 0, firstGeneration: last - 1)
    var handles: [EventHandle] = []
    for n in 0..<6 as Range<UInt64> {
      let handle = queue.schedule(at: .zero, payload: n)
      #expect(!handles.contains(handle))
      handles.append(handle)
      #expect(queue.popNext()?.payload == n)
      #expect(handles.allSatisfy { !queue.isPending($0) })
    }
    #expect(Set(handles).count == 6)
  }
}
