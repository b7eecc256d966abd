/// A pending event in a bucket: when it is due, and its payload or the key of its slot.
struct EventEntry: BitwiseCopyable {
  var time: UInt64
  /// A payload with the top bit set, for an event that cannot be cancelled; else a slot's key.
  var word: UInt64

  private static var postedBit: UInt64 { 1 << 63 }

  /// An event that can be cancelled by its key.
  init(time: UInt64, key: UInt64) {
    self.time = time
    word = key
  }

  /// An event that cannot be cancelled.
  init(time: UInt64, payload: UInt64) {
    self.time = time
    word = payload | Self.postedBit
  }

  /// The payload of an event that cannot be cancelled.
  var postedPayload: UInt64? { word & Self.postedBit != 0 ? word ^ Self.postedBit : nil }

  func isPending(in slots: borrowing EventSlots) -> Bool {
    word & Self.postedBit != 0 || slots.holds(word)
  }
}

/// First-in first-out lists of entries, one for each bucket, in chunks that all lists share.
///
/// A list takes a chunk when its last one is full and gives it back when it is read, so that memory
/// follows the number of entries and nothing is copied to grow. Append and take O(1).
@safe
struct EventBuckets: ~Copyable {
  private typealias Chunk = UnsafeMutablePointer<EventEntry>

  /// One list; its first and last chunk are the same while it is short, and absent before use.
  @safe
  private struct List {
    var head: Chunk?
    var tail: Chunk?
    /// Place of the first entry in the first chunk.
    var first = EventBuckets.chunkStart
    /// Place after the last entry in the last chunk.
    var end = EventBuckets.chunkStart
    /// The least time of the list; kept when entries leave, so it may be too low.
    var leastTime = UInt64.max
  }

  /// 1024 bytes; the first entry of a chunk holds the address of the next chunk.
  static var chunkEntries: Int { 64 }
  private static var chunkStart: Int { 1 }
  private static var chunksPerSlab: Int { 64 }
  private static var slabBytes: Int {
    chunksPerSlab * chunkEntries * MemoryLayout<EventEntry>.stride
  }

  /// Bits of one digit of the time.
  static var digitBits: Int { 4 }
  /// Buckets of one level, one for each value of a digit.
  static var levelWidth: Int { 1 << digitBits }
  static var levels: Int { 64 / digitBits }
  static var count: Int { levels * levelWidth }

  private var lists: UnsafeMutablePointer<List>
  private var free: Chunk?
  private var slabCount = 0
  private var memory = ChunkMemory(
    chunkBytes: EventBuckets.slabBytes, alignment: 64)

  /// A bit for each level that holds entries, and of each level one for each such bucket.
  private var occupiedLevels: UInt64 = 0
  private var occupiedOfLevel: UnsafeMutablePointer<UInt64>

  /// Entries in all buckets.
  private(set) var entryCount = 0

  init(minimumCapacity: Int) {
    unsafe lists = .allocate(capacity: Self.count)
    unsafe lists.initialize(repeating: List(), count: Self.count)
    unsafe occupiedOfLevel = .allocate(capacity: Self.levels)
    unsafe occupiedOfLevel.initialize(repeating: 0, count: Self.levels)
    let perSlab = (Self.chunkEntries - Self.chunkStart) * Self.chunksPerSlab
    for _ in 0..<((minimumCapacity + perSlab - 1) / perSlab) { addSlab() }
  }

  deinit {
    unsafe lists.deallocate()
    unsafe occupiedOfLevel.deallocate()
  }

  /// The first bucket that holds entries.
  var firstOccupied: Int? {
    @inline(__always) get {
      guard occupiedLevels != 0 else { return nil }
      let level = occupiedLevels.trailingZeroBitCount
      return unsafe level &* Self.levelWidth &+ occupiedOfLevel[level].trailingZeroBitCount
    }
  }

