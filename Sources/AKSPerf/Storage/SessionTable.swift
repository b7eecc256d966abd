import Scheduler

/// All live sessions of a run, one block of memory each, in chunks that never move.
///
/// Taking and returning a session are O(1). A block holds the fixed record, then the arrays of
/// `SessionPlaces`: slots, ads, connections, loop counters and, where a scenario uses them, shows
/// for caps, breakers, throttles, what is learned, the app, places, windows, life, leaks, networks,
/// starts, consent, refresh timers and creatives. Every index is checked.
@safe
struct SessionTable: ~Copyable {
  private static var chunkShift: UInt32 { 8 }
  private static var chunkMask: UInt32 { (1 << chunkShift) - 1 }

  private let places: SessionPlaces
  /// Ads in each slot, and instants of shows in each slot that remembers them.
  private let depth: Int
  private let capShows: Int
  private var memory: ChunkMemory
  private var chunks: [UnsafeMutableRawPointer] = unsafe []
  private var made: UInt32 = 0
  private var free: [UInt32] = []
  private var parkedCount = 0

  /// Sessions in use.
  var liveCount: Int { Int(made) - free.count - parkedCount }
  /// Sessions ever in use at one time.
  var madeCount: UInt32 { made }

  init(layout: SessionLayout) {
    places = SessionPlaces(layout)
    memory = ChunkMemory(chunkBytes: places.stride << Int(Self.chunkShift), alignment: 64)
    depth = layout.depth
    capShows = layout.capShows
  }

