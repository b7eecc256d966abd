/// What cancels one scheduled event: a number no other event of the queue ever has.
@frozen
public struct EventHandle: Hashable, Sendable {
  /// Zero for `none`; otherwise above zero.
  public let rawValue: UInt64

  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The handle of no event; never pending, and cancelling it does nothing.
  @inlinable public static var none: EventHandle { EventHandle(rawValue: 0) }
}

/// An event that came due: when, and the 64 bits given when it was scheduled.
@frozen
public struct Event: Hashable, Sendable {
  public let time: SimTime
  public let payload: UInt64

  @inlinable
  public init(time: SimTime, payload: UInt64) {
    self.time = time
    self.payload = payload
  }
}

/// The pending events of one run and its clock, in order of (time, insertion sequence).
///
/// Events of one instant leave first-in first-out, those scheduled at the current instant last.
/// Schedule, pop and cancel are O(1) amortised, flat in the number pending, and allocate nothing
/// while that stays below its peak. 32 bytes a pending event, 16 if it cannot be cancelled, plus
/// bounded garbage of cancelled ones.
///
/// Limits: 2²⁸ − 1 events pending that can be cancelled, trapping beyond. Traps, naming both times,
/// on scheduling before `now`. It runs nothing: the loop that pops belongs to the model.
public struct EventQueue: ~Copyable {
  private var kernel: EventQueueKernel

  /// The time of the last event popped, or the one last advanced to.
  public private(set) var now = SimTime.zero

  /// Makes an empty queue at time zero.
  ///
  /// - Parameter minimumCapacity: Events held without growing.
  public init(minimumCapacity: Int = 0) {
    self.init(minimumCapacity: minimumCapacity, firstGeneration: 1)
  }

  /// Makes an empty queue whose slots begin with `firstGeneration`, to test the last one.
  package init(minimumCapacity: Int, firstGeneration: UInt64) {
    kernel = EventQueueKernel(minimumCapacity: minimumCapacity, firstGeneration: firstGeneration)
  }

  /// The last generation of a slot; it is not used again after that.
  package static var lastGeneration: UInt64 { EventSlots.lastGeneration }

  /// Events scheduled and neither popped nor cancelled.
  public var pendingCount: Int { kernel.liveCount }

  public var isEmpty: Bool { kernel.liveCount == 0 }

  /// Entries held for events pending and for cancelled ones not yet dropped.
  package var entryCount: Int { kernel.entryCount }

  /// Bytes of storage held, whether touched or not.
  package var capacityInBytes: Int { kernel.capacityInBytes }

  /// Adds an event; traps when `time` is before `now`, and when it is `SimTime.never`.
  @discardableResult
  public mutating func schedule(at time: SimTime, payload: UInt64) -> EventHandle {
    if time < now { Self.failPast(time, now: now) }
    if time == .never { Self.failNever(now: now) }
    let key = kernel.insert(time: UInt64(bitPattern: time.nanoseconds), payload: payload)
    return EventHandle(rawValue: key)
  }

  /// Adds an event that cannot be cancelled, at half the memory; traps as `schedule` does.
  ///
  /// - Parameter payload: Below 2⁶³, else it traps.
  public mutating func post(at time: SimTime, payload: UInt64) {
    if time < now { Self.failPast(time, now: now) }
    if time == .never { Self.failNever(now: now) }
    if payload >= 1 << 63 { Self.failPayload(payload) }
    kernel.post(time: UInt64(bitPattern: time.nanoseconds), payload: payload)
  }

  /// Takes a pending event back; false when it was popped or cancelled, or is `none`.
  @discardableResult
  public mutating func cancel(_ handle: EventHandle) -> Bool { kernel.cancel(handle.rawValue) }

  /// True while the event is neither popped nor cancelled.
  public func isPending(_ handle: EventHandle) -> Bool { kernel.holds(handle.rawValue) }

  /// Removes the first event and moves `now` to it; nil when none is pending.
  public mutating func popNext() -> Event? { popNext(through: .never) }

  /// Removes the first event if it is due at `limit` or before; otherwise nil, and `now` stays.
  public mutating func popNext(through limit: SimTime) -> Event? {
    guard let first = kernel.removeFirst(through: UInt64(bitPattern: limit.nanoseconds)) else {
      return nil
    }
    now = SimTime(nanoseconds: Int64(bitPattern: first.time))
    return Event(time: now, payload: first.payload)
  }

  /// Whether the queue looks for the events that are due next; false at first.
  ///
  /// A model whose state is larger than the caches may then read what they need in advance, so that
  /// its waits for memory overlap: group prefetching (Chen, Ailamaki, Gibbons and Mowry, "Improving
  /// Hash Join Performance through Prefetching", 2004).
  public var looksAhead: Bool {
    get { kernel.upcoming.isWanted }
    set { kernel.upcoming.isWanted = newValue }
  }

  /// The most events that are found due next at once.
  public static var mostUpcoming: Int { EventBuckets.chunkEntries }

  /// Events that a removal has found due next and that were not forgotten.
  public var upcomingCount: Int { kernel.upcoming.count }

  /// The payload of an event that is due next, in no order; a hint, as it may yet be cancelled.
  ///
  /// - Parameter position: From 0 to below `upcomingCount`; traps otherwise.
  public func upcoming(_ position: Int) -> UInt64 { kernel.upcoming[position] }

  /// Forgets the events that were found due next.
  public mutating func forgetUpcoming() { kernel.upcoming.removeAll() }

  /// The time of the first event pending, nil when there is none; O(n) in the worst case.
  public func nextTime() -> SimTime? {
    kernel.firstTime().map { SimTime(nanoseconds: Int64(bitPattern: $0)) }
  }

  /// Moves `now` forward to `time`; traps when that is in the past or would pass a pending event.
  public mutating func advance(to time: SimTime) {
    if time < now { Self.failPast(time, now: now) }
    if let next = nextTime(), next < time { Self.failSkip(time, next: next) }
    now = time
  }

  @inline(never)
  private static func failPast(_ time: SimTime, now: SimTime) -> Never {
    fatalError("\(time.nanoseconds) ns is in the past: now is \(now.nanoseconds) ns")
  }

  @inline(never)
  private static func failNever(now: SimTime) -> Never {
    fatalError("an event scheduled at SimTime.never; now is \(now.nanoseconds) ns")
  }

  @inline(never)
  private static func failPayload(_ payload: UInt64) -> Never {
    fatalError("a posted payload of 2^63 or above: \(payload)")
  }

  @inline(never)
  private static func failSkip(_ time: SimTime, next: SimTime) -> Never {
    fatalError(
      "advancing to \(time.nanoseconds) ns would pass the event at \(next.nanoseconds) ns")
  }
}