  func isOccupied(_ bucket: Int) -> Bool {
    precondition(bucket >= 0 && bucket < Self.count)
    return unsafe occupiedOfLevel[bucket &>> Self.digitBits]
      &>> (bucket & (Self.levelWidth - 1)) & 1 == 1
  }

  @inline(__always)
  private mutating func markOccupied(_ bucket: Int) {
    let level = bucket &>> Self.digitBits
    unsafe occupiedOfLevel[level] |= 1 &<< (bucket & (Self.levelWidth - 1))
    occupiedLevels |= 1 &<< level
  }

  @inline(__always)
  private mutating func unmarkOccupied(_ bucket: Int) {
    let level = bucket &>> Self.digitBits
    unsafe occupiedOfLevel[level] &= ~(1 &<< (bucket & (Self.levelWidth - 1)))
    if unsafe occupiedOfLevel[level] == 0 { occupiedLevels &= ~(1 &<< level) }
  }

  var capacityInBytes: Int {
    slabCount * Self.slabBytes
  }

  /// The least time of a bucket that holds entries, or a lower one of an entry that has left it.
  func leastTime(of bucket: Int) -> UInt64 {
    precondition(bucket >= 0 && bucket < Self.count)
    return unsafe lists[bucket].leastTime
  }

  /// Whether a bucket holds one entry alone.
  @inline(__always)
  func holdsOne(_ bucket: Int) -> Bool {
    precondition(bucket >= 0 && bucket < Self.count)
    return unsafe lists[bucket].head == lists[bucket].tail
      && lists[bucket].end &- lists[bucket].first == 1
  }

  /// Adds an entry behind all others of its bucket.
  @inline(__always)
  mutating func append(_ entry: EventEntry, to bucket: Int) {
    precondition(bucket >= 0 && bucket < Self.count)
    let list = unsafe lists + bucket
    if unsafe list.pointee.tail == nil || list.pointee.end == Self.chunkEntries {
      extend(bucket)
    }
    unsafe list.pointee.tail.unsafelyUnwrapped[list.pointee.end] = entry
    unsafe list.pointee.end &+= 1
    if unsafe entry.time < list.pointee.leastTime { unsafe list.pointee.leastTime = entry.time }
    markOccupied(bucket)
    entryCount &+= 1
  }

  /// Takes the first entry out of a bucket that holds some.
  @inline(__always)
  mutating func takeFirst(of bucket: Int) -> EventEntry {
    precondition(isOccupied(bucket))
    let list = unsafe lists + bucket
    let entry = unsafe list.pointee.head.unsafelyUnwrapped[list.pointee.first]
    unsafe list.pointee.first &+= 1
    entryCount &-= 1
    if unsafe list.pointee.head == list.pointee.tail {
      if unsafe list.pointee.first == list.pointee.end { markEmpty(bucket) }
    } else if unsafe list.pointee.first == Self.chunkEntries {
      dropHead(of: bucket)
    }
    return entry
  }

  /// Hands each entry of a bucket, in order, to `place`, which says in which bucket it goes on.
  ///
  /// The bucket is empty before the first is handed over, so entries may come back to it.
  @inline(__always)
  mutating func redistribute(_ bucket: Int, place: (EventEntry) -> Int?) {
    precondition(bucket >= 0 && bucket < Self.count)
    let detached = unsafe lists[bucket]
    unsafe lists[bucket] = List()
    unmarkOccupied(bucket)
    guard var chunk = unsafe detached.head else { return }
    var position = detached.first
    while true {
      let isLast = unsafe chunk == detached.tail.unsafelyUnwrapped
      let end = isLast ? detached.end : Self.chunkEntries
      while position < end {
        let entry = unsafe chunk[position]
        position &+= 1
        entryCount &-= 1
        if let target = place(entry) { append(entry, to: target) }
      }
      let next = unsafe Self.next(of: chunk)
      unsafe giveBack(chunk)
      guard !isLast, let next = unsafe next else { return }
      unsafe chunk = next
      position = Self.chunkStart
    }
  }