  /// Makes a session with fresh records and returns its index.
  mutating func take() -> UInt32 {
    let index: UInt32
    if let reused = free.popLast() {
      index = reused
    } else {
      if made & Self.chunkMask == 0 {
        unsafe chunks.append(memory.allocate())
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

  /// Takes a session out of use and keeps its place, for a user whose process has ended.
  mutating func park(_ index: UInt32) {
    self[index].isLive = false
    parkedCount += 1
  }

  /// Brings a parked session back into use with the fresh records of its user's next launch.
  ///
  /// What stays is the user's: who it is, its class, the shows that prices and caps look at, what
  /// waterfalls have learned, and the networks that rest.
  mutating func renew(_ index: UInt32) {
    parkedCount -= 1
    let old = self[index]
    let block = unsafe base(index)
    unsafe fill(block, places.ads, with: AdRecord())
    unsafe fill(block, places.hosts, with: HostRecord())
    unsafe fill(block, places.retryMinutes, with: RetryMinuteRecord())
    unsafe fill(block, places.loops, with: LoopRecord())
    unsafe fill(block, places.expiryTimers, with: .none)
    unsafe fill(block, places.bidTimes, with: .zero)
    unsafe fill(block, places.throttles, with: ThrottleMachine())
    unsafe fill(block, places.apps, with: AppRecord())
    unsafe fill(block, places.appSlots, with: AppSlotRecord())
    unsafe fill(block, places.shownAds, with: AdRecord())
    unsafe fill(block, places.places, with: PlaceRecord())
    unsafe fill(block, places.device, with: DeviceRecord())
    unsafe fill(block, places.windows, with: WindowRecord())
    unsafe fill(block, places.life, with: LifeRecord())
    unsafe fill(block, places.memory, with: MemoryRecord())
    unsafe fill(block, places.leaks, with: LeakRecord())
    unsafe fill(block, places.networks, with: NetworkRecord())
    unsafe fill(block, places.starts, with: StartRecord())
    unsafe fill(block, places.consents, with: ConsentRecord())
    unsafe fill(block, places.refreshLoops, with: .never)
    unsafe fill(block, places.creatives, with: 0)
    for slot in 0..<places.slots.count {
      let shows = self[index, slot: slot].capWrites
      self[index, slot: slot] = SlotRecord()
      self[index, slot: slot].capWrites = shows
    }
    self[index] = SessionRecord()
    self[index].isLive = true
    self[index].user = old.user
    self[index].launch = old.launch + 1
    self[index].sessionClass = old.sessionClass
    self[index].shows = old.shows
  }

  /// Whether a session has this index now.
  func isLive(_ index: UInt32) -> Bool { self[index].isLive }

  private mutating func clear(_ index: UInt32) {
    let block = unsafe base(index)
    unsafe block.initializeMemory(as: SessionRecord.self, to: SessionRecord())
    unsafe fill(block, places.slots, with: SlotRecord())
    unsafe fill(block, places.ads, with: AdRecord())
    unsafe fill(block, places.hosts, with: HostRecord())
    unsafe fill(block, places.retryMinutes, with: RetryMinuteRecord())
    unsafe fill(block, places.capEntries, with: .zero)
    unsafe fill(block, places.loops, with: LoopRecord())
    unsafe fill(block, places.expiryTimers, with: .none)
    unsafe fill(block, places.bidTimes, with: .zero)
    unsafe fill(block, places.breakers, with: BreakerMachine())
    unsafe fill(block, places.throttles, with: ThrottleMachine())
    unsafe fill(block, places.apps, with: AppRecord())
    unsafe fill(block, places.appSlots, with: AppSlotRecord())
    unsafe fill(block, places.shownAds, with: AdRecord())
    unsafe fill(block, places.learned, with: LearnRecord())
    unsafe fill(block, places.places, with: PlaceRecord())
    unsafe fill(block, places.device, with: DeviceRecord())
    unsafe fill(block, places.windows, with: WindowRecord())
    unsafe fill(block, places.life, with: LifeRecord())
    unsafe fill(block, places.memory, with: MemoryRecord())
    unsafe fill(block, places.leaks, with: LeakRecord())
    unsafe fill(block, places.networks, with: NetworkRecord())
    unsafe fill(block, places.starts, with: StartRecord())
    unsafe fill(block, places.consents, with: ConsentRecord())
    unsafe fill(block, places.networkShows, with: .never)
    unsafe fill(block, places.refreshLoops, with: .never)
    unsafe fill(block, places.creatives, with: 0)
  }

  @inline(__always)
  private func fill<Record: BitwiseCopyable>(
    _ block: UnsafeMutableRawPointer, _ array: SessionArray<Record>, with record: Record
  ) {
    unsafe (block + array.offset).initializeMemory(
      as: Record.self, repeating: record, count: array.count)
  }

  @inline(__always)
  private func base(_ index: UInt32) -> UnsafeMutableRawPointer {
    precondition(index < made, "no such session")
    return unsafe chunks[Int(index >> Self.chunkShift)]
      + Int(index & Self.chunkMask) * places.stride
  }

  /// The address of an element of one of a session's arrays, which is checked.
  @inline(__always)
  private func address<Record: BitwiseCopyable>(
    _ session: UInt32, _ array: SessionArray<Record>, _ element: Int
  ) -> UnsafeMutablePointer<Record> {
    precondition(element >= 0 && element < array.count, "a session has no such element")
    return unsafe (base(session) + array.offset).assumingMemoryBound(to: Record.self) + element
  }

  /// The address of an element of an array in rows of `width` elements, one a slot.
  @inline(__always)
  private func address<Record: BitwiseCopyable>(
    _ session: UInt32, _ array: SessionArray<Record>, _ slot: Int, _ position: Int, width: Int
  ) -> UnsafeMutablePointer<Record> {
    precondition(slot >= 0 && position >= 0 && position < width, "a slot has no such element")
    return unsafe address(session, array, slot * width + position)
  }

  /// Reads a word of each 64 bytes of a session, so that it is in the cache when it is needed.
  @inline(__always)
  func touch(_ index: UInt32) -> UInt64 {
    let block = unsafe base(index)
    var sum: UInt64 = 0
    var offset = 0
    while offset < places.stride {
      sum &+= unsafe block.load(fromByteOffset: offset, as: UInt64.self)
      offset &+= 64
    }
    return sum
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
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.slots, slot)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.slots, slot) }
  }

