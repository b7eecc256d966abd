import Scheduler

/// All live sessions of a run, one block of memory each, in chunks that never move.
///
/// Taking and returning a session are O(1). A block holds the fixed record, then slots, ads,
/// connections, the requests of retries, the shows that frequency caps look at, and loop counters.
/// Every index is checked.
@safe
struct SessionTable: ~Copyable {
  private static var chunkShift: UInt32 { 8 }
  private static var chunkMask: UInt32 { (1 << chunkShift) - 1 }

  private let layout: SessionLayout
  private let stride: Int
  private let slotsOffset: Int
  private let adsOffset: Int
  private let hostsOffset: Int
  private let retriesOffset: Int
  private let capOffset: Int
  private let loopsOffset: Int
  private let timersOffset: Int
  private var chunks: [UnsafeMutableRawPointer] = unsafe []
  private var made: UInt32 = 0
  private var free: [UInt32] = []

  /// Sessions in use.
  var liveCount: Int { Int(made) - free.count }
  /// Sessions ever in use at one time.
  var madeCount: UInt32 { made }

  init(layout: SessionLayout) {
    self.layout = layout
    stride = layout.stride
    slotsOffset = layout.slotsOffset
    adsOffset = layout.adsOffset
    hostsOffset = layout.hostsOffset
    retriesOffset = layout.retriesOffset
    capOffset = layout.capOffset
    loopsOffset = layout.loopsOffset
    timersOffset = layout.timersOffset
  }

  deinit {
    for k in unsafe chunks.indices { unsafe chunks[k].deallocate() }
  }

  /// Makes a session with fresh records and returns its index.
  mutating func take() -> UInt32 {
    let index: UInt32
    if let reused = free.popLast() {
      index = reused
    } else {
      if made & Self.chunkMask == 0 {
        unsafe chunks.append(
          .allocate(byteCount: stride << Int(Self.chunkShift), alignment: 16))
      }
      index = made
      made += 1
    }
    clear(index)
    self[index].isLive = true
    return index
  }

  /// Gives the session back; its index may be reused at once.
  mutating func giveBack(_ index: UInt32) {
    self[index].isLive = false
    free.append(index)
  }

  /// Whether a session has this index now.
  func isLive(_ index: UInt32) -> Bool { self[index].isLive }

  private mutating func clear(_ index: UInt32) {
    let block = unsafe base(index)
    unsafe block.initializeMemory(as: SessionRecord.self, to: SessionRecord())
    unsafe (block + slotsOffset).initializeMemory(
      as: SlotRecord.self, repeating: SlotRecord(), count: layout.slots)
    unsafe (block + adsOffset).initializeMemory(
      as: AdRecord.self, repeating: AdRecord(), count: layout.slots * layout.depth)
    unsafe (block + hostsOffset).initializeMemory(
      as: HostRecord.self, repeating: HostRecord(), count: layout.hosts)
    unsafe (block + retriesOffset).initializeMemory(
      as: RetryMinuteRecord.self, repeating: RetryMinuteRecord(), count: layout.retryMinutes)
    unsafe (block + capOffset).initializeMemory(
      as: SimTime.self, repeating: .zero, count: layout.cappedSlots * layout.capShows)
    unsafe (block + loopsOffset).initializeMemory(
      as: LoopRecord.self, repeating: LoopRecord(), count: layout.loops)
    unsafe (block + timersOffset).initializeMemory(
      as: EventHandle.self, repeating: .none, count: layout.timers)
  }

  @inline(__always)
  private func base(_ index: UInt32) -> UnsafeMutableRawPointer {
    precondition(index < made, "no such session")
    return unsafe chunks[Int(index >> Self.chunkShift)] + Int(index & Self.chunkMask) * stride
  }

  /// The address of an element of one of a session's arrays, which is checked.
  @inline(__always)
  private func address<Record: BitwiseCopyable>(
    _ session: UInt32, _ offset: Int, _ element: Int, of count: Int, as type: Record.Type
  ) -> UnsafeMutablePointer<Record> {
    precondition(element >= 0 && element < count, "a session has no such element")
    return unsafe (base(session) + offset).assumingMemoryBound(to: Record.self) + element
  }

  /// The place of an element in rows of `width` elements, one a slot, which is checked too.
  @inline(__always)
  private func place(_ slot: Int, _ position: Int, width: Int) -> Int {
    precondition(slot >= 0 && position >= 0 && position < width, "a slot has no such element")
    return slot * width + position
  }