  /// Hands each entry of a bucket of one chunk to `read`; false for a longer one.
  @inline(__always)
  func readShort(_ bucket: Int, read: (EventEntry) -> Void) -> Bool {
    precondition(bucket >= 0 && bucket < Self.count)
    let list = unsafe lists[bucket]
    guard let chunk = unsafe list.head, unsafe chunk == list.tail else { return false }
    for position in list.first..<list.end { unsafe read(chunk[position]) }
    return true
  }

  /// Drops the entries of a bucket whose events are no longer pending.
  mutating func dropStale(of bucket: Int, slots: borrowing EventSlots) {
    redistribute(bucket) { $0.isPending(in: slots) ? bucket : nil }
  }

  /// The least time of a bucket's entries whose events are pending; nil when there is none.
  func leastTime(of bucket: Int, pendingIn slots: borrowing EventSlots) -> UInt64? {
    precondition(bucket >= 0 && bucket < Self.count)
    let list = unsafe lists[bucket]
    var least: UInt64?
    var position = list.first
    var chunk = unsafe list.head
    while let here = unsafe chunk {
      let isLast = unsafe here == list.tail.unsafelyUnwrapped
      let end = isLast ? list.end : Self.chunkEntries
      while position < end {
        let entry = unsafe here[position]
        position += 1
        if entry.isPending(in: slots) { least = min(least ?? .max, entry.time) }
      }
      unsafe chunk = isLast ? nil : Self.next(of: here)
      position = Self.chunkStart
    }
    return least
  }

  // MARK: Chunks

  private mutating func markEmpty(_ bucket: Int) {
    let list = unsafe lists + bucket
    unsafe list.pointee.first = Self.chunkStart
    unsafe list.pointee.end = Self.chunkStart
    unsafe list.pointee.leastTime = .max
    unmarkOccupied(bucket)
  }

  @inline(never)
  private mutating func dropHead(of bucket: Int) {
    let list = unsafe lists + bucket
    let head = unsafe list.pointee.head.unsafelyUnwrapped
    unsafe list.pointee.head = Self.next(of: head)
    unsafe list.pointee.first = Self.chunkStart
    unsafe giveBack(head)
  }

  @inline(never)
  private mutating func extend(_ bucket: Int) {
    if unsafe free == nil { addSlab() }
    let chunk = unsafe free.unsafelyUnwrapped
    unsafe free = Self.next(of: chunk)
    let list = unsafe lists + bucket
    if let tail = unsafe list.pointee.tail {
      unsafe Self.link(tail, to: chunk)
    } else {
      unsafe list.pointee.head = chunk
      unsafe list.pointee.first = Self.chunkStart
    }
    unsafe list.pointee.tail = chunk
    unsafe list.pointee.end = Self.chunkStart
  }

  @unsafe
  private mutating func giveBack(_ chunk: Chunk) {
    unsafe Self.link(chunk, to: free)
    unsafe free = chunk
  }

  @inline(never)
  private mutating func addSlab() {
    let entries = Self.chunkEntries * Self.chunksPerSlab
    let slab = unsafe memory.allocate().bindMemory(to: EventEntry.self, capacity: entries)
    slabCount += 1
    // From the last on, so that chunks are taken in the order of their addresses.
    for k in stride(from: Self.chunksPerSlab - 1, through: 0, by: -1) {
      unsafe giveBack(slab + k * Self.chunkEntries)
    }
  }

  @unsafe
  private static func next(of chunk: Chunk) -> Chunk? {
    unsafe Chunk(bitPattern: UInt(chunk[0].time))
  }

  @unsafe
  private static func link(_ chunk: Chunk, to next: Chunk?) {
    unsafe chunk[0] = EventEntry(time: UInt64(UInt(bitPattern: next)), key: 0)
  }
}
