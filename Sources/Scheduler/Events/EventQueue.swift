/// What cancels one scheduled event: a number no other event of the queue ever has.
@frozen
public struct EventHandle: Hashable, Sendable {
  /// Zero for `none`; otherwise above zero, larger for every later event.
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
/// Schedule and pop O(log n), the rest O(1) amortised; no allocation while the number pending stays
/// below its peak. 32 bytes a pending event, plus bounded garbage of cancelled ones.
///
/// Limits: 2²⁴ events pending at once and 2⁴⁰ scheduled in all, trapping beyond. Traps, naming both
/// times, on scheduling before `now`. It runs nothing: the loop that pops belongs to the model.
public struct EventQueue: ~Copyable {
  private var kernel: EventQueueKernel

  /// The time of the last event popped, or the one last advanced to.
  public private(set) var now = SimTime.zero

  /// Makes an empty queue at time zero.
  ///
  /// - Parameter minimumCapacity: Events held without growing.
  public init(minimumCapacity: Int = 0) {
    self.init(minimumCapacity: minimumCapacity, firstSequence: 1)
  }

  /// Makes an empty queue that numbers its events from `firstSequence`, to test the limit.
  package init(minimumCapacity: Int, firstSequence: UInt64) {
    kernel = EventQueueKernel(minimumCapacity: minimumCapacity, firstSequence: firstSequence)
  }

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

  /// Takes a pending event back; false when it was popped or cancelled, or is `none`.
  @discardableResult
  public mutating func cancel(_ handle: EventHandle) -> Bool { kernel.cancel(handle.rawValue) }

  /// True while the event is neither popped nor cancelled.
  public func isPending(_ handle: EventHandle) -> Bool { kernel.holds(handle.rawValue) }

  /// Removes the first event and moves `now` to it; nil when none is pending.
  public mutating func popNext() -> Event? {
    let time = kernel.firstTime()
    if time == .max { return nil }
    return takeFirst(time)
  }

  /// Removes the first event if it is due at `limit` or before; otherwise nil, and `now` stays.
  public mutating func popNext(through limit: SimTime) -> Event? {
    let time = kernel.firstTime()
    // No event has the largest time of the kernel, so an empty queue is later than any limit.
    if time > UInt64(bitPattern: limit.nanoseconds) { return nil }
    return takeFirst(time)
  }

  /// The time of the first event pending; nil when there is none.
  public mutating func nextTime() -> SimTime? {
    let time = kernel.firstTime()
    return time == .max ? nil : SimTime(nanoseconds: Int64(bitPattern: time))
  }

  /// Moves `now` forward to `time`; traps when that is in the past or would pass a pending event.
  public mutating func advance(to time: SimTime) {
    if time < now { Self.failPast(time, now: now) }
    if let next = nextTime(), next < time { Self.failSkip(time, next: next) }
    now = time
  }

  @inline(__always)
  private mutating func takeFirst(_ time: UInt64) -> Event {
    let instant = SimTime(nanoseconds: Int64(bitPattern: time))
    now = instant
    return Event(time: instant, payload: kernel.removeFirst())
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
  private static func failSkip(_ time: SimTime, next: SimTime) -> Never {
    fatalError(
      "advancing to \(time.nanoseconds) ns would pass the event at \(next.nanoseconds) ns")
  }
}
