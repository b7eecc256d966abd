/// The storage of the event queue: a 4-ary implicit heap of packed keys and a table of slots.
///
/// A heap entry is 16 bytes, time above key; a key is sequence (40 bits) above slot (24 bits), so
/// one comparison of 128 bits is the whole order (time, insertion sequence). A slot is 16 bytes:
/// the key of the event that owns it and its payload; a free slot has key 0 and the next free slot.
/// Cancelling frees the slot at once and leaves the entry stale: its key is no longer in its slot.
/// Once there are more than half as many stale entries as live ones, and `staleAllowance`, the heap
/// is rebuilt without them.
///
/// Units: times in nanoseconds. Insert and remove O(log₄ n), cancel O(1) amortised. Memory: 32 to
/// 40 bytes a pending event, by the stale entries, and doubling on top. The four children of an
/// entry share a cache line (LaMarca and Ladner, "The Influence of Caches on the Performance of Heaps",
/// 1996). It does not check times against a clock.
@safe
struct EventQueueKernel: ~Copyable {
  private typealias Entry = UInt128

  private struct Slot {
    var key: UInt64
    var payload: UInt64
  }

  static var slotBits: UInt64 { 24 }
  static var sequenceBits: UInt64 { 40 }

  /// Stale entries that never cause a rebuild, so that small queues are left alone.
  static var staleAllowance: Int { 256 }

  private static var slotMask: UInt64 { (1 << slotBits) - 1 }
  private static var endOfList: UInt64 { .max }

  /// Entries before the root, so that every group of four children starts a cache line.
  private static var lead: Int { 3 }

  private var entries: UnsafeMutablePointer<Entry>
  private var slots: UnsafeMutablePointer<Slot>
  private var entryCapacity: Int
  private var slotCapacity: Int
  private var slotsTouched = 0
  private var firstFree: UInt64
  private var sequence: UInt64

  /// Places of the heap in use, the root's included when it is open.
  private var placeCount = 0

  /// True after the first event was removed, so that the next one scheduled sinks from the root.
  ///
  /// That spares the usual pair of pop and schedule one of its two passes.
  private var rootIsOpen = false

  /// Events that are neither removed nor cancelled.
  private(set) var liveCount = 0

  init(minimumCapacity: Int, firstSequence: UInt64) {
    precondition(minimumCapacity >= 0, "a negative capacity")
    precondition(firstSequence > 0, "sequence 0 would make the handle of no event")
    entryCapacity = max(minimumCapacity, 16) + 4
    slotCapacity = max(minimumCapacity, 16)
    unsafe entries = Self.allocateEntries(entryCapacity)
    unsafe slots = .allocate(capacity: slotCapacity)
    firstFree = Self.endOfList
    sequence = firstSequence
  }

  deinit {
    unsafe Self.deallocateEntries(entries)
    unsafe slots.deallocate()
  }

  /// Entries in the heap, stale ones included.
  var entryCount: Int { placeCount &- (rootIsOpen ? 1 : 0) }

  /// Bytes of storage held, touched or not.
  var capacityInBytes: Int {
    (entryCapacity + Self.lead) * MemoryLayout<Entry>.stride
      + slotCapacity * MemoryLayout<Slot>.stride
  }

  // MARK: The set of events

  /// Adds an event after all others of its instant and returns its key; O(log₄ n).
  mutating func insert(time: UInt64, payload: UInt64) -> UInt64 {
    guard sequence < 1 << Self.sequenceBits else { Self.failSequence(time) }
    let slot: UInt64
    if firstFree != Self.endOfList {
      slot = firstFree
      firstFree = unsafe slots[Int(truncatingIfNeeded: slot)].payload
    } else {
      slot = takeUntouchedSlot(time)
    }
    let key = sequence << Self.slotBits | slot
    sequence &+= 1
    unsafe slots[Int(truncatingIfNeeded: slot)] = Slot(key: key, payload: payload)
    liveCount &+= 1
    let entry = Entry(time) << 64 | Entry(key)
    if rootIsOpen {
      rootIsOpen = false
      sink(entry, from: 0)
    } else {
      push(entry)
    }
    return key
  }

  /// True while the event of `key` is neither removed nor cancelled; O(1).
  func holds(_ key: UInt64) -> Bool {
    let slot = Int(truncatingIfNeeded: key & Self.slotMask)
    return unsafe key != 0 && slot < slotsTouched && slots[slot].key == key
  }

  /// Frees the event of `key`; false when there is none. O(1), amortised over rebuilds.
  mutating func cancel(_ key: UInt64) -> Bool {
    guard holds(key) else { return false }
    freeSlot(of: key)
    let stale = entryCount &- liveCount
    if stale > liveCount / 2 &+ Self.staleAllowance { rebuild() }
    return true
  }

  /// The time of the first event, or `UInt64.max` when there is none; drops stale entries first.
  mutating func firstTime() -> UInt64 {
    if rootIsOpen { closeRoot() }
    while placeCount > 0 {
      let entry = unsafe entries[0]
      if isLive(entry) { return UInt64(truncatingIfNeeded: entry >> 64) }
      closeRoot()
    }
    return .max
  }