  /// The `position`-th ad of a slot, oldest first.
  subscript(session: UInt32, slot slot: Int, ad position: Int) -> AdRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.ads, slot, position, width: depth))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, places.ads, slot, position, width: depth)
    }
  }

  /// The connection to a host.
  subscript(session: UInt32, host host: Int) -> HostRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.hosts, host)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.hosts, host) }
  }

  /// The requests of a session's retries in the current minute.
  subscript(retryMinuteOf session: UInt32) -> RetryMinuteRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.retryMinutes, 0))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.retryMinutes, 0) }
  }

  /// An entry of the ring of instants at which a slot's ads were shown.
  subscript(session: UInt32, slot slot: Int, capEntry entry: Int) -> SimTime {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.capEntries, slot, entry, width: capShows))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, places.capEntries, slot, entry, width: capShows)
    }
  }

  /// The timer of the expiry of a slot's `position`-th ad.
  subscript(session: UInt32, slot slot: Int, expiryTimer position: Int) -> EventHandle {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.expiryTimers, slot, position, width: depth))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, places.expiryTimers, slot, position, width: depth)
    }
  }

  /// When the bid came of an ad of a slot, where that matters.
  subscript(session: UInt32, slot slot: Int, bidOf place: BidPlace) -> SimTime {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(
        address(session, places.bidTimes, slot, place.index, width: BidPlace.width(depth)))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, places.bidTimes, slot, place.index, width: BidPlace.width(depth))
    }
  }

  subscript(session: UInt32, breaker breaker: Int) -> BreakerMachine {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.breakers, breaker))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.breakers, breaker) }
  }

  subscript(session: UInt32, throttle throttle: Int) -> ThrottleMachine {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.throttles, throttle))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.throttles, throttle) }
  }

  /// What the app of a session believes.
  subscript(appOf session: UInt32) -> AppRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.apps, 0)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.apps, 0) }
  }

  subscript(session: UInt32, appSlot slot: Int) -> AppSlotRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.appSlots, slot))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.appSlots, slot) }
  }

  /// The native ad that the app has shown in a slot, and keeps.
  subscript(session: UInt32, shownAd slot: Int) -> AdRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.shownAds, slot))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.shownAds, slot) }
  }

  /// What the user has learned of one entry of an adaptive waterfall.
  subscript(session: UInt32, learned entry: Int) -> LearnRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.learned, entry))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.learned, entry) }
  }

  /// What a session remembers of a slot beside its ads, where something does.
  subscript(session: UInt32, place slot: Int) -> PlaceRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.places, slot)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.places, slot) }
  }

  /// The state of a session's device, where windows change.
  subscript(deviceOf session: UInt32) -> DeviceRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.device, 0)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.device, 0) }
  }

  /// A window of a session, where windows change.
  subscript(session: UInt32, window window: Int) -> WindowRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.windows, window))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.windows, window) }
  }

  /// What a session knows of absences, sheets, blocks and radios.
  subscript(lifeOf session: UInt32) -> LifeRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.life, 0))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.life, 0) }
  }

  /// What a session's process has leaked, where ads leave something behind.
  subscript(memoryOf session: UInt32) -> MemoryRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.memory, 0))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.memory, 0) }
  }

  /// What the ads of one network have left behind.
  subscript(session: UInt32, leak network: Int) -> LeakRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.leaks, network))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.leaks, network) }
  }

  /// What a session remembers of a network beside its ads.
  subscript(session: UInt32, network network: Int) -> NetworkRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.networks, network))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.networks, network) }
  }

  /// An instant at which an ad of a network with a cap was shown.
  subscript(session: UInt32, networkShow position: Int) -> SimTime {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.networkShows, position))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, places.networkShows, position)
    }
  }

  /// When a refresh timer of a slot beside that of its view is over.
  subscript(session: UInt32, slot slot: Int, refreshLoop position: Int) -> SimTime {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(
        address(session, places.refreshLoops, slot, position, width: Limits.refreshLoops))
    }
    @inline(__always) unsafeMutableAddress {
      unsafe address(session, places.refreshLoops, slot, position, width: Limits.refreshLoops)
    }
  }

  /// A creative that the process keeps, from 1; 0 for none.
  subscript(session: UInt32, creative position: Int) -> UInt32 {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.creatives, position))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.creatives, position) }
  }

  /// What of a session's launch may have to be done again.
  subscript(startOf session: UInt32) -> StartRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.starts, 0)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.starts, 0) }
  }

  /// The consent request of a session's launch.
  subscript(consentOf session: UInt32) -> ConsentRecord {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(address(session, places.consents, 0))
    }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.consents, 0) }
  }

  subscript(session: UInt32, loop level: Int) -> LoopRecord {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(session, places.loops, level)) }
    @inline(__always) unsafeMutableAddress { unsafe address(session, places.loops, level) }
  }
}