  subscript(session: UInt32) -> SessionRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, 0, 0, of: 1, as: SessionRecord.self))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, 0, 0, of: 1, as: SessionRecord.self)
    }
  }

  /// A slot of a session.
  subscript(session: UInt32, slot slot: Int) -> SlotRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(slotAddress(session, slot)) }
    @inline(__always) unsafeMutableAddress { unsafe slotAddress(session, slot) }
  }

  /// The `position`-th ad of a slot, oldest first.
  subscript(session: UInt32, slot slot: Int, ad position: Int) -> AdRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(adAddress(session, slot, position)) }
    @inline(__always) unsafeMutableAddress { unsafe adAddress(session, slot, position) }
  }

  /// The connection to a host.
  subscript(session: UInt32, host host: Int) -> HostRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(hostAddress(session, host)) }
    @inline(__always) unsafeMutableAddress { unsafe hostAddress(session, host) }
  }

  /// The requests of a session's retries in the current minute.
  subscript(retryMinuteOf session: UInt32) -> RetryMinuteRecord {
    @inline(__always) unsafeAddress {
      precondition(layout.countsRetries, "retries are not counted")
      return unsafe UnsafePointer(
        (base(session) + retriesOffset).assumingMemoryBound(to: RetryMinuteRecord.self))
    }
    @inline(__always) unsafeMutableAddress {
      precondition(layout.countsRetries, "retries are not counted")
      return unsafe (base(session) + retriesOffset)
        .assumingMemoryBound(to: RetryMinuteRecord.self)
    }
  }

  /// An entry of the ring of instants at which a slot's ads were shown.
  subscript(session: UInt32, slot slot: Int, capEntry entry: Int) -> SimTime {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(capAddress(session, slot, entry)) }
    @inline(__always) unsafeMutableAddress { unsafe capAddress(session, slot, entry) }
  }

  /// The timer of the expiry of a slot's `position`-th ad.
  subscript(session: UInt32, slot slot: Int, expiryTimer position: Int) -> EventHandle {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(timerAddress(session, slot, position)) }
    @inline(__always) unsafeMutableAddress { unsafe timerAddress(session, slot, position) }
  }

  subscript(session: UInt32, loop level: Int) -> LoopRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(loopAddress(session, level)) }
    @inline(__always) unsafeMutableAddress { unsafe loopAddress(session, level) }
  }
}

/// Where each array of a session lies and how long it is.
extension SessionTable {
  @inline(__always)
  private func slotAddress(_ session: UInt32, _ slot: Int) -> UnsafeMutablePointer<SlotRecord> {
    unsafe address(session, slotsOffset, slot, of: layout.slots, as: SlotRecord.self)
  }

  @inline(__always)
  private func adAddress(
    _ session: UInt32, _ slot: Int, _ position: Int
  ) -> UnsafeMutablePointer<AdRecord> {
    let element = place(slot, position, width: layout.depth)
    let count = layout.slots * layout.depth
    return unsafe address(session, adsOffset, element, of: count, as: AdRecord.self)
  }

  @inline(__always)
  private func hostAddress(_ session: UInt32, _ host: Int) -> UnsafeMutablePointer<HostRecord> {
    unsafe address(session, hostsOffset, host, of: layout.hosts, as: HostRecord.self)
  }

  @inline(__always)
  private func capAddress(
    _ session: UInt32, _ slot: Int, _ entry: Int
  ) -> UnsafeMutablePointer<SimTime> {
    let element = place(slot, entry, width: layout.capShows)
    let count = layout.cappedSlots * layout.capShows
    return unsafe address(session, capOffset, element, of: count, as: SimTime.self)
  }

  @inline(__always)
  private func timerAddress(
    _ session: UInt32, _ slot: Int, _ position: Int
  ) -> UnsafeMutablePointer<EventHandle> {
    let element = place(slot, position, width: layout.depth)
    return unsafe address(
      session, timersOffset, element, of: layout.timers, as: EventHandle.self)
  }

  @inline(__always)
  private func loopAddress(_ session: UInt32, _ level: Int) -> UnsafeMutablePointer<LoopRecord> {
    unsafe address(session, loopsOffset, level, of: layout.loops, as: LoopRecord.self)
  }
}
