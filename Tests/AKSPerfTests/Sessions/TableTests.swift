import Scheduler
import Testing

@testable import AKSPerf

@Suite("Stores of records")
struct TableTests {
  @Test("a pool reuses what is given back and keeps the rest through growth")
  func pool() {
    var pool = Pool<UInt64>()
    let indices = (0..<40_000).map { pool.take(UInt64($0) * 3) }
    #expect(pool.madeCount == 40_000)
    for (k, index) in indices.enumerated() { #expect(pool[index] == UInt64(k) * 3) }
    pool.giveBack(7)
    pool.giveBack(39_999)
    #expect(pool.take(1) == 39_999)
    #expect(pool.take(2) == 7)
    #expect(pool.madeCount == 40_000)
    #expect(pool[8] == 24)
  }

  @Test("a pool traps on an index it never made")
  func poolBounds() async {
    await #expect(processExitsWith: .failure) {
      var pool = Pool<UInt64>()
      let index = pool.take(1)
      pool[index + 1] = 2
    }
    await #expect(processExitsWith: .failure) {
      let pool = Pool<UInt64>()
      _ = pool[noRecord]
    }
  }

  private static let layout = SessionLayout(
    slots: 2, depth: 3, hosts: 2, loops: 1, cappedSlots: 2, capShows: 4, hasExpiryTimers: true,
    countsRetries: true, hasPlaces: true, windows: 3, leaks: 2,
    networks: 2, hasStarts: true, hasConsent: true, networkShows: 2, hasEndings: true)

  @Test("a session's parts keep apart from each other and from its neighbours")
  func parts() {
    var table = SessionTable(layout: Self.layout)
    let sessions = (0..<600).map { _ in table.take() }
    for (k, session) in sessions.enumerated() {
      let mark = UInt32(k)
      table[session].user = UInt64(k)
      for slot in 0..<2 {
        table[session, slot: slot].cycle = mark &* 2 &+ UInt32(slot)
        for ad in 0..<3 { table[session, slot: slot, ad: ad].price = mark &+ UInt32(ad) }
        for ad in 0..<3 {
          table[session, slot: slot, expiryTimer: ad] = EventHandle(rawValue: UInt64(k + ad))
        }
        for entry in 0..<4 {
          table[session, slot: slot, capEntry: entry] = .zero + .seconds(Int64(k + entry))
        }
      }
      table[session, host: 1].use(at: .zero + .seconds(Int64(k)), sessionStart: .zero)
      table[session, loop: 0].iteration = mark
      for slot in 0..<2 { table[session, place: slot].view = mark &+ UInt32(slot) }
      table[memoryOf: session].serial = mark
      for place in 0..<2 {
        _ = table[session, leak: place].adLoaded(leak: mark &+ UInt32(place), disk: 0)
      }
      table[startOf: session].configFetches = mark
      table[consentOf: session].exchange = mark
      for network in 0..<2 {
        table[session, network: network].readyAt = .zero + .seconds(Int64(k + network))
        table[session, networkShow: network] = .zero + .seconds(Int64(k + 2 * network))
      }
      table[deviceOf: session].keyWindow = UInt8(k & 0xFF)
      for window in 0..<3 { table[session, window: window].size = UInt8((k + window) & 0xFF) }
      for _ in 0..<(k % 31) { _ = table[retryMinuteOf: session].countRequest(at: UInt16(k)) }
    }
    for (k, session) in sessions.enumerated() {
      let mark = UInt32(k)
      #expect(table[session].user == UInt64(k))
      #expect(table[session, slot: 1].cycle == mark &* 2 &+ 1)
      #expect(table[session, slot: 1, ad: 2].price == mark &+ 2)
      #expect(table[session, slot: 0, expiryTimer: 2].rawValue == UInt64(k + 2))
      #expect(table[session, slot: 1, capEntry: 3] == .zero + .seconds(Int64(k + 3)))
      #expect(table[startOf: session].configFetches == mark)
      #expect(table[consentOf: session].exchange == mark)
      #expect(table[session, network: 1].readyAt == .zero + .seconds(Int64(k + 1)))
      #expect(table[session, networkShow: 0] == .zero + .seconds(Int64(k)))
      #expect(!table[session, host: 0].wasUsed)
      let used = table[session, host: 1].usedAt(sessionStart: .zero)
      #expect(used == .zero + .seconds(Int64(k)))
      #expect(table[session, loop: 0].iteration == mark)
      #expect(table[session, place: 1].view == mark &+ 1)
      #expect(table[memoryOf: session].serial == mark)
      #expect(table[session, leak: 1].leaked == UInt64(mark) + 1)
      #expect(table[deviceOf: session].keyWindow == UInt8(k & 0xFF))
      #expect(table[session, window: 2].size == UInt8((k + 2) & 0xFF))
      for _ in (k % 31)..<30 {
        let isStorm = table[retryMinuteOf: session].countRequest(at: UInt16(k))
        #expect(!isStorm)
      }
      let isStorm = table[retryMinuteOf: session].countRequest(at: UInt16(k))
      #expect(isStorm)
    }
  }

  @Test("a session taken again is fresh")
  func reuse() {
    var table = SessionTable(layout: Self.layout)
    let first = table.take()
    table[first].user = 9
    table[first, slot: 1].cycle = 5
    table[first, host: 0].use(at: .zero, sessionStart: .zero)
    table.giveBack(first)
    #expect(!table.isLive(first) && table.liveCount == 0)
    let second = table.take()
    #expect(second == first && table.isLive(second) && table.madeCount == 1)
    #expect(table[second].user == 0 && table[second, slot: 1].cycle == 0)
    #expect(!table[second, host: 0].wasUsed)
  }

  @Test("a session's slot of app open and its being in use keep apart")
  func appOpenSlot() {
    var record = SessionRecord()
    record.appOpenSlot = 15_999
    #expect(!record.isLive && record.appOpenSlot == 15_999)
    record.isLive = true
    #expect(record.isLive && record.appOpenSlot == 15_999)
    record.appOpenSlot = 3
    #expect(record.isLive && record.appOpenSlot == 3)
    record.isLive = false
    #expect(!record.isLive && record.appOpenSlot == 3)
  }

  @Test("a session's records have the sizes that memory is planned with")
  func sizes() {
    #expect(MemoryLayout<SessionRecord>.stride == 80)
    #expect(MemoryLayout<SlotRecord>.stride == 24)
    #expect(MemoryLayout<AdRecord>.stride == 20)
    #expect(MemoryLayout<UserRecord>.stride == 24)
    #expect(MemoryLayout<HostRecord>.stride == 4)
    #expect(MemoryLayout<RetryMinuteRecord>.stride == 4)
    #expect(MemoryLayout<LoadRecord>.stride == 88)
    #expect(MemoryLayout<AttemptRecord>.stride == 96)
    #expect(MemoryLayout<PresentationRecord>.stride == 56)
    #expect(MemoryLayout<ExchangeRecord>.stride == 40)
    #expect(MemoryLayout<VisitRecord>.stride == 32)
    #expect(MemoryLayout<TransferRecord>.stride == 72)
    #expect(MemoryLayout<ViewRecord>.stride == 96)
    #expect(MemoryLayout<StartRecord>.stride == 48)
    #expect(MemoryLayout<ConsentRecord>.stride == 32)
  }

  @Test("a slot keeps its shows and whether an ad has expired apart")
  func slotBits() {
    var slot = SlotRecord()
    for shows: UInt16 in [0, 1, 2_000, 32_767] {
      slot.capWrites = shows
      #expect(slot.capWrites == shows && !slot.hasExpired)
      slot.hasExpired = true
      #expect(slot.capWrites == shows && slot.hasExpired)
      slot.capWrites = shows / 2
      #expect(slot.capWrites == shows / 2 && slot.hasExpired)
      slot.hasExpired = false
      #expect(slot.capWrites == shows / 2 && !slot.hasExpired)
    }
  }

  @Test("a host's last use is kept to a tenth of a millisecond, never earlier than it was")
  func hosts() {
    let start = SimTime.zero + SimDuration(nanoseconds: 7)
    var host = HostRecord()
    #expect(!host.wasUsed)
    for since: Int64 in [0, 1, 99_999, 100_000, 100_001, 3_600_000_000_000] {
      host.use(at: start + SimDuration(nanoseconds: since), sessionStart: start)
      let late = (host.usedAt(sessionStart: start) - start).nanoseconds - since
      #expect(host.wasUsed && late >= 0 && late < 100_000)
    }
    host.use(at: start + .hours(1000), sessionStart: start)
    let used = host.usedAt(sessionStart: start) - start
    #expect(host.wasUsed && used > .hours(119) && used < .hours(120))
  }

  @Test("slots, ads, hosts and cap entries beyond the layout trap")
  func bounds() async {
    await #expect(processExitsWith: .failure) {
      var table = SessionTable(layout: SessionLayout(slots: 1, depth: 1))
      let session = table.take()
      table[session, slot: 1].cycle = 1
    }
    await #expect(processExitsWith: .failure) {
      var table = SessionTable(layout: SessionLayout(slots: 1, depth: 1))
      let session = table.take()
      table[session, slot: 0, ad: 1].price = 1
    }
    await #expect(processExitsWith: .failure) {
      var table = SessionTable(layout: SessionLayout(slots: 1, depth: 1))
      let session = table.take()
      table[session, host: 0].use(at: .zero, sessionStart: .zero)
    }
  }
}
