/// Payloads of the events that are due next, for a model that reads what they need in advance.
///
/// A hint: events may be cancelled, and others may come before them. At most one chunk of a bucket.
@safe
struct UpcomingEvents: ~Copyable {
  /// Whether they are looked for.
  var isWanted = false
  private(set) var count = 0
  private let payloads: UnsafeMutablePointer<UInt64>

  init() {
    unsafe payloads = .allocate(capacity: EventBuckets.chunkEntries)
    unsafe payloads.initialize(repeating: 0, count: EventBuckets.chunkEntries)
  }

  deinit { unsafe payloads.deallocate() }

  @inline(__always)
  mutating func append(_ payload: UInt64) {
    precondition(count < EventBuckets.chunkEntries, "more than a chunk of events")
    unsafe payloads[count] = payload
    count &+= 1
  }

  mutating func removeAll() { count = 0 }

  subscript(position: Int) -> UInt64 {
    @inline(__always) get {
      precondition(position >= 0 && position < count, "no such event")
      return unsafe payloads[position]
    }
  }
}