  /// Removes the first event; only after `firstTime()` found one. O(log₄ n).
  mutating func removeFirst() -> UInt64 {
    let key = unsafe UInt64(truncatingIfNeeded: entries[0])
    let payload = unsafe slots[Int(truncatingIfNeeded: key & Self.slotMask)].payload
    freeSlot(of: key)
    rootIsOpen = true
    return payload
  }

  // MARK: Slots

  private func isLive(_ entry: Entry) -> Bool {
    let key = UInt64(truncatingIfNeeded: entry)
    return unsafe slots[Int(truncatingIfNeeded: key & Self.slotMask)].key == key
  }

  private mutating func freeSlot(of key: UInt64) {
    let slot = key & Self.slotMask
    unsafe slots[Int(truncatingIfNeeded: slot)] = Slot(key: 0, payload: firstFree)
    firstFree = slot
    liveCount &-= 1
  }

  @inline(never)
  private mutating func takeUntouchedSlot(_ time: UInt64) -> UInt64 {
    guard slotsTouched < 1 << Self.slotBits else { Self.failSlots(time) }
    if slotsTouched == slotCapacity {
      slotCapacity *= 2
      let grown = UnsafeMutablePointer<Slot>.allocate(capacity: slotCapacity)
      unsafe grown.moveInitialize(from: slots, count: slotsTouched)
      unsafe slots.deallocate()
      unsafe slots = grown
    }
    slotsTouched += 1
    return UInt64(slotsTouched - 1)
  }

  // MARK: The heap

  private mutating func push(_ entry: Entry) {
    var hole = placeCount
    if hole & 3 == 1 { openGroup(at: hole) }
    placeCount = hole &+ 1
    while hole > 0 {
      let parent = (hole &- 1) >> 2
      let above = unsafe entries[parent]
      if above < entry { break }
      unsafe entries[hole] = above
      hole = parent
    }
    unsafe entries[hole] = entry
  }

  /// Makes room for four siblings from `start` and fills them with entries later than any other.
  ///
  /// A full group lets the search for the first of four children go without bounds.
  private mutating func openGroup(at start: Int) {
    if start + 4 > entryCapacity { growEntries() }
    for sibling in start..<(start + 4) { unsafe (entries + sibling).initialize(to: .max) }
  }

  /// Moves the last entry to where it belongs from the root on; the one at the root is gone.
  private mutating func closeRoot() {
    rootIsOpen = false
    let last = placeCount &- 1
    let moved = unsafe entries[last]
    unsafe entries[last] = .max
    placeCount = last
    if last > 0 { sink(moved, from: 0) }
  }

  /// Puts `entry` into the hole at `start`, pulling earlier descendants up.
  private mutating func sink(_ entry: Entry, from start: Int) {
    let heap = unsafe entries
    let count = placeCount
    var hole = start
    var child = hole &* 4 &+ 1
    while child < count {
      // Two comparisons side by side, then one between their winners; nothing to mispredict.
      let group = unsafe heap + child
      let ab = unsafe group[1] < group[0] ? 1 : 0
      let cd = unsafe group[3] < group[2] ? 3 : 2
      let (x, y) = unsafe (group[ab], group[cd])
      let first = x < y ? x : y
      let place = child &+ (x < y ? ab : cd)
      if entry < first { break }
      unsafe heap[hole] = first
      hole = place
      child = hole &* 4 &+ 1
    }
    unsafe heap[hole] = entry
  }

  /// Drops every stale entry; O(n). The order of the rest is total, so it does not change.
  @inline(never)
  private mutating func rebuild() {
    if rootIsOpen { closeRoot() }
    var kept = 0
    for index in 0..<placeCount {
      let entry = unsafe entries[index]
      if isLive(entry) {
        unsafe entries[kept] = entry
        kept += 1
      }
    }
    for index in kept..<placeCount { unsafe entries[index] = .max }
    placeCount = kept
    guard kept > 1 else { return }
    for parent in stride(from: (kept - 2) / 4, through: 0, by: -1) {
      sink(unsafe entries[parent], from: parent)
    }
  }

  @inline(never)
  private mutating func growEntries() {
    let capacity = entryCapacity * 2
    let grown = unsafe Self.allocateEntries(capacity)
    unsafe grown.moveInitialize(from: entries, count: placeCount)
    unsafe Self.deallocateEntries(entries)
    unsafe entries = grown
    entryCapacity = capacity
  }

  @unsafe
  private static func allocateEntries(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    let count = capacity + lead
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Entry>.stride, alignment: 64)
    return unsafe raw.bindMemory(to: Entry.self, capacity: count) + lead
  }

  @unsafe
  private static func deallocateEntries(_ entries: UnsafeMutablePointer<Entry>) {
    unsafe UnsafeMutableRawPointer(entries - lead).deallocate()
  }

  @inline(never)
  private static func failSequence(_ time: UInt64) -> Never {
    fatalError("more than 2^\(sequenceBits) events scheduled in one run, the last at \(time) ns")
  }

  @inline(never)
  private static func failSlots(_ time: UInt64) -> Never {
    fatalError("more than 2^\(slotBits) events pending, the last scheduled at \(time) ns")
  }
}
