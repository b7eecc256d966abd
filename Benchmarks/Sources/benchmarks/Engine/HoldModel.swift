import Scheduler

/// The hold model: the first event leaves and comes back later, with as many pending all the time.
///
/// Jones, "An empirical comparison of priority-queue and event-set implementations" (1986).
struct HoldModel {
  var law: Law
  /// Events pending.
  var size: Int
  /// Holds before the clock starts, which let the law settle.
  var warm: Int
  /// Holds that are timed.
  var holds: Int

  struct Outcome {
    var nanoseconds: Double
    var checksum: PopChecksum
  }

  /// Runs the model on the engine's pending-event set.
  func run(_ increments: [Int64]) -> Outcome {
    var queue = EventQueue(minimumCapacity: size)
    var state = State(increments: increments)
    if law == .cancelHeavy {
      fillWithTimeouts(&queue, &state)
      Self.cancel(&queue, &state, warm)
    } else {
      for _ in 0..<size { state.schedule(&queue, payload: UInt64(state.step)) }
      Self.hold(&queue, &state, warm)
    }
    let start = ContinuousClock.now
    if law == .cancelHeavy {
      Self.cancel(&queue, &state, holds)
    } else {
      Self.hold(&queue, &state, holds)
    }
    let elapsed = ContinuousClock.now - start
    return Outcome(
      nanoseconds: elapsed / .nanoseconds(1) / Double(holds), checksum: state.checksum)
  }

  /// What goes on from hold to hold.
  private struct State {
    let increments: [Int64]
    var step = 0
    var checksum = PopChecksum()
    /// By session, for the cancel-heavy law.
    var timeouts: [EventHandle] = []

    init(increments: [Int64]) { self.increments = increments }

    /// Schedules an event one increment after now.
    @inline(__always)
    mutating func schedule(_ queue: inout EventQueue, payload: UInt64) {
      let increment = increments[step & (increments.count &- 1)]
      queue.schedule(at: queue.now + SimDuration(nanoseconds: increment), payload: payload)
      step &+= 1
    }
  }

  private static func hold(_ queue: inout EventQueue, _ state: inout State, _ count: Int) {
    for _ in 0..<count {
      guard let event = queue.popNext() else { return }
      state.checksum.add(event.time, event.payload)
      state.schedule(&queue, payload: event.payload)
    }
  }

  private func fillWithTimeouts(_ queue: inout EventQueue, _ state: inout State) {
    for session in 0..<UInt64(size / 2) {
      state.schedule(&queue, payload: 2 * session)
      state.timeouts.append(
        queue.schedule(at: .zero + Law.timeout, payload: 2 * session + 1))
    }
  }

  private static func cancel(_ queue: inout EventQueue, _ state: inout State, _ count: Int) {
    for _ in 0..<count {
      guard let event = queue.popNext() else { return }
      state.checksum.add(event.time, event.payload)
      let session = Int(event.payload >> 1)
      if event.payload & 1 == 0 {
        queue.cancel(state.timeouts[session])
        state.schedule(&queue, payload: event.payload)
      } else {
        state.step &+= 1
      }
      state.timeouts[session] = queue.schedule(
        at: event.time + Law.timeout, payload: event.payload | 1)
    }
  }
}
