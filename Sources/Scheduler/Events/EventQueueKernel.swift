/// The storage of the event queue: a monotone radix heap with first-in first-out buckets.
///
/// The time is a number of sixteen hexadecimal digits. An entry lies at the level of the highest
/// digit in which its time differs from `base`, in the bucket of the value of that digit; what is
/// due at `base` at the lowest level, where a bucket has one time alone. `base` only moves forward,
/// to the least time of the first bucket, whose entries then go to lower levels, each at most 15
/// times. Entries of one time are always in one bucket and never overtake each other, so the order
/// is exactly (time, insertion) without a sequence number. (Ahuja, Mehlhorn, Orlin and Tarjan,
/// "Faster Algorithms for the Shortest Path Problem", 1990.) Cancelling frees the event's slot and
/// leaves its entry stale; once there are more than half as many stale entries as live ones, and
/// `staleAllowance`, they are dropped.
///
/// Units: times in nanoseconds. Insert O(1), remove O(16) amortised and a few steps in practice,
/// cancel O(1) amortised. Memory: 32 to 40 bytes a pending event, by the stale entries; 16 for one
/// that cannot be cancelled.
struct EventQueueKernel: ~Copyable {
  /// Stale entries that never cause a rebuild, so that small queues are left alone.
  static var staleAllowance: Int { 256 }

  private var buckets: EventBuckets
  private var slots: EventSlots
  private var base: UInt64 = 0
  /// Events that are due next, when they are looked for.
  var upcoming = UpcomingEvents()
  /// Up to when they have been looked for.
  private var upcomingThrough: UInt64 = 0
  /// Pending events that cannot be cancelled.
  private var postedCount = 0

  init(minimumCapacity: Int, firstGeneration: UInt64) {
    precondition(minimumCapacity >= 0, "a negative capacity")
    buckets = EventBuckets(minimumCapacity: minimumCapacity)
    slots = EventSlots(minimumCapacity: minimumCapacity, firstGeneration: firstGeneration)
  }

  /// Events that are neither removed nor cancelled.
  var liveCount: Int { slots.liveCount &+ postedCount }

  /// Entries in the buckets, stale ones included.
  var entryCount: Int { buckets.entryCount }

  /// Bytes of storage held, touched or not.
  var capacityInBytes: Int { buckets.capacityInBytes + slots.capacityInBytes }

  /// Adds an event after all others of its instant and returns its key; O(1).
  @inline(__always)
  mutating func insert(time: UInt64, payload: UInt64) -> UInt64 {
    if time < base { rewind(to: time) }
    let key = slots.take(payload)
    buckets.append(EventEntry(time: time, key: key), to: Self.bucket(of: time, base: base))
    return key
  }

  /// Adds an event that cannot be cancelled after all others of its instant; O(1).
  ///
  /// - Parameter payload: Below 2⁶³.
  @inline(__always)
  mutating func post(time: UInt64, payload: UInt64) {
    if time < base { rewind(to: time) }
    postedCount &+= 1
    buckets.append(
      EventEntry(time: time, payload: payload), to: Self.bucket(of: time, base: base))
  }

  /// True while the event of `key` is neither removed nor cancelled; O(1).
  func holds(_ key: UInt64) -> Bool { slots.holds(key) }

  /// Frees the event of `key`; false when there is none. O(1), amortised over rebuilds.
  @inline(__always)
  mutating func cancel(_ key: UInt64) -> Bool {
    guard key != 0, slots.giveBack(key) != nil else { return false }
    let stale = buckets.entryCount &- liveCount
    if stale > liveCount / 2 &+ Self.staleAllowance { dropStale() }
    return true
  }

  /// Removes the first event if it is due at `limit` or before.
  @inline(__always)
  mutating func removeFirst(through limit: UInt64) -> (time: UInt64, payload: UInt64)? {
    while let bucket = buckets.firstOccupied {
      // Of a stale entry it is too low, which only lets `base` stop there on its way.
      let time = buckets.leastTime(of: bucket)
      if time > limit { return nil }
      base = time
      if bucket >= EventBuckets.levelWidth && !buckets.holdsOne(bucket) {
        if upcoming.isWanted && time > upcomingThrough { lookAhead(bucket, from: time) }
        buckets.redistribute(bucket) { Self.bucket(of: $0.time, base: time) }
        continue
      }
      let entry = buckets.takeFirst(of: bucket)
      base = entry.time
      if let payload = entry.postedPayload {
        postedCount &-= 1
        return (entry.time, payload)
      }
      if let payload = slots.giveBack(entry.word) { return (entry.time, payload) }
    }
    return nil
  }

  /// Notes the events of a bucket that is short, which are due next.
  @inline(never)
  private mutating func lookAhead(_ bucket: Int, from time: UInt64) {
    upcoming.removeAll()
    let isShort = buckets.readShort(bucket) { entry in
      if let payload = entry.postedPayload ?? slots.payload(of: entry.word) {
        upcoming.append(payload)
      }
    }
    guard isShort else { return }
    let digits = UInt64(bucket &>> EventBuckets.digitBits)
    upcomingThrough = time | (1 &<< (digits &* UInt64(EventBuckets.digitBits)) &- 1)
  }

  /// The time of the first event; nil when there is none. O(buckets + entries of its bucket).
  func firstTime() -> UInt64? {
    for bucket in 0..<EventBuckets.count where buckets.isOccupied(bucket) {
      if let time = buckets.leastTime(of: bucket, pendingIn: slots) { return time }
    }
    return nil
  }

  @inline(__always)
  private static func bucket(of time: UInt64, base: UInt64) -> Int {
    let bits = EventBuckets.digitBits
    let lastDigit = UInt64(EventBuckets.levelWidth - 1)
    let level = (63 &- (time ^ base | lastDigit).leadingZeroBitCount) / bits
    return level &* EventBuckets.levelWidth
      &+ Int(truncatingIfNeeded: time &>> UInt64(truncatingIfNeeded: level &* bits) & lastDigit)
  }

  /// Moves `base` back, which is needed only after a removal that found nothing due.
  @inline(never)
  private mutating func rewind(to time: UInt64) {
    base = time
    // Against an earlier base an entry's bucket is the same or higher, so that from the last bucket
    // on each is handled once.
    for bucket in stride(from: EventBuckets.count - 1, through: 0, by: -1)
    where buckets.isOccupied(bucket) {
      buckets.redistribute(bucket) { Self.bucket(of: $0.time, base: time) }
    }
  }

  /// Drops every stale entry; O(n).
  @inline(never)
  private mutating func dropStale() {
    for bucket in 0..<EventBuckets.count where buckets.isOccupied(bucket) {
      buckets.dropStale(of: bucket, slots: slots)
    }
  }
}
