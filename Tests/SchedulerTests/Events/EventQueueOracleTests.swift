import Scheduler
import Testing

/// How far ahead of the clock a trial schedules.
enum Increment: CaseIterable, Sendable {
  case exponential, uniform, bimodal, heavyTailed, oneInstant, fewInstants, longGaps, nearNever

  func draw(_ random: inout SeededGenerator, now: SimTime) -> SimDuration {
    let nanoseconds: Double =
      switch self {
      case .exponential: random.exponential(mean: 1e6)
      case .uniform: random.uniform() * 1e6
      case .bimodal: random.uniform() < 0.9 ? random.uniform() * 100 : 1e9 + random.uniform() * 1e6
      case .heavyTailed: min(1 / (random.uniform() * random.uniform()), 1e15)
      case .oneInstant: 0
      case .fewInstants: Double(random.below(3))
      case .longGaps: random.uniform() < 0.99 ? 0 : 1e14
      case .nearNever:
        Double((SimTime.never - now).nanoseconds - 1) * max(0, 0.999 - random.uniform())
      }
    return SimDuration(nanoseconds: Int64(nanoseconds))
  }
}

/// How often a trial does what, in parts of 100; the rest pops.
struct Mix: Sendable {
  var schedule = 50
  var cancel = 0
  var popThrough = 5
}

/// Runs one random program on a candidate and the oracle; says at which step they part, if they do.
func firstDifference<Candidate: PendingSet & ~Copyable>(
  _: Candidate.Type, seed: UInt64, steps: Int, increment: Increment, mix: Mix
) -> String? {
  var random = SeededGenerator(seed: seed)
  var candidate = Candidate()
  var oracle = SortedArrayQueue()
  var handles: [(candidate: EventHandle, oracle: EventHandle)] = []
  for step in 0..<steps {
    let dice = random.below(100)
    if dice < mix.schedule {
      let time = oracle.now + increment.draw(&random, now: oracle.now)
      let payload = random.next() >> 1
      if payload & 3 == 0 {
        candidate.post(at: time, payload: payload)
        oracle.post(at: time, payload: payload)
      } else {
        let handle = candidate.schedule(at: time, payload: payload)
        handles.append((handle, oracle.schedule(at: time, payload: payload)))
      }
    } else if dice < mix.schedule + mix.cancel, !handles.isEmpty {
      // Mostly recent ones, so that most are still pending.
      let index = max(0, handles.count - 1 - random.below(min(handles.count, 64)))
      let pair = handles[index]
      if candidate.isPending(pair.candidate) != oracle.isPending(pair.oracle) {
        return "isPending at step \(step)"
      }
      if candidate.cancel(pair.candidate) != oracle.cancel(pair.oracle) {
        return "cancel at step \(step)"
      }
    } else if dice < mix.schedule + mix.cancel + mix.popThrough {
      let limit = oracle.now + increment.draw(&random, now: oracle.now)
      if candidate.popNext(through: limit) != oracle.popNext(through: limit) {
        return "popNext(through:) at step \(step)"
      }
    } else {
      if candidate.nextTime() != oracle.nextTime() { return "nextTime at step \(step)" }
      if candidate.popNext() != oracle.popNext() { return "popNext at step \(step)" }
    }
    if candidate.pendingCount != oracle.pendingCount { return "pendingCount at step \(step)" }
    if candidate.now != oracle.now { return "now at step \(step)" }
  }
  while let expected = oracle.popNext() {
    if candidate.popNext() != expected { return "draining, \(oracle.pendingCount) left" }
  }
  return candidate.popNext() == nil ? nil : "an event the oracle does not have"
}

@Suite("The event queue against a sorted array")
struct EventQueueOracleTests {
  @Test("Any mix of increments pops in the order of the oracle", arguments: Increment.allCases)
  func increments(_ increment: Increment) {
    for seed in 1...8 as ClosedRange<UInt64> {
      let difference = firstDifference(
        EventQueue.self, seed: seed, steps: 1_500, increment: increment,
        mix: Mix(schedule: 55, cancel: 5))
      #expect(difference == nil, "seed \(seed), \(increment)")
    }
  }

  @Test("Cancelling nine of ten leaves the order of the oracle", arguments: Increment.allCases)
  func cancelHeavy(_ increment: Increment) {
    for seed in 101...104 as ClosedRange<UInt64> {
      let difference = firstDifference(
        EventQueue.self, seed: seed, steps: 4_000, increment: increment,
        mix: Mix(schedule: 50, cancel: 45, popThrough: 1))
      #expect(difference == nil, "seed \(seed), \(increment)")
    }
  }

  @Test("Short programs of every mix agree with the oracle")
  func randomPrograms() {
    for seed in 1_000..<1_400 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let increment = Increment.allCases[random.below(Increment.allCases.count)]
      let schedule = 20 + random.below(60)
      let mix = Mix(schedule: schedule, cancel: random.below(90 - schedule), popThrough: 5)
      let difference = firstDifference(
        EventQueue.self, seed: seed, steps: 120, increment: increment, mix: mix)
      #expect(difference == nil, "seed \(seed), \(increment), \(mix)")
    }
  }

  @Test("The harness finds a set that breaks ties the wrong way")
  func harnessFindsLastInFirstOut() {
    let difference = firstDifference(
      LastInFirstOut.self, seed: 1, steps: 200, increment: .fewInstants, mix: Mix())
    #expect(difference != nil)
  }
}

/// A wrong candidate: orders by time, but the last scheduled of one instant leaves first.
private struct LastInFirstOut: PendingSet {
  private var entries: [(time: SimTime, handle: EventHandle, payload: UInt64)] = []
  private var sequence: UInt64 = 0
  private(set) var now = SimTime.zero

  var pendingCount: Int { entries.count }

  mutating func schedule(at time: SimTime, payload: UInt64) -> EventHandle {
    sequence += 1
    let index = entries.firstIndex { $0.time < time } ?? entries.count
    entries.insert((time, EventHandle(rawValue: sequence), payload), at: index)
    return EventHandle(rawValue: sequence)
  }

  mutating func post(at time: SimTime, payload: UInt64) { _ = schedule(at: time, payload: payload) }

  mutating func cancel(_ handle: EventHandle) -> Bool {
    let before = entries.count
    entries.removeAll { $0.handle == handle }
    return entries.count < before
  }

  func isPending(_ handle: EventHandle) -> Bool { entries.contains { $0.handle == handle } }

  mutating func popNext() -> Event? {
    guard let entry = entries.popLast() else { return nil }
    now = entry.time
    return Event(time: entry.time, payload: entry.payload)
  }

  mutating func popNext(through limit: SimTime) -> Event? {
    guard let time = nextTime(), time <= limit else { return nil }
    return popNext()
  }

  mutating func nextTime() -> SimTime? { entries.last?.time }
}
