import Scheduler

/// How much room each session needs beside its fixed record; the same for all sessions of a run.
struct SessionLayout: BitwiseCopyable {
  var slots = 0
  /// Ads in each slot.
  var depth = 0
  /// Backends a session may connect to.
  var hosts = 0
  var loops = 0
  /// Slots, the first ones, whose shows are remembered for a frequency cap or a minimum gap.
  var cappedSlots = 0
  /// Instants of shows kept in each of them.
  var capShows = 0
  /// Whether some slot loads again when an ad expires, so that ads carry a timer.
  var hasExpiryTimers = false
  /// Whether some slot retries, so that a session counts the requests of its retries.
  var countsRetries = false

  fileprivate var adsOffset: Int { slotsOffset + slots * MemoryLayout<SlotRecord>.stride }
  fileprivate var slotsOffset: Int { (MemoryLayout<SessionRecord>.size + 7) & ~7 }
  fileprivate var hostsOffset: Int {
    adsOffset + slots * depth * MemoryLayout<AdRecord>.stride
  }
  fileprivate var retriesOffset: Int { hostsOffset + hosts * MemoryLayout<HostRecord>.stride }
  fileprivate var retryMinutes: Int { countsRetries ? 1 : 0 }
  fileprivate var capOffset: Int {
    (retriesOffset + retryMinutes * MemoryLayout<RetryMinuteRecord>.stride + 7) & ~7
  }
  fileprivate var loopsOffset: Int {
    capOffset + cappedSlots * capShows * MemoryLayout<SimTime>.stride
  }
  fileprivate var timersOffset: Int { loopsOffset + loops * MemoryLayout<LoopRecord>.stride }
  fileprivate var timers: Int { hasExpiryTimers ? slots * depth : 0 }
  /// Bytes of one session.
  var stride: Int { (timersOffset + timers * MemoryLayout<EventHandle>.stride + 7) & ~7 }
}

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

  subscript(session: UInt32) -> SessionRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(base(session).assumingMemoryBound(to: SessionRecord.self))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe base(session).assumingMemoryBound(to: SessionRecord.self)
    }
  }

  /// A slot of a session.
  subscript(session: UInt32, slot slot: Int) -> SlotRecord {
    @inline(__always) unsafeAddress {
      precondition(slot >= 0 && slot < layout.slots, "no such slot")
      return unsafe UnsafePointer(
        (base(session) + slotsOffset).assumingMemoryBound(to: SlotRecord.self) + slot)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(slot >= 0 && slot < layout.slots, "no such slot")
      return unsafe (base(session) + slotsOffset).assumingMemoryBound(to: SlotRecord.self) + slot
    }
  }

  /// The `position`-th ad of a slot, oldest first.
  subscript(session: UInt32, slot slot: Int, ad position: Int) -> AdRecord {
    @inline(__always) unsafeAddress {
      precondition(slot >= 0 && slot < layout.slots && position >= 0 && position < layout.depth)
      return unsafe UnsafePointer(
        (base(session) + adsOffset).assumingMemoryBound(to: AdRecord.self)
          + slot * layout.depth + position)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(slot >= 0 && slot < layout.slots && position >= 0 && position < layout.depth)
      return unsafe (base(session) + adsOffset).assumingMemoryBound(to: AdRecord.self)
        + slot * layout.depth + position
    }
  }

  /// The connection to a host.
  subscript(session: UInt32, host host: Int) -> HostRecord {
    @inline(__always) unsafeAddress {
      precondition(host >= 0 && host < layout.hosts, "no such host")
      return unsafe UnsafePointer(
        (base(session) + hostsOffset).assumingMemoryBound(to: HostRecord.self) + host)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(host >= 0 && host < layout.hosts, "no such host")
      return unsafe (base(session) + hostsOffset).assumingMemoryBound(to: HostRecord.self) + host
    }
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
    @inline(__always) unsafeAddress {
      precondition(slot >= 0 && slot < layout.cappedSlots)
      precondition(entry >= 0 && entry < layout.capShows)
      return unsafe UnsafePointer(
        (base(session) + capOffset).assumingMemoryBound(to: SimTime.self)
          + slot * layout.capShows + entry)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(slot >= 0 && slot < layout.cappedSlots)
      precondition(entry >= 0 && entry < layout.capShows)
      return unsafe (base(session) + capOffset).assumingMemoryBound(to: SimTime.self)
        + slot * layout.capShows + entry
    }
  }

  /// The timer of the expiry of a slot's `position`-th ad.
  subscript(session: UInt32, slot slot: Int, expiryTimer position: Int) -> EventHandle {
    @inline(__always) unsafeAddress {
      precondition(layout.hasExpiryTimers && slot >= 0 && slot < layout.slots)
      precondition(position >= 0 && position < layout.depth)
      return unsafe UnsafePointer(
        (base(session) + timersOffset).assumingMemoryBound(to: EventHandle.self)
          + slot * layout.depth + position)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(layout.hasExpiryTimers && slot >= 0 && slot < layout.slots)
      precondition(position >= 0 && position < layout.depth)
      return unsafe (base(session) + timersOffset).assumingMemoryBound(to: EventHandle.self)
        + slot * layout.depth + position
    }
  }

  subscript(session: UInt32, loop level: Int) -> LoopRecord {
    @inline(__always) unsafeAddress {
      precondition(level >= 0 && level < layout.loops, "no such loop")
      return unsafe UnsafePointer(
        (base(session) + loopsOffset).assumingMemoryBound(to: LoopRecord.self) + level)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(level >= 0 && level < layout.loops, "no such loop")
      return unsafe (base(session) + loopsOffset).assumingMemoryBound(to: LoopRecord.self) + level
    }
  }
}
