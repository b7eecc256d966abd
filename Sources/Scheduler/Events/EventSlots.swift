/// The payloads of pending events, each under a key that no other event of the queue ever has.
///
/// A key is the slot's generation (35 bits) above its number (28 bits). A free slot keeps its
/// generation and the next free slot; one whose generations are used up is not used again. Slots
/// lie in slabs that never move. Take, find and give back O(1); 16 bytes a slot.
@safe
struct EventSlots: ~Copyable {
  private struct Slot {
    /// 0 while the slot is free.
    var key: UInt64
    var payload: UInt64
  }

  static var slotBits: UInt64 { 28 }
  static var lastGeneration: UInt64 { 1 << (63 - slotBits) - 1 }

  private static var slotMask: UInt64 { (1 << slotBits) - 1 }
  private static var slabShift: Int { 12 }
  private static var endOfList: UInt64 { slotMask }

  private var slabs: UnsafeMutablePointer<UnsafeMutablePointer<Slot>>
  private var memory = ChunkMemory(
    chunkBytes: MemoryLayout<Slot>.stride << EventSlots.slabShift, alignment: 64)
  private var slabCapacity = 16
  private var slabCount = 0
  private var made = 0
  private var firstFree = EventSlots.endOfList
  private let firstGeneration: UInt64

  /// Slots in use.
  private(set) var liveCount = 0

  init(minimumCapacity: Int, firstGeneration: UInt64) {
    precondition(firstGeneration > 0, "generation 0 would make the handle of no event")
    self.firstGeneration = firstGeneration
    unsafe slabs = .allocate(capacity: 16)
    while slabCount << Self.slabShift < minimumCapacity { addSlab() }
  }

  deinit {
    unsafe slabs.deallocate()
  }

  var capacityInBytes: Int { slabCount << Self.slabShift * MemoryLayout<Slot>.stride }

  /// Stores a payload and returns its key; traps when all slots are in use.
  @inline(__always)
  mutating func take(_ payload: UInt64) -> UInt64 {
    liveCount &+= 1
    guard firstFree != Self.endOfList else { return takeUntouched(payload) }
    let number = firstFree
    let slot = unsafe address(Int(truncatingIfNeeded: number))
    let free = unsafe slot.pointee.payload
    firstFree = free & Self.slotMask
    let key = (free &>> Self.slotBits &+ 1) &<< Self.slotBits | number
    unsafe slot.pointee = Slot(key: key, payload: payload)
    return key
  }

  /// Whether the key's event is pending.
  @inline(__always)
  func holds(_ key: UInt64) -> Bool {
    let number = Int(truncatingIfNeeded: key & Self.slotMask)
    return unsafe key != 0 && number < made && address(number).pointee.key == key
  }

  /// The payload of a pending event; nil when it is not pending.
  @inline(__always)
  func payload(of key: UInt64) -> UInt64? {
    holds(key) ? unsafe address(Int(truncatingIfNeeded: key & Self.slotMask)).pointee.payload : nil
  }

  /// Gives the slot of a pending event back and returns its payload; nil when it is not pending.
  @inline(__always)
  mutating func giveBack(_ key: UInt64) -> UInt64? {
    let number = Int(truncatingIfNeeded: key & Self.slotMask)
    guard number < made else { return nil }
    let slot = unsafe address(number)
    guard unsafe slot.pointee.key == key else { return nil }
    let payload = unsafe slot.pointee.payload
    let generation = key &>> Self.slotBits
    liveCount &-= 1
    if generation == Self.lastGeneration {
      unsafe slot.pointee = Slot(key: 0, payload: 0)
    } else {
      unsafe slot.pointee = Slot(key: 0, payload: generation &<< Self.slotBits | firstFree)
      firstFree = key & Self.slotMask
    }
    return payload
  }

  @inline(__always)
  @unsafe
  private func address(_ number: Int) -> UnsafeMutablePointer<Slot> {
    unsafe slabs[number &>> Self.slabShift] + number & (1 << Self.slabShift - 1)
  }

  @inline(never)
  private mutating func takeUntouched(_ payload: UInt64) -> UInt64 {
    guard made < Int(Self.slotMask) else { Self.failSlots() }
    if made == slabCount << Self.slabShift { addSlab() }
    let key = firstGeneration << Self.slotBits | UInt64(made)
    unsafe address(made).initialize(to: Slot(key: key, payload: payload))
    made += 1
    return key
  }

  private static func failSlots() -> Never {
    fatalError("more than 2^\(slotBits) events pending that can be cancelled")
  }

  private mutating func addSlab() {
    if slabCount == slabCapacity {
      let wider = UnsafeMutablePointer<UnsafeMutablePointer<Slot>>
        .allocate(capacity: slabCapacity * 2)
      unsafe wider.moveInitialize(from: slabs, count: slabCount)
      unsafe slabs.deallocate()
      unsafe slabs = wider
      slabCapacity *= 2
    }
    let slab = unsafe memory.allocate().bindMemory(to: Slot.self, capacity: 1 << Self.slabShift)
    unsafe (slabs + slabCount).initialize(to: slab)
    slabCount += 1
  }
}
